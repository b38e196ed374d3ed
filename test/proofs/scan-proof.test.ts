import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { compareScan, mutations, seededRandom } from "./compare-scan.ts";
import { factKinds } from "./page-facts.ts";
import { proofPages } from "./proof-pages.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

/**
 * Returns the facts that only the full parse or only the scan has found, or undefined if the full parse rejects the
 * page.
 */
function differences(page: string): string[] | undefined {
  return compareScan(page)?.flatMap(({ kind, missing, extra }) => [
    ...missing.map((fact) => `${kind} missing: ${fact}`),
    ...extra.map((fact) => `${kind} too many: ${fact}`),
  ]);
}

describe("comparing the scan with the full parse", () => {
  for (const [name, page] of Object.entries(proofPages))
    it(`finds no difference in ${name}`, () => deepStrictEqual(differences(page), []));

  it("covers each kind of fact with enough comparisons", () => {
    for (const kind of factKinds) {
      const agreed = Object.values(proofPages).flatMap(
        (page) => compareScan(page)?.find((each) => each.kind === kind)?.agreed ?? 0,
      );
      ok(agreed.reduce((sum, count) => sum + count, 0) >= 3, kind);
    }
  });

  it("finds no difference in pages with a character removed at random positions", () => {
    const random = seededRandom(seedOf(7));
    let compared = 0;
    for (const page of Object.values(proofPages))
      for (const each of mutations(page, chooseByMode(25, 60), random)) {
        const found = differences(each);
        if (!found) continue;
        compared++;
        deepStrictEqual(found, [], each);
      }
    ok(compared > chooseByMode(33, 80), `${compared} pages could be parsed`);
  });

  it("includes only pages that can be parsed", () => {
    strictEqual(differences("<Card"), undefined);
    // A link can't span two list items. No other test in this file would detect an error in the comparison of this
    // case.
    deepStrictEqual(differences("[a\n\n- b](/c)"), []);
  });
});
