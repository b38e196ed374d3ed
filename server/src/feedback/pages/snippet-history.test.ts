import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import type { FileVersion } from "../../core/site/files/former-files.ts";
import type { SnippetToPlace } from "../../protocol/feedback.ts";
import { placeByCode } from "./snippet-anchor.ts";

const day = 86_400_000;
const block = (code: string, info = "js") => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const create = 'const widget = await client.widgets.create({ name: "first", color: "red", size: 3 });';
const created = create.replace("red", "blue");
const list = "for await (const item of store.items.list({ limit: 100, order: order.byDate })) print(item);";
const lead = "## Use\n\nRun this:\n\n";

/** Returns file versions with these contents, committed a hundred days apart. */
const versionsOf = (...texts: readonly string[]): readonly FileVersion[] =>
  texts.map((text, at) => ({ time: (at + 1) * 100 * day, text }));

type Files = Readonly<Record<string, { readonly now: string; readonly versions: readonly FileVersion[] }>>;

/** Returns the file and the line of the fence, such as `page.mdx 5`. */
function placedIn(files: Files, snippet: SnippetToPlace): string | undefined {
  const docs = JSON.stringify({ name: "Docs", navigation: { pages: ["page"] } });
  const site = siteOf(
    new Map([["docs.json", docs], ...Object.entries(files).map(([path, { now }]) => [path, now] as const)]),
  );
  const histories = new Map(Object.entries(files).map(([path, { versions }]) => [path, versions]));
  const found = placeByCode(site, "page.mdx", snippet, histories);
  return found && `${found.file} ${files[found.file]?.now.slice(0, found.range.start).split("\n").length}`;
}

const placed = (now: string, versions: readonly FileVersion[], snippet: SnippetToPlace) =>
  placedIn({ "page.mdx": { now, versions } }, snippet);

describe("snippet that was never located", () => {
  const asSeen = { code: create, time: 150 * day };

  it("is found after its block was changed in a commit or in the editor", () => {
    const [before, after] = [lead + block(create) + block(list), lead + block(created) + block(list)];
    assert.equal(placed(after, versionsOf(before, after), asSeen), "page.mdx 5");
    assert.equal(placed(after, versionsOf(before), asSeen), "page.mdx 5");
    // Each change is small, but a comparison of only the first and last versions doesn't show that it's the same block.
    const changes = ["widgets", "create", "first", "size"].map(
      (word) => (text: string) => text.replace(word, `${word}s`),
    );
    const texts = changes.reduce((all, change) => [...all, change(all.at(-1) ?? "")], [after]);
    assert.equal(placed(texts.at(-1) ?? "", versionsOf(before, ...texts), asSeen), "page.mdx 5");
    assert.equal(placed(texts.at(-1) ?? "", versionsOf(before), asSeen), undefined);
  });

  it("isn't found after its block was removed if only a similar block remains", () => {
    const before = lead + block(create) + block(list);
    const both = lead + block(create) + block(created) + block(list);
    const after = lead + block(created) + block(list);
    assert.equal(placed(after, versionsOf(both, after), asSeen), undefined);
    // The variant was added in one commit and replaced the block in a later one.
    assert.equal(placed(after, versionsOf(before, both, after), asSeen), undefined);
  });

  it("is found in the version that readers saw, not in another version with the same code", () => {
    const first = `## Old\n\n${block(create)}## New\n\n${block(list)}`;
    const second = `## Old\n\n${block(created)}## New\n\n${block(create)}`;
    const now = second.replace(created, created.replace("3", "4"));
    const versions = versionsOf(first, second);
    // A block with the same code is considered the same block, so it was moved.
    assert.equal(placed(now, versions, asSeen), "page.mdx 9");
    assert.equal(placed(now, versions, { code: created, time: 250 * day }), "page.mdx 3");
  });

  it("is searched for in earlier versions first, because publishing takes time, and then in later ones", () => {
    const before = lead + block(create) + block(list);
    const after = lead + block(created) + block(list);
    const versions = versionsOf(before, after);
    for (const time of [200 * day + 3_600_000, 290 * day, 50 * day, undefined])
      assert.equal(
        placed(after, versions, { code: create, ...(time !== undefined && { time }) }),
        "page.mdx 5",
      );
    assert.equal(placed(after, versionsOf("", after), { code: created, time: 150 * day }), "page.mdx 5");
  });

  it("is searched for in at most ten earlier versions", () => {
    const versions = (count: number) =>
      versionsOf(
        lead + block(create) + block(list),
        ...Array.from({ length: count }, (_, at) => `${lead}${block(created)}${block(list)}${at}`),
      );
    const now = lead + block(created) + block(list);
    assert.equal(placed(now, versions(10), { code: create, time: 1e6 * day }), "page.mdx 5");
    assert.equal(placed(now, versions(11), { code: create, time: 1e6 * day }), undefined);
  });

  it("is found at the first of several identical-looking blocks, unless one of them was removed", () => {
    const two = `## One\n\n${block(create)}## Two\n\n${block(create)}`;
    assert.equal(placed(`# Title\n\n${two}`, versionsOf(two), asSeen), "page.mdx 5");
    const one = `## Two\n\n${block(create)}`;
    assert.equal(placed(one, versionsOf(two), asSeen), undefined);
    // Readers still saw both blocks for some time after the commit.
    assert.equal(placed(one, versionsOf(two, one), { code: create, time: 200 * day + 3_600_000 }), undefined);
    assert.equal(placed(one, versionsOf(two, one), { code: create, time: 202 * day }), "page.mdx 3");
  });

  it("is distinguished from identical code by title and language", () => {
    const npm = block("add widgets", "bash npm");
    const yarn = block("add widgets", "sh yarn");
    const snippet = { code: "add widgets", time: 150 * day };
    const versions = versionsOf(lead + npm + yarn);
    assert.equal(placed(lead + npm + yarn, versions, { ...snippet, filename: "yarn" }), "page.mdx 9");
    assert.equal(placed(lead + npm + yarn, versions, { ...snippet, lang: "SH" }), "page.mdx 9");
    assert.equal(placed(lead + npm, versions, { ...snippet, filename: "yarn" }), undefined);
    assert.equal(placed(lead + npm, versions, { ...snippet, filename: "npm" }), "page.mdx 5");
  });

  it("is found at a later copy that replaced its block or after its block was added back", () => {
    const before = lead + block(create) + block(list);
    const copied = `${before}## Later\n\n${block(create)}`;
    const after = copied.replace(block(create), "");
    assert.equal(placed(after, versionsOf(before, copied, after), asSeen), "page.mdx 11");
    assert.equal(placed(before, versionsOf(before, lead + block(list), before), asSeen), "page.mdx 5");
    assert.equal(placed(before, versionsOf(before, "", before), asSeen), "page.mdx 5");
  });

  it("is found after its block was moved to a file that the page imports", () => {
    const now = 'import Part from "/snippets/part.mdx";\n\n<Part />\n';
    const page = { now, versions: versionsOf(lead + block(create), now) };
    const part = (code: string) => ({ now: block(code), versions: [{ time: 200 * day, text: block(code) }] });
    assert.equal(
      placedIn({ "page.mdx": page, "snippets/part.mdx": part(create) }, asSeen),
      "snippets/part.mdx 1",
    );
    assert.equal(placedIn({ "page.mdx": page, "snippets/part.mdx": part(created) }, asSeen), undefined);
  });

  it("is found in an imported file that has changed, unless the page had the same code", () => {
    const importing = 'import Part from "/snippets/part.mdx";\n\n<Part />\n';
    const part = { now: lead + block(created), versions: versionsOf(lead + block(create)) };
    const page = { now: importing, versions: versionsOf(importing) };
    assert.equal(placedIn({ "page.mdx": page, "snippets/part.mdx": part }, asSeen), "snippets/part.mdx 5");
    const both = { now: importing, versions: versionsOf(importing + block(create)) };
    assert.equal(placedIn({ "page.mdx": both, "snippets/part.mdx": part }, asSeen), undefined);
  });

  it("is found even without a matching version if only a single block has the same code", () => {
    for (const versions of [[], versionsOf("No code.")]) {
      assert.equal(placed(lead + block(create), versions, asSeen), "page.mdx 5");
      assert.equal(placed(lead + block(created), versions, asSeen), undefined);
      assert.equal(placed(lead + block(create) + block(create), versions, asSeen), undefined);
      assert.equal(
        placed(lead + block(create) + block(create, "ts"), versions, { ...asSeen, lang: "ts" }),
        "page.mdx 9",
      );
      assert.equal(placed(lead + block(""), versions, { code: " ", time: 0 }), undefined);
    }
  });
});
