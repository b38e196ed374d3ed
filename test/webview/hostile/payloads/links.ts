import { pages, type Payload } from "../payload.ts";

const tab = "\\t";
/** Different ways to write a URL that runs code, as JavaScript strings for `href={"…"}`. */
const disguised: Readonly<Record<string, string>> = {
  plain: "javascript:RUN",
  "mixed case": "JaVaScRiPt:RUN",
  "a blank in front": " javascript:RUN",
  "a line end in front": "\\njavascript:RUN",
  "a tab inside": `java${tab}script:RUN`,
  "a line end inside": "java\\nscript:RUN",
  "a carriage return inside": "java\\rscript:RUN",
  "a control character in front": "\\u0001javascript:RUN",
  "another control character in front": "\\u001fjavascript:RUN",
  "a NUL inside": "java\\u0000script:RUN",
  "a soft hyphen inside": "java\\u00adscript:RUN",
  "a zero width blank in front": "\\u200bjavascript:RUN",
  "a byte order mark in front": "\\ufeffjavascript:RUN",
  "a wide blank in front": "\\u3000javascript:RUN",
  "a tab before the colon": `javascript${tab}:RUN`,
  "an escaped colon": "javascript&colon;RUN",
  "a percent sign": "javascript%3aRUN",
  "with slashes": "javascript://%0aRUN",
  "with a host": "javascript://evil.example/%0aRUN",
  "with a comment": "javascript:/*--></title></style></textarea></script>*/RUN",
  "void of it": "javascript:void(RUN)",
  "view-source": "view-source:javascript:RUN",
  "data as a page": "data:text/html,<script>RUN</script>",
  "data as a page in base64": "data:text/html;base64,PHNjcmlwdD5SVU48L3NjcmlwdD4=",
  "data as a drawing": "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>",
  "data in mixed case": "DaTa:text/html,<script>RUN</script>",
  "data as XML": "data:application/xhtml+xml,<script xmlns='http://www.w3.org/1999/xhtml'>RUN</script>",
  vbscript: "vbscript:RUN",
  livescript: "livescript:RUN",
  mocha: "mocha:RUN",
  jar: "jar:https://EVIL!/a",
  blob: "blob:https://EVIL",
  filesystem: "filesystem:https://EVIL/temporary/a.html",
  file: "file:///etc/passwd",
  "command of an editor": "command:workbench.action.quit",
  "resource of an editor": "vscode-webview-resource:/etc/passwd",
  feed: "feed:javascript:RUN",
  "ms-its": "ms-its:mhtml:file://C:\\\\a.mht!https://EVIL",
  about: "about:blank",
};

/** Functions that insert an expression into components and elements that accept a URL. */
const takers: Readonly<Record<string, (expression: string) => string>> = {
  "<a href>": (href) => `<a href={${href}}>a</a>`,
  "<Card href>": (href) => `<Card title="a" href={${href}}>b</Card>`,
  "svg <a xlinkHref>": (href) => `<svg><a xlinkHref={${href}}><text>a</text></a></svg>`,
};

const inMarkdown: Readonly<Record<string, (address: string) => string>> = {
  link: (address) => `[a](${address})`,
  "link in brackets": (address) => `[a](<${address}>)`,
  definition: (address) => `[a][b]\n\n[b]: ${address}`,
  autolink: (address) => `<${address}>`,
  picture: (address) => `![a](${address})`,
  "picture in a link": (address) => `[![a](/a.png)](${address})`,
  footnote: (address) => `a[^1]\n\n[^1]: [a](${address})`,
  heading: (address) => `## [a](${address})`,
  "cell of a table": (address) => `| a |\n| - |\n| [a](${address}) |`,
  "item of a list": (address) => `- [ ] [a](${address})`,
};

const markdownAddresses: Readonly<Record<string, string>> = {
  plain: "javascript:RUN",
  "mixed case": "JAVAscript:RUN",
  "decimal entities": "&#106;&#97;vascript:RUN",
  "hexadecimal entities": "&#x6A;avascript:RUN",
  "named entities": "java&Tab;script&colon;RUN",
  "entity of a line end": "java&NewLine;script:RUN",
  "a control character": "&#1;javascript:RUN",
  backslashes: "javascript\\:RUN",
  "percent signs": "javascript:RUN%0a//",
  data: "data:text/html,RUN",
  vbscript: "vbscript:RUN",
};

const attributes =
  "action archive background cite classid codebase data dynsrc formAction href icon itemID longDesc lowsrc manifest ping poster profile src srcDoc srcSet useMap xlinkHref xlink:href xmlBase xml:base";

const unescaped = (text: string): string => JSON.parse(`"${text}"`) as string;
const quoted = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

export const links: readonly Payload[] = [
  ...Object.entries(disguised).flatMap(([how, address]) =>
    Object.entries(takers).map(([what, write]): Payload => {
      const href = quoted(unescaped(address));
      return {
        name: `links/${what} ${how}`,
        page: write(`"${address}"`),
        html: what.startsWith("svg")
          ? `<svg><a xlink:href="${href}"><text>a</text></a></svg>`
          : `<a href="${href}">a</a>`,
      };
    }),
  ),
  ...Object.entries(inMarkdown).flatMap(([what, write]) =>
    Object.entries(markdownAddresses).map(([how, address]): Payload => ({
      name: `links/Markdown ${what} ${how}`,
      page: write(address),
      html: `<a href="${address.replaceAll("\\", "")}">a</a>`,
    })),
  ),
  ...attributes.split(" ").map((name): Payload => ({
    name: `links/attribute ${name}`,
    page: `<p ${name}="javascript:RUN">a</p>\n\n<a ${name}="javascript:RUN">a</a>\n\n<img ${name}="javascript:RUN" />\n\n<svg ${name}="javascript:RUN"><image ${name}="javascript:RUN" /></svg>`,
    html: `<a ${name}="javascript:RUN">a</a><img ${name}="https://EVIL/a.png">`,
  })),
  ...pages("links", {
    "in an expression that is joined": [
      '<a href={"java" + "script:" + "RUN"}>a</a>',
      '<a href="javascript:RUN">a</a>',
    ],
    "in a template": ["<a href={`java${'script'}:RUN`}>a</a>", '<a href="javascript:RUN">a</a>'],
    "by the name of a variable": [
      "export const to = 'javascript:RUN'\n\n<a href={to}>a</a>",
      '<a href="javascript:RUN">a</a>',
    ],
    "as an object that becomes text": [
      '<a href={{ toString: () => "javascript:RUN" }}>a</a>',
      '<a href="javascript:RUN">a</a>',
    ],
    "as a list": ['<a href={["javascript:RUN"]}>a</a>', '<a href="javascript:RUN">a</a>'],
    "in capitals of an attribute": ['<a HREF="javascript:RUN">a</a>', '<a HREF="javascript:RUN">a</a>'],
    "to another window": [
      '<a href="javascript:RUN" target="_blank">a</a>',
      '<a href="javascript:RUN" target="_self">a</a>',
    ],
    "to the frame above": [
      '<a href="javascript:RUN" target="_top">a</a>',
      '<a href="javascript:RUN" target="_top">a</a>',
    ],
    "that downloads": ['<a download href="data:text/html,<script>RUN</script>">a</a>', ""],
    "in the title": ['[a](/a "x\\" onmouseover=\\"RUN")', '<a href="/a" title="x" onmouseover="RUN">a</a>'],
    "in the alternative text": ['![x" onerror="RUN](/missing.png)', '<img src="x" alt="x" onerror="RUN">'],
    "as a bare address": ["javascript:RUN and www.EVIL and https://EVIL", ""],
    "as an address of mail": ["<x@javascript:RUN>", ""],
    "of an image within a link's text": [
      '[<img src="x" onError="RUN" />](/a)',
      '<a href="/a"><img src="x" onerror="RUN"></a>',
    ],
    "by a reference of that name": [
      "[__proto__]\n\n[__proto__]: javascript:RUN\n\n[constructor]",
      '<a href="javascript:RUN">a</a>',
    ],
    "by a footnote of that name": [
      'a[^__proto__] b[^constructor]\n\n[^__proto__]: <img src="x" onError="RUN" />',
      '<img src="x" onerror="RUN">',
    ],
  }),
];
