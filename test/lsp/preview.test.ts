import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import {
  closePreview,
  openPreview,
  previewCodeTheme,
  previewMessage,
  previewPush,
  type PreviewPush,
} from "../../server/src/protocol/preview.ts";
import { listSites } from "../../server/src/protocol/site.ts";
import type { ToPage } from "../../webview/src/protocol.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

type PageMessage = Extract<ToPage, { kind: "page" }>;

/** Simulates the page of a preview, which stores the blocks that it has received. */
class PaintedPage {
  readonly #client: LspClient;
  readonly #name: string;
  #at = 0;
  #blocks = new Map<string, unknown>();

  constructor(client: LspClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  say(message: unknown): void {
    this.#client.notify(previewMessage, { preview: this.#name, message });
  }

  /** Waits for the next matching message to this preview, and skips all messages before it. */
  async push<T extends PreviewPush>(fits: (push: PreviewPush) => push is T, what: string): Promise<T> {
    const message = await this.#client.message(
      (candidate) =>
        candidate.method === previewPush.method &&
        (candidate.params as PreviewPush).preview === this.#name &&
        fits(candidate.params as PreviewPush),
      what,
      this.#at,
    );
    this.#at = this.#client.received.indexOf(message) + 1;
    return message.params as T;
  }

  /** Skips all messages that have been received so far. */
  skip(): void {
    this.#at = this.#client.received.length;
  }

  /** Waits for the next message of this kind. */
  async posted<K extends ToPage["kind"]>(kind: K): Promise<Extract<ToPage, { kind: K }>> {
    const isIt = (push: PreviewPush): push is Extract<PreviewPush, { kind: "page" }> =>
      push.kind === "page" && push.message.kind === kind;
    const { message } = await this.push(isIt, `a message ${kind}`);
    return message as Extract<ToPage, { kind: K }>;
  }

  /** Applies the next update, confirms that it has been painted, and returns the entire text of the page. */
  async painted(): Promise<{ readonly text: string; readonly message: PageMessage }> {
    const message = await this.posted("page");
    const { order, newNodes, version } = message.update;
    const blocks = new Map(order.map(({ id }) => [id, newNodes[id] ?? this.#blocks.get(id)]));
    assert.ok(![...blocks.values()].includes(undefined), "the update contains a block that was never sent");
    this.#blocks = blocks;
    this.say({ kind: "painted", version, milliseconds: 1 });
    return { text: JSON.stringify([...blocks.values()]), message };
  }

  async paintedWith(words: string): Promise<PageMessage> {
    for (let tries = 0; tries < 20; tries++) {
      const { text, message } = await this.painted();
      if (text.includes(words)) return message;
    }
    throw new Error(`“${words}” was never painted.`);
  }
}

describe("preview over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  let shown: PaintedPage;
  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": docsJson("start", "guides/second"),
      "start.mdx": "---\ntitle: Start\n---\n\nFirst words.\n\nOther words.\n",
      "guides/second.mdx": page("Second"),
    });
    client = await servers.start({ folders: [folder.root] });
    // When the site has been read, the server sends the page again, which may happen after the page was rendered.
    await client.quiet();
    shown = new PaintedPage(client, "p1");
  });
  afterEach(async () => {
    client.notify(closePreview, { preview: "p1" });
    await servers.release(client);
    folder.remove();
  });

  const open = (file: string, more: object = {}) =>
    client.request(openPreview, {
      preview: "p1",
      uri: uriOf(folder.at(file)),
      ...more,
    });

  it("shows a page once its webview is ready, and updates it on each keystroke", async () => {
    assert.deepEqual(await open("start.mdx"), { ok: true, root: uriOf(folder.root) });
    shown.say({ kind: "ready" });
    const first = await shown.paintedWith("First words.");
    assert.deepEqual(
      [first.location, first.update.textVersion],
      [{ file: "start.mdx", url: "/start", title: "Start" }, 0],
    );
    const typed = "---\ntitle: Start\n---\n\nFirst words, typed.\n\nOther words.\n";
    client.open(folder.at("start.mdx"), typed, 7);
    const next = await shown.paintedWith("First words, typed.");
    assert.equal(next.update.textVersion, 7);
    assert.ok(next.update.version > first.update.version);
    assert.doesNotMatch(JSON.stringify(next.update.newNodes), /Other words/, "an unchanged block was sent again");
  });

  describe("of a page in a folder without docs.json", () => {
    let loose: TempFolder;
    let other: LspClient;
    const openLoose = () => other.request(openPreview, { preview: "p1", uri: uriOf(loose.at("open/notes/a.mdx")) });
    beforeEach(async () => {
      loose = new TempFolder({
        "open/notes/a.mdx": page("Alone").replace(
          "Text.",
          'import Hint from "/snippets/hint.mdx";\n\nimport Key from "../../key.mdx";\n\n<Hint />\n\n<Key />\n\n![Logo](/logo.png)',
        ),
        "open/notes/b.mdx": page("Other"),
        "open/snippets/hint.mdx": "From a snippet.\n",
        "open/logo.png": "png",
        "key.mdx": "Key material.\n",
      });
      other = await servers.start({ folders: [loose.at("open")] });
      shown = new PaintedPage(other, "p1");
    });
    afterEach(async () => {
      other.notify(closePreview, { preview: "p1" });
      await servers.release(other);
      loose.remove();
    });

    it("shows the page and the snippets in the folder, says so, and writes nothing", async () => {
      assert.deepEqual(await openLoose(), { ok: true, root: uriOf(loose.at("open")), isSinglePage: true });
      shown.say({ kind: "ready" });
      const { settings } = await shown.posted("settings");
      assert.equal(settings.isSinglePage, true);
      const first = await shown.paintedWith("From a snippet.");
      assert.deepEqual(first.location, { file: "notes/a.mdx", url: "/notes/a", title: "Alone" });
      assert.doesNotMatch(JSON.stringify(other.received), /Key material/);
      assert.deepEqual(readdirSync(loose.at("open")).sort(), ["logo.png", "notes", "snippets"]);
    });

    it("updates the page when it or a snippet is edited", async () => {
      await openLoose();
      shown.say({ kind: "ready" });
      await shown.paintedWith("From a snippet.");
      other.open(loose.at("open/snippets/hint.mdx"), "From an edited snippet.\n", 1);
      await shown.paintedWith("From an edited snippet.");
      other.open(loose.at("open/notes/a.mdx"), "Edited page.\n", 2);
      assert.equal((await shown.paintedWith("Edited page.")).update.textVersion, 2);
    });

    it("reports no problems and adds no site", async () => {
      await openLoose();
      shown.say({ kind: "ready" });
      await shown.paintedWith("From a snippet.");
      assert.deepEqual(await other.request(listSites), []);
    });

    it("is opened again as part of the site once docs.json exists", async () => {
      await openLoose();
      shown.say({ kind: "ready" });
      await shown.paintedWith("From a snippet.");
      other.watched([loose.write("open/docs.json", docsJson("notes/a", "notes/b")), 1]);
      await shown.push((push): push is Extract<PreviewPush, { kind: "reopen" }> => push.kind === "reopen", "reopen");
      assert.deepEqual(await openLoose(), { ok: true, root: uriOf(loose.at("open")) });
      shown.skip();
      shown.say({ kind: "ready" });
      assert.equal((await shown.posted("settings")).settings.isSinglePage, false);
    });
  });

  it("highlights code in the editor's theme or, if none is set, in the site's theme", async () => {
    const text = '---\ntitle: Start\n---\n\n```json\n{ "a": 1 }\n```\n';
    client.open(folder.at("start.mdx"), text, 1);
    await open("start.mdx");
    shown.say({ kind: "ready" });
    const colors = async (has: (page: PageMessage["update"]["page"]) => boolean) => {
      for (let tries = 0; tries < 20; tries++) {
        const { page: shownPage } = (await shown.painted()).message.update;
        if (shownPage.palette?.length && has(shownPage)) return { ...shownPage, palette: shownPage.palette };
      }
      throw new Error("The colors were never painted.");
    };
    const ofSite = await colors(({ codeColors }) => codeColors === undefined);
    assert.ok(!ofSite.palette.some(({ light }) => light === "#00FF00"));
    const theme = {
      type: "dark" as const,
      background: "#101010",
      foreground: "#eeeeee",
      rules: [{ scopes: ["support.type.property-name.json"], foreground: "#00ff00" }],
    };
    client.notify(previewCodeTheme, { theme });
    const ofEditor = await colors(({ codeColors }) => codeColors !== undefined);
    assert.deepEqual(ofEditor.codeColors, { background: "#101010", foreground: "#eeeeee", type: "dark" });
    assert.deepEqual(ofEditor.palette, [{ light: "#00FF00", dark: "#00FF00" }]);
    client.notify(previewCodeTheme, { theme: { ...theme, background: "red" } });
    assert.deepEqual((await colors(({ codeColors }) => codeColors === undefined)).palette, ofSite.palette);
  });

  it("shows the sidebar of the selected tab if several contain the page", async () => {
    const navigation = {
      tabs: [
        { tab: "Guides", pages: ["start"] },
        { tab: "API", pages: ["start", "guides/second"] },
      ],
    };
    client.open(folder.at("docs.json"), JSON.stringify({ theme: "mint", name: "Ships", navigation }), 1);
    await open("start.mdx");
    shown.say({ kind: "ready" });
    const menuWith = async (current: number) => {
      for (let tries = 0; tries < 10; tries++) {
        const level = (await shown.posted("frame")).frame.menu?.levels[0];
        if (level?.current === current) return level;
      }
      throw new Error("The tab was never shown.");
    };
    const [, api] = (await menuWith(0)).choices;
    assert.equal(api?.href, "/start");
    shown.say({ kind: "navigate", url: "/start", from: { file: 1, range: "all" } });
    shown.say({ kind: "navigate", url: "/start", from: api.location });
    await menuWith(1);
    shown.say({ kind: "navigate", url: "/guides/second" });
    shown.say({ kind: "navigate", url: "/start" });
    shown.say({ kind: "audience", audience: { reader: "human", signedIn: true, groups: [] } });
    shown.say({ kind: "ready" });
    await menuWith(1);
    await open("guides/second.mdx");
    await open("start.mdx");
    await menuWith(0);
  });

  it("sends everything again to a reloaded webview", async () => {
    await open("start.mdx");
    shown.say({ kind: "ready" });
    await shown.paintedWith("First words.");
    // An update that the server sent before it received the next message isn't a response to that message.
    await client.quiet();
    shown.skip();
    shown.say({ kind: "ready" });
    const again = await shown.posted("page");
    assert.match(JSON.stringify(again.update.newNodes), /First words.*Other words/);
  });

  it("follows a link and reports the file shown", async () => {
    await open("start.mdx");
    shown.say({ kind: "ready" });
    await shown.paintedWith("First words.");
    shown.say({ kind: "navigate", url: "/guides/second#top" });
    const isMove = (push: PreviewPush): push is Extract<PreviewPush, { kind: "moved" }> => push.kind === "moved";
    const moved = await shown.push(isMove, "a move");
    assert.deepEqual(
      [moved.uri, moved.location.url, moved.isLinkFollowed],
      [uriOf(folder.at("guides/second.mdx")), "/guides/second", true],
    );
    await shown.paintedWith("Text.");
  });

  it("reports an unknown path and suggests a similar page", async () => {
    await open("docs.json", { url: "/guides/secon" });
    shown.say({ kind: "ready" });
    const { missingPage: missing } = await shown.posted("missing");
    assert.deepEqual(missing.nearest, { url: "/guides/second", title: "Second" });
    assert.match(missing.text, /no page at \/guides\/secon/);
    folder.write("guides/secon.mdx", page("Found"));
    client.watched([folder.at("guides/secon.mdx"), 1]);
    await shown.paintedWith("Text.");
  });

  it("opens the first page of the navigation for docs.json", async () => {
    await open("docs.json");
    shown.say({ kind: "ready" });
    assert.equal((await shown.paintedWith("First words.")).location.file, "start.mdx");
  });

  it("reveals the clicked position in the editor, but only in files from the site", async () => {
    await open("start.mdx");
    shown.say({ kind: "ready" });
    await shown.paintedWith("First words.");
    const isShow = (push: PreviewPush): push is Extract<PreviewPush, { kind: "show" }> => push.kind === "show";
    for (const file of ["../outside.mdx", "/etc/passwd", "absent.mdx"])
      shown.say({ kind: "show", file, at: { line: 0 } });
    shown.say({ kind: "show", at: { line: 4 } });
    const { uri, range } = await shown.push(isShow, "a place");
    assert.deepEqual(
      [uri, range],
      [uriOf(folder.at("start.mdx")), { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }],
    );
    shown.say({ kind: "show", file: "docs.json", at: { range: { start: 0, end: 1 } } });
    const place = await shown.push(isShow, "a place");
    assert.deepEqual([place.uri, place.range.end], [uriOf(folder.at("docs.json")), { line: 0, character: 1 }]);
  });

  it("ignores invalid messages", async () => {
    await open("start.mdx");
    for (const message of [
      null,
      7,
      "ready",
      [],
      {},
      { kind: "__proto__" },
      { kind: "painted", version: "1" },
      { kind: "navigate", url: 5 },
      { kind: "show", at: null },
      { kind: "show", at: { range: { start: -1, end: 2 } } },
      { kind: "audience", audience: { reader: "robot" } },
    ])
      shown.say(message);
    client.notify(previewMessage, { preview: "nobody", message: { kind: "ready" } });
    shown.say({ kind: "ready" });
    await shown.paintedWith("First words.");
  });

  it("is rejected for a file outside a site that isn't a page", async () => {
    const other = new TempFolder({ "alone.json": "{}" });
    const answer = await client.request(openPreview, {
      preview: "p2",
      uri: uriOf(other.at("alone.json")),
    });
    assert.equal(answer.ok, false);
    other.remove();
  });

  it("sends nothing after it's closed", async () => {
    await open("start.mdx");
    shown.say({ kind: "ready" });
    await shown.paintedWith("First words.");
    client.notify(closePreview, { preview: "p1" });
    await client.quiet();
    const count = client.received.filter(({ method }) => method === previewPush.method).length;
    client.open(folder.at("start.mdx"), "Typed.\n");
    await client.quiet();
    assert.equal(client.received.filter(({ method }) => method === previewPush.method).length, count);
  });
});
