import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { ApplyWorkspaceEditParams, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { MessageToPlayground } from "../../server/src/core/request/protocol/playground-protocol.ts";
import {
  closePreview,
  openPreview,
  playgroundFacts,
  getPagePlayground,
  previewMessage,
  previewPush,
  type PreviewPush,
} from "../../server/src/protocol/preview.ts";
import { eventually } from "../harness/eventually.ts";
import { type LspClient, uriOf, type WireMessage } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const spec = `openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: "https://api.example.com/v1" }]
paths:
  /users/{id}:
    get:
      summary: Get a user
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: { type: object, required: [name], properties: { name: { type: string } } }
`;
const docs = {
  navigation: { pages: ["users/get"] },
  api: { playground: { proxy: false } },
};
const page = "---\ntitle: Get\nopenapi: GET /users/{id}\n---\n\nOne user.\n";
const request = {
  method: "GET",
  url: "https://api.example.com/v1/users/7",
  headers: [["Authorization", "Bearer {{secret:token}}"]],
  cookies: [],
};

describe("playground over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": JSON.stringify(docs),
      "users/get.mdx": page,
      "api.yaml": spec,
      ".docwright.json": '{ "siteUrl": "https://docs.example.com" }',
    });
    client = await servers.start({
      folders: [folder.root],
      capabilities: { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
      answers: { "workspace/applyEdit": { applied: true } },
    });
    await client.request(openPreview, { preview: "p", uri: uriOf(folder.at("users/get.mdx")) });
    client.notify(previewMessage, { preview: "p", message: { kind: "ready" } });
  });
  afterEach(async () => {
    client.notify(closePreview, { preview: "p" });
    await servers.release(client);
    folder.remove();
  });

  const translate = (message: unknown) =>
    client.notify(previewMessage, {
      preview: "p",
      message,
    });
  const reported = ({ method, params }: WireMessage): MessageToPlayground | undefined => {
    if (method !== previewPush.method) return undefined;
    const push = params as PreviewPush;
    return push.kind === "page" && /^(playground|relay)\//.test(push.message.kind)
      ? (push.message as MessageToPlayground)
      : undefined;
  };
  const received = async <Kind extends MessageToPlayground["kind"]>(
    kind: Kind,
    fits: (message: Extract<MessageToPlayground, { kind: Kind }>) => boolean = () => true,
  ): Promise<Extract<MessageToPlayground, { kind: Kind }>> => {
    const is = (message: MessageToPlayground | undefined): message is Extract<MessageToPlayground, { kind: Kind }> =>
      message?.kind === kind;
    const wire = await client.message((message) => {
      const messages = reported(message);
      return is(messages) && fits(messages);
    }, `${kind} for the playground`);
    const message = reported(wire);
    assert.ok(is(message));
    return message;
  };

  it("sends the form for the page's operation, and sends it again when the specification changes", async () => {
    translate({ kind: "playground/open" });
    const { form } = await received("playground/form", ({ form }) => form !== undefined);
    assert.equal(form?.key, "api.yaml GET /users/{id}");
    assert.equal(form?.settings.usesProxy, false);
    assert.equal(form?.settings.siteUrl, "https://docs.example.com");
    client.open(folder.at("api.yaml"), spec.replace("/v1", "/v2"));
    const next = await received("playground/form", ({ form }) => form?.servers[0]?.url.endsWith("/v2") === true);
    assert.equal(next.form?.parameters.length, 1);
  });

  it("highlights code samples, with secrets shown by name", async () => {
    translate({ kind: "playground/open" });
    await received("playground/form", ({ form }) => form !== undefined);
    translate({ kind: "playground/sample", requestId: 4, request, language: "python" });
    const { sample } = await received("playground/sample", ({ requestId }) => requestId === 4);
    assert.equal(sample?.label, "Python");
    assert.match(sample?.code ?? "", /https:\/\/api\.example\.com\/v1\/users\/7/);
    assert.ok(!sample?.code.includes("{{secret"));
    assert.ok((sample?.lines.length ?? 0) > 1 && (sample?.palette.length ?? 0) > 1);
    translate({ kind: "playground/sample", requestId: 5, request, language: "klingon" });
    assert.equal((await received("playground/sample", ({ requestId }) => requestId === 5)).sample, undefined);
  });

  it("validates a response against the specification and links to its lines", async () => {
    translate({ kind: "playground/open" });
    await received("playground/form", ({ form }) => form !== undefined);
    const check = async (requestId: number, text: string, status = 200) => {
      translate({ kind: "playground/check", requestId, response: { status, type: "application/json", text } });
      return (await received("playground/checked", (checked) => checked.requestId === requestId)).check;
    };
    assert.equal((await check(1, '{"name":"Ada"}')).verdict, "as-specified");
    const { verdict: result, mismatches } = await check(2, '{"name":7}');
    assert.equal(result, "differs");
    assert.equal(mismatches[0]?.pointer, "/name");
    const { location: at } = mismatches[0] ?? {};
    assert.equal(at?.file, "api.yaml");
    assert.match(spec.slice(at?.range.start, at?.range.end), /^type/);
    assert.equal((await check(3, "{}", 404)).verdict, "unspecified");
  });

  const applied = async () => {
    const wire = await client.message(({ method }) => method === "workspace/applyEdit", "an edit");
    const { edit } = wire.params as ApplyWorkspaceEditParams;
    return edit;
  };
  const textsOf = ({ documentChanges = [] }: WorkspaceEdit) =>
    documentChanges.flatMap((change) =>
      "textDocument" in change
        ? [[change.textDocument.uri, change.edits.map((one) => ("newText" in one ? one.newText : "")).join("")]]
        : [],
    );

  it("inserts an example into the page with a workspace edit", async () => {
    translate({ kind: "playground/open" });
    await received("playground/form", ({ form }) => form !== undefined);
    translate({
      kind: "playground/insert",
      requestId: 1,
      example: { tag: "RequestExample", request, languages: ["curl"] },
    });
    const [[uri, text] = []] = textsOf(await applied());
    assert.equal(uri, uriOf(folder.at("users/get.mdx")));
    assert.match(text ?? "", /<RequestExample>[^]*```bash cURL[^]*<\/RequestExample>/);
    const { failed, text: messages } = await received("playground/done");
    assert.equal(failed, undefined);
    assert.match(messages ?? "", /isn't saved yet/);
    assert.equal(readFileSync(folder.at("users/get.mdx"), "utf8"), page);
  });

  it("saves a response as the specification's example or explains why it can't", async () => {
    translate({ kind: "playground/open" });
    await received("playground/form", ({ form }) => form !== undefined);
    translate({
      kind: "playground/saveExample",
      requestId: 1,
      status: 200,
      type: "application/json",
      text: '{"name":"Ada"}',
    });
    const [[uri, text] = []] = textsOf(await applied());
    assert.equal(uri, uriOf(folder.at("api.yaml")));
    assert.match(text ?? "", /example:\s+name: Ada/);
    translate({ kind: "playground/saveExample", requestId: 2, status: 418, type: "application/json", text: "{}" });
    const { failed, text: reason } = await received("playground/done", ({ requestId }) => requestId === 2);
    assert.equal(failed, true);
    assert.match(reason ?? "", /doesn't define a response with status 418/);
  });

  it("lists the servers that the site declares", async () => {
    const facts = await client.request(playgroundFacts, {
      root: uriOf(folder.root),
    });
    assert.deepEqual(facts, {
      targets: [{ origin: "https://api.example.com", declaredBy: "api.yaml" }],
      siteUrl: "https://docs.example.com",
      proxyPath: "/_service/api/request",
    });
    const none = await client.request(playgroundFacts, { root: "file:///nowhere" });
    assert.equal(none, null);
  });

  it("reports which pages have a playground and why others don't", async () => {
    folder.write("start.mdx", "---\ntitle: Start\n---\n");
    folder.write("gone.mdx", "---\ntitle: Gone\nopenapi: GET /gone\n---\n");
    folder.write("plain.mdx", "---\ntitle: Plain\napi: GET /plain\n---\n");
    folder.write("remote.mdx", "---\ntitle: Far\nopenapi: https://api.example.com/a.json GET /far\n---\n");
    for (const name of ["start", "gone", "plain", "remote"]) client.watched([folder.at(`${name}.mdx`), 1]);
    const kindOf = async (file: string) =>
      (await client.request(getPagePlayground, { uri: uriOf(folder.at(file)) })).kind;
    const expected = {
      "users/get.mdx": "available",
      "plain.mdx": "available",
      "start.mdx": "no-operation",
      "gone.mdx": "unresolved",
      "remote.mdx": "unfetched",
      "docs.json": "no-page",
    };
    for (const [file, kind] of Object.entries(expected))
      await eventually(async () => assert.equal(await kindOf(file), kind, file));
    assert.equal((await client.request(getPagePlayground, { uri: "file:///nowhere.mdx" })).kind, "no-page");
  });
});
