import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { ClientCapabilities, WorkspaceDiagnosticReport } from "vscode-languageserver-protocol";
import { navigation } from "../../server/src/protocol/navigation.ts";
import { createRandom, type Random } from "../../bench/recall/random.ts";
import { eventually } from "../harness/eventually.ts";
import { LspClient } from "../harness/lsp-client.ts";
import { SiteInEditor } from "../harness/site-in-editor.ts";
import { throttle } from "../harness/throttle.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { TempFolder } from "../lsp/temp-folder.ts";

// Regardless of what an editor has sent to the server and in which order, the server must finally report the same as a
// new server with the same files and documents.

const capabilities: ClientCapabilities = {
  textDocument: { diagnostic: {}, rename: { prepareSupport: true } },
  workspace: {
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      changeAnnotationSupport: {},
    },
  },
};

type FileEvent = readonly [path: string, type: 1 | 2 | 3];

const spec = (summary: string, path = "eggs") =>
  `openapi: 3.1.0\ninfo:\n  title: Eggs\n  version: "1"\nservers:\n  - url: https://a.example\npaths:\n  /${path}:\n    get:\n      summary: ${summary}\n      responses:\n        "200":\n          description: Good\n`;
const docs = (pages: readonly string[]) =>
  `${JSON.stringify(
    {
      name: "Site",
      navigation: {
        groups: [
          { group: "All", pages },
          { group: "API", openapi: "api.yaml", pages: ["GET /eggs"] },
        ],
      },
    },
    undefined,
    2,
  )}\n`;

describe("server after random actions", function () {
  this.timeout(3_600_000);
  const count = chooseByMode(150, 10_000);
  const checks = chooseByMode(1, 40);
  const seed = seedOf(1);

  it(`matches a fresh one ${checks} times in ${count} actions`, async () => {
    const actions = await Actions.start(seed);
    try {
      for (let check = 1; check <= checks; check++) {
        for (let i = 0; i < count / checks; i++) await actions.make();
        await actions.settle();
        const when = `seed ${seed}, after ${(check * count) / checks} actions`;
        await actions.compare(when);
        console.log(`      ${when}: ${JSON.stringify(actions.tally)}`);
      }
    } finally {
      await actions.end();
    }
  });
});

class Actions {
  readonly tally: Record<string, number> = {};
  readonly #random: Random;
  readonly #editor: SiteInEditor;
  #waiting: FileEvent[] = [];
  #names = 0;
  #release: (() => void) | undefined;

  private constructor(seed: number, editor: SiteInEditor) {
    this.#random = createRandom(String(seed));
    this.#editor = editor;
  }

  static async start(seed: number): Promise<Actions> {
    const pages = ["a", "b", "guides/c", "guides/d", "guides/deep/e"];
    const folder = new TempFolder({
      "docs.json": docs(pages),
      "api.yaml": spec("List"),
      "snippets/part.mdx": "Part [A](/a)\n",
      "p.png": "x",
    });
    for (const page of pages)
      folder.write(`${page}.mdx`, `---\ntitle: ${page}\n---\n\n[A](/a) [C](/guides/c#part)\n\n## Part\n`);
    const client = await LspClient.start({ folders: [folder.root], capabilities });
    return new Actions(seed, new SiteInEditor(folder, client));
  }

  async end(): Promise<void> {
    const { client, folder } = this.#editor;
    this.#release?.();
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  }

  /** Sends all pending file events in random order, with their original kind or a different one. */
  async settle(): Promise<void> {
    this.#notify(this.#random.shuffle(this.#waiting.splice(0)));
    if (this.#release) this.throttle();
    await this.#editor.client.request("workspace/diagnostic", { previousResultIds: [] });
  }

  async compare(when: string): Promise<void> {
    const { client, folder, open } = this.#editor;
    const fresh = await LspClient.start({ folders: [folder.root], capabilities });
    for (const [path, { text, version }] of open) fresh.open(folder.at(path), text, version);
    // On a busy machine, the MDX of a page may be checked later. The server then requests a refresh.
    await eventually(async () => {
      const [ours, theirs] = [await this.#answers(client), await this.#answers(fresh)];
      for (const [what, answer] of Object.entries(theirs)) assert.deepEqual(ours[what], answer, `${when}: ${what}`);
    });
    assert.equal(await fresh.stop(), 0, fresh.stderr);
  }

  async #answers(client: LspClient): Promise<Record<string, unknown>> {
    const { items } = await client.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds: [],
    });
    const found = items.map((report) => [report.uri, report.kind === "full" ? report.items : []] as const);
    const answers: Record<string, unknown> = {
      diagnostics: Object.fromEntries(
        found.filter(([, problems]) => problems.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      navigation: await client.request(navigation),
      symbols: await client.request("workspace/symbol", { query: "" }),
    };
    for (const path of this.#editor.open.keys()) {
      const textDocument = { uri: this.#editor.uriOf(path) };
      answers[`outline of ${path}`] = await client.request("textDocument/documentSymbol", { textDocument });
      answers[`links of ${path}`] = await client.request("textDocument/documentLink", { textDocument });
    }
    return answers;
  }

  async make(): Promise<void> {
    const random = this.#random;
    const chosen = random.nextBelow(100);
    const kind = kinds.find(({ until }) => chosen < until) ?? kinds[0];
    this.tally[kind.name] = (this.tally[kind.name] ?? 0) + 1;
    await kind.act(this);
    if (random.nextChance(0.3))
      this.#notify(random.shuffle(this.#waiting.splice(0, random.nextBelow(this.#waiting.length + 1))));
  }

  /** Types into a document. */
  type(): void {
    const [path, text] = this.#drawOpen();
    if (path === undefined) return this.show();
    const at = this.#random.nextBelow(text.length + 1);
    const put = this.#random.pick(typed) ?? "x";
    this.#editor.change(path, text.slice(0, at) + put + text.slice(at + this.#random.nextBelow(4)));
  }

  /** Changes a document back to its text on disk or to a valid page. */
  restore(): void {
    const [path] = this.#drawOpen();
    if (path === undefined) return;
    const isThere = existsSync(this.#editor.folder.at(path));
    this.#editor.change(path, isThere ? this.#editor.folder.read(path) : "# Gone\n\n[A](/a)\n");
  }

  show(): void {
    const path = this.#random.pick(this.#files().filter((file) => !file.endsWith(".png")));
    if (path !== undefined) this.#editor.show(path);
  }

  save(): void {
    const [path] = this.#drawOpen();
    if (path === undefined) return;
    this.#editor.save(path);
    this.#wrote(path, 2);
  }

  close(): void {
    const [path] = this.#drawOpen();
    if (path !== undefined) this.#editor.close(path);
  }

  write(): void {
    const path = this.#random.pick(this.#pages());
    if (path !== undefined) this.#write(path, this.#pageText(), 2);
  }

  create(): void {
    this.#write(
      `${this.#random.pick(["", "guides/", "new/", "snippets/"]) ?? ""}${this.#name()}.mdx`,
      this.#pageText(),
      1,
    );
  }

  remove(path = this.#random.pick(this.#pages())): void {
    if (path === undefined) return;
    this.#editor.folder.delete(path);
    this.#wrote(path, 3);
  }

  /** Deletes an open page like another process would, either alone or together with many other pages. */
  removeOpen(): void {
    const [path] = this.#drawOpen(/\.mdx$/);
    if (path === undefined || !existsSync(this.#editor.folder.at(path))) return;
    this.remove(path);
    if (this.#random.nextChance(0.3)) this.burst();
  }

  /** Creates or deletes 300 files, with one event for each file. */
  burst(): void {
    const there = this.#pages().filter((path) => path.startsWith("burst/") && !this.#editor.open.has(path));
    if (there.length > 0) for (const path of there) this.remove(path);
    else for (let i = 0; i < 300; i++) this.#write(`burst/p${i}.mdx`, this.#pageText(), 1);
    if (this.#random.nextChance(0.5)) this.#notify(this.#waiting.splice(0));
  }

  moveFile(): void {
    const path = this.#random.pick(this.#pages());
    if (path === undefined) return;
    const to = `${this.#random.pick(["", "guides/", "moved/"]) ?? ""}${this.#name()}.mdx`;
    this.#editor.folder.rename(path, to);
    this.#wrote(path, 3);
    this.#wrote(to, 1);
  }

  /** Moves a folder. A single event reports the move of all files in it. */
  moveFolder(): void {
    const folder = this.#random.pick(
      ["guides", "moved", "new"].filter((name) => existsSync(this.#editor.folder.at(name))),
    );
    const to = this.#random.pick(
      ["guides", "moved", "new"].filter((name) => !existsSync(this.#editor.folder.at(name))),
    );
    if (folder === undefined || to === undefined) return;
    this.#editor.folder.rename(folder, to);
    this.#wrote(folder, 3);
    this.#wrote(to, 1);
  }

  config(): void {
    const kind = this.#random.nextBelow(10);
    const pages = this.#pages()
      .filter((page) => !page.startsWith("burst/"))
      .map((page) => page.replace(/\.mdx$/, ""));
    if (kind === 0) this.#write("docs.json", "{ broken", 2);
    else if (kind === 1)
      this.#write(
        ".docwright.json",
        `{ "rules": { "link/page-not-found": "${this.#random.pick(["off", "error"]) ?? ""}" } }\n`,
        2,
      );
    else if (kind === 2)
      this.#write(".mintignore", this.#random.pick(["", "new/\n", "snippets/\n", "*.png\n"]) ?? "", 2);
    else if (kind === 3)
      this.#write(
        "api.yaml",
        this.#random.pick([spec(this.#name()), spec("List", "nests"), "openapi: 3.1.0\n", "x: [\n"]) ?? "",
        2,
      );
    else if (kind === 4) this.remove(this.#random.pick([".docwright.json", ".mintignore", "api.yaml"]));
    else this.#write("docs.json", docs(this.#random.shuffle(pages).slice(0, 12)), 2);
  }

  /** Deletes docs.json, or restores it if it's missing. */
  loseSite(): void {
    if (existsSync(this.#editor.folder.at("docs.json"))) this.remove("docs.json");
    else this.#write("docs.json", docs(["a", "b"]), 1);
  }

  /** Sends events that don't report anything new or that are about files that never existed. */
  noise(): void {
    this.#notify([
      ["never/was.mdx", 3],
      ["docs.json", 2],
      [this.#random.pick(this.#files()) ?? "a.mdx", this.#random.pick([1, 2, 3] as const) ?? 2],
    ]);
  }

  /** Limits the server to a tenth of a processor, or removes this limit. */
  throttle(): void {
    const release = this.#release;
    this.#release = release ? undefined : throttle(this.#editor.client.child, 0.1);
    release?.();
  }

  /** Requests an edit and discards it, or cancels the request. */
  async discard(): Promise<void> {
    const path = this.#random.pick(this.#pages());
    if (path === undefined) return;
    const { client } = this.#editor;
    const to = `guides/${this.#name()}.mdx`;
    const files = [{ oldUri: this.#editor.uriOf(path), newUri: this.#editor.uriOf(to) }];
    const requested = this.#random.nextChance(0.5)
      ? client.ask("workspace/willRenameFiles", { files })
      : client.ask("textDocument/rename", {
          textDocument: { uri: this.#editor.uriOf(path) },
          position: { line: 4, character: 6 },
          newName: this.#name(),
        });
    if (this.#random.nextChance(0.3)) client.notify("$/cancelRequest", { id: requested.id });
    if (this.#random.nextChance(0.5)) await requested.answer;
    else requested.answer.catch(() => undefined);
  }

  #write(path: string, text: string, type: 1 | 2): void {
    this.#editor.folder.write(path, text);
    this.#wrote(path, type);
  }

  #wrote(path: string, type: 1 | 2 | 3): void {
    this.#waiting.push([path, type]);
  }

  #notify(events: readonly FileEvent[]): void {
    const { client, folder } = this.#editor;
    if (events.length > 0) client.watched(...events.map(([path, type]) => [folder.at(path), type] as const));
  }

  #pageText(): string {
    const random = this.#random;
    const links = Array.from(
      { length: 3 },
      () => `[x](/${(random.pick(this.#known) ?? "a").replace(/\.mdx$/, "")}${random.pick(["", "#part"]) ?? ""})`,
    );
    return `---\ntitle: ${random.nextWord(5)}\n---\n\n${links.join(" ")}\n\n![P](/p.png)\n\n## ${random.pick(["Part", "Other"]) ?? ""}\n`;
  }

  /** Returns the pages to which links refer, whether they exist or not. */
  get #known(): readonly string[] {
    return [
      "a.mdx",
      "b.mdx",
      "guides/c.mdx",
      "moved/c.mdx",
      "burst/p7.mdx",
      `guides/n${this.#random.nextBelow(this.#names + 1)}.mdx`,
    ];
  }

  #name(): string {
    return `n${++this.#names}`;
  }

  #drawOpen(pattern = /./): [string | undefined, string] {
    const path = this.#random.pick([...this.#editor.open.keys()].filter((each) => pattern.test(each)));
    return [path, path === undefined ? "" : this.#editor.read(path)];
  }

  #pages(): string[] {
    return this.#files().filter((path) => path.endsWith(".mdx"));
  }

  #files(): string[] {
    const { root } = this.#editor.folder;
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
      .sort();
  }
}

const typed = ["", "x", '"', ",", "{", "]", "\n", "<A>", "[x](/b)", "## Part\n", "---\n", "title: A\n", "{/* c */}"];

interface Kind {
  readonly name: string;
  /**
   * The exclusive upper bound of the random numbers that select this action, which are below 100. The lower bound is
   * the upper bound of the previous action.
   */
  readonly until: number;
  readonly act: (actions: Actions) => void | Promise<void>;
}

const kinds: readonly [Kind, ...Kind[]] = [
  { name: "type", until: 30, act: (actions) => actions.type() },
  { name: "restore", until: 38, act: (actions) => actions.restore() },
  { name: "show", until: 46, act: (actions) => actions.show() },
  { name: "save", until: 51, act: (actions) => actions.save() },
  { name: "close", until: 56, act: (actions) => actions.close() },
  { name: "write", until: 64, act: (actions) => actions.write() },
  { name: "create", until: 69, act: (actions) => actions.create() },
  { name: "remove", until: 74, act: (actions) => actions.remove() },
  { name: "remove open", until: 78, act: (actions) => actions.removeOpen() },
  { name: "burst", until: 79, act: (actions) => actions.burst() },
  { name: "move file", until: 83, act: (actions) => actions.moveFile() },
  { name: "move folder", until: 85, act: (actions) => actions.moveFolder() },
  { name: "config", until: 91, act: (actions) => actions.config() },
  { name: "lose site", until: 92, act: (actions) => actions.loseSite() },
  { name: "noise", until: 95, act: (actions) => actions.noise() },
  { name: "discard", until: 98, act: (actions) => actions.discard() },
  { name: "throttle", until: 100, act: (actions) => actions.throttle() },
];
