import assert from "node:assert/strict";
import type { FrameAppearance } from "../../server/src/core/preview/view/site-frame.ts";
import { createSiteStyle, getTextColor } from "../../webview/src/frame/appearance.ts";

const at = { file: "docs.json", range: { start: 0, end: 0 } };
const services = { toResourceUrl: (address: string) => `/assets${address}`, shownHosts: new Set<string>() };
const look = (more: Partial<FrameAppearance>): FrameAppearance => ({
  name: "",
  home: "/",
  theme: "mint",
  colors: {},
  appearance: { initialMode: "system", isStrict: false },
  background: {},
  fonts: {},
  notFoundPage: { redirectsToFirstPage: true },
  ...more,
});

describe("createLookStyle", () => {
  it("uses white text where it's readable on the site's colors, and black text elsewhere", () => {
    assert.deepEqual(["#fff", "#000000", "#0A5C63", "#12838B", "#5ED3CF", "#777777"].map(getTextColor), [
      "#000000",
      "#ffffff",
      "#ffffff",
      "#ffffff",
      "#000000",
      "#000000",
    ]);
  });

  it("uses the mode's background color and image, and remote images only from allowed hosts", () => {
    const file = { file: "b.png" };
    const background = {
      light: "#fafafa",
      image: { light: file, dark: { url: "https://acme.com/d.png", host: "acme.com" }, location: at },
    };
    const light = createSiteStyle(look({ background }), "light", services);
    assert.deepEqual([light["--page-background"], light["--page-picture"]], ["#fafafa", 'url("/assets/b.png")']);
    const dark = createSiteStyle(look({ background }), "dark", services);
    assert.deepEqual([dark["--page-background"], dark["--page-picture"]], [undefined, undefined]);
    const agreed = { ...services, shownHosts: new Set(["acme.com"]) };
    assert.equal(
      createSiteStyle(look({ background }), "dark", agreed)["--page-picture"],
      'url("https://acme.com/d.png")',
    );
  });

  it("falls back to the generic family of an unknown font", () => {
    const generic = (family: string) => {
      const style = createSiteStyle(look({ fonts: { body: { family, location: at } } }), "light", services)[
        "--page-font"
      ];
      return style?.split(", ").at(-1);
    };
    const families = ["Acme, monospace", "JetBrains Mono", "Fira Code", "Courier New"];
    assert.deepEqual(
      families.map(generic),
      families.map(() => "monospace"),
    );
    assert.deepEqual(["Acme, serif", "Source Serif 4", "Roboto Slab"].map(generic), ["serif", "serif", "serif"]);
    assert.deepEqual(["Acme", "Open Sans", "Monoton", "Acme, sans-serif"].map(generic), Array(4).fill("sans-serif"));
  });

  it("escapes font names and image URLs", () => {
    const fonts = { body: { family: 'A"; } body { x: url(y', location: at } };
    const style = createSiteStyle(look({ fonts }), "light", services)["--page-font"];
    assert.equal(style?.startsWith('"A  body  x: urly"'), true, style);
    const image = { light: { file: 'a") b.png' }, dark: { file: "a" }, location: at };
    const address = createSiteStyle(look({ background: { image } }), "light", services)["--page-picture"];
    assert.equal(address, 'url("/assets/a%22) b.png")');
  });
});
