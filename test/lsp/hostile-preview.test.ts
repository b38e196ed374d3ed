import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPreview, previewMessage, previewPush, type PreviewPush } from "../../server/src/protocol/preview.ts";
import type { ToPage } from "../../webview/src/protocol.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { mainThreadTime } from "../harness/main-thread-time.ts";
import { slowness } from "../harness/processor-time.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { docsJson, TempFolder } from "./temp-folder.ts";

type PreviewMessage = Extract<ToPage, { kind: "page" | "fault" }>;

/** A preview in a separate server process. The preview's messages are read one after another. */
class Preview {
  readonly #client: LspClient;
  #at = 0;

  constructor(client: LspClient) {
    this.#client = client;
  }

  say(message: unknown): void {
    this.#client.notify(previewMessage, { preview: "p", message });
  }

  /** Returns the next page or error. If it's a page, confirms to the server that the page has been painted. */
  async next(): Promise<PreviewMessage> {
    const message = await this.#client.message(
      ({ method, params }) => {
        const push = params as PreviewPush;
        return method === previewPush.method && push.kind === "page" && /^(?:page|fault)$/.test(push.message.kind);
      },
      "a page or a fault",
      this.#at,
    );
    this.#at = this.#client.received.indexOf(message) + 1;
    const { message: reported } = message.params as Extract<PreviewPush, { kind: "page" }>;
    if (reported.kind === "page") this.say({ kind: "painted", version: reported.update.version, milliseconds: 1 });
    return reported as PreviewMessage;
  }

  /** Waits for an error, or for a page with at least this version of the text. */
  async outcomeOf(textVersion: number): Promise<PreviewMessage> {
    for (;;) {
      const reported = await this.next();
      if (reported.kind === "fault" || reported.update.textVersion >= textVersion) return reported;
    }
  }
}

const slow = [
  "4,000 nested blockquotes",
  "400 nested lists",
  "4,000 footnotes",
  "5,000 nested template strings",
  "2,000 nested components",
  "an expression that never finishes",
];

describe("hostile page in the preview", function () {
  this.timeout(120_000);
  let folder: TempFolder;
  let client: LspClient;
  let preview: Preview;
  before(async () => {
    folder = new TempFolder({ "docs.json": docsJson("start"), "start.mdx": "# Start\n\nGood words.\n" });
    client = await LspClient.start({ folders: [folder.root] });
    preview = new Preview(client);
    client.open(folder.at("start.mdx"), "# Start\n\nGood words.\n", 1);
    await client.request(openPreview, {
      preview: "p",
      uri: uriOf(folder.at("start.mdx")),
    });
    preview.say({ kind: "ready" });
    assert.equal((await preview.outcomeOf(1)).kind, "page");
  });
  after(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  /**
   * Until the promise settles, repeatedly measures how long the server's main thread works before it responds. Returns
   * the maximum in milliseconds of CPU time.
   */
  async function longestWork(goesOn: Promise<unknown>): Promise<number> {
    const pid = client.child.pid ?? 0;
    let isOver = false;
    void goesOn.finally(() => (isOver = true));
    let maxLength = 0;
    while (!isOver) {
      const before = mainThreadTime(pid) ?? 0;
      await client.ask("docwright/isThere").answer;
      // Requests without pauses between them would take CPU time away from the rendering thread.
      await pause(10);
      maxLength = Math.max(maxLength, (mainThreadTime(pid) ?? 0) - before);
    }
    return maxLength;
  }

  let version = 1;
  for (const name of slow)
    it(`doesn't block the server, is shown in full or truncated, and doesn't block the next text: ${name}`, async () => {
      const times = [await show(name)];
      // If this process was delayed, it may measure several blocks of the server's work as one.
      while (Math.min(...times) >= 50 * slowness() && times.length < 4) times.push(await show(name));
      assert.ok(Math.min(...times) < 50 * slowness(), `${times.map(Math.round).join()} ms of work without a pause`);
    });

  /**
   * Shows the hostile text with this name, and then an ordinary text. Returns the result of `longestWork` for the
   * hostile text.
   */
  async function show(name: string): Promise<number> {
    const { text = "" } = hostileTexts[name] ?? {};
    client.change(folder.at("start.mdx"), ++version, `# Start\n\nGood words.\n\n${text}\n`);
    const outcome = preview.outcomeOf(version);
    const maxLength = await longestWork(outcome);
    const reported = await outcome;
    // Content that is nested too deeply to be painted must be left out before the time limit.
    if (name === "2,000 nested components") assert.equal(reported.kind, "page");
    // The error consists of one sentence. The previous page stays visible, because nothing else is sent.
    if (reported.kind === "fault")
      assert.match(reported.text, /^(?:Still rendering…|Rendering exceeded its time limit, )/);
    const words = `Good words ${version}.`;
    client.change(folder.at("start.mdx"), ++version, `# Start\n\n${words}\n`);
    for (;;) {
      const next = await preview.next();
      if (next.kind === "page" && JSON.stringify(next.update.newNodes).includes(words)) break;
    }
    return maxLength;
  }

  it("can't read files outside the site through any path or symbolic link", async () => {
    const outside = mkdtempSync(join(tmpdir(), "docwright-outside-"));
    writeFileSync(join(outside, "secret.mdx"), "The secret canary.\n");
    writeFileSync(join(outside, "secret.jsx"), 'export const A = () => "The secret canary."\n');
    symlinkSync(join(outside, "secret.mdx"), folder.at("link.mdx"));
    symlinkSync(outside, folder.at("linked"));
    folder.write(".env", "The secret canary.");
    const names = [
      "/link.mdx",
      "/linked/secret.mdx",
      "/linked/secret.jsx",
      `${outside}/secret.mdx`,
      `../${outside.split("/").at(-1) ?? ""}/secret.mdx`,
      `/../${outside.split("/").at(-1) ?? ""}/secret.mdx`,
      `/%2e%2e/${outside.split("/").at(-1) ?? ""}/secret.mdx`,
      `file://${outside}/secret.mdx`,
      "/.env",
    ];
    const imports = names.map((name, index) => `import S${index}, { A as A${index} } from "${name}"`).join("\n");
    const uses = names.map((_, index) => `<S${index} /> <A${index} /> {S${index}} {A${index}}`).join("\n\n");
    client.change(folder.at("start.mdx"), ++version, `${imports}\n\nEnd of imports.\n\n${uses}\n`);
    for (;;) {
      const reported = await preview.outcomeOf(version);
      if (reported.kind === "page" && JSON.stringify(reported.update.newNodes).includes("End of imports.")) break;
    }
    await client.quiet();
    const messages = client.received.filter((message) => JSON.stringify(message).includes("secret canary"));
    assert.deepEqual(messages, []);
    rmSync(outside, { recursive: true });
  });
});
