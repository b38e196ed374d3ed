import assert from "node:assert/strict";
import { openPreview, previewMessage, previewPush, type PreviewPush } from "../../server/src/protocol/preview.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, TempFolder } from "./temp-folder.ts";

/** The server decides whether components run. If the workspace isn't trusted, the server ignores the message. */
describe("interactive components in a page", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({
      "docs.json": docsJson("start"),
      "start.mdx": '---\ntitle: Start\n---\n\nimport { A } from "/snippets/a.jsx"\n\n<A />\n',
      "snippets/a.jsx": "export const A = () => { const [a] = useState(1); return <p>{a}</p>; };\n",
    });
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  const translate = (message: object) => client.notify(previewMessage, { preview: "p1", message });
  const start = async (options: object, components: readonly string[] = []): Promise<void> => {
    client = await LspClient.start({ folders: [folder.root], options });
    const uri = uriOf(folder.at("start.mdx"));
    await client.request(openPreview, { preview: "p1", uri, componentHashes: components });
    translate({ kind: "ready" });
  };
  const run = (clicked: boolean) => translate({ kind: "runComponent", file: "snippets/a.jsx", name: "A", clicked });
  const reported = (): string[] =>
    client.received.flatMap(({ method, params }) => {
      const push = params as PreviewPush;
      if (method !== previewPush.method || push.kind !== "page") return [];
      return push.message.kind === "component" ? [push.message.state] : [];
    });
  const script = () =>
    client.message(
      ({ method, params }) => method === previewPush.method && JSON.stringify(params).includes('"state":"script"'),
      "a component",
    );

  it("run after a click, or without one if the same code ran before", async () => {
    await start({ git: true });
    run(false);
    await client.quiet(1500);
    assert.deepEqual(reported(), []);
    run(true);
    const { hash } = JSON.parse(
      /"hash":"[0-9a-f]{64}"/.exec(JSON.stringify(await script()))?.[0].replace(/^/, "{") + "}",
    ) as { hash: string };
    await client.stop();
    await start({ git: true }, [hash]);
    run(false);
    await script();
  });

  it("don't run in an untrusted workspace", async () => {
    await start({});
    run(true);
    run(false);
    await client.quiet(2000);
    assert.deepEqual(reported(), []);
    assert.doesNotMatch(JSON.stringify(client.received), /"runs":true/);
  });

  it("don't run from files of the wrong type or in the wrong location", async () => {
    await start({ git: true });
    for (const file of ["start.mdx", "../a.jsx", "/etc/a.js", "docs.json", "snippets\\a.jsx"])
      translate({ kind: "runComponent", file, name: "A", clicked: true });
    translate({ kind: "runComponent", file: "snippets/a.jsx", name: 5, clicked: true });
    await client.quiet(2000);
    assert.deepEqual(reported(), []);
  });
});
