import assert from "node:assert/strict";
import type { CodeLens } from "vscode-languageserver-protocol";
import { type LspClient, uriOf, type WireMessage } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const spec = `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /users:
    get: { summary: List users, responses: { "200": { description: ok } } }
    post: { x-hidden: true, responses: { "200": { description: ok } } }
`;
const docs = JSON.stringify({ navigation: { groups: [{ group: "API", openapi: "api.yaml" }] } });

describe("code lenses on operations over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({ "docs.json": docs, "api.yaml": spec });
    client = await servers.start({
      folders: [folder.root],
      capabilities: { workspace: { codeLens: { refreshSupport: true } } },
    });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const lenses = () =>
    client.request<CodeLens[]>("textDocument/codeLens", {
      textDocument: { uri: uriOf(folder.at("api.yaml")) },
    });
  const seen = (all: readonly CodeLens[]) =>
    all.map(({ range, command }) => `${range.start.line}:${range.start.character} ${command?.title}`);

  it("appear on the method in the current text", async () => {
    client.open(folder.at("api.yaml"), spec);
    const expected = [
      "shown at /api-reference/list-users",
      "not shown: marked x-hidden (page: /api-reference/post-users)",
    ];
    assert.deepEqual(seen(await lenses()), [`4:4 ${expected[0]}`, `5:4 ${expected[1]}`]);
    client.change(folder.at("api.yaml"), 2, `# one\n# two\n${spec}`);
    assert.deepEqual(seen(await lenses()), [`6:4 ${expected[0]}`, `7:4 ${expected[1]}`]);
  });

  it("are refreshed when docs.json changes", async () => {
    client.open(folder.at("api.yaml"), spec);
    await lenses();
    await client.quiet();
    const before = client.received.length;
    client.open(folder.at("docs.json"), docs.replace('"API"', '"API", "pages": ["GET /users"]'));
    const isRefresh = ({ method }: WireMessage) => method === "workspace/codeLens/refresh";
    await client.message(isRefresh, "a refresh of lenses", before);
    assert.match(seen(await lenses())[1] ?? "", /no navigation entry lists it/);
  });

  it("open playgrounds if the editor supports it", async () => {
    const other = await servers.start({
      folders: [folder.root],
      options: { playground: true },
    });
    other.open(folder.at("api.yaml"), spec);
    const { uri } = { uri: uriOf(folder.at("api.yaml")) };
    const all = await other.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } });
    assert.equal(await other.stop(), 0, other.stderr);
    assert.deepEqual(
      all.flatMap(({ range, command }) =>
        command?.command === "docwright.openPlayground" ? [[range.start.line, command.arguments]] : [],
      ),
      [
        [4, [{ uri, url: "/api-reference/list-users" }]],
        [5, [{ uri, url: "/api-reference/post-users" }]],
      ],
    );
  });

  it("show their targets, but nothing outside the sites", async () => {
    client.open(folder.at("api.yaml"), spec);
    const [lens] = await lenses();
    assert.ok(lens?.command);
    const { command, arguments: given } = lens.command;
    await client.request("workspace/executeCommand", { command, arguments: given });
    const shown = (): unknown => client.received.findLast(({ method }) => method === "window/showDocument")?.params;
    const start = docs.indexOf('"api.yaml"');
    const selection = {
      start: { line: 0, character: start },
      end: { line: 0, character: start + '"api.yaml"'.length },
    };
    assert.deepEqual(shown(), { uri: uriOf(folder.at("docs.json")), selection, takeFocus: true });
    const before = client.received.length;
    await client.request("workspace/executeCommand", {
      command,
      arguments: [uriOf("/etc/passwd"), selection],
    });
    await client.request("workspace/executeCommand", { command, arguments: [3] });
    await client.request("workspace/executeCommand", { command: "other" });
    assert.ok(!client.received.slice(before).some(({ method }) => method === "window/showDocument"));
  });
});
