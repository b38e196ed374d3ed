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

// Checked links: Markdown links, every component with an `href`, links in docs.json, and frontmatter URLs. Checked
// files: images, media, and downloads.
const rows: readonly PageRow[] = [
  ["a link", "[x](/nowhere)", nowhere],
  ["a link to an existing page", "[x](/other)", "clean", other],
  ["a link with a title", '[x](/nowhere "Title")', nowhere],
  ["a link in angle brackets", "[x](</nowhere>)", nowhere],
  ["a link with a query", "[x](/other?a=1)", "clean", other],
  ["a link with a slash at its end", "[x](/other/)", "clean", other],
  ["a link relative to the page", "[x](other)", "clean", other],
  ["a link relative to the page with a dot", "[x](./other)", "clean", other],
  ["a relative link to a missing page", "[x](./nowhere)", ["warning link/page-not-found `./nowhere`"]],
  ["a link to the file of a page", "[x](/other.mdx)", "clean", other],
  ["a link to the start", "[x](/)", "clean"],
  ["a definition", "[x][a]\n\n[a]: /nowhere", nowhere],
  ["a definition to an existing page", "[x][a]\n\n[a]: /other", "clean", other],
  ["a link in a heading", "## See [x](/nowhere)", nowhere],
  ["a link in a list", "- a [x](/nowhere)", nowhere],
  ["a link in a table", "| a |\n|---|\n| [x](/nowhere) |", nowhere],
  ["a link in a blockquote", "> [x](/nowhere)", nowhere],
  ["a link in bold", "**[x](/nowhere)**", nowhere],
  ["a link around an image", "[![a](/images/a.png)](/nowhere)", nowhere, png],
  ["a link in a component", "<Note>\n  [x](/nowhere)\n</Note>", nowhere],
  ["a link after a component's tag in the line", "<Note>[x](/nowhere)</Note>", nowhere],
  ["two links in a line", "[x](/nowhere) [y](/nowhere)", [...nowhere, ...nowhere]],
  ["a link in inline code", "`[x](/nowhere)`", "clean"],
  ["a link in a code block", "```md\n[x](/nowhere)\n```", "clean"],
  ["a link in a comment", "{/* [x](/nowhere) */}", "clean"],
  ["an escaped link", "\\[x](/nowhere)", "clean"],
  // Props of the site's own components are links if their code uses them as links, or if the value looks like one.
  ["words in props of a custom component", `${importBox}<Box src="wide" href="something" />`, "clean", own],
  ["a path in a prop of a custom component", `${importBox}<Box href="/nowhere" />`, nowhere, own],
  [
    "a file in a prop of a custom component",
    `${importBox}<Box src="images/none.png" />`,
    noFile("images/none.png"),
    own,
  ],
  ["the name of a file in a prop of a custom component", `${importBox}<Box src="none.png" />`, "clean", own],
  [
    "names of files that components show, one of them from a folder",
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
    "a word in a prop of a page's own Card",
    'export const Card = ({ img }) => <b>{img}</b>;\n\n<Card img="wide" />',
    "clean",
  ],
  ["a", '<a href="/nowhere">x</a>', nowhere],
  ["a in the middle of a line", 'Text <a href="/nowhere">x</a> text', nowhere],
  [
    "a caption",
    '<Frame caption="See [x](/nowhere).">\n  <img src="/images/a.png" alt="a" />\n</Frame>',
    nowhere,
    png,
  ],
  [
    "a caption to an existing page",
    '<Frame caption="See [x](/other).">\n  <img src="/images/a.png" alt="a" />\n</Frame>',
    "clean",
    { pages: "other", ...png },
  ],
  ["what a prompt is for", '<Prompt description="As in [x](/nowhere)">\n  Do it\n</Prompt>', nowhere],
  ["text that isn't Markdown", '<Card title="[x](/nowhere)">x</Card>', "clean"],
  ["a with an expression", '<a href={"/nowhere"}>x</a>', nowhere],
  ["a with an expression that can't be known", "export const to = ['/a'];\n\n<a href={to[0]}>x</a>", "clean"],
  ["a card", '<Card title="A" href="/nowhere">x</Card>', nowhere],
  ["a card to an existing page", '<Card title="A" href="/other">x</Card>', "clean", other],
  ["a card over several lines", '<Card\n  title="A"\n  href="/nowhere"\n>\n  x\n</Card>', nowhere],
  ["a card in a group", '<CardGroup>\n  <Card title="A" href="/nowhere" />\n</CardGroup>', nowhere],
  ["a tile", '<Tile title="A" href="/nowhere">x</Tile>', nowhere],
  ["a badge", '<Badge href="/nowhere">x</Badge>', nowhere],
  ["a tooltip", 'A <Tooltip tip="B" cta="More" href="/nowhere">word</Tooltip>.', nowhere],
  ["other sites", '[x](https://e.com/nowhere) <a href="http://e.com">y</a> [z](//e.com/a)', "clean"],
  ["mail and telephone", "[x](mailto:a@e.com) [y](tel:+123)", "clean"],
  ["a bare URL", "See https://e.com/nowhere for more.", "clean"],
  // files
  ["an image", "![a](/images/a.png)", "clean", png],
  ["an image that is missing", "![a](/images/b.png)", noFile("/images/b.png")],
  ["an image relative to the page", "![a](images/a.png)", "clean", png],
  ["an image with a title", '![a](/images/a.png "A")', "clean", png],
  ["an image on another site", "![a](https://e.com/a.png)", "clean"],
  ["an img", '<img src="/images/b.png" alt="a" />', noFile("/images/b.png")],
  ["an img in a frame", '<Frame>\n  <img src="/images/b.png" alt="a" />\n</Frame>', noFile("/images/b.png")],
  ["a video", '<video src="/videos/b.mp4" />', noFile("/videos/b.mp4")],
  [
    "a source of a video",
    '<video controls>\n  <source src="/videos/b.mp4" />\n</video>',
    noFile("/videos/b.mp4"),
  ],
  ["an image of a card", '<Card title="A" img="/images/b.png">x</Card>', noFile("/images/b.png")],
  ["a download", "[x](/files/b.pdf)", noFile("/files/b.pdf")],
  ["a download that is there", "[x](/files/b.pdf)", "clean", { files: { "files/b.pdf": "" } }],
  [
    "an image whose name has a space",
    "![a](/images/a%20b.png)",
    "clean",
    { files: { "images/a b.png": "" } },
  ],
  ["a drawing in a drawing", '<svg><use href="/sprite.svg#a" /></svg>', "clean"],
  ["a drawing in a drawing, in the old notation", '<svg><use xlinkHref="#a" /></svg>', "clean"],
  // Unused images and snippets are reported as hints.
  ["an image that nothing uses", "x", ["hint link/unused-file"], png],
  ["an image that a page uses", "![a](/images/a.png)", ["no link/unused-file"], png],
  ["an image that an img uses", '<img src="/images/a.png" alt="a" />', ["no link/unused-file"], png],
  [
    "an image that docs.json uses",
    "x",
    ["no link/unused-file"],
    { ...png, settings: { logo: "/images/a.png" } },
  ],
  [
    "an image that a style uses",
    "x",
    ["no link/unused-file"],
    { files: { "images/a.png": "", "style.css": ".a { background: url(/images/a.png) }\n" } },
  ],
  // "link/unsafe-scheme | W | `javascript:`, `data:`, `file:`, `command:`"
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "command:a.b",
    "JavaScript:alert(1)",
  ].map((url): PageRow => [`unsafe: ${url}`, `[x](${url})`, ["warning link/unsafe-scheme"]]),
  ["an unsafe URL in a tag", '<a href="javascript:alert(1)">x</a>', ["warning link/unsafe-scheme"]],
  [
    "an unsafe URL in a card",
    '<Card title="A" href="javascript:alert(1)" />',
    ["warning link/unsafe-scheme"],
  ],
  ["an unsafe URL after a space", '<a href=" javascript:alert(1)">x</a>', "fault"],
  // "link/wrong-case | W"
  ["another letter case", "[x](/Other)", ["warning link/wrong-case"], other],
  ["another letter case of a folder", "[x](/Guides/a)", ["warning link/wrong-case"], { pages: "guides/a" }],
  ["another letter case of an image", "![a](/Images/a.png)", ["warning link/wrong-case"], png],
  // "link/to-redirect | H"
  [
    "a link to a redirect",
    "[x](/old)",
    ["hint link/to-redirect"],
    { ...other, settings: { redirects: [{ source: "/old", destination: "/other" }] } },
  ],
  [
    "a link to the page itself",
    "[x](/other)",
    ["no link/to-redirect"],
    { ...other, settings: { redirects: [{ source: "/old", destination: "/other" }] } },
  ],
  // Paths that lead outside the site.
  ["a link out of the site", "[x](../../secrets)", "fault"],
  ["a link with an encoded way out", "[x](/%2e%2e/%2e%2e/secrets)", "fault"],
  ["an image from outside", "![a](../../../a.png)", "fault"],
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
  { name: "a link of the top bar", ...linkIn({ navbar: { links: [{ label: "A", href: "/nowhere" }] } }) },
  {
    name: "the button of the top bar",
    ...linkIn({ navbar: { primary: { type: "button", label: "A", href: "/nowhere" } } }),
  },
  {
    name: "a link of the footer",
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
    name: "an anchor of all pages",
    nav: { global: { anchors: [{ anchor: "A", href: "/nowhere" }] }, pages: ["index"] },
    both: nowhere,
  },
  {
    name: "a tab that links elsewhere",
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
    name: "url of a page to a missing page",
    files: { "index.mdx": pageWith("x", "url: /nowhere\n") },
    both: "fault",
  },
  {
    name: "url of a page to another site",
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
