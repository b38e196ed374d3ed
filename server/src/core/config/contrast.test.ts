import assert from "node:assert/strict";
import { contrastRatio, nearestPassing } from "./contrast.ts";

describe("contrastRatio", () => {
  const known: readonly (readonly [string, string, number])[] = [
    ["#000000", "#ffffff", 21],
    ["#fff", "#FFFFFF", 1],
    ["#777777", "#ffffff", 4.48],
    ["#767676", "#ffffff", 4.54],
    ["#ff0000", "#ffffff", 4],
    ["#0000ff", "#fff", 8.59],
  ];
  for (const [one, other, ratio] of known)
    it(`returns ${ratio} for ${one} on ${other}`, () => {
      assert.equal(contrastRatio(one, other)?.toFixed(2), ratio.toFixed(2));
      assert.equal(contrastRatio(other, one), contrastRatio(one, other));
    });

  it("returns undefined for a value that isn't a color", () => {
    for (const text of ["red", "#12", "#1234567", "", "#ggg"])
      assert.equal(contrastRatio(text, "#fff"), undefined);
  });
});

describe("nearestPassing", () => {
  it("makes colors darker on white and lighter on black, but no more than necessary", () => {
    assert.equal(nearestPassing("#777777", [{ background: "#ffffff", ratio: 4.5 }]), "#767676");
    const lighter = nearestPassing("#333333", [{ background: "#000000", ratio: 4.5 }]) ?? "";
    assert.ok(
      (contrastRatio(lighter, "#000000") ?? 0) >= 4.5 && (contrastRatio(lighter, "#000000") ?? 0) < 4.8,
    );
  });

  it("returns a color that meets all contrast requirements, or reports that there isn't one", () => {
    const both = [
      { background: "#ffffff", ratio: 3 },
      { background: "#000000", ratio: 3 },
    ];
    const found = nearestPassing("#ffee00", both) ?? "";
    for (const { background } of both) assert.ok((contrastRatio(found, background) ?? 0) >= 3);
    assert.equal(
      nearestPassing(
        "#ffee00",
        both.map((demand) => ({ ...demand, ratio: 5 })),
      ),
      undefined,
    );
    assert.equal(nearestPassing("teal", both), undefined);
  });
});
