import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientCapabilities, WorkspaceEdit } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createRandom, type Random } from "../../bench/recall/random.ts";
import { moveFiles } from "../../server/src/protocol/refactoring.ts";
import { LspClient } from "../harness/lsp-client.ts";
import { SiteInEditor } from "../harness/site-in-editor.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { TempFolder } from "../lsp/temp-folder.ts";

// Moves and renames files on a real server while other processes write to the disk, both before and during the request.
// File events arrive late, out of order, or not at all. The requirements that an edit must meet are defined only in
// this file.

const capabilities: ClientCapabilities = {
  workspace: {
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      changeAnnotationSupport: {},
    },
  },
  textDocument: { rename: { prepareSupport: true } },
};

type Texts = ReadonlyMap<string, string>;
type Move = readonly [from: string, to: string];
type Asked =
  | {
      readonly kind: "edit";
      readonly edit: WorkspaceEdit;
      readonly moves: readonly Move[];
      readonly isOurs: boolean;
    }
  | { readonly kind: "none"; readonly reason: string };

const linkPattern = /\]\(([^)\s]+)\)/g;

describe("moves and renames while files change on disk", function () {
  this.timeout(3_600_000);
  const count = chooseByMode(12, 100);

  for (let site = 1; site <= chooseByMode(1, 10); site++) {
    const seed = `${seedOf(1)} ${site}`;
    it(`are correct for ${count} edits to a site, seed ${seed}`, async () => {
      const proof = await Proof.start(seed);
      try {
        while (proof.tally.made < count) await proof.step();
        const { tally } = proof;
        console.log(`      ${JSON.stringify(tally)}`);
        assert.ok(tally.refused <= count / 4 + 5, "Too many requests were rejected for a meaningful result.");
      } finally {
        await proof.end();
      }
    });
  }
});

class Proof {
  readonly tally = { made: 0, rejected: 0, refused: 0, discarded: 0, bursts: 0, late: 0 };
  readonly #random: Random;
  readonly #editor: SiteInEditor;
  #names = 0;
  #late: (readonly [string, 1 | 2 | 3])[] = [];

  private constructor(seed: string, editor: SiteInEditor) {
    this.#random = createRandom(seed);
    this.#editor = editor;
  }

  static async start(seed: string): Promise<Proof> {
    const folders = ["guides", "guides/deep", "api", "more"];
    const pages = folders.flatMap((folder) => [0, 1, 2, 3, 4].map((n) => `${folder}/page${n}`));
    const groups = folders.map((folder) => ({
      group: folder,
      pages: pages.filter((page) => posix.dirname(page) === folder),
    }));
    const folder = new TempFolder({
      "docs.json": `${JSON.stringify({ name: "Proof", navigation: { groups } }, undefined, 2)}\n`,
    });
    const client = await LspClient.start({ folders: [folder.root], capabilities });
    const proof = new Proof(seed, new SiteInEditor(folder, client));
    for (const page of pages) folder.write(`${page}.mdx`, proof.#pageText(page, pages));
    return proof;
  }

  async end(): Promise<void> {
    const { client, folder } = this.#editor;
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  }

  /** Runs one round: changes the disk, moves or renames something, and checks that nothing is broken. */
  async step(): Promise<void> {
    const random = this.#random;
    this.#showSome();
    const changed = this.#changeDisk(random.nextChance(0.04) ? 100 + random.nextBelow(200) : random.nextBelow(5));
    this.#notify(changed);
    if (random.nextChance(0.2)) await pause(random.nextBelow(80));
    if (random.nextChance(0.15)) await this.#discard();
    for (let tries = 0; tries < 5; tries++) {
      const before = this.#texts();
      const asking = this.#request();
      if (!asking) return;
      const isQuiet = random.nextChance(0.7);
      if (!isQuiet) {
        await pause(random.nextBelow(30));
        this.#notify(this.#changeDisk(1 + random.nextBelow(3)));
      }
      for (const reload of this.#reloads.splice(0)) reload();
      const requested = await asking;
      if (requested.kind === "none") {
        this.tally.refused++;
        if (!/changed before the edit could be applied/.test(requested.reason)) return;
        continue;
      }
      if (!(await this.#make(requested, before, isQuiet))) continue;
      this.tally.made++;
      return;
    }
    return;
  }

  /**
   * Applies an edit, and checks that it doesn't break anything. Returns false if the editor rejects the edit because a
   * document has changed.
   */
  async #make(
    { edit, moves, isOurs }: Extract<Asked, { kind: "edit" }>,
    requested: Texts,
    isQuiet: boolean,
  ): Promise<boolean> {
    const editor = this.#editor;
    const isAgreed = this.#random.nextChance(0.5);
    const now = this.#texts();
    const gone = editor.missingFiles(edit);
    if (gone.length > 0) {
      assert.ok(!isQuiet, `Can't find file ${gone.join(", ")}.`);
      this.tally.late++;
      return false;
    }
    const texts = editor.textsAfter(edit, isAgreed);
    if (!texts) {
      this.tally.rejected++;
      return false;
    }
    const faults = faultsOf(now, afterMoves(now, texts, moves), moves);
    if (faults.length > 0) {
      // The server isn't responsible for changes that were made after it last read a file.
      const isLate =
        !isQuiet &&
        mixturesOf(requested, now).some((then) => {
          const fitting = editor.textsAfter(edit, isAgreed, (path) => then.get(path) ?? "");
          return fitting && faultsOf(then, afterMoves(then, fitting, moves), moves).length === 0;
        });
      assert.ok(isLate, [...faults, JSON.stringify({ moves, edit }, undefined, 1)].join("\n"));
      this.tally.late++;
      return false;
    }
    editor.make(texts, []);
    // If the author hasn't accepted any of the changes, no text shows that the edit was applied.
    const isSeen = [...texts].some(([path, text]) => text !== now.get(path));
    if (isOurs && isQuiet && isSeen)
      for (const move of moves)
        assert.deepEqual(await this.#willRename(move), {
          kind: "edit",
          edit: {},
          moves: [move],
          isOurs: false,
        });
    editor.make(new Map(), moves);
    this.#notify([
      ...[...texts.keys()].map((path) => [path, 2] as const),
      ...moves.flatMap(([from, to]) => [[from, 3] as const, [to, 1] as const]),
    ]);
    return true;
  }

  readonly #reloads: (() => void)[] = [];
  #discarded: Move | undefined;

  #request(): Promise<Asked> | undefined {
    const random = this.#random;
    const pages = this.#pages();
    const discarded = this.#discarded;
    this.#discarded = undefined;
    if (discarded && pages.includes(discarded[0])) return this.#willRename(discarded);
    const from = random.pick(pages) ?? "";
    const to = `${random.nextChance(0.5) ? posix.dirname(from) : random.pick(["guides", "api", "more", `new${random.nextBelow(3)}`])}/${this.#name()}.mdx`;
    const kind = random.nextBelow(5);
    if (kind === 0) return this.#willRename([from, to]);
    if (kind === 1) {
      const folder = random.pick(
        ["guides/deep", "api", "more", "new0", "new1"].filter((name) =>
          pages.some((page) => page.startsWith(`${name}/`)),
        ),
      );
      return folder === undefined ? undefined : this.#willRename([folder, this.#name()]);
    }
    if (kind === 2) return this.#moveFiles(from, to);
    const shown = [...this.#editor.open.keys()].filter((path) => path.endsWith(".mdx"));
    const page = random.pick(shown);
    if (page === undefined) return this.#willRename([from, to]);
    return kind === 3 ? this.#renameLink(page) : this.#renameHeading(page);
  }

  async #willRename([from, to]: Move): Promise<Asked> {
    const { client } = this.#editor;
    const since = client.received.length;
    const files = [{ oldUri: this.#editor.uriOf(from), newUri: this.#editor.uriOf(to) }];
    const edit = await client.request<WorkspaceEdit | null>("workspace/willRenameFiles", { files });
    const warning = client.received.slice(since).find(({ method }) => method === "window/showMessage");
    if (!edit && warning) return { kind: "none", reason: JSON.stringify(warning.params) };
    return { kind: "edit", edit: edit ?? {}, moves: [[from, to]], isOurs: false };
  }

  async #moveFiles(from: string, to: string): Promise<Asked> {
    const params = { uri: this.#editor.uriOf(from), to: to.replace(/\.mdx$/, ""), movesCounterparts: false };
    const moved = await this.#editor.client.request(moveFiles, params);
    return moved.ok
      ? { kind: "edit", edit: moved.edit, moves: this.#editor.movesIn(moved.edit), isOurs: true }
      : { kind: "none", reason: moved.reason };
  }

  async #renameLink(page: string): Promise<Asked> {
    const text = this.#editor.read(page);
    const links = [...text.matchAll(linkPattern)].filter(
      ([, href = ""]) => targetOf(page, href, this.#texts()) !== undefined,
    );
    const link = this.#random.pick(links);
    if (!link) return { kind: "none", reason: "no link" };
    return this.#rename(page, text, link.index + 3, `${this.#random.pick(["guides", "api", "more"])}/${this.#name()}`);
  }

  async #renameHeading(page: string): Promise<Asked> {
    const text = this.#editor.read(page);
    const heading = this.#random.pick([...text.matchAll(/^## .*$/gm)]);
    if (!heading) return { kind: "none", reason: "no heading" };
    return this.#rename(page, text, heading.index + 4, `Part ${this.#name()}`);
  }

  async #rename(page: string, text: string, offset: number, newName: string): Promise<Asked> {
    const position = TextDocument.create("", "", 1, text).positionAt(offset);
    const textDocument = { uri: this.#editor.uriOf(page) };
    const { answer } = this.#editor.client.ask("textDocument/rename", { textDocument, position, newName });
    const { result, error } = await answer;
    if (error) return { kind: "none", reason: error.message };
    const edit = (result ?? {}) as WorkspaceEdit;
    return { kind: "edit", edit, moves: this.#editor.movesIn(edit), isOurs: true };
  }

  /** Simulates a rename that is previewed but not applied, after which the same file is moved in the Explorer. */
  async #discard(): Promise<void> {
    const [page] = [...this.#editor.open.keys()].filter((path) => path.endsWith(".mdx"));
    const proposed = page === undefined ? undefined : await this.#renameLink(page);
    if (proposed?.kind !== "edit") return;
    this.#discarded = proposed.moves[0];
    this.tally.discarded++;
  }

  #showSome(): void {
    const random = this.#random;
    for (const path of this.#editor.open.keys()) if (random.nextChance(0.3)) this.#editor.close(path);
    for (const path of [...this.#pages(), "docs.json"]) if (random.nextChance(0.1)) this.#editor.show(path);
  }

  /** Changes files like another process. Open documents are reloaded soon after that. */
  #changeDisk(many: number): (readonly [string, 1 | 2 | 3])[] {
    const random = this.#random;
    if (many > 20) this.tally.bursts++;
    const events: (readonly [string, 1 | 2 | 3])[] = [];
    const write = (path: string, text: string, type: 1 | 2) => {
      this.#editor.folder.write(path, text);
      events.push([path, type]);
      if (this.#editor.open.has(path)) {
        const reload = () => this.#editor.open.has(path) && this.#editor.change(path, this.#editor.folder.read(path));
        if (random.nextChance(0.5)) reload();
        else this.#reloads.push(reload);
      }
    };
    for (let i = 0; i < many; i++) {
      const pages = this.#pages();
      const path = random.pick(pages) ?? "";
      const text = this.#editor.folder.read(path);
      const kind = many > 20 ? 5 : random.nextBelow(6);
      if (kind === 0)
        write(path, text.replace("---\n\n", `---\n\n${"Pulled.\n\n".repeat(1 + random.nextBelow(4))}`), 2);
      else if (kind === 1) write(path, `${text}\n[Pulled](${this.#href(path, random.pick(pages) ?? "")})\n`, 2);
      else if (kind === 2) write(path, text.replace(/^(Words:) (\w+) (\w+)$/m, "$1 $3 $2"), 2);
      else if (kind === 3) this.#changeConfig(write);
      else if (kind === 4 && pages.length > 15) continue;
      else {
        const fresh = `${many > 20 ? "burst" : "more"}/${this.#name()}`;
        write(
          `${fresh}.mdx`,
          this.#pageText(
            fresh,
            pages.slice(0, 20).map((page) => page.replace(/\.mdx$/, "")),
          ),
          1,
        );
      }
    }
    if (many > 20 || this.#pages().length > 60) events.push(...this.#removeFresh());
    return events;
  }

  /** Removes pages that no link refers to, so that the site doesn't keep growing. */
  #removeFresh(): (readonly [string, 3])[] {
    const texts = this.#texts();
    const linked = new Set(
      [...texts].flatMap(([page, text]) =>
        [...text.matchAll(linkPattern)].map(([, href = ""]) => targetOf(page, href, texts)?.file),
      ),
    );
    const listed = texts.get("docs.json") ?? "";
    return this.#pages()
      .filter(
        (page) =>
          !linked.has(page) && !listed.includes(`"${page.replace(/\.mdx$/, "")}"`) && !this.#editor.open.has(page),
      )
      .slice(0, this.#pages().length > 60 ? 400 : 0)
      .map((page) => [page, (this.#editor.folder.delete(page), 3)] as const);
  }

  #changeConfig(write: (path: string, text: string, type: 2) => void): void {
    const random = this.#random;
    const text = this.#editor.folder.read("docs.json");
    const config = JSON.parse(text) as { name: string; navigation: { groups: { pages: string[] }[] } };
    config.name = `Proof ${this.#name()}`;
    for (const { pages } of config.navigation.groups) if (random.nextChance(0.5)) pages.reverse();
    write("docs.json", `${JSON.stringify(config, undefined, random.pick([1, 2, 4]))}\n`, 2);
  }

  /**
   * Sends events immediately, later, in a different order, or not at all. Also sends delayed events from earlier steps.
   */
  #notify(events: readonly (readonly [string, 1 | 2 | 3])[]): void {
    const random = this.#random;
    const now = this.#late.splice(0).filter(() => random.nextChance(0.7));
    for (const event of events) {
      if (random.nextChance(0.5)) now.push(event);
      else if (random.nextChance(0.7)) this.#late.push(event);
    }
    if (random.nextChance(0.4)) now.reverse();
    if (now.length > 0)
      this.#editor.client.watched(...now.map(([path, type]) => [this.#editor.folder.at(path), type] as const));
  }

  #pageText(page: string, pages: readonly string[]): string {
    const random = this.#random;
    const links = Array.from(
      { length: 3 },
      () => `[Link](${this.#href(`${page}.mdx`, `${random.pick(pages) ?? "api/page0"}.mdx`)})`,
    );
    return `---\ntitle: ${page}\n---\n\nWords: ${random.nextWord(5)} ${random.nextWord(7)}\n\n${links.join(" and ")}\n\n## Part one\n\nText.\n\n## Part two\n\nMore.\n`;
  }

  #href(page: string, target: string): string {
    const random = this.#random;
    const slug = target.replace(/\.mdx$/, "");
    const away = posix.relative(posix.dirname(page), slug);
    const path = random.nextChance(0.6) ? `/${slug}` : away.startsWith(".") ? away : `./${away}`;
    return path + random.pick(["", "", "#part-one", "#part-two"]);
  }

  #name(): string {
    return `n${++this.#names}`;
  }

  #pages(): string[] {
    return [...this.#texts().keys()].filter((path) => path.endsWith(".mdx"));
  }

  #texts(): Texts {
    const { root } = this.#editor.folder;
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => relative(root, join(parentPath, name))).sort();
    return new Map(paths.map((path) => [path, this.#editor.folder.read(path)]));
  }
}

/** Returns the possible states of the disk while the files were changed one by one. */
function mixturesOf(before: Texts, now: Texts): Texts[] {
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
  let all: Texts[] = [now];
  for (const path of changed.slice(0, 6)) {
    const old = before.get(path);
    const others = (texts: Texts) => [...texts].filter(([other]) => other !== path);
    all = all.flatMap((texts) => [texts, new Map(old === undefined ? others(texts) : [...others(texts), [path, old]])]);
  }
  return all;
}

function placeAfter(path: string, moves: readonly Move[]): string {
  for (const [from, to] of moves) {
    if (path === from) return to;
    if (path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return path;
}

function afterMoves(before: Texts, edited: Texts, moves: readonly Move[]): Texts {
  return new Map([...before].map(([path, text]) => [placeAfter(path, moves), edited.get(path) ?? text]));
}

/** Returns the file to which a link refers and the index of the heading, or undefined if the target doesn't exist. */
function targetOf(page: string, href: string, texts: Texts): { file: string; heading: number } | undefined {
  const [path = "", anchor] = href.split("#");
  const slug = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(page), path);
  const file = path === "" ? page : `${slug}.mdx`;
  const text = texts.get(file);
  if (text === undefined) return undefined;
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, name = ""]) => name.toLowerCase().replaceAll(" ", "-"));
  return { file, heading: anchor === undefined ? -1 : headings.indexOf(anchor) };
}

/**
 * Returns descriptions of everything that an edit has broken: links that used to work, text outside links, and pages
 * that are listed in docs.json.
 */
function faultsOf(before: Texts, after: Texts, moves: readonly Move[]): string[] {
  const faults: string[] = [];
  for (const [path, text] of before) {
    const now = after.get(placeAfter(path, moves)) ?? "";
    if (path === "docs.json") {
      faults.push(...faultsOfConfig(text, now, moves));
      continue;
    }
    const plain = (of: string) => of.replace(linkPattern, "]()").replace(/^## .*$/gm, "##");
    if (plain(text) !== plain(now)) faults.push(`${path}: its words are others: ${now}`);
    const links = [...now.matchAll(linkPattern)];
    for (const [i, [, href = ""]] of [...text.matchAll(linkPattern)].entries()) {
      const target = targetOf(path, href, before);
      if (!target) continue;
      const [, written = ""] = links[i] ?? [];
      const found = targetOf(placeAfter(path, moves), written, after);
      const isRight = found?.file === placeAfter(target.file, moves) && found.heading === target.heading;
      if (!isRight) faults.push(`${path}: ${href} became ${written}, which leads to ${JSON.stringify(found)}`);
    }
  }
  return faults;
}

function faultsOfConfig(before: string, after: string, moves: readonly Move[]): string[] {
  const pagesIn = (text: string) => {
    const config = JSON.parse(text) as {
      redirects?: unknown;
      name: string;
      navigation: { groups: { pages: string[] }[] };
    };
    return { name: config.name, pages: config.navigation.groups.map(({ pages }) => pages) };
  };
  try {
    const [was, is] = [pagesIn(before), pagesIn(after)];
    const expected = was.pages.map((pages) =>
      pages.map((page) => placeAfter(`${page}.mdx`, moves).replace(/\.mdx$/, "")),
    );
    return was.name === is.name && JSON.stringify(expected) === JSON.stringify(is.pages)
      ? []
      : [`docs.json lists ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`];
  } catch (error) {
    return [`docs.json: ${String(error)}: ${after}`];
  }
}
