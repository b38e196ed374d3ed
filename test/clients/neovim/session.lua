-- What an author does in Neovim, told in facts: `test/clients/neovim-check.ts` runs it and judges. It uses only what
-- Neovim 0.7 and every later version have.
-- DOCWRIGHT_SERVER: the server's file. DOCWRIGHT_SITE: a site that may be written to. DOCWRIGHT_FACTS: where to tell.
local server, site, out = vim.env.DOCWRIGHT_SERVER, vim.env.DOCWRIGHT_SITE, vim.env.DOCWRIGHT_FACTS
local facts = { version = tostring(vim.version().major) .. "." .. tostring(vim.version().minor) .. "." .. tostring(vim.version().patch) }

local function open(path)
  vim.cmd("edit " .. vim.fn.fnameescape(site .. "/" .. path))
  return vim.api.nvim_get_current_buf()
end

local function diagnostics(buffer)
  return vim.tbl_map(function(item)
    return { code = item.code, line = item.lnum, severity = item.severity, message = item.message }
  end, vim.diagnostic.get(buffer))
end

local function has(buffer, code)
  for _, item in ipairs(vim.diagnostic.get(buffer)) do
    if item.code == code then return item end
  end
end

local function line_of(buffer, text)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then return index - 1, column - 1 end
  end
  error("no line with " .. text)
end

local function ask(buffer, method, text, more)
  local line, column = line_of(buffer, text)
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = column + 1 } }
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, vim.tbl_extend("force", params, more or {}), 10000)
  if not answers then error(method .. ": " .. problem) end
  for _, answer in pairs(answers) do
    if answer.error then error(method .. ": " .. answer.error.message) end
    return answer.result
  end
  error(method .. ": no language server is attached")
end

local function wait(milliseconds, what, condition)
  if not vim.wait(milliseconds, condition, 20) then error("after " .. milliseconds .. " ms, still waiting for " .. what) end
end

local function run()
  vim.o.swapfile = false
  local exit
  local id = vim.lsp.start_client({
    name = "docwright",
    cmd = { vim.env.DOCWRIGHT_NODE or "node", server, "--stdio" },
    root_dir = site,
    on_exit = function(code, signal) exit = { code = code, signal = signal } end,
  })
  local client = vim.lsp.get_client_by_id(id)

  local config = open("docs.json")
  vim.lsp.buf_attach_client(config, id)
  wait(20000, "the problems in docs.json", function()
    if exit then error("the language server ended with exit code " .. exit.code) end
    return has(config, "config/value-not-allowed") ~= nil
  end)
  facts.config = diagnostics(config)
  local page = open("fields/near-miss.mdx")
  vim.lsp.buf_attach_client(page, id)
  wait(20000, "the problems in a page", function() return #vim.diagnostic.get(page) > 0 end)
  facts.page = diagnostics(page)

  facts.hover = ask(config, "textDocument/hover", '"appearance"')
  local offers = ask(config, "textDocument/completion", '"drak"')
  facts.completion = vim.tbl_map(function(item) return item.label end, offers.items or offers)

  -- The fix is asked for at the problem, and applied as Neovim's own `vim.lsp.buf.code_action` does.
  local item = has(config, "config/value-not-allowed")
  local range = { start = { line = item.lnum, character = item.col }, ["end"] = { line = item.end_lnum, character = item.end_col } }
  local context = { diagnostics = { item.user_data.lsp and vim.tbl_extend("keep", {
    range = range, message = item.message, code = item.code, source = item.source, severity = item.severity,
  }, item.user_data.lsp) } }
  local actions = ask(config, "textDocument/codeAction", '"drak"', { range = range, context = context })
  facts.actions = vim.tbl_map(function(action) return action.title end, actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding or "utf-16")
  wait(10000, "the fixed problem to disappear", function() return has(config, "config/value-not-allowed") == nil end)
  facts.afterFix = diagnostics(config)
  facts.text = vim.api.nvim_buf_get_lines(config, 0, -1, false)

  -- A key at a time: what is said of the page follows.
  local line = line_of(page, "title")
  local before = #vim.diagnostic.get(page)
  vim.api.nvim_buf_set_lines(page, line, line + 1, false, { "title: [" })
  wait(10000, "the problem of the typed text", function() return has(page, "frontmatter/syntax") ~= nil end)
  facts.typed = { before = before, after = diagnostics(page) }

  -- Jumps, and renames what stands in several files.
  local from = open("jump-from.mdx")
  vim.lsp.buf_attach_client(from, id)
  local found = ask(from, "textDocument/definition", "install-it")
  local place = found[1] or found
  facts.jumped = {
    file = vim.fn.fnamemodify(vim.uri_to_fname(place.uri or place.targetUri), ":t"),
    line = (place.range or place.targetSelectionRange).start.line,
  }
  local function link()
    return vim.api.nvim_buf_get_lines(from, 4, 5, false)[1]
  end
  facts.linked = {}
  local edit = ask(from, "textDocument/rename", "install-it", { newName = "Set it up" })
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding or "utf-16")
  vim.cmd("silent! wall")
  facts.linked.heading = link()
  vim.wait(500)
  local moved = ask(from, "textDocument/rename", "jump-to", { newName = "fields/jumped" })
  vim.lsp.util.apply_workspace_edit(moved, client.offset_encoding or "utf-16")
  vim.cmd("silent! wall")
  facts.linked.page = link()
  facts.movedFile = vim.fn.filereadable(site .. "/fields/jumped.mdx") == 1

  client.stop()
  wait(10000, "the language server to exit", function() return exit ~= nil end)
  facts.exit = exit
end

local ok, problem = xpcall(run, debug.traceback)
if not ok then facts.error = problem end
vim.fn.writefile({ vim.fn.json_encode(facts) }, out)
vim.cmd("qall!")
