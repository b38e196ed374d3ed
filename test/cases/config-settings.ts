import type { Case } from "./case.ts";

/** The name of a case, the settings in docs.json (usually only one), and the result in both profiles. */
type Row = readonly [name: string, settings: Readonly<Record<string, unknown>>, both: Case["both"]];

const socials = { footer: { socials: { x: "https://x.com/acme" } } };
const column = { header: "Company", items: [{ label: "Blog", href: "https://example.com/blog" }] };

// The expected results follow from the type, values, and constraints of each setting. `config/unknown-setting` and
// `file-not-found` are warnings, whereas `wrong-type`, `value-not-allowed`, `invalid-value`, and `missing-setting` are
// errors.
const rows: readonly Row[] = [
  // The settings `theme`, `name`, `description`, and `colors`.
  ["an unknown theme", { theme: "mintt" }, ["error config/value-not-allowed `mintt`"]],
  ["a theme that is a number", { theme: 3 }, ["error config/wrong-type `3`"]],
  ...["mint", "maple", "palm", "willow", "linden", "almond", "aspen", "luma", "sequoia"].map((theme): Row => [
    `the theme ${theme}`,
    { theme },
    "clean",
  ]),
  // The name can't be empty after trimming.
  ["an empty name", { name: "" }, ["error config/invalid-value"]],
  ["a name of spaces", { name: "  " }, ["error config/invalid-value"]],
  ["an array as name", { name: ["x"] }, ["error config/wrong-type"]],
  ["a description that is a number", { description: 4 }, ["error config/wrong-type `4`"]],
  ["a string as `public`", { public: "yes" }, ["error config/wrong-type `yes`"]],
  // A color must match `^#([a-fA-F0-9]{6}|[a-fA-F0-9]{3})$`.
  ["a color name", { colors: { primary: "red" } }, ["error config/invalid-value `red`"]],
  ["a color with five digits", { colors: { primary: "#12345" } }, ["error config/invalid-value `#12345`"]],
  ["a color with eight digits", { colors: { primary: "#12345678" } }, ["error config/invalid-value `#12345678`"]],
  ["a color with four digits", { colors: { primary: "#1234" } }, ["error config/invalid-value `#1234`"]],
  ["a color without the hash", { colors: { primary: "0D6E6E" } }, ["error config/invalid-value `0D6E6E`"]],
  ["a color with three digits", { colors: { primary: "#0aF" } }, "clean"],
  ["a color that is a number", { colors: { primary: 123 } }, ["error config/wrong-type `123`"]],
  ["all colors", { colors: { primary: "#0D6E6E", light: "#5BD1D1", dark: "#0D6E6E" } }, "clean"],
  ["a string as `colors`", { colors: "#0D6E6E" }, ["error config/wrong-type `#0D6E6E`"]],
  // A key that isn't in any profile is unknown.
  ["an unknown key", { navbr: {} }, ["warning config/unknown-setting `navbr`"]],
  ["an unknown nested key", { api: { playgruond: {} } }, ["warning config/unknown-setting `playgruond`"]],
  ["`feedback`, which is set elsewhere", { feedback: { thumbs: true } }, "no error"],
  ["a mint.json key", { topbarLinks: [] }, ["warning config/unknown-setting `topbarLinks`"]],
  ["a key that is a comment", { "// navbar": {} }, "clean"],
  // The setting `api`.
  ["an unknown display", { api: { playground: { display: "full" } } }, ["error config/value-not-allowed `full`"]],
  ...["interactive", "simple", "none", "auth"].map((display): Row => [
    `the display ${display}`,
    { api: { playground: { display } } },
    "clean",
  ]),
  ["a string as `proxy`", { api: { playground: { proxy: "true" } } }, ["error config/wrong-type `true`"]],
  ["a disabled proxy", { api: { playground: { proxy: false, credentials: true } } }, "clean"],
  ["expanded parameters", { api: { params: { expanded: "all" } } }, "clean"],
  [
    "an unknown value of `expanded`",
    { api: { params: { expanded: "open" } } },
    ["error config/value-not-allowed `open`"],
  ],
  ["a string as `params.post`", { api: { params: { post: "x" } } }, ["error config/wrong-type `x`"]],
  ["numbers in `params.post`", { api: { params: { post: [1] } } }, ["error config/wrong-type `1`"]],
  [
    "an unknown value of `examples.defaults`",
    { api: { examples: { defaults: "some" } } },
    ["error config/value-not-allowed `some`"],
  ],
  [
    "a string as `examples.languages`",
    { api: { examples: { languages: "bash" } } },
    ["error config/wrong-type `bash`"],
  ],
  ["languages for examples", { api: { examples: { languages: ["bash", "c#", "node.js"] } } }, "clean"],
  ["a string as `prefill`", { api: { examples: { prefill: "no" } } }, ["error config/wrong-type `no`"]],
  ["the URL display `full`", { api: { url: "full" } }, "clean"],
  ["an unknown URL display", { api: { url: "half" } }, ["error config/value-not-allowed `half`"]],
  ["a server for MDX pages", { api: { mdx: { server: "https://api.example.com" } } }, "clean"],
  [
    "several servers for MDX pages",
    { api: { mdx: { server: ["https://a.example.com", "https://b.example.com"] } } },
    "clean",
  ],
  ["a relative server", { api: { mdx: { server: "/v1" } } }, ["error config/invalid-value `/v1`"]],
  ["a relative server in an array", { api: { mdx: { server: ["/v1"] } } }, ["error config/invalid-value `/v1`"]],
  ["a server that is a number", { api: { mdx: { server: 1 } } }, ["error config/wrong-type `1`"]],
  ...["bearer", "basic", "key", "cobo"].map((method): Row => [
    `the authentication method ${method}`,
    { api: { mdx: { auth: { method, name: "X-Key" } } } },
    "clean",
  ]),
  // The value `none` isn't accepted in docs.json, only in a page's `authMethod`.
  [
    "the authentication method none",
    { api: { mdx: { auth: { method: "none" } } } },
    ["error config/value-not-allowed `none`"],
  ],
  // `server` and `api.server` are valid settings. A key that no profile supports is unknown.
  ["`server`", { server: "https://api.example.com" }, "clean"],
  ["api.server", { api: { server: "https://api.example.com" } }, "clean"],
  ["`asyncapi` as an array of objects", { api: { asyncapi: [{ source: "a.json" }] } }, "fault"],
  ["a number as `openapi`", { api: { openapi: 3 } }, ["error config/wrong-type `3`"]],
  ["`openapi` without a source", { api: { openapi: { directory: "ref" } } }, ["error config/missing-setting"]],
  // The settings `appearance`, `background`, `logo`, and `favicon`.
  ["a default appearance", { appearance: { default: "dark", strict: true } }, "clean"],
  ["an unknown appearance", { appearance: { default: "auto" } }, ["error config/value-not-allowed `auto`"]],
  ["a string as `strict`", { appearance: { strict: "true" } }, ["error config/wrong-type `true`"]],
  ["a decoration", { background: { decoration: "windows" } }, "clean"],
  ["an unknown decoration", { background: { decoration: "dots" } }, ["error config/value-not-allowed `dots`"]],
  ["a background color as a string", { background: { color: "#fff" } }, ["error config/wrong-type `#fff`"]],
  [
    "an invalid background color",
    { background: { color: { light: "white" } } },
    ["error config/invalid-value `white`"],
  ],
  ["a missing background image", { background: { image: "/bg.png" } }, ["warning config/file-not-found `/bg.png`"]],
  ["a remote background image", { background: { image: "https://example.com/bg.png" } }, "clean"],
  [
    "a background image for one mode only",
    { background: { image: { light: "https://example.com/a.png" } } },
    ["error config/missing-setting"],
  ],
  ["a missing logo", { logo: "/logo.svg" }, ["warning config/file-not-found `/logo.svg`"]],
  ["a remote logo", { logo: "https://example.com/logo.svg" }, "clean"],
  ["a logo for one mode only", { logo: { light: "https://example.com/a.svg" } }, ["error config/missing-setting"]],
  [
    "a logo that links to a missing page",
    { logo: { light: "https://e.com/a.svg", dark: "https://e.com/b.svg", href: "home" } },
    ["error config/invalid-value `home`"],
  ],
  // A logo that is a string must have at least 3 characters.
  ["a logo of two characters", { logo: "ab" }, "fault"],
  ["a missing favicon", { favicon: "/favicon.ico" }, ["warning config/file-not-found `/favicon.ico`"]],
  [
    "missing favicons for both modes",
    { favicon: { light: "/a.ico", dark: "/b.ico" } },
    ["warning config/file-not-found `/a.ico`", "warning config/file-not-found `/b.ico`"],
  ],
  // The setting `navbar`.
  ["a navbar link", { navbar: { links: [{ label: "Blog", href: "https://example.com" }] } }, "clean"],
  [
    "a navbar link without a label",
    { navbar: { links: [{ href: "https://example.com" }] } },
    ["error config/missing-setting"],
  ],
  [
    "a GitHub link without a label",
    { navbar: { links: [{ type: "github", href: "https://github.com/a/b" }] } },
    "clean",
  ],
  [
    "a navbar link of another type",
    { navbar: { links: [{ type: "shop", label: "Shop", href: "https://e.com" }] } },
    "clean",
  ],
  ["a navbar link without `href`", { navbar: { links: [{ label: "Blog" }] } }, ["error config/missing-setting"]],
  [
    "a navbar link to a bare word",
    { navbar: { links: [{ label: "Blog", href: "blog" }] } },
    ["error config/invalid-value `blog`"],
  ],
  [
    "an icon with its prefix",
    { navbar: { links: [{ label: "B", href: "/", icon: "fa-home" }] } },
    ["error config/invalid-value `fa-home`"],
  ],
  ["a primary button", { navbar: { primary: { type: "button", label: "Go", href: "https://e.com" } } }, "clean"],
  [
    "a primary button without a label",
    { navbar: { primary: { type: "button", href: "https://e.com" } } },
    ["error config/missing-setting"],
  ],
  [
    "a primary link without a type",
    { navbar: { primary: { label: "Go", href: "https://e.com" } } },
    ["error config/missing-setting"],
  ],
  [
    "a primary link of an unknown type",
    { navbar: { primary: { type: "link", label: "Go", href: "https://e.com" } } },
    ["error config/value-not-allowed `link`"],
  ],
  ["a primary link to Discord", { navbar: { primary: { type: "discord", href: "https://discord.gg/x" } } }, "clean"],
  // The setting `footer`: URLs must start with `https:` (not only with `//`) and must not end with .svg, .exe, or .zip.
  // A path on the site can. A footer has one to four columns with at least one item each.
  ["a social link", socials, "clean"],
  [
    "a social link over HTTP",
    { footer: { socials: { x: "http://x.com/acme" } } },
    ["error config/invalid-value `http://x.com/acme`"],
  ],
  ["an unknown social network", { footer: { socials: { mastodon: "https://m.org/@a" } } }, "fault"],
  [
    "a social link to an archive",
    { footer: { socials: { x: "https://x.com/a.zip" } } },
    ["error config/invalid-value"],
  ],
  ["one footer column", { footer: { links: [column] } }, "clean"],
  ["four footer columns", { footer: { links: Array(4).fill(column) } }, "clean"],
  ["five footer columns", { footer: { links: Array(5).fill(column) } }, ["error config/invalid-value"]],
  ["a footer without columns", { footer: { links: [] } }, ["error config/invalid-value"]],
  ["an empty footer column", { footer: { links: [{ header: "A", items: [] }] } }, ["error config/invalid-value"]],
  ["a footer column without items", { footer: { links: [{ header: "A" }] } }, ["error config/missing-setting"]],
  ["a footer column without a header", { footer: { links: [{ items: column.items }] } }, "clean"],
  [
    "a footer link over HTTP",
    { footer: { links: [{ items: [{ label: "A", href: "http://e.com" }] }] } },
    ["error config/invalid-value `http://e.com`"],
  ],
  [
    "a protocol-relative footer link",
    { footer: { links: [{ items: [{ label: "A", href: "//e.com" }] }] } },
    ["error config/invalid-value `//e.com`"],
  ],
  [
    "a footer link to a download on the site",
    { footer: { links: [{ items: [{ label: "A", href: "/kit.zip" }] }] } },
    ["warning link/file-not-found `/kit.zip`"],
  ],
  [
    "a footer link to an email address",
    { footer: { links: [{ items: [{ label: "A", href: "mailto:a@e.com" }] }] } },
    "clean",
  ],
  [
    "a footer link without a label",
    { footer: { links: [{ items: [{ label: "", href: "/index" }] }] } },
    ["error config/invalid-value"],
  ],
];

export const configSettings: readonly Case[] = [
  ...rows.map(([name, settings, both]) => ({ name, settings, both: both ?? "clean" })),
  // The published service's schema allows no other keys here (`validateDocsConfig` in @mintlify/validation 0.1.876).
  {
    name: "an unknown color key",
    settings: { colors: { primary: "#0D6E6E", secondary: "#000" } },
    standard: ["warning config/unknown-setting `secondary`"],
    mintlify: ["error config/unknown-setting `secondary`"],
  },
  {
    name: "a misspelled social network",
    settings: { footer: { socials: { mastadon: "https://example.com/acme" } } },
    standard: ["warning config/unknown-setting `mastadon`"],
    mintlify: ["error config/unknown-setting `mastadon`"],
  },
  // In the published service, `api.mdx.auth` has replaced `api.auth`, which its validation removes without an error.
  {
    name: "the method none in api.auth",
    settings: { api: { auth: { method: "none" } } },
    standard: "clean",
    mintlify: ["warning config/unknown-setting `auth`"],
  },
  {
    name: "an unknown method in api.auth",
    settings: { api: { auth: { method: "magic" } } },
    standard: ["error config/value-not-allowed `magic`"],
    mintlify: ["warning config/unknown-setting `auth`"],
    offers: ["no Move to `api.mdx.auth.method`"],
  },
  {
    name: "a relative api.server",
    settings: { api: { server: "/v1" } },
    standard: ["error config/invalid-value `/v1`"],
    mintlify: "clean",
  },
];
