import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { assertGrowsWithLength } from "../../../../../test/harness/grows-with-length.ts";
import { readNames } from "./names-in-code.ts";

/** Returns the kind of each use of a name, with `declared` and `local` where they apply. */
function listKinds(text: string, name = "Box"): readonly string[] | undefined {
  return readNames(text)
    ?.findByName(name)
    .map(({ kind, isDeclaration, isLocal }) =>
      [kind, isDeclaration && "declared", isLocal && "local"].filter(Boolean).join(" "),
    );
}

describe("names in code", () => {
  it("are distinguished by the surrounding syntax", () => {
    deepStrictEqual(listKinds('import { Box } from "x"; export { Box }; f(Box, { Box }); <Box>{Box}</Box>;'), [
      "import declared",
      "export",
      "plain",
      "property",
      "tag",
      "plain",
      "tag",
    ]);
    deepStrictEqual(listKinds("const { Box = 1 } = a; ({ Box } = b); <Box.Part />;"), [
      "property declared",
      "property",
      "plain",
    ]);
  });

  it("are local within the function or block that declares them", () => {
    deepStrictEqual(listKinds("const Box = 1; { const Box = 2; } Box;"), [
      "plain declared",
      "plain declared local",
      "plain",
    ]);
    deepStrictEqual(listKinds("function f() { Box; if (a) { var Box; } } Box;"), [
      "plain local",
      "plain declared local",
      "plain",
    ]);
    deepStrictEqual(listKinds("class A { static { var Box; } [Box] = Box; }"), [
      "plain declared local",
      "plain",
      "plain",
    ]);
  });

  it("include special names such as __proto__ and constructor", () => {
    deepStrictEqual(listKinds("const __proto__ = 1; __proto__;", "__proto__"), ["plain declared", "plain"]);
    deepStrictEqual(listKinds("const a = 1;", "constructor"), []);
    deepStrictEqual(listKinds("const a = 1;", "__proto__"), []);
  });

  it("are undefined if the code can't be parsed, is nested too deeply, or is too large", () => {
    strictEqual(readNames("const Box = (;"), undefined);
    strictEqual(readNames("interface Box {}"), undefined);
    strictEqual(readNames("(".repeat(300) + ")".repeat(300)), undefined);
    strictEqual(readNames("a=>".repeat(100_000)), undefined);
    strictEqual(readNames(" ".repeat(2_000_001)), undefined);
  });

  it("are found in time proportional to the length of the code", () => {
    const growth = { from: 4000, tries: 3, most: 16, enough: 400 };
    const find = (text: string) => () => readNames(text)?.findByName("Box");
    assertGrowsWithLength({ ...growth, work: (n) => find(`Box${".a".repeat(n)}`) });
    assertGrowsWithLength({
      ...growth,
      work: (n) => find(`${"a=>".repeat(200)}[${"() => Box,".repeat(n)}]`),
    });
    assertGrowsWithLength({ ...growth, work: (n) => find("<Box>{Box}</Box>;".repeat(n)) });
  });
});
