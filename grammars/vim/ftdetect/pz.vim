autocmd BufRead,BufNewFile *.pz setfiletype pz
