import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { mayMatchFile, normalizeMediaName, findMediaNames } from "./media-types.ts";

describe("mediaNamesIn", () => {
  const cases: [text: string, names: string[]][] = [
    ["![a](/images/Hero.PNG) and <img src='./b%20c.svg'/>", ["hero.png", "c.svg"]],
    ["background: url(/img/dots.webp?v=2#x)", ["dots.webp"]],
    ['import logo from "../logo.svg"; const a = `/img/${theme}-wide.png`', ["img/*-wide.png", "logo.svg"]],
    ["const b = `/img/${name}.jpg`; glob('*.gif')", ["*.gif", "img/*.jpg"]],
    ["`../img/dark-{mode}.svg` or {name}.svg", ["*.svg", "img/dark-*.svg"]],
    ["`https://raw.example.com/acme/docs/main/images/hero/${name}-dark.png`", ["hero/*-dark.png"]],
    ["`https://cdn.example.com/${name}.png`", ["https://cdn.example.com/*.png"]],
    ["pngs, a.pngx, png, .png and `.jpg`", []],
    ["caf\u0065\u0301.png", ["caf\u00e9.png"]],
  ];
  for (const [text, names] of cases)
    it(`finds the names in ${JSON.stringify(text.slice(0, 40))}`, () =>
      assert.deepEqual([...findMediaNames(text)].sort(), [...names].sort()));

  it("returns a file's name as it appears in text", () => {
    assert.equal(normalizeMediaName("images/My Screen.PNG"), "screen.png");
    assert.equal(normalizeMediaName("images/run().png"), ".png");
    assert.equal(normalizeMediaName("images/caf%C3%A9.png"), "caf\u00e9.png");
  });

  it("matches files by names with wildcards", () => {
    assert.ok(mayMatchFile("img/dark-*.svg", "docs/img/dark-wide.svg"));
    assert.ok(mayMatchFile("*.gif", "a/b.GIF"));
    assert.ok(!mayMatchFile("img/dark-*.svg", "img/light-wide.svg"));
    assert.ok(!mayMatchFile("img/dark-*.svg", "myimg/dark-wide.svg"));
  });

  it("is fast for text that is a single name", () => {
    const text = `${"a".repeat(500_000)}${".png".repeat(50_000)}${"}.png".repeat(50_000)}`;
    assertQuick(1000, () => findMediaNames(text));
  });
});
