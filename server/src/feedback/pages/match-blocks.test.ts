import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import { matchBlocks } from "./match-blocks.ts";
import { getPageBlocks } from "./page-blocks.ts";

const listBlocks = (text: string) => getPageBlocks(scanPage("page.mdx", text).references, undefined).blocks;
const match = (before: string, after: string) => matchBlocks(listBlocks(before), listBlocks(after));

const createBlock = (code: string, info = "js") => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const create = 'const widget = await client.widgets.create({ name: "first", color: "red", size: 3 });';
const remove = 'const gadget = await admin.gadgets.delete(id, { force: true, reason: "obsolete" });';
const list = "for await (const item of store.items.list({ limit: 100, order: order.byDate })) print(item);";
const created = create.replace("red", "blue");
const page = `## Create\n\n${createBlock(create)}## Delete\n\n${createBlock(remove)}## List\n\n${createBlock(list)}`;

describe("matchBlocks", () => {
  it("finds unchanged blocks regardless of their position and indentation", () => {
    assert.deepEqual(match(page, page), [0, 1, 2]);
    const moved = `${createBlock(list)}## New\n\n${createBlock(remove.replace(", {", ",\n  {"))}${createBlock(create)}`;
    assert.deepEqual(match(page, moved), [2, 1, 0]);
  });

  it("finds a changed block between unchanged neighbors", () => {
    assert.deepEqual(match(page, page.replace(create, created)), [0, 1, 2]);
    assert.deepEqual(match(page, `${createBlock("new(block);")}${page.replace("reason", "cause")}`), [1, 2, 3]);
  });

  it("finds similar blocks that were all changed in the same way, for example, by searching and replacing", () => {
    const names = ["first", "second", "third"];
    const before = names.map((name) => createBlock(create.replace("first", name))).join("");
    assert.deepEqual(match(before, before.replaceAll("client", "api")), [0, 1, 2]);
    const copies = `${createBlock(create)}${createBlock(list)}${createBlock(create)}`;
    assert.deepEqual(match(copies, copies.replaceAll("red", "blue")), [0, 1, 2]);
    assert.deepEqual(match(copies, copies.replace("red", "blue")), [0, 1, 2]);
  });

  it("finds a block that was changed together with its heading, but not one that was changed together with its language or title", () => {
    const createLead = (heading: string, code: string, info?: string) =>
      `## ${heading}\n\nRun this:\n\n${createBlock(code, info)}Then go on.\n`;
    assert.deepEqual(match(createLead("Create", create), createLead("Make", created)), [0]);
    assert.deepEqual(match(createLead("Create", create), createLead("Create", created, "ts")), [undefined]);
    assert.deepEqual(match(createLead("Create", create), createLead("Create", created, "js make.js")), [undefined]);
    assert.deepEqual(match(createLead("Create", create), createLead("Create", create, "ts make.ts")), [0]);
  });

  it("doesn't mistake a similar block elsewhere for a removed one", () => {
    const removed = page.replace(createBlock(create), "");
    assert.deepEqual(match(page, removed), [undefined, 0, 1]);
    assert.deepEqual(match(page, `${removed}${createBlock(created)}`), [undefined, 0, 1]);
    assert.deepEqual(match(`${page}${createBlock(created)}`, `${removed}${createBlock(created)}`), [
      undefined,
      0,
      1,
      2,
    ]);
  });

  it("doesn't mistake code that replaced a block for a changed version of it", () => {
    const other = 'const invoice = await billing.invoices.create({ customer: "first", total: 3 });';
    assert.deepEqual(match(page, page.replace(create, other)), [undefined, 1, 2]);
    assert.deepEqual(match(createBlock("npm install widgets"), createBlock("npm install gadgets")), [undefined]);
  });

  it("doesn't choose one of several similar candidates", () => {
    const two = `${createBlock(create)}${createBlock(create.replace("first", "second"))}`;
    // One block was removed and the other was changed, but it's unclear which is which.
    assert.deepEqual(match(two, createBlock(create.replace("first", "third"))), [undefined, undefined]);
    // The block was changed and copied.
    assert.deepEqual(match(createBlock(create), two.replaceAll("red", "blue")), [undefined]);
    // The new block is more similar to a different block, which still exists.
    const adapted = `${createBlock(created.replace("3", "4"))}`;
    const before = `${createBlock(created.replace("first", "last"))}${createBlock(list)}${createBlock(created)}`;
    const after = `${adapted}${createBlock(list)}${createBlock(created)}`;
    assert.deepEqual(match(before, after), [undefined, 1, 2]);
  });

  it("distinguishes copies by title, language, and context, unless an identical-looking copy is missing", () => {
    const copies = `${createBlock("run(now);", "js a.js")}${createBlock("run(now);", "ts b.ts")}`;
    assert.deepEqual(match(copies, createBlock("run(now);", "ts b.ts")), [undefined, 0]);
    assert.deepEqual(match(copies, copies.replace("a.js", "c.js")), [0, 1]);
    const plain = `## One\n\n${createBlock("run(now);")}## Two\n\n${createBlock("run(now);")}`;
    assert.deepEqual(match(plain, plain), [0, 1]);
    assert.deepEqual(match(plain, `${createBlock("run(now);")}${plain}`), [1, 2]);
    assert.deepEqual(match(plain, `## Three\n\n${createBlock("run(now);")}`), [undefined, undefined]);
  });

  it("returns no match for pages without blocks or with empty blocks", () => {
    assert.deepEqual(match("No code.", page), []);
    assert.deepEqual(match(page, "No code."), [undefined, undefined, undefined]);
    assert.deepEqual(match(createBlock(""), page), [undefined]);
  });

  it("is fast for many large blocks if every other block changed", () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
    const createMany = (word: string) =>
      Array.from({ length: 2000 }, (_, at) => createBlock(`${words} ${at} ${at % 2 === 0 ? word : ""}`)).join("");
    const [before, after] = [listBlocks(createMany("one")), listBlocks(createMany("two"))];
    assertQuick(3000, () => matchBlocks(before, after));
  });
});
