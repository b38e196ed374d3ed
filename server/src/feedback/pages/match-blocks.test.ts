import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import { matchBlocks } from "./match-blocks.ts";
import { pageBlocks } from "./page-blocks.ts";

const blocksOf = (text: string) => pageBlocks(scanPage("page.mdx", text).references, undefined).blocks;
const match = (before: string, after: string) => matchBlocks(blocksOf(before), blocksOf(after));

const block = (code: string, info = "js") => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const create = 'const widget = await client.widgets.create({ name: "first", color: "red", size: 3 });';
const remove = 'const gadget = await admin.gadgets.delete(id, { force: true, reason: "obsolete" });';
const list = "for await (const item of store.items.list({ limit: 100, order: order.byDate })) print(item);";
const created = create.replace("red", "blue");
const page = `## Create\n\n${block(create)}## Delete\n\n${block(remove)}## List\n\n${block(list)}`;

describe("matchBlocks", () => {
  it("finds unchanged blocks regardless of their position and indentation", () => {
    assert.deepEqual(match(page, page), [0, 1, 2]);
    const moved = `${block(list)}## New\n\n${block(remove.replace(", {", ",\n  {"))}${block(create)}`;
    assert.deepEqual(match(page, moved), [2, 1, 0]);
  });

  it("finds a changed block between unchanged neighbors", () => {
    assert.deepEqual(match(page, page.replace(create, created)), [0, 1, 2]);
    assert.deepEqual(match(page, `${block("new(block);")}${page.replace("reason", "cause")}`), [1, 2, 3]);
  });

  it("finds similar blocks that were all changed in the same way, for example, by searching and replacing", () => {
    const names = ["first", "second", "third"];
    const before = names.map((name) => block(create.replace("first", name))).join("");
    assert.deepEqual(match(before, before.replaceAll("client", "api")), [0, 1, 2]);
    const copies = `${block(create)}${block(list)}${block(create)}`;
    assert.deepEqual(match(copies, copies.replaceAll("red", "blue")), [0, 1, 2]);
    assert.deepEqual(match(copies, copies.replace("red", "blue")), [0, 1, 2]);
  });

  it("finds a block that was changed together with its heading, but not one that was changed together with its language or title", () => {
    const lead = (heading: string, code: string, info?: string) =>
      `## ${heading}\n\nRun this:\n\n${block(code, info)}Then go on.\n`;
    assert.deepEqual(match(lead("Create", create), lead("Make", created)), [0]);
    assert.deepEqual(match(lead("Create", create), lead("Create", created, "ts")), [undefined]);
    assert.deepEqual(match(lead("Create", create), lead("Create", created, "js make.js")), [undefined]);
    assert.deepEqual(match(lead("Create", create), lead("Create", create, "ts make.ts")), [0]);
  });

  it("doesn't mistake a similar block elsewhere for a removed one", () => {
    const removed = page.replace(block(create), "");
    assert.deepEqual(match(page, removed), [undefined, 0, 1]);
    assert.deepEqual(match(page, `${removed}${block(created)}`), [undefined, 0, 1]);
    assert.deepEqual(match(`${page}${block(created)}`, `${removed}${block(created)}`), [undefined, 0, 1, 2]);
  });

  it("doesn't mistake code that replaced a block for a changed version of it", () => {
    const other = 'const invoice = await billing.invoices.create({ customer: "first", total: 3 });';
    assert.deepEqual(match(page, page.replace(create, other)), [undefined, 1, 2]);
    assert.deepEqual(match(block("npm install widgets"), block("npm install gadgets")), [undefined]);
  });

  it("doesn't choose one of several similar candidates", () => {
    const two = `${block(create)}${block(create.replace("first", "second"))}`;
    // One block was removed and the other was changed, but it's unclear which is which.
    assert.deepEqual(match(two, block(create.replace("first", "third"))), [undefined, undefined]);
    // The block was changed and copied.
    assert.deepEqual(match(block(create), two.replaceAll("red", "blue")), [undefined]);
    // The new block is more similar to a different block, which still exists.
    const adapted = `${block(created.replace("3", "4"))}`;
    const before = `${block(created.replace("first", "last"))}${block(list)}${block(created)}`;
    const after = `${adapted}${block(list)}${block(created)}`;
    assert.deepEqual(match(before, after), [undefined, 1, 2]);
  });

  it("distinguishes copies by title, language, and context, unless an identical-looking copy is missing", () => {
    const copies = `${block("run(now);", "js a.js")}${block("run(now);", "ts b.ts")}`;
    assert.deepEqual(match(copies, block("run(now);", "ts b.ts")), [undefined, 0]);
    assert.deepEqual(match(copies, copies.replace("a.js", "c.js")), [0, 1]);
    const plain = `## One\n\n${block("run(now);")}## Two\n\n${block("run(now);")}`;
    assert.deepEqual(match(plain, plain), [0, 1]);
    assert.deepEqual(match(plain, `${block("run(now);")}${plain}`), [1, 2]);
    assert.deepEqual(match(plain, `## Three\n\n${block("run(now);")}`), [undefined, undefined]);
  });

  it("returns no match for pages without blocks or with empty blocks", () => {
    assert.deepEqual(match("No code.", page), []);
    assert.deepEqual(match(page, "No code."), [undefined, undefined, undefined]);
    assert.deepEqual(match(block(""), page), [undefined]);
  });

  it("is fast for many large blocks if every other block changed", () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
    const many = (word: string) =>
      Array.from({ length: 2000 }, (_, at) => block(`${words} ${at} ${at % 2 === 0 ? word : ""}`)).join("");
    const [before, after] = [blocksOf(many("one")), blocksOf(many("two"))];
    assertQuick(3000, () => matchBlocks(before, after));
  });
});
