import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { FrameAppearance, SiteSurroundings, SiteShellView } from "../view/site-frame.ts";
import type { IconFinder } from "./frame-links.ts";
import { createSiteFrame } from "./site-frame.ts";

const human = { reader: "human", signedIn: false, groups: [] } as const;
/** Returns an icon whose name consists of the requested library, style, and name. */
const draw: IconFinder = (name, library, style) => ({
  name: [library, style, name].filter(Boolean).join(":"),
  marks: [],
});

function createFrame(settings: object, slug = "a"): SiteShellView {
  const text = JSON.stringify({ navigation: { pages: ["a"] }, ...settings });
  return createSiteFrame(
    siteOf(
      new Map([
        ["docs.json", text],
        ["a.mdx", ""],
      ]),
      "mintlify",
    ),
    slug,
    human,
    draw,
  );
}

/** Returns a part of the frame without its source locations. */
function removeLocations(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, item: unknown) => (/^location$|Location$/.test(key) ? undefined : item)) ?? "null",
  );
}

const file = (path: string) => ({ file: path });

/** docs.json settings that affect the site's appearance, and the expected result. */
const checks: readonly (readonly [settings: object, part: keyof FrameAppearance, expected: unknown])[] = [
  [{ name: " Acme " }, "name", "Acme"],
  [{}, "name", ""],
  [{ theme: "aspen" }, "theme", "aspen"],
  [{ theme: "other" }, "theme", "mint"],
  [{ colors: { primary: "#0A5C63", light: "#fff", dark: "red" } }, "colors", { primary: "#0A5C63", light: "#fff" }],
  [
    { logo: "/l.svg", name: "Acme" },
    "logo",
    { light: file("l.svg"), dark: file("l.svg"), link: { label: "Acme", href: "/" } },
  ],
  [
    { logo: { light: "/l.svg", dark: "https://acme.com/d.svg", href: "https://acme.com" } },
    "logo",
    {
      light: file("l.svg"),
      dark: { url: "https://acme.com/d.svg", host: "acme.com" },
      link: { label: "", href: "https://acme.com", isExternal: true },
    },
  ],
  [{ logo: "../../etc/passwd" }, "logo", undefined],
  [{ logo: "javascript:alert(1)" }, "logo", undefined],
  [{ favicon: { light: "f.png", dark: "g.png" } }, "favicon", { light: file("f.png"), dark: file("g.png") }],
  [{}, "appearance", { initialMode: "system", isStrict: false }],
  [{ appearance: { default: "dark", strict: true } }, "appearance", { initialMode: "dark", isStrict: true }],
  [
    { background: { image: "/b.png", decoration: "grid", color: { light: "#fafafa", dark: "#000000" } } },
    "background",
    {
      image: { light: file("b.png"), dark: file("b.png") },
      decoration: "grid",
      light: "#fafafa",
      dark: "#000000",
    },
  ],
  [{ background: { decoration: "stars" } }, "background", {}],
  [
    { fonts: { family: "Inter", weight: 400 } },
    "fonts",
    { heading: { family: "Inter", weight: 400 }, body: { family: "Inter", weight: 400 } },
  ],
  [
    { fonts: { heading: { family: "Own", source: "/fonts/own.woff2", format: "woff2" } } },
    "fonts",
    { heading: { family: "Own", source: file("fonts/own.woff2"), format: "woff2" } },
  ],
  [
    { fonts: { family: "Inter", heading: { family: "Own" } } },
    "fonts",
    { heading: { family: "Inter" }, body: { family: "Inter" } },
  ],
  [
    { theme: "willow", variations: { options: [{ id: "c", label: "Cloud" }] } },
    "variations",
    { options: [{ id: "c", label: "Cloud" }] },
  ],
  [{ theme: "mint", variations: { options: [{ id: "c", label: "Cloud" }] } }, "variations", undefined],
  [{}, "notFoundPage", { redirectsToFirstPage: true }],
  [
    { errors: { 404: { redirect: false, title: "Gone", description: "See [home](/a)." } } },
    "notFoundPage",
    {
      redirectsToFirstPage: false,
      title: "Gone",
      description: ["See ", { tag: "a", props: { href: "/a" }, children: ["home"] }, "."],
    },
  ],
];

const surroundingCases: readonly (readonly [settings: object, part: keyof SiteSurroundings, expected: unknown])[] = [
  [
    { banner: { content: "**New**", dismissible: true, type: "warning", color: { light: "#111111" } } },
    "banner",
    {
      content: [{ tag: "strong", children: ["New"] }],
      text: "**New**",
      isDismissible: true,
      type: "warning",
      light: "#111111",
    },
  ],
  [
    { banner: { content: "x", color: "#222222" } },
    "banner",
    { content: ["x"], text: "x", isDismissible: false, type: "info", light: "#222222", dark: "#222222" },
  ],
  [{ banner: { content: " " } }, "banner", undefined],
  [
    {
      navbar: {
        links: [
          { label: "Docs", href: "/a", icon: "book" },
          { type: "github", href: "https://github.com/acme/x" },
          { label: "Gone", href: "/gone" },
          { href: "/no-label" },
        ],
      },
    },
    "links",
    [
      { label: "Docs", href: "/a", icon: { name: "fontawesome:book", marks: [] }, type: "link" },
      {
        label: "GitHub",
        href: "https://github.com/acme/x",
        isExternal: true,
        icon: { name: "fontawesome:brands:github", marks: [] },
        type: "github",
      },
      { label: "Gone", href: "/gone", isMissing: true, type: "link" },
    ],
  ],
  [
    { navbar: { primary: { type: "button", label: "Go", href: "javascript:alert(1)" } } },
    "primary",
    { label: "Go", type: "button" },
  ],
  [
    { navbar: { primary: { type: "discord", href: "https://discord.gg/x" } } },
    "primary",
    {
      label: "Discord",
      href: "https://discord.gg/x",
      isExternal: true,
      icon: { name: "fontawesome:brands:discord", marks: [] },
      type: "discord",
    },
  ],
  [{ search: { prompt: "Find" } }, "search", { prompt: "Find" }],
  [
    { footer: { socials: { x: "https://x.com/acme" } } },
    "socials",
    [
      {
        network: "x",
        label: "x",
        icon: { name: "fontawesome:brands:x-twitter", marks: [] },
        href: "https://x.com/acme",
        isExternal: true,
      },
    ],
  ],
  [
    { footer: { links: [{ header: "H", items: [{ label: "L", href: "/a" }] }] } },
    "columns",
    [{ header: "H", items: [{ label: "L", href: "/a" }] }],
  ],
];

describe("siteFrame: appearance", () => {
  for (const [settings, part, expected] of checks)
    it(`returns ${part} for ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(removeLocations(createFrame(settings).look[part]), expected ?? null);
    });

  for (const [settings, part, expected] of surroundingCases)
    it(`returns ${part} for ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(removeLocations(createFrame(settings).surroundings[part]), expected ?? null);
    });

  it("uses the navbar, footer, and banner for the page's language or, by default, for the site", () => {
    const navigation = {
      languages: [
        { language: "en", pages: ["a"] },
        { language: "de", banner: { content: "Neu" }, footer: { links: [] }, pages: ["de/a"] },
      ],
    };
    const settings = {
      navigation,
      banner: { content: "New" },
      navbar: { links: [{ label: "X", href: "/a" }] },
      footer: { socials: { github: "https://github.com/acme" } },
    };
    const text = JSON.stringify(settings);
    const site = siteOf(
      new Map([
        ["docs.json", text],
        ["a.mdx", ""],
        ["de/a.mdx", ""],
      ]),
      "mintlify",
    );
    const [en, de] = ["a", "de/a"].map((slug) => createSiteFrame(site, slug, human).surroundings);
    assert.deepEqual([en?.banner?.text, en?.socials.length, en?.links.length], ["New", 1, 1]);
    assert.deepEqual([de?.banner?.text, de?.socials.length, de?.links.length], ["Neu", 0, 1]);
  });

  it("finds icons in the configured library and style and treats files and URLs as images", () => {
    const icons: readonly (readonly [unknown, unknown])[] = [
      ["rocket", { name: "lucide:rocket", marks: [] }],
      [
        { name: "rocket", style: "solid", library: "fontawesome" },
        { name: "fontawesome:solid:rocket", marks: [] },
      ],
      ["/icons/own.svg", { image: { file: "icons/own.svg" } }],
      ["https://acme.com/i.svg", { image: { url: "https://acme.com/i.svg", host: "acme.com" } }],
      ["", null],
    ];
    for (const [icon, expected] of icons) {
      const { menu } = createFrame({
        icons: { library: "lucide" },
        navigation: { tabs: [{ tab: "T", icon, pages: ["a"] }] },
      });
      assert.deepEqual(removeLocations(menu.levels[0]?.choices[0]?.icon ?? null), expected, JSON.stringify(icon));
    }
  });

  it("reads whether groups open their first page from `interaction.drilldown`", () => {
    assert.equal(createFrame({}).menu.hasDrilldown, undefined);
    assert.equal(createFrame({ interaction: { drilldown: false } }).menu.hasDrilldown, false);
    assert.equal(createFrame({ interaction: { drilldown: true } }).menu.hasDrilldown, true);
  });

  it("contains the source position of every setting", () => {
    const text = '{"name":"Acme","colors":{"primary":"#000000"},"navigation":{"pages":["a"]}}';
    const { look } = createSiteFrame(siteOf(new Map([["docs.json", text]])), "a", human);
    const read = (at = look.nameLocation) => text.slice(at?.range.start, at?.range.end);
    assert.equal(read(), '"Acme"');
    assert.equal(read(look.colors.location), '{"primary":"#000000"}');
  });
});
