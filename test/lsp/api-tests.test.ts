import assert from "node:assert/strict";
import { createVerbatimMessage } from "../../server/src/core/text/message.ts";
import { type ValidateApiTestParams, validateApiTest, planApiTests } from "../../server/src/protocol/api-tests.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const spec = `openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: "https://api.example.com/v1" }]
paths:
  /users:
    get:
      summary: List
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: { type: array, items: { type: string } }
    delete: { summary: Remove, responses: { "204": { description: gone } } }
`;
const page = "---\ntitle: Start\n---\n\n```bash\ncurl https://api.example.com/v1/users\n```\n";

describe("API testing over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": JSON.stringify({
        navigation: { groups: [{ group: "API", openapi: "api.yaml", pages: ["start", "GET /users"] }] },
      }),
      "start.mdx": page,
      "api.yaml": spec,
    });
    client = await servers.start({ folders: [folder.root] });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const plan = (servers: readonly string[], allMethods = false) =>
    client.request(planApiTests, {
      root: uriOf(folder.root),
      target: { servers, variables: {}, credentials: {}, allMethods },
    });
  const validate = (id: string, came: ValidateApiTestParams["response"]) =>
    client.request(validateApiTest, { root: uriOf(folder.root), id, response: came });

  it("lists every request that the site documents, with its location", async () => {
    const tests = await plan(["http://localhost:4010/v1"]);
    assert.deepEqual(
      tests.map(({ id, plan }) => `${id}: ${plan.kind === "send" ? plan.request.url : plan.kind}`),
      [
        "api.yaml GET /users: http://localhost:4010/v1/users",
        "api.yaml DELETE /users: skip",
        "start.mdx#1 GET /users: http://localhost:4010/v1/users",
      ],
    );
    assert.deepEqual(
      tests.map(({ uri, range }) => `${uri.slice(uri.lastIndexOf("/") + 1)}:${range.start.line}`),
      ["api.yaml:5", "api.yaml:13", "start.mdx:5"],
    );
    const [, remove] = await plan(["http://localhost:4010/v1"], true);
    assert.equal(remove?.plan.kind, "send");
  });

  it("sends no requests if no API is specified", async () => {
    for (const { plan: planned } of await plan([])) assert.equal(planned.kind, "skip");
  });

  it("validates responses and links to the specification", async () => {
    const [first] = await plan(["http://localhost:4010/v1"]);
    assert.ok(first);
    const came = (text: string, status = 200) => ({
      ok: true as const,
      response: { status, type: "application/json", text },
      milliseconds: 1,
    });
    assert.equal((await validate(first.id, came('["ada"]')))?.kind, "passed");
    const failed = await validate(first.id, came("[7]"));
    assert.equal(failed?.kind, "failed");
    const [failure] = failed?.kind === "failed" ? failed.failures : [];
    assert.equal(failure?.pointer, "/0");
    assert.equal(failure?.uri, uriOf(folder.at("api.yaml")));
    assert.equal(failure?.range?.start.line, 12);
    assert.equal((await validate(first.id, came("{}", 500)))?.kind, "failed");
    const refused: ValidateApiTestParams["response"] = {
      ok: false,
      failure: { code: "connect-refused", message: "Nothing is listening.", hint: "Start it." },
      milliseconds: 1,
    };
    assert.deepEqual(await validate(first.id, refused), {
      kind: "failed",
      failures: [{ text: createVerbatimMessage("Nothing is listening."), fix: createVerbatimMessage("Start it.") }],
    });
    assert.equal(await validate("unknown", came("{}")), null);
  });
});
