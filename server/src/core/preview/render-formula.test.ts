import assert from "node:assert/strict";
import { parseMarkup, renderFormula } from "./render-formula.ts";
import type { ViewNode } from "./view/page-view.ts";

function getText(nodes: readonly ViewNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : getText(node.children ?? []))).join("");
}

function getTags(nodes: readonly ViewNode[]): string[] {
  return nodes.flatMap((node) => (typeof node === "string" ? [] : [node.tag, ...getTags(node.children ?? [])]));
}

describe("formula typesetting", () => {
  it("renders a formula", () => {
    const result = renderFormula("x^2 + \\frac{1}{y}", true);
    assert.ok("nodes" in result);
    assert.equal(getText(result.nodes).replace(/[\u200b\s]/g, ""), "x2+y1");
  });

  it("accepts all types of SVG that KaTeX generates", () => {
    for (const tex of [
      "\\sqrt{x}",
      "\\overbrace{a}",
      "\\cancel{a}",
      "\\begin{matrix}a&b\\\\c&d\\end{matrix}",
      "\\vec{a}",
      "a<b \\& c",
    ])
      assert.ok("nodes" in renderFormula(tex, false), tex);
    const roots = renderFormula("\\sqrt{x}", false);
    assert.ok("nodes" in roots && getTags(roots.nodes).includes("path"));
  });

  it("reports syntax errors in a formula", () => {
    assert.deepEqual(renderFormula("\\nosuch", false), { error: "`\\nosuch` isn't a known command" });
    assert.ok("error" in renderFormula("\\frac{1}{", false));
    assert.deepEqual(renderFormula("x".repeat(30_000), false), { error: "it's too long" });
  });

  it("omits URLs, files, and markup and limits the size of the output", () => {
    for (const tex of [
      "\\href{javascript:alert(1)}{x}",
      "\\url{javascript:alert(1)}",
      "\\includegraphics{https://evil.test/a.png}",
      "\\htmlData{a=b}{x}",
      "\\htmlStyle{background:url(//evil.test)}{x}",
    ]) {
      const result = renderFormula(tex, false);
      const viewText = JSON.stringify(result);
      assert.ok(!/"(?:href|src)"|url\(\/\//.test(viewText), `${tex} ${viewText}`);
    }
    assert.ok("error" in renderFormula("\\def\\a{\\a\\a}\\a", false));
    const renderFractions = (count: number) =>
      renderFormula("\\frac{1}{".repeat(count) + "1" + "}".repeat(count), true);
    assert.ok("nodes" in renderFractions(20));
    assert.ok("error" in renderFractions(300));
    assert.ok("nodes" in renderFormula("\\rule{9999em}{9999em}", false));
  });
});

describe("formula markup", () => {
  it("is rejected if it isn't well-formed", () => {
    for (const markup of ["<span>", "</span>", "<span></b>", "<script>alert(1)", 'a<b c="', "<"])
      assert.equal(parseMarkup(markup), undefined, markup);
  });
});
