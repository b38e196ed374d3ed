import type { Case } from "./case.ts";

const tab = (fields: object) => ({ tabs: [{ tab: "T", pages: ["index"], ...fields }] });
const group = (fields: object) => ({ groups: [{ group: "G", pages: ["index"], ...fields }] });
const nested = (fields: object) => ({
  groups: [{ group: "G", pages: ["index", { group: "H", pages: ["a"], ...fields }] }],
});

/** Fields of elements other than their children. */
export const navFields: readonly Case[] = [
  // `directory` is one of `none`, `accordion`, and `card`.
  ...["none", "accordion", "card"].map((directory) => ({
    name: `directory ${directory}`,
    nav: group({ directory, root: "a" }),
    pages: "index a",
    both: "clean" as const,
  })),
  {
    name: "an unknown directory",
    nav: tab({ directory: "list" }),
    both: ["error config/value-not-allowed `list`"],
  },
  { name: "a number as directory", nav: tab({ directory: 1 }), both: ["error config/wrong-type `1`"] },
  // `directory` affects only groups that have a root page. If any other group has it, this is reported as information.
  {
    name: "a directory without a root page",
    nav: tab({ directory: "card" }),
    both: ["information nav/directory-without-root"],
  },
  {
    name: "a directory with a deeply nested root page",
    nav: {
      tabs: [
        {
          tab: "T",
          directory: "card",
          groups: [{ group: "G", pages: [{ group: "H", root: "a", pages: ["index"] }] }],
        },
      ],
    },
    pages: "index a",
    both: ["no nav/directory-without-root"],
  },
  // `directory` is also a setting of the root of the navigation. Both profiles check every setting.
  {
    name: "a directory on the navigation",
    nav: { directory: "card", groups: [{ group: "G", root: "a", pages: ["index"] }] },
    pages: "index a",
    both: "clean",
  },
  // `expanded` is a boolean value that affects only nested groups. If any other group has it, this is reported as
  // information.
  {
    name: "a string as `expanded`",
    nav: group({ expanded: "yes" }),
    both: ["error config/wrong-type `yes`"],
  },
  {
    name: "`expanded` on a top-level group",
    nav: group({ expanded: true }),
    both: ["information nav/expanded-without-effect"],
  },
  {
    name: "`expanded` on a nested group",
    nav: nested({ expanded: true }),
    pages: "index a",
    both: ["no nav/expanded-without-effect"],
  },
  // `root` is the path of a page. A path without a page is an error.
  { name: "a root page", nav: group({ root: "a" }), pages: "index a", both: "clean" },
  { name: "a root page that is also listed", nav: group({ root: "index" }), both: "clean" },
  {
    name: "a missing root page",
    nav: group({ root: "nope" }),
    both: ["error nav/root-page-not-found `nope`"],
  },
  // The path of a folder opens its index page or the first page in it, but the build doesn't find a file for it.
  {
    name: "a folder with an index page as root page",
    nav: group({ root: "a", pages: ["index", "a/b"] }),
    pages: "index a/index a/b",
    both: ["warning nav/root-page-not-found `a`"],
    offers: ["Change to `a/index`", "no Create the page a.mdx"],
  },
  {
    name: "a folder with listed pages as root page",
    nav: {
      groups: [
        { group: "A", pages: ["index", "a/c"] },
        { group: "B", root: "a", pages: ["a/b"] },
      ],
    },
    pages: "index a/b a/c",
    both: ["warning nav/root-page-not-found `a`"],
    offers: ["Change to `a/b`"],
  },
  {
    name: "a folder whose pages only another group lists as root page",
    nav: {
      groups: [
        { group: "A", pages: ["index", "a/c"] },
        { group: "B", root: "a", pages: ["b"] },
      ],
    },
    pages: "index a/c b",
    both: ["warning nav/root-page-not-found `a`"],
    offers: ["Change to `a/c`"],
  },
  {
    name: "a folder without listed pages as root page",
    nav: group({ root: "a" }),
    pages: "index a/b",
    both: ["error nav/root-page-not-found `a`"],
  },
  { name: "a number as root page", nav: group({ root: 1 }), both: ["error config/wrong-type `1`"] },
  {
    name: "a root page, which counts as part of the navigation",
    nav: group({ root: "a" }),
    pages: "index a",
    both: ["no nav/page-not-in-navigation"],
  },
  // `boost` is a number. A value that isn't finite or isn't greater than 0 is a warning.
  { name: "a boost", nav: group({ boost: 0.5 }), both: "clean" },
  { name: "a boost of 0", nav: group({ boost: 0 }), both: ["warning nav/boost-not-positive `0`"] },
  { name: "a negative boost", nav: group({ boost: -1 }), both: ["warning nav/boost-not-positive `-1`"] },
  { name: "a boost as a string", nav: group({ boost: "2" }), both: ["error config/wrong-type `2`"] },
  {
    name: "an infinite boost",
    files: {
      "docs.json":
        '{"theme":"mint","name":"A","colors":{"primary":"#0D6E6E"},"navigation":{"groups":[{"group":"G","boost":1e999,"pages":["index"]}]}}',
    },
    both: ["warning nav/boost-not-positive `1e999`"],
  },
  // An icon is a name without the prefix `fa-`, or `{style, name, library}`. The libraries are fontawesome, lucide, and
  // tabler.
  { name: "an icon", nav: group({ icon: "house" }), both: "clean" },
  {
    name: "an icon that doesn't exist",
    nav: group({ icon: "hosue" }),
    both: ["warning nav/unknown-icon `hosue`"],
  },
  {
    name: "an icon with its prefix",
    nav: group({ icon: "fa-house" }),
    both: ["error config/invalid-value `fa-house`"],
  },
  { name: "an icon with a style", nav: group({ icon: { name: "house", style: "solid" } }), both: "clean" },
  {
    name: "an icon with an unknown style",
    nav: group({ icon: { name: "house", style: "bold" } }),
    both: ["error config/value-not-allowed `bold`"],
  },
  {
    name: "an icon in an unknown library",
    nav: group({ icon: { name: "house", library: "x" } }),
    both: ["error config/value-not-allowed `x`"],
  },
  {
    name: "an icon in another library",
    nav: group({ icon: { name: "rocket", library: "lucide" } }),
    both: "clean",
  },
  {
    name: "an icon without a name",
    nav: group({ icon: { library: "lucide" } }),
    both: ["error config/missing-setting"],
  },
  { name: "a remote icon", nav: group({ icon: "https://e.com/i.svg" }), both: "clean" },
  // If an icon's file doesn't exist, the service shows no icon and doesn't report a problem.
  {
    name: "a missing icon file on the site",
    nav: group({ icon: "/icons/gone.svg" }),
    both: ["warning config/file-not-found `/icons/gone.svg`"],
  },
  {
    name: "a missing icon file in an object",
    nav: group({ icon: { name: "icons/gone.svg" } }),
    both: ["warning config/file-not-found `icons/gone.svg`"],
  },
  {
    name: "icon files with and without a leading slash",
    nav: {
      groups: ["/i.svg", "./i.svg", "icons/i.svg"].map((icon) => ({ group: icon, icon, pages: ["index"] })),
    },
    files: { "i.svg": "<svg/>", "icons/i.svg": "<svg/>" },
    both: [
      "no config/file-not-found",
      "no nav/unknown-icon",
      "information nav/page-listed-twice",
      "information nav/page-listed-twice",
    ],
  },
  { name: "an emoji as icon", nav: group({ icon: "🚀" }), both: "clean" },
  {
    name: "an icon file on the site",
    nav: group({ icon: "/i.svg" }),
    files: { "i.svg": "<svg/>" },
    both: "clean",
  },
  { name: "an icon that is a number", nav: group({ icon: 1 }), both: ["error config/wrong-type `1`"] },
  {
    name: "an icon in the site's library",
    settings: { icons: { library: "lucide" } },
    nav: group({ icon: "rocket" }),
    both: "clean",
  },
  // Icons must be strings.
  { name: "markup as an icon", nav: group({ icon: "<svg onload=alert(1)>" }), both: "no error" },
  // Other fields of elements.
  { name: "a tag", nav: group({ tag: "NEW" }), both: "clean" },
  { name: "a tag that is a number", nav: group({ tag: 1 }), both: ["error config/wrong-type `1`"] },
  { name: "a hidden group", nav: { tabs: [{ tab: "T", hidden: true, pages: ["index"] }] }, both: "clean" },
  { name: "a string as `hidden`", nav: tab({ hidden: "yes" }), both: ["error config/wrong-type `yes`"] },
  {
    name: "`public` on a group",
    nav: group({ public: true, searchable: false, hidden: false }),
    both: "clean",
  },
  { name: "`align`", nav: tab({ align: "end" }), both: "clean" },
  {
    name: "an unknown value of `align`",
    nav: tab({ align: "right" }),
    both: ["error config/value-not-allowed `right`"],
  },
  {
    name: "a color",
    nav: { anchors: [{ anchor: "A", color: { light: "#fff" }, pages: ["index"] }] },
    both: "clean",
  },
  {
    name: "a color with an unknown key",
    nav: { anchors: [{ anchor: "A", color: { light: "#fff", main: "#fff" }, pages: ["index"] }] },
    both: "fault",
  },
  {
    name: "an invalid color",
    nav: { dropdowns: [{ dropdown: "D", color: { light: "white" }, pages: ["index"] }] },
    both: ["error config/invalid-value `white`"],
  },
  {
    name: "a description",
    nav: { products: [{ product: "P", name: "P one", description: "All of P", pages: ["index"] }] },
    both: "clean",
  },
  // The service silently ignores unknown fields of a group, such as `collapsed`, `anchor`, and `examples`, so they're
  // reported as warnings.
  {
    name: "an unknown field of a group",
    nav: group({ collapsed: true }),
    both: ["warning config/unknown-setting `collapsed`"],
  },
  {
    name: "an unknown field of a tab",
    nav: tab({ colour: "#fff" }),
    both: ["warning config/unknown-setting `colour`"],
  },
  { name: "the label of another type of element", nav: group({ anchor: "x" }), both: "no error" },
  // Bidirectional formatting characters and control characters are warnings.
  {
    name: "a label with a bidirectional control",
    nav: group({ group: "a\u202Eb" }),
    both: ["warning nav/bidi-or-control-character"],
  },
  {
    name: "a label with a control character",
    nav: group({ group: "a\u0007b" }),
    both: ["warning nav/bidi-or-control-character"],
  },
  {
    name: "a label with a line separator",
    nav: group({ group: "a\u2028b" }),
    both: ["warning nav/bidi-or-control-character"],
  },
  { name: "a label in Hebrew and with emoji", nav: group({ group: "שלום 👩‍👩‍👧" }), both: "clean" },
  // A language can have its own `banner`, `footer`, and `navbar`.
  {
    name: "a language with its own navbar, footer, and banner",
    nav: {
      languages: [
        {
          language: "en",
          banner: { content: "Hi", dismissible: true },
          footer: {
            socials: { x: "https://x.com/a" },
            links: [{ header: "A", items: [{ label: "B", href: "https://e.com" }] }],
          },
          navbar: {
            links: [{ label: "A", href: "https://e.com" }],
            primary: { type: "button", label: "Go", href: "https://e.com" },
          },
          pages: ["index"],
        },
      ],
    },
    both: "clean",
  },
  {
    name: "an empty banner of a language",
    nav: { languages: [{ language: "en", banner: {}, pages: ["index"] }] },
    both: ["error config/missing-setting"],
  },
  {
    name: "a language's footer link over HTTP",
    nav: { languages: [{ language: "en", footer: { socials: { x: "http://x.com" } }, pages: ["index"] }] },
    both: ["error config/invalid-value `http://x.com`"],
  },
];
