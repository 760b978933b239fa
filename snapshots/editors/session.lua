-- A session in Neovim: what an editor shows of two definitions, asked as people do. Run by `snapshots/editors/run`.

local repository = vim.fn.getcwd()
local folder = vim.fn.resolve(vim.fn.argv(0))
local version = vim.version()
local number = version.major * 100 + version.minor

local function say(text)
  io.stdout:write(text .. '\n')
end

local function fail(text)
  say('failed: ' .. text)
  vim.cmd('cquit 1')
end

-- Waits until something is so, and returns it.
local function wait(what, is_so)
  local found
  vim.wait(20000, function()
    found = is_so()
    return found
  end, 20)
  if not found then
    fail(what)
  end
  say('ok: ' .. what)
  return found
end

local function expect(what, is_so)
  wait(what, function()
    return is_so
  end)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function write(name, lines)
  vim.fn.writefile(vim.split(lines, '\n'), folder .. '/' .. name)
end

-- Puts the cursor on the first place of some letters.
local function go(letters)
  vim.fn.cursor(1, 1)
  if vim.fn.search('\\V' .. letters, 'cW') == 0 then
    fail('no ' .. letters)
  end
end

-- The settings that docs/editors.md gives for this version: the block for the newest one that is not newer.
local best, settings = -1, nil
local page = table.concat(vim.fn.readfile(repository .. '/docs/editors.md'), '\n')
for block in page:gmatch('```lua\n(.-)\n```') do
  local major, minor = block:match('^%-%- Neovim (%d+)%.(%d+)')
  local from = major and major * 100 + minor
  if from and from <= number and from > best then
    best, settings = from, block
  end
end
say(('Neovim %d.%d.%d, settings of %d.%d'):format(version.major, version.minor, version.patch, best / 100, best % 100))
vim.opt.runtimepath:prepend(repository .. '/grammars/vim')
loadstring(settings)()

write('base.pz', 'puzzle base "Base" {\n  answer x: 1..9\n  rule low: x < 8\n  clue given = x\n  remove given\n}')
write('top.pz', table.concat({
  'use sudoku',
  'use "base.pz"',
  'puzzle top "Top" extends base {',
  '  param n: 2..9 = 4',
  '  rule even:   x mod 2 == m',
  '}',
  'puzzle more "More" extends sudoku {',
  '}',
}, '\n'))
vim.cmd('edit ' .. folder .. '/top.pz')
local buffer = vim.api.nvim_get_current_buf()
expect('the file is known by its ending', vim.bo.filetype == 'pz')
expect('a keyword has a colour', vim.fn.synIDattr(vim.fn.synID(5, 3, 1), 'name') == 'pzItem')

local found = wait('a problem is shown', function()
  return vim.diagnostic.get(0)[1]
end)
expect('it has a code', (found.code or found.user_data.lsp.code) == 'puzgen::check::unknown_name')
vim.api.nvim_buf_set_lines(0, 4, 5, false, { '  rule even:   x mod 2 == 0' })
wait('it is gone when the text is right', function()
  return #vim.diagnostic.get(0) == 0
end)

go('x mod')
vim.lsp.buf.hover()
wait('hover shows the declaration', function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
    if vim.api.nvim_win_get_config(window).relative ~= '' and table.concat(lines, '\n'):match('answer x: 1%.%.9') then
      vim.api.nvim_win_close(window, true)
      return true
    end
  end
end)

go('x mod')
local function ask(method)
  local place = { textDocument = { uri = vim.uri_from_bufnr(0) } }
  local cursor = vim.api.nvim_win_get_cursor(0)
  place.position = { line = cursor[1] - 1, character = cursor[2] }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, place, 20000) or {}) do
    return answer.result
  end
end
local offered = {}
for _, item in ipairs(ask('textDocument/completion')) do
  offered[item.label] = true
end
expect('names and functions are offered', offered.x and offered.distinct and offered.n)

vim.lsp.buf.definition()
wait('the declaration is in the other file', function()
  return vim.fn.expand('%:t') == 'base.pz' and vim.fn.line('.') == 2
end)
vim.cmd('buffer ' .. buffer)

go('x mod')
vim.lsp.buf.rename('value')
wait('a name is changed here', function()
  return text():match('value mod 2')
end)
wait('and in the other file', function()
  local other = vim.fn.bufnr(folder .. '/base.pz')
  local lines = table.concat(vim.api.nvim_buf_get_lines(other, 0, -1, false), '\n')
  return lines:match('answer value') and lines:match('value < 8')
end)

if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 20000 })
else
  vim.lsp.buf.formatting_sync(nil, 20000)
end
expect('the text is laid out', text():match('rule even: value mod 2 == 0'))

vim.cmd('silent! write')
go('sudoku {')
vim.lsp.buf.definition()
wait('what is built in is shown', function()
  return vim.api.nvim_buf_get_name(0) == 'puzgen://built-in/sudoku.pz' and text():match('puzzle sudoku "Sudoku"')
end)
expect('and cannot be changed', not vim.bo.modifiable)
vim.cmd('buffer! ' .. buffer)

vim.lsp.codelens.refresh()
wait('there are lenses', function()
  return #vim.lsp.codelens.get(0) == 4
end)
-- In what a command shows: a document, or before 0.8 a message.
local shown
local show = vim.lsp.handlers['window/showMessage']
vim.lsp.handlers['window/showMessage'] = function(problem, result, ...)
  shown = result.message
  return show(problem, result, ...)
end
go('top "Top"')
local choose = vim.ui.select
vim.ui.select = function(items, _, chosen)
  chosen(items[1], 1)
end
vim.lsp.codelens.run()
vim.ui.select = choose
wait('a lens makes a puzzle', function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local other = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_buf_get_name(other):match('^puzgen://results/') then
      shown = table.concat(vim.api.nvim_buf_get_lines(other, 0, -1, false), '\n')
    end
  end
  return shown and shown:match('# top, seed 0')
end)
vim.cmd('qall!')
