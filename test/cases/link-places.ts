import type { Case } from "./case.ts";
import { pageCase, pageWith, type PageRow } from "./page-case.ts";

const nowhere = ["warning link/page-not-found `/nowhere`"];
const noFile = (path: string) => [`warning link/file-not-found \`${path}\``];
const other = { pages: "other" };
const png = { files: { "images/a.png": "" } };
const own = {
  files: {
    "snippets/box.jsx":
      "export const Box = ({ src, href }) => <div className={src}>{href}</div>;\nexport const To = (props) => <a href={props.href}>x</a>;\n",
    "snippets/panel.mdx": '<Card title="A" href={href}>{src}</Card>\n',
  },
};
const importBox = 'import { Box, To } from "/snippets/box.jsx";\n\n';
const importPanel = 'import Panel from "/snippets/panel.mdx";\n\n';

// The links that are checked are Markdown links, the `href` of every component, links in docs.json, and URLs in
// frontmatter. The files that are checked are images, media, and downloads.
const rows: readonly PageRow[] = [
  // The service removes a component that it can't load, with its content, so readers don't see the image. If the author
  // ignores the component's problem, something else probably provides it.
  [
    "a missing image in a component from a package",
    'import Logo from "@components/logo";\n\n<Logo src="/images/none.png">\n  ![x](/images/none.png)\n</Logo>',
    ["warning mdx/package-import", "hint link/file-not-found `/images/none.png`"],
  ],
  [
    "a missing image in a component whose import is ignored",
    '{/* docwright-ignore mdx/package-import */}\nimport Logo from "@components/logo";\n\n<Logo>\n  ![x](/images/none.png)\n</Logo>',
    noFile("/images/none.png"),
  ],
  [
    "a missing image in an unknown component that's ignored",
    "{/* docwright-ignore mdx/unknown-component */}\n<Zebra>\n  ![x](/images/none.png)\n</Zebra>",
    noFile("/images/none.png"),
  ],
  [
    "a missing image in an unknown component if that rule is off",
    "<Zebra>\n  ![x](/images/none.png)\n</Zebra>",
    noFile("/images/none.png"),
    { files: { ".docwright.json": { rules: { "mdx/*": "off" } } } },
  ],
  [
    "a missing image in a component that isn't defined",
    '<Zebra src="/images/none.png" />\n\n<Card img="/images/none.png" title="A" />',
    ["warning mdx/unknown-component `Zebra`", ...noFile("/images/none.png")],
  ],
  [
    "a missing image in a component that a snippet exports",
    `${importBox}<Box>\n  ![x](/images/none.png)\n</Box>`,
    noFile("/images/none.png"),
    own,
  ],
  ["a link", "[x](/nowhere)", nowhere],
  ["a link to an existing page", "[x](/other)", "clean", other],
  ["a link with a title", '[x](/nowhere "Title")', nowhere],
  ["a link in angle brackets", "[x](</nowhere>)", nowhere],
  ["a link with a query", "[x](/other?a=1)", "clean", other],
  ["a link with a trailing slash", "[x](/other/)", "clean", other],
  ["a link relative to the page", "[x](other)", "clean", other],
  ["a link relative to the page with a dot", "[x](./other)", "clean", other],
  ["a relative link to a missing page", "[x](./nowhere)", ["warning link/page-not-found `./nowhere`"]],
  ["a link to the file of a page", "[x](/other.mdx)", "clean", other],
  ["a link to the home page", "[x](/)", "clean"],
  ["a link reference definition", "[x][a]\n\n[a]: /nowhere", nowhere],
  ["a link reference definition for an existing page", "[x][a]\n\n[a]: /other", "clean", other],
  ["a link in a heading", "## See [x](/nowhere)", nowhere],
  ["a link in a list", "- a [x](/nowhere)", nowhere],
  ["a link in a table", "| a |\n|---|\n| [x](/nowhere) |", nowhere],
  ["a link in a blockquote", "> [x](/nowhere)", nowhere],
  ["a link in bold", "**[x](/nowhere)**", nowhere],
  ["a link around an image", "[![a](/images/a.png)](/nowhere)", nowhere, png],
  ["a link in a component", "<Note>\n  [x](/nowhere)\n</Note>", nowhere],
  ["a link after a component's tag on the same line", "<Note>[x](/nowhere)</Note>", nowhere],
  ["two links on the same line", "[x](/nowhere) [y](/nowhere)", [...nowhere, ...nowhere]],
  ["a link in inline code", "`[x](/nowhere)`", "clean"],
  ["a link in a code block", "```md\n[x](/nowhere)\n```", "clean"],
  ["a link in a comment", "{/* [x](/nowhere) */}", "clean"],
  ["an escaped link", "\\[x](/nowhere)", "clean"],
  // A prop of a site's own component is a link if the component uses it as a link or if its value looks like a link.
  ["words in props of a custom component", `${importBox}<Box src="wide" href="something" />`, "clean", own],
  ["a path in a prop of a custom component", `${importBox}<Box href="/nowhere" />`, nowhere, own],
  [
    "a file path in a prop of a custom component",
    `${importBox}<Box src="images/none.png" />`,
    noFile("images/none.png"),
    own,
  ],
  ["a file name in a prop of a custom component", `${importBox}<Box src="none.png" />`, "clean", own],
  [
    "file names that components show, one of them in a folder",
    'export const A = ({ src }) => <img src={src} alt="" />;\nexport const B = ({ src }) => <img src={"/images/" + src} alt="" />;\n\n<A src="none.png" />\n\n<B src="none.png" />',
    noFile("none.png"),
  ],
  [
    "a word that a custom component links to",
    `${importBox}<To href="nowhere" />`,
    ["warning link/page-not-found `nowhere`"],
    own,
  ],
  [
    "a word that a snippet links to, and one that it shows",
    `${importPanel}<Panel href="nowhere" src="wide" />`,
    ["warning link/page-not-found `nowhere`"],
    own,
  ],
  [
    "words in props of components of the page",
    'export const Box = ({ src }) => <b>{src}</b>;\nexport const To = ({ href }) => <a href={href}>x</a>;\n\n<Box src="wide" />\n\n<To href="nowhere" />',
    ["warning link/page-not-found `nowhere`"],
  ],
  [
    "a word in a prop of a page's custom Card",
    'export const Card = ({ img }) => <b>{img}</b>;\n\n<Card img="wide" />',
    "clean",
  ],
  ["an anchor element", '<a href="/nowhere">x</a>', nowhere],
  ["an anchor element in the middle of a line", 'Text <a href="/nowhere">x</a> text', nowhere],
  [
    "a link in a caption",
    '<Frame caption="See [x](/nowhere).">\n  <img src="/images/a.png" alt="a" />\n</Frame>',
    nowhere,
    png,
  ],
  [
    "a link to an existing page in a caption",
    '<Frame caption="See [x](/other).">\n  <img src="/images/a.png" alt="a" />\n</Frame>',
    "clean",
    { pages: "other", ...png },
  ],
  ["a link in the description of a prompt", '<Prompt description="As in [x](/nowhere)">\n  Do it\n</Prompt>', nowhere],
  ["link syntax in plain text", '<Card title="[x](/nowhere)">x</Card>', "clean"],
  ["an anchor element with an expression", '<a href={"/nowhere"}>x</a>', nowhere],
  [
    "an anchor element with an expression that can't be evaluated",
    "export const to = ['/a'];\n\n<a href={to[0]}>x</a>",
    "clean",
  ],
  ["a card", '<Card title="A" href="/nowhere">x</Card>', nowhere],
  ["a card that links to an existing page", '<Card title="A" href="/other">x</Card>', "clean", other],
  ["a card over several lines", '<Card\n  title="A"\n  href="/nowhere"\n>\n  x\n</Card>', nowhere],
  ["a card in a group", '<CardGroup>\n  <Card title="A" href="/nowhere" />\n</CardGroup>', nowhere],
  ["a tile", '<Tile title="A" href="/nowhere">x</Tile>', nowhere],
  ["a badge", '<Badge href="/nowhere">x</Badge>', nowhere],
  ["a tooltip", 'A <Tooltip tip="B" cta="More" href="/nowhere">word</Tooltip>.', nowhere],
  ["links to other sites", '[x](https://e.com/nowhere) <a href="http://e.com">y</a> [z](//e.com/a)', "clean"],
  ["links to an email address and a phone number", "[x](mailto:a@e.com) [y](tel:+123)", "clean"],
  ["a bare URL", "See https://e.com/nowhere for more.", "clean"],
  // Links to files.
  ["an image", "![a](/images/a.png)", "clean", png],
  ["a missing image", "![a](/images/b.png)", noFile("/images/b.png")],
  ["an image relative to the page", "![a](images/a.png)", "clean", png],
  ["an image with a title", '![a](/images/a.png "A")', "clean", png],
  ["an image on another site", "![a](https://e.com/a.png)", "clean"],
  ["a missing image in an img element", '<img src="/images/b.png" alt="a" />', noFile("/images/b.png")],
  [
    "a missing image in an img element inside a frame",
    '<Frame>\n  <img src="/images/b.png" alt="a" />\n</Frame>',
    noFile("/images/b.png"),
  ],
  ["a missing video", '<video src="/videos/b.mp4" />', noFile("/videos/b.mp4")],
  [
    "a missing source of a video",
    '<video controls>\n  <source src="/videos/b.mp4" />\n</video>',
    noFile("/videos/b.mp4"),
  ],
  ["a missing image of a card", '<Card title="A" img="/images/b.png">x</Card>', noFile("/images/b.png")],
  ["a missing download", "[x](/files/b.pdf)", noFile("/files/b.pdf")],
  ["an existing download", "[x](/files/b.pdf)", "clean", { files: { "files/b.pdf": "" } }],
  ["an image whose name has a space", "![a](/images/a%20b.png)", "clean", { files: { "images/a b.png": "" } }],
  ["a reference between SVG elements", '<svg><use href="/sprite.svg#a" /></svg>', "clean"],
  ["a reference between SVG elements in the old notation", '<svg><use xlinkHref="#a" /></svg>', "clean"],
  // Unused images and snippets are reported as hints.
  ["an unused image", "x", ["hint link/unused-file"], png],
  ["an image that a page uses", "![a](/images/a.png)", ["no link/unused-file"], png],
  ["an image that an img element uses", '<img src="/images/a.png" alt="a" />', ["no link/unused-file"], png],
  ["an image that docs.json uses", "x", ["no link/unused-file"], { ...png, settings: { logo: "/images/a.png" } }],
  [
    "an image that a style sheet uses",
    "x",
    ["no link/unused-file"],
    { files: { "images/a.png": "", "style.css": ".a { background: url(/images/a.png) }\n" } },
  ],
  // Links with the schemes `javascript:`, `data:`, `file:`, and `command:` are warnings.
  ...["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "command:a.b", "JavaScript:alert(1)"].map(
    (url): PageRow => [`the unsafe URL ${url}`, `[x](${url})`, ["warning link/unsafe-scheme"]],
  ),
  ["an unsafe URL in a tag", '<a href="javascript:alert(1)">x</a>', ["warning link/unsafe-scheme"]],
  ["an unsafe URL in a card", '<Card title="A" href="javascript:alert(1)" />', ["warning link/unsafe-scheme"]],
  ["an unsafe URL after a space", '<a href=" javascript:alert(1)">x</a>', "fault"],
  // A link whose letter case differs from the target's is a warning.
  ["a link in another letter case", "[x](/Other)", ["warning link/wrong-case"], other],
  ["a folder in another letter case", "[x](/Guides/a)", ["warning link/wrong-case"], { pages: "guides/a" }],
  ["an image in another letter case", "![a](/Images/a.png)", ["warning link/wrong-case"], png],
  // A link to a redirect is a hint.
  [
    "a link to a redirect",
    "[x](/old)",
    ["hint link/to-redirect"],
    { ...other, settings: { redirects: [{ source: "/old", destination: "/other" }] } },
  ],
  [
    "a direct link to the target of a redirect",
    "[x](/other)",
    ["no link/to-redirect"],
    { ...other, settings: { redirects: [{ source: "/old", destination: "/other" }] } },
  ],
  // Paths that lead outside the site.
  ["a link that leaves the site", "[x](../../secrets)", "fault"],
  ["a link that leaves the site in encoded form", "[x](/%2e%2e/%2e%2e/secrets)", "fault"],
  ["an image outside the site", "![a](../../../a.png)", "fault"],
];

const linkIn = (settings: Readonly<Record<string, unknown>>) => ({ settings, both: nowhere });

/** Every position where a URL can appear. */
export const linkPlaces: readonly Case[] = [
  ...rows.map((row) => {
    const [, , , more] = row;
    const pages = more?.pages === undefined ? "index" : `index ${more.pages}`;
    return { ...pageCase(row), pages, nav: { pages: pages.split(" ") } };
  }),
  // Links in docs.json.
  { name: "a link in the navbar", ...linkIn({ navbar: { links: [{ label: "A", href: "/nowhere" }] } }) },
  {
    name: "the button in the navbar",
    ...linkIn({ navbar: { primary: { type: "button", label: "A", href: "/nowhere" } } }),
  },
  {
    name: "a link in the footer",
    ...linkIn({ footer: { links: [{ header: "H", items: [{ label: "A", href: "/nowhere" }] }] } }),
  },
  {
    name: "the link of the logo",
    ...linkIn({ logo: { light: "https://e.com/a.png", dark: "https://e.com/a.png", href: "/nowhere" } }),
  },
  {
    name: "a link in the banner",
    settings: { banner: { content: "See [x](/nowhere)." } },
    both: ["warning link/page-not-found `/nowhere`"],
  },
  {
    name: "a link in the banner to an existing page",
    settings: { banner: { content: "See [x](/index)." } },
    both: "clean",
  },
  {
    name: "a global anchor",
    nav: { global: { anchors: [{ anchor: "A", href: "/nowhere" }] }, pages: ["index"] },
    both: nowhere,
  },
  {
    name: "a tab with an href",
    nav: {
      tabs: [
        { tab: "A", pages: ["index"] },
        { tab: "B", href: "/nowhere" },
      ],
    },
    both: nowhere,
  },
  {
    name: "links in docs.json to existing pages",
    settings: {
      navbar: {
        links: [
          { label: "A", href: "/index" },
          { label: "B", href: "https://e.com" },
        ],
      },
      footer: { links: [{ header: "H", items: [{ label: "A", href: "/index" }] }] },
    },
    both: "clean",
  },
  // URLs in frontmatter.
  {
    name: "a page's `url` to a missing page",
    files: { "index.mdx": pageWith("x", "url: /nowhere\n") },
    both: "fault",
  },
  {
    name: "a page's `url` to another site",
    files: { "index.mdx": pageWith("x", "url: https://e.com\n") },
    both: "clean",
  },
  // Links in the content of the extension.
  ...(["x-service", "x-mint"] as const).map((key): Case => ({
    name: `a link in the content of ${key}`,
    nav: { groups: [{ group: "API", openapi: "api.json", pages: ["GET /a", "index"] }] },
    files: {
      "api.json": {
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        servers: [{ url: "https://e.com" }],
        paths: {
          "/a": {
            get: {
              summary: "A",
              responses: { 200: { description: "ok" } },
              [key]: { content: "See [x](/nowhere)." },
            },
          },
        },
      },
    },
    ...(key === "x-service"
      ? { both: ["warning link/page-not-found"] as const }
      : { standard: "no error" as const, mintlify: ["warning link/page-not-found"] as const }),
  })),
];
