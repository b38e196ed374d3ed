import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import type { FileVersion } from "../../core/site/files/previous-files.ts";
import type { SnippetToLocate } from "../../protocol/feedback.ts";
import { findBlockByCode } from "./snippet-anchor.ts";

const day = 86_400_000;
const createBlock = (code: string, info = "js") => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const create = 'const widget = await client.widgets.create({ name: "first", color: "red", size: 3 });';
const created = create.replace("red", "blue");
const list = "for await (const item of store.items.list({ limit: 100, order: order.byDate })) print(item);";
const lead = "## Use\n\nRun this:\n\n";

/** Returns file versions with these contents, committed a hundred days apart. */
const createVersions = (...texts: readonly string[]): readonly FileVersion[] =>
  texts.map((text, at) => ({ time: (at + 1) * 100 * day, text }));

type Files = Readonly<Record<string, { readonly now: string; readonly versions: readonly FileVersion[] }>>;

/** Returns the file and the line of the fence, such as `page.mdx 5`. */
function placeInFiles(files: Files, snippet: SnippetToLocate): string | undefined {
  const docs = JSON.stringify({ name: "Docs", navigation: { pages: ["page"] } });
  const site = siteOf(
    new Map([["docs.json", docs], ...Object.entries(files).map(([path, { now }]) => [path, now] as const)]),
  );
  const histories = new Map(Object.entries(files).map(([path, { versions }]) => [path, versions]));
  const found = findBlockByCode(site, "page.mdx", snippet, histories);
  return found && `${found.file} ${files[found.file]?.now.slice(0, found.range.start).split("\n").length}`;
}

const placeInFile = (now: string, versions: readonly FileVersion[], snippet: SnippetToLocate) =>
  placeInFiles({ "page.mdx": { now, versions } }, snippet);

describe("snippet that was never located", () => {
  const asSeen = { code: create, time: 150 * day };

  it("is found after its block was changed in a commit or in the editor", () => {
    const [before, after] = [
      lead + createBlock(create) + createBlock(list),
      lead + createBlock(created) + createBlock(list),
    ];
    assert.equal(placeInFile(after, createVersions(before, after), asSeen), "page.mdx 5");
    assert.equal(placeInFile(after, createVersions(before), asSeen), "page.mdx 5");
    // Each change is small, but a comparison of only the first and last versions doesn't show that it's the same block.
    const changes = ["widgets", "create", "first", "size"].map(
      (word) => (text: string) => text.replace(word, `${word}s`),
    );
    const texts = changes.reduce((all, change) => [...all, change(all.at(-1) ?? "")], [after]);
    assert.equal(placeInFile(texts.at(-1) ?? "", createVersions(before, ...texts), asSeen), "page.mdx 5");
    assert.equal(placeInFile(texts.at(-1) ?? "", createVersions(before), asSeen), undefined);
  });

  it("isn't found after its block was removed if only a similar block remains", () => {
    const before = lead + createBlock(create) + createBlock(list);
    const both = lead + createBlock(create) + createBlock(created) + createBlock(list);
    const after = lead + createBlock(created) + createBlock(list);
    assert.equal(placeInFile(after, createVersions(both, after), asSeen), undefined);
    // The variant was added in one commit and replaced the block in a later one.
    assert.equal(placeInFile(after, createVersions(before, both, after), asSeen), undefined);
  });

  it("is found in the version that readers saw, not in another version with the same code", () => {
    const first = `## Old\n\n${createBlock(create)}## New\n\n${createBlock(list)}`;
    const second = `## Old\n\n${createBlock(created)}## New\n\n${createBlock(create)}`;
    const now = second.replace(created, created.replace("3", "4"));
    const versions = createVersions(first, second);
    // A block with the same code is considered the same block, so it was moved.
    assert.equal(placeInFile(now, versions, asSeen), "page.mdx 9");
    assert.equal(placeInFile(now, versions, { code: created, time: 250 * day }), "page.mdx 3");
  });

  it("is searched for in earlier versions first, because publishing takes time, and then in later ones", () => {
    const before = lead + createBlock(create) + createBlock(list);
    const after = lead + createBlock(created) + createBlock(list);
    const versions = createVersions(before, after);
    for (const time of [200 * day + 3_600_000, 290 * day, 50 * day, undefined])
      assert.equal(placeInFile(after, versions, { code: create, ...(time !== undefined && { time }) }), "page.mdx 5");
    assert.equal(placeInFile(after, createVersions("", after), { code: created, time: 150 * day }), "page.mdx 5");
  });

  it("is searched for in at most ten earlier versions", () => {
    const createMany = (count: number) =>
      createVersions(
        lead + createBlock(create) + createBlock(list),
        ...Array.from({ length: count }, (_, at) => `${lead}${createBlock(created)}${createBlock(list)}${at}`),
      );
    const now = lead + createBlock(created) + createBlock(list);
    assert.equal(placeInFile(now, createMany(10), { code: create, time: 1e6 * day }), "page.mdx 5");
    assert.equal(placeInFile(now, createMany(11), { code: create, time: 1e6 * day }), undefined);
  });

  it("is found at the first of several identical-looking blocks, unless one of them was removed", () => {
    const two = `## One\n\n${createBlock(create)}## Two\n\n${createBlock(create)}`;
    assert.equal(placeInFile(`# Title\n\n${two}`, createVersions(two), asSeen), "page.mdx 5");
    const one = `## Two\n\n${createBlock(create)}`;
    assert.equal(placeInFile(one, createVersions(two), asSeen), undefined);
    // Readers still saw both blocks for some time after the commit.
    assert.equal(placeInFile(one, createVersions(two, one), { code: create, time: 200 * day + 3_600_000 }), undefined);
    assert.equal(placeInFile(one, createVersions(two, one), { code: create, time: 202 * day }), "page.mdx 3");
  });

  it("is distinguished from identical code by title and language", () => {
    const npm = createBlock("add widgets", "bash npm");
    const yarn = createBlock("add widgets", "sh yarn");
    const snippet = { code: "add widgets", time: 150 * day };
    const versions = createVersions(lead + npm + yarn);
    assert.equal(placeInFile(lead + npm + yarn, versions, { ...snippet, filename: "yarn" }), "page.mdx 9");
    assert.equal(placeInFile(lead + npm + yarn, versions, { ...snippet, lang: "SH" }), "page.mdx 9");
    assert.equal(placeInFile(lead + npm, versions, { ...snippet, filename: "yarn" }), undefined);
    assert.equal(placeInFile(lead + npm, versions, { ...snippet, filename: "npm" }), "page.mdx 5");
  });

  it("is found at a later copy that replaced its block or after its block was added back", () => {
    const before = lead + createBlock(create) + createBlock(list);
    const copied = `${before}## Later\n\n${createBlock(create)}`;
    const after = copied.replace(createBlock(create), "");
    assert.equal(placeInFile(after, createVersions(before, copied, after), asSeen), "page.mdx 11");
    assert.equal(placeInFile(before, createVersions(before, lead + createBlock(list), before), asSeen), "page.mdx 5");
    assert.equal(placeInFile(before, createVersions(before, "", before), asSeen), "page.mdx 5");
  });

  it("is found after its block was moved to a file that the page imports", () => {
    const now = 'import Part from "/snippets/part.mdx";\n\n<Part />\n';
    const page = { now, versions: createVersions(lead + createBlock(create), now) };
    const createPart = (code: string) => ({
      now: createBlock(code),
      versions: [{ time: 200 * day, text: createBlock(code) }],
    });
    assert.equal(
      placeInFiles({ "page.mdx": page, "snippets/part.mdx": createPart(create) }, asSeen),
      "snippets/part.mdx 1",
    );
    assert.equal(placeInFiles({ "page.mdx": page, "snippets/part.mdx": createPart(created) }, asSeen), undefined);
  });

  it("is found in an imported file that has changed, unless the page had the same code", () => {
    const importing = 'import Part from "/snippets/part.mdx";\n\n<Part />\n';
    const part = { now: lead + createBlock(created), versions: createVersions(lead + createBlock(create)) };
    const page = { now: importing, versions: createVersions(importing) };
    assert.equal(placeInFiles({ "page.mdx": page, "snippets/part.mdx": part }, asSeen), "snippets/part.mdx 5");
    const both = { now: importing, versions: createVersions(importing + createBlock(create)) };
    assert.equal(placeInFiles({ "page.mdx": both, "snippets/part.mdx": part }, asSeen), undefined);
  });

  it("is found even without a matching version if only a single block has the same code", () => {
    for (const versions of [[], createVersions("No code.")]) {
      assert.equal(placeInFile(lead + createBlock(create), versions, asSeen), "page.mdx 5");
      assert.equal(placeInFile(lead + createBlock(created), versions, asSeen), undefined);
      assert.equal(placeInFile(lead + createBlock(create) + createBlock(create), versions, asSeen), undefined);
      assert.equal(
        placeInFile(lead + createBlock(create) + createBlock(create, "ts"), versions, {
          ...asSeen,
          lang: "ts",
        }),
        "page.mdx 9",
      );
      assert.equal(placeInFile(lead + createBlock(""), versions, { code: " ", time: 0 }), undefined);
    }
  });
});
