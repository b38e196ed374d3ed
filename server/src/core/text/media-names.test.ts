import assert from "node:assert/strict";
import { mediaName, mediaNamesIn } from "./media-names.ts";

describe("mediaNamesIn", () => {
  const cases: [text: string, names: string[]][] = [
    ["![a](/images/Hero.PNG) and <img src='./b%20c.svg'/>", ["hero.png", "c.svg"]],
    ["background: url(/img/dots.webp?v=2#x)", ["dots.webp"]],
    ['import logo from "../logo.svg"; const a = `/img/${theme}-wide.png`', [".png", "logo.svg"]],
    ["const b = `/img/${name}.jpg`; glob('*.gif')", [".jpg", ".gif"]],
    ["pngs, a.pngx, png", []],
    ["caf\u0065\u0301.png", ["caf\u00e9.png"]],
  ];
  for (const [text, names] of cases)
    it(text.slice(0, 40), () => assert.deepEqual([...mediaNamesIn(text)].sort(), [...names].sort()));

  it("names a file as texts do", () => {
    assert.equal(mediaName("images/My Screen.PNG"), "screen.png");
    assert.equal(mediaName("images/caf%C3%A9.png"), "caf\u00e9.png");
  });

  it("is quick with text that is all one name", () => {
    const begin = performance.now();
    mediaNamesIn("a".repeat(500_000) + ".png".repeat(50_000));
    assert.ok(performance.now() - begin < 1000);
  });
});
