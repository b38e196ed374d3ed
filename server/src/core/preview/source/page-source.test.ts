import assert from "node:assert/strict";
import { scanPage } from "../../page/scan-page.ts";
import { readPageHead, type PageSource } from "./page-source.ts";

function readHead(frontmatter: string) {
  const text = `---\n${frontmatter}\n---\n`;
  const facts = { variables: new Map([["now", "2.1"]]) };
  // The page head doesn't depend on any other part of the source.
  return readPageHead(scanPage("guides/first-steps.mdx", text), {
    path: "guides/first-steps.mdx",
    text,
    facts,
  } as unknown as PageSource);
}

describe("pageHead", () => {
  it("returns numbers and dates as text and replaces variables", () => {
    assert.equal(readHead("title: 2024").title, "2024");
    assert.equal(readHead("title: 2026-03-31").title, "2026-03-31");
    assert.equal(readHead('title: "Version {{now}}"').title, "Version 2.1");
    assert.equal(readHead("description: x").title, "First steps");
  });
});
