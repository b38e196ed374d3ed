import assert from "node:assert/strict";
import { getContrastRatio, findNearestColor } from "./contrast.ts";

describe("contrastRatio", () => {
  const knownRatios: readonly (readonly [string, string, number])[] = [
    ["#000000", "#ffffff", 21],
    ["#fff", "#FFFFFF", 1],
    ["#777777", "#ffffff", 4.48],
    ["#767676", "#ffffff", 4.54],
    ["#ff0000", "#ffffff", 4],
    ["#0000ff", "#fff", 8.59],
  ];
  for (const [one, other, ratio] of knownRatios)
    it(`returns ${ratio} for ${one} on ${other}`, () => {
      assert.equal(getContrastRatio(one, other)?.toFixed(2), ratio.toFixed(2));
      assert.equal(getContrastRatio(other, one), getContrastRatio(one, other));
    });

  it("returns undefined for a value that isn't a color", () => {
    for (const text of ["red", "#12", "#1234567", "", "#ggg"]) assert.equal(getContrastRatio(text, "#fff"), undefined);
  });
});

describe("nearestPassing", () => {
  it("makes colors darker on white and lighter on black, but no more than necessary", () => {
    assert.equal(findNearestColor("#777777", [{ background: "#ffffff", minRatio: 4.5 }]), "#767676");
    const lighterColor = findNearestColor("#333333", [{ background: "#000000", minRatio: 4.5 }]) ?? "";
    assert.ok(
      (getContrastRatio(lighterColor, "#000000") ?? 0) >= 4.5 && (getContrastRatio(lighterColor, "#000000") ?? 0) < 4.8,
    );
  });

  it("returns a color that meets all contrast requirements, or reports that there isn't one", () => {
    const requirements = [
      { background: "#ffffff", minRatio: 3 },
      { background: "#000000", minRatio: 3 },
    ];
    const found = findNearestColor("#ffee00", requirements) ?? "";
    for (const { background } of requirements) assert.ok((getContrastRatio(found, background) ?? 0) >= 3);
    assert.equal(
      findNearestColor(
        "#ffee00",
        requirements.map((requirement) => ({ ...requirement, minRatio: 5 })),
      ),
      undefined,
    );
    assert.equal(findNearestColor("teal", requirements), undefined);
  });
});
