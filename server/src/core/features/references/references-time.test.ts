import { ok, strictEqual } from "node:assert/strict";
import { assertGrowsWithLength } from "../../../../../test/harness/grows-with-length.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findFileWithMember, findReferences } from "./find-references.ts";

const chart = "export const Card = () => 1;\n";
const symbol = { kind: "export", file: "chart.jsx", name: "Card" } as const;
const createList = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i));

/** Asserts that the running time of `run` is linear in `n`, the number of lines that `use` creates. */
function assertLinear(
  path: string,
  use: (n: number) => string,
  run: (site: ReturnType<typeof siteOf>, readText: (file: string) => string | undefined, n: number) => void,
): void {
  assertGrowsWithLength({
    work: (n) => {
      const files = new Map([
        ["docs.json", "{}"],
        ["chart.jsx", chart],
        [path, use(n)],
      ]);
      const site = siteOf(files, undefined, { parsesPages: false });
      return () => run(site, (file) => files.get(file), n);
    },
    from: 800,
    tries: 2,
    most: 28,
    enough: 100,
  });
}

describe("time to find references to an export", () => {
  it("is linear in the number of names under which a code file imports it", () => {
    assertLinear(
      "use.jsx",
      (n) => createList(n, (i) => `import { Card as A${i} } from "./chart.jsx";\nf(A${i});`).join("\n"),
      (site, readText, n) => strictEqual(findReferences(site, symbol, readText).length, 2 * n),
    );
  }).timeout(60_000);

  it("is linear in the number of namespaces under which a page or code file imports it", () => {
    const use = (n: number) =>
      `${createList(n, (i) => `import * as A${i} from "./chart.jsx";`).join("\n")}\n\n${createList(n, (i) => `<A${i}.Card />`).join("\n\n")}\n`;
    assertLinear("use.mdx", use, (site, readText, n) => {
      ok(findReferences(site, symbol, readText).length >= n);
      strictEqual(findFileWithMember(site, "chart.jsx", "Card", readText), undefined);
      strictEqual(findFileWithMember(site, "chart.jsx", "Other", readText), undefined);
    });
    assertLinear(
      "use.jsx",
      (n) => use(n).replaceAll("Card", "Card1"),
      (site, readText) => {
        strictEqual(findFileWithMember(site, "chart.jsx", "Card", readText), undefined);
      },
    );
  }).timeout(60_000);
});
