import assert from "node:assert/strict";
import { movesToRepair } from "../../server/src/protocol/refactoring.ts";
import { createLineMap } from "../../server/src/core/text/text-edit.ts";
import { advertisedRequests, ownMethods, requestKinds, type LinePosition } from "../harness/every-request.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

/**
 * Yields variants of a value in which parts at every depth are replaced with invalid values, and variants in which
 * members are missing.
 */
function* spoiled(value: unknown): Generator<unknown> {
  for (const wrong of [undefined, null, 5, -1, "x", true, [], {}, [5], { a: 1 }])
    if (JSON.stringify(wrong) !== JSON.stringify(value)) yield wrong;
  if (Array.isArray(value))
    for (const [index, each] of value.entries())
      for (const wrong of spoiled(each)) yield value.map((other: unknown, at) => (at === index ? wrong : other));
  else if (typeof value === "object" && value !== null)
    for (const [key, each] of Object.entries(value))
      for (const wrong of spoiled(each)) yield { ...value, [key]: wrong };
}

describe("missing and invalid params", function () {
  this.timeout(240_000);
  const folder = new TempFolder({ "docs.json": docsJson("a"), "a.mdx": page("A") });
  const text = page("A");
  const place: LinePosition = {
    root: uriOf(folder.root),
    uri: uriOf(folder.at("a.mdx")),
    text,
    lines: createLineMap(text),
    line: 1,
    position: { line: 1, character: 3 },
  };
  let client: LspClient;
  let methods: string[] = [];

  before(async () => {
    client = await LspClient.spawn();
    const { capabilities } = await client.initialize({
      folders: [folder.root],
      capabilities: { textDocument: { diagnostic: {}, rename: { prepareSupport: true } } },
    });
    const answered = await Promise.all(
      ownMethods().map(async (method) => [method, (await client.ask(method, {}).answer).error?.code] as const),
    );
    const own = answered.filter(([, code]) => code !== -32601).map(([method]) => method);
    methods = [...advertisedRequests(capabilities), ...own];
  });

  after(async () => {
    assert.equal(await client.stop(), 0);
    folder.remove();
  });

  it("are tested for every request", () => {
    assert.ok(methods.length > 50, `${methods.length} methods`);
    for (const method of methods)
      assert.ok(requestKinds[method], `test/harness/every-request.ts doesn't contain ${method}`);
  });

  it("cause InvalidParams errors if they're missing or an array, unless the request takes no params", async () => {
    for (const method of methods) {
      const given = requestKinds[method]?.params(place);
      for (const params of given ? [undefined, null, [], [given]] : []) {
        const { error } = await client.ask(method, params).answer;
        assert.equal(error?.code, -32602, `${method} ${JSON.stringify(params)}: ${error?.message}`);
      }
    }
  });

  it("are ignored by a request that takes no params, whether they're missing, null, or any other value", async () => {
    const without = methods.filter((method) => requestKinds[method]?.params(place) === undefined);
    assert.ok(without.includes(movesToRepair.method), without.join(", "));
    for (const method of without) {
      const { result: expected } = await client.ask(method, undefined).answer;
      for (const params of [null, [], {}, "x"]) {
        const { error, result } = await client.ask(method, params).answer;
        assert.equal(error, undefined, `${method} ${JSON.stringify(params)}: ${error?.message}`);
        assert.deepEqual(result, expected, `${method} ${JSON.stringify(params)}`);
      }
    }
  });

  it("never cause an internal error", async () => {
    for (const method of methods) {
      const given = requestKinds[method]?.params(place) ?? {};
      const answers = [...spoiled(given)].map(
        async (params) => [params, await client.ask(method, params).answer] as const,
      );
      for (const [params, { error }] of await Promise.all(answers))
        assert.notEqual(error?.code, -32603, `${method} ${JSON.stringify(params)}: ${error?.message}`);
      client.received.length = 0;
    }
  });

  it("are named in the error message", async () => {
    const textDocument = { uri: place.uri };
    const { error } = await client.ask("textDocument/hover", {
      textDocument,
      position: { line: "1", character: 0 },
    }).answer;
    assert.deepEqual(error, {
      code: -32602,
      message: "textDocument/hover has invalid params: position.line is missing or has the wrong type.",
    });
  });

  it("leave the server uninitialized if they belong to initialize", async () => {
    const other = await LspClient.spawn();
    assert.equal((await other.ask("initialize", { capabilities: 5 }).answer).error?.code, -32602);
    for (const locale of [5, {}, ["de"], true])
      assert.equal((await other.ask("initialize", { capabilities: {}, locale }).answer).error?.code, -32602);
    assert.equal((await other.ask("textDocument/hover", {}).answer).error?.code, -32002);
    await other.initialize({});
    assert.equal(await other.stop(), 0);
  });
});
