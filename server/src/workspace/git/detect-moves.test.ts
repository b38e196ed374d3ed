import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitRepository } from "../../../../test/harness/git-repository.ts";
import { applyEdits } from "../../core/text/text-edit.ts";
import { loadSite } from "../analysis/load-site.ts";
import { createNodeDisk } from "../files/node-disk.ts";
import { planRepair } from "../refactoring/move-site.ts";
import { findMovesOutsideEditor } from "./detect-moves.ts";

const createPage = (title: string, more = "") =>
  `---\ntitle: ${title}\n---\n\nAll there is to know about ${title}.\n\nAnd more of it, line by line.\n${more}`;

describe("files that were moved outside the editor", () => {
  let folder = "";
  let repository: GitRepository;
  const load = async () => {
    const from = { disk: createNodeDisk(folder) };
    return { from, site: (await loadSite({ ...from, readSpecs: async () => Promise.resolve([]) })).site };
  };
  const findMoves = async () => {
    const { site } = await load();
    const moves = await findMovesOutsideEditor(folder, {
      ...site,
      getText: (path) => site.references.get(path)?.text,
    });
    assert.ok(moves.ok, "Git returned no result");
    return moves.value;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-moved-"));
    repository = new GitRepository(folder);
    repository.write("docs.json", '{ "navigation": { "pages": ["guides/start", "guides/next"] } }\n');
    repository.write("guides/start.mdx", createPage("Start", "\n[Next](./next)\n"));
    repository.write("guides/next.mdx", createPage("Next", "\n[Start](/guides/start) ![P](../p.png)\n"));
    repository.write("p.png", "\u0000\u0001picture");
    repository.commit();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("are detected by their content, including images", async () => {
    repository.move("guides/start.mdx", "learn/first.mdx");
    repository.move("p.png", "images/logo.png");
    assert.deepEqual(await findMoves(), [
      { from: "guides/start.mdx", to: "learn/first.mdx" },
      { from: "p.png", to: "images/logo.png" },
    ]);
  });

  it("are detected if they were partly rewritten, but not if their content is different", async () => {
    repository.move("guides/start.mdx", "learn/first.mdx");
    repository.write(
      "learn/first.mdx",
      createPage("Start", "\n[Next](./next)\n").replace("title: Start", "title: First"),
    );
    rmSync(join(folder, "guides/next.mdx"));
    repository.write("other.mdx", "---\ntitle: Other\n---\n\nNothing of the kind.\n");
    assert.deepEqual(await findMoves(), [{ from: "guides/start.mdx", to: "learn/first.mdx" }]);
  });

  it("are distinguished by name if they have the same content, and are ignored if the name is ambiguous", async () => {
    repository.write("a/x.mdx", createPage("Same"));
    repository.write("b/y.mdx", createPage("Same"));
    repository.commit();
    repository.move("a/x.mdx", "c/x.mdx");
    repository.move("b/y.mdx", "c/y.mdx");
    assert.deepEqual(await findMoves(), [
      { from: "a/x.mdx", to: "c/x.mdx" },
      { from: "b/y.mdx", to: "c/y.mdx" },
    ]);
    repository.move("c/x.mdx", "c/one.mdx");
    repository.move("c/y.mdx", "c/two.mdx");
    assert.deepEqual(await findMoves(), []);
  });

  it("never include symbolic links to files outside the site", async () => {
    rmSync(join(folder, "p.png"));
    const outside = mkdtempSync(join(tmpdir(), "docwright-outside-"));
    writeFileSync(join(outside, "q.png"), "\u0000\u0001picture");
    symlinkSync(join(outside, "q.png"), join(folder, "q.png"));
    assert.deepEqual(await findMoves(), []);
    rmSync(outside, { recursive: true });
  });

  it("have their references updated to the new paths", async () => {
    repository.move("guides", "learn");
    const { site, from } = await load();
    const moves = await findMovesOutsideEditor(folder, {
      ...site,
      getText: (path) => site.references.get(path)?.text,
    });
    assert.ok(moves.ok);
    const result = await planRepair(site, moves.value, from, {
      readReferences: async () => Promise.resolve([]),
    });
    assert.ok(result.ok);
    const createText = (file: string) => {
      const edit = result.plan.edits.find((one) => one.file === file);
      const now = site.references.get(file)?.text ?? site.config.files.find(({ path }) => path === file)?.text;
      return applyEdits(now ?? "", edit?.kind === "edit" ? edit.edits : []);
    };
    assert.match(createText("docs.json"), /"learn\/start", "learn\/next"/);
    assert.match(createText("learn/next.mdx"), /\[Start\]\(\/learn\/start\) !\[P\]\(\.\.\/p\.png\)/);
    assert.match(createText("learn/start.mdx"), /\[Next\]\(\.\/next\)/);
    assert.deepEqual(result.plan.redirectList, [
      { source: "/guides/next", destination: "/learn/next" },
      { source: "/guides/start", destination: "/learn/start" },
    ]);
  });

  it("don't need edits if references were already updated", async () => {
    repository.move("guides/start.mdx", "learn/first.mdx");
    repository.write("docs.json", '{ "navigation": { "pages": ["learn/first", "guides/next"] } }\n');
    repository.write("learn/first.mdx", createPage("Start", "\n[Next](/guides/next)\n"));
    repository.write("guides/next.mdx", createPage("Next", "\n[Start](/learn/first) ![P](../p.png)\n"));
    const { site, from } = await load();
    const moves = await findMovesOutsideEditor(folder, {
      ...site,
      getText: (path) => site.references.get(path)?.text,
    });
    assert.ok(moves.ok);
    const result = await planRepair(site, moves.value, from, {
      readReferences: async () => Promise.resolve([]),
    });
    assert.ok(result.ok);
    assert.deepEqual(result.plan.edits, []);
  });
});
