import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { findColors, formatColor } from "./colors.ts";

function listColors(text: string, file = "docs.json"): string[] {
  const { files } = parseFixture(text);
  return findColors(siteOf(files), file).map(({ range, color: { red, green, blue, alpha } }) => {
    const parts = [red, green, blue].map((part) => Math.round(255 * part)).join(" ");
    return `${files.get(file)?.slice(range.start, range.end)} = ${parts} ${alpha.toFixed(2)}`;
  });
}

describe("colors in docs.json", () => {
  it("are found in settings that take colors", () =>
    assert.deepEqual(
      listColors(
        '{ "name": "#ffffff", "colors": { "primary": "#FF8000", "light": "#0f0", "dark": "red" }, "background": { "color": { "light": "#00000080" } }, "variables": { "x": "#123456" } }',
      ),
      ["#FF8000 = 255 128 0 1.00", "#0f0 = 0 255 0 1.00", "#00000080 = 0 0 0 0.50"],
    ));

  it("are located in the file that contains them", () => {
    const text = '//- docs.json\n{ "colors": { "$ref": "colors.json" } }\n//- colors.json\n{ "primary": "#010203" }';
    assert.deepEqual(listColors(text), []);
    assert.deepEqual(listColors(text, "colors.json"), ["#010203 = 1 2 3 1.00"]);
  });

  it("keep the length and letter case of the previous value", () => {
    const orange = { red: 1, green: 128 / 255, blue: 0, alpha: 0.5 };
    assert.equal(formatColor(orange, "#ABCDEF"), "#FF8000");
    assert.equal(formatColor(orange, "#abcdef"), "#ff8000");
    assert.equal(formatColor(orange, "#123456"), "#ff8000");
    assert.equal(formatColor(orange, "#ABCDEF00"), "#FF800080");
    assert.equal(formatColor(orange, "#abc"), "#ff8000");
    assert.equal(formatColor({ red: 1, green: 0, blue: 0.2, alpha: 1 }, "#abc"), "#f03");
  });

  it("stay valid regardless of the values that an editor sends", () =>
    assert.equal(formatColor({ red: 7, green: -1, blue: NaN, alpha: 1 }, "#abcdef"), "#ff0000"));
});
