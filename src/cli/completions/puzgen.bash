# Completion of puzgen's command line for bash: it asks the program itself what fits.

_puzgen() {
    local IFS=$'\n'
    local -a words=()
    local word joins=
    local -i at=0
    # Readline cuts words at `=` and `:`; the program is to see them whole.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        # The last word ends at the cursor.
        if ((at == COMP_CWORD)) && [[ $word != [=:]* ]]; then
            word=$2
        fi
        if ((at > 1)) && [[ $word == [=:]* || ( -n $joins && -n $word ) ]]; then
            words[${#words[@]}-1]+=$word
        else
            words+=("$word")
        fi
        joins=
        [[ $word == *[=:] ]] && joins=1
        at+=1
    done
    local -i last=${#words[@]}-1
    COMPREPLY=($(
        PUZGEN_COMPLETE=bash _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$last \
            puzgen -- "${words[@]}" 2>/dev/null
    ))
    # Only what follows the last cut is replaced.
    local cut=${words[last]%"${words[last]##*[=:]}"}
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
    # After a name that wants a value, and in a folder, there is more to come.
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

if [[ ${BASH_VERSINFO[0]} -gt 4 || ( ${BASH_VERSINFO[0]} -eq 4 && ${BASH_VERSINFO[1]} -ge 4 ) ]]; then
    complete -o bashdefault -o nosort -F _puzgen puzgen
else
    complete -o bashdefault -F _puzgen puzgen
fi
