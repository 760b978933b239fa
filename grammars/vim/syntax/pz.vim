" Vim syntax of .pz, the definitions of puzgen.
"
" The lists of words are made from the grammar and the registries by the suite's test `editors`:
" a comment `words: …` names the lists of the next line, in the order of its groups `%(…)`.

if exists('b:current_syntax')
  finish
endif

" Later matches win where several begin at one place.
syntax match pzOperator /==\|!=\|<=\|>=\|\.\.\|[-+*\/<>=]/
syntax match pzNumber /\<\d\+\>/

" words: values
syntax match pzValue /\v<%(adjacent|antidiagonal|band|bands|bool|border_cells|cells|columns|corners|diagonal_pairs|diagonals|directions|down|down_left|down_right|edges|empties|givens|half_turn|inner_edges|king_moves|knight_moves|left_right|liberties|minimal|named_groups|quarter_turn|reflect|rotate|rows|score|sixth_turn|solver|stack|stacks|third_turn|tier|untold|up|up_down|up_left|up_right|vertices|wnef|wnef_linear|wnef_square)>(\s*[(\[:]|\s*\=[^=])@!/
" words: calls
syntax match pzCall /\v<%(abs|all_equal|around|blocks|branches_around|calls_to_tell|cell|cells_at|cells_beside|column|connected|cos|count|distinct|distinct_except|division|drawn|edge_between|edges_at|ends|equivalent|exists|first_except|forall|forest|grid|grow|hex|hexagon|increasing|inside|kinds_of|leading|leaper_moves|length|lines|lines_of|lines_to_definition|lines_toward|matches|max|mean|min|neighbours|next_to|occurrences_of|orbits|pairs_at|placements|position|product|ray|rectangles|reflected|reversed|ring_run_length|rooms|row|run_length|runs|runs_in|share_shown|shown|shown_in|sides|sin|single_loop|single_path|stddev|steps|strictly_increasing|sum|tan|translations|value|vertices_of|visible|windows|words|written)\ze\s*\(/

" words: items going_on
syntax match pzItem /\v<%(answer\s+")@!%(about|answer|aux|board|clue|example|export|feature|features|fixed|implied|layout|let|levels|param|remove|rule|sample|script|show|transform|translation|without|working)>\ze\s+%(%(and|div|else|for|iff|implies|in|mod|or|then|where)>)@![a-z0-9"{(]/
" words: lines going_on
syntax match pzLine /\v<%(about|accept|breaks|by|cages|choose|effort|figure|keep|label|name|point|rule|script|sentence|set|solutions|symbols|text|thick|until|working)>\ze\s+%(%(and|div|else|for|iff|implies|in|mod|or|then|where)>)@![a-z0-9"{(\[-]/
" words: calling
syntax match pzLine /\v<%(components|graph|model|programs|size)\ze\s*\(/
" words: inner
syntax match pzLine /\v<%(becomes|of|otherwise|permute|relabel|rename|vertical|when|with)>\ze%(\s+[a-z0-9"{(]|\s*[};]|\s*$)/
" words: choices
syntax match pzLine /\v<choose\s+%(first|guided|random|weight)>/
" words: joining joining
syntax match pzLine /\v<%(by|equal|joined|split|where)\s+%(by|equal|joined|split|where)>\ze\s+[a-z]/
" words: items
syntax match pzItem /\v<without\s+%(about|answer|aux|board|clue|example|export|feature|features|fixed|implied|layout|let|levels|param|remove|rule|sample|script|show|transform|translation|without|working)>/
" words: reserved
syntax match pzReserved /\v<%(else|for|if|then|where)>/
" words: operators
syntax match pzWordOperator /\v<%(and|div|iff|implies|in|mod|not|or)>/
syntax match pzTruth /\v<%(true|false)>/

syntax match pzPlain /\v[a-z][a-z0-9_]*/ contained
" words: looks going_on
syntax match pzLine /\v<%(borders|bottom|circles|corner|diagonal|hidden|left|lines|right|shade|ships|top)>\ze\s+%(%(and|div|else|for|iff|implies|in|mod|or|then|where)>)@![a-z]/ nextgroup=pzPlain skipwhite
syntax match pzName /\v[a-z][a-z0-9_]*/ contained
" words: declaring
syntax match pzItem /\v<%(answer|aux|clue|feature|features|layout|let|param|working)>\ze\s+[a-z][a-z0-9_]*\s*[:=\[,]/ nextgroup=pzName skipwhite
syntax match pzItem /\v<rule>\ze\s+[a-z][a-z0-9_]*\s*[(":]/ nextgroup=pzName skipwhite
syntax match pzItem /\v^\s*<%(puzzle|use)>\ze\s/ nextgroup=pzName skipwhite
syntax match pzItem /\v<extends>\ze\s+[a-z][a-z0-9_]*\s*\{/ nextgroup=pzName skipwhite

syntax region pzText start=/"/ skip=/\\./ end=/"\|$/ contains=pzEscape,pzHole,@Spell
syntax match pzEscape /\\.\|{{\|}}/ contained
syntax region pzHole matchgroup=pzBrace start=/{\ze[^{}"]*}/ end=/}/ contained oneline contains=pzOperator,pzNumber,pzValue,pzCall,pzReserved,pzWordOperator,pzTruth
syntax region pzBlock start=/"""/ end=/"""/
syntax match pzComment /#.*$/ contains=@Spell
syntax sync fromstart

highlight default link pzComment Comment
highlight default link pzText String
highlight default link pzBlock String
highlight default link pzEscape SpecialChar
highlight default link pzBrace Delimiter
highlight default link pzNumber Number
highlight default link pzTruth Boolean
highlight default link pzOperator Operator
highlight default link pzWordOperator Operator
highlight default link pzItem Statement
highlight default link pzReserved Statement
highlight default link pzLine PreProc
highlight default link pzName Identifier
highlight default link pzCall Function
highlight default link pzValue Constant

let b:current_syntax = 'pz'
