import { pages, type Payload } from "../payload.ts";

const tab = "\\t";
/** Different ways to write a URL that runs code, as JavaScript strings for `href={"…"}`. */
const disguisedSchemes: Readonly<Record<string, string>> = {
  plain: "javascript:RUN",
  "mixed case": "JaVaScRiPt:RUN",
  "with a leading space": " javascript:RUN",
  "with a leading line break": "\\njavascript:RUN",
  "with a tab": `java${tab}script:RUN`,
  "with a line break": "java\\nscript:RUN",
  "with a carriage return": "java\\rscript:RUN",
  "with a leading control character": "\\u0001javascript:RUN",
  "with another leading control character": "\\u001fjavascript:RUN",
  "with a NUL": "java\\u0000script:RUN",
  "with a soft hyphen": "java\\u00adscript:RUN",
  "with a leading zero-width space": "\\u200bjavascript:RUN",
  "with a leading byte order mark": "\\ufeffjavascript:RUN",
  "with a leading ideographic space": "\\u3000javascript:RUN",
  "with a tab before the colon": `javascript${tab}:RUN`,
  "with an entity for the colon": "javascript&colon;RUN",
  "with a percent-encoded colon": "javascript%3aRUN",
  "with slashes": "javascript://%0aRUN",
  "with a host": "javascript://evil.example/%0aRUN",
  "with a comment": "javascript:/*--></title></style></textarea></script>*/RUN",
  "with void": "javascript:void(RUN)",
  "view-source": "view-source:javascript:RUN",
  "with a page in a data URL": "data:text/html,<script>RUN</script>",
  "with a page in a base64 data URL": "data:text/html;base64,PHNjcmlwdD5SVU48L3NjcmlwdD4=",
  "with an SVG image in a data URL": "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>",
  "with a data URL in mixed case": "DaTa:text/html,<script>RUN</script>",
  "with an XHTML page in a data URL":
    "data:application/xhtml+xml,<script xmlns='http://www.w3.org/1999/xhtml'>RUN</script>",
  vbscript: "vbscript:RUN",
  livescript: "livescript:RUN",
  mocha: "mocha:RUN",
  jar: "jar:https://EVIL!/a",
  blob: "blob:https://EVIL",
  filesystem: "filesystem:https://EVIL/temporary/a.html",
  file: "file:///etc/passwd",
  "with an editor command": "command:workbench.action.quit",
  "with an editor resource": "vscode-webview-resource:/etc/passwd",
  feed: "feed:javascript:RUN",
  "ms-its": "ms-its:mhtml:file://C:\\\\a.mht!https://EVIL",
  about: "about:blank",
};

/** Functions that insert an expression into components and elements that accept a URL. */
const hijackers: Readonly<Record<string, (expression: string) => string>> = {
  "<a href>": (href) => `<a href={${href}}>a</a>`,
  "<Card href>": (href) => `<Card title="a" href={${href}}>b</Card>`,
  "svg <a xlinkHref>": (href) => `<svg><a xlinkHref={${href}}><text>a</text></a></svg>`,
};

const inMarkdown: Readonly<Record<string, (url: string) => string>> = {
  link: (url) => `[a](${url})`,
  "link in angle brackets": (url) => `[a](<${url}>)`,
  definition: (url) => `[a][b]\n\n[b]: ${url}`,
  autolink: (url) => `<${url}>`,
  picture: (url) => `![a](${url})`,
  "picture in a link": (url) => `[![a](/a.png)](${url})`,
  footnote: (url) => `a[^1]\n\n[^1]: [a](${url})`,
  heading: (url) => `## [a](${url})`,
  "link in a table cell": (url) => `| a |\n| - |\n| [a](${url}) |`,
  "link in a list item": (url) => `- [ ] [a](${url})`,
};

const markdownAddresses: Readonly<Record<string, string>> = {
  plain: "javascript:RUN",
  "mixed case": "JAVAscript:RUN",
  "decimal entities": "&#106;&#97;vascript:RUN",
  "hexadecimal entities": "&#x6A;avascript:RUN",
  "named entities": "java&Tab;script&colon;RUN",
  "with an entity for a line break": "java&NewLine;script:RUN",
  "with an entity for a control character": "&#1;javascript:RUN",
  backslashes: "javascript\\:RUN",
  "with percent-encoding": "javascript:RUN%0a//",
  data: "data:text/html,RUN",
  vbscript: "vbscript:RUN",
};

const attributes =
  "action archive background cite classid codebase data dynsrc formAction href icon itemID longDesc lowsrc manifest ping poster profile src srcDoc srcSet useMap xlinkHref xlink:href xmlBase xml:base";

const unescaped = (text: string): string => JSON.parse(`"${text}"`) as string;
const quoted = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

export const links: readonly Payload[] = [
  ...Object.entries(disguisedSchemes).flatMap(([how, url]) =>
    Object.entries(hijackers).map(([what, write]): Payload => {
      const href = quoted(unescaped(url));
      return {
        name: `links/${what} ${how}`,
        page: write(`"${url}"`),
        html: what.startsWith("svg")
          ? `<svg><a xlink:href="${href}"><text>a</text></a></svg>`
          : `<a href="${href}">a</a>`,
      };
    }),
  ),
  ...Object.entries(inMarkdown).flatMap(([what, write]) =>
    Object.entries(markdownAddresses).map(([how, url]): Payload => ({
      name: `links/Markdown ${what} ${how}`,
      page: write(url),
      html: `<a href="${url.replaceAll("\\", "")}">a</a>`,
    })),
  ),
  ...attributes.split(" ").map((name): Payload => ({
    name: `links/attribute ${name}`,
    page: `<p ${name}="javascript:RUN">a</p>\n\n<a ${name}="javascript:RUN">a</a>\n\n<img ${name}="javascript:RUN" />\n\n<svg ${name}="javascript:RUN"><image ${name}="javascript:RUN" /></svg>`,
    html: `<a ${name}="javascript:RUN">a</a><img ${name}="https://EVIL/a.png">`,
  })),
  ...pages("links", {
    "in a concatenated string": ['<a href={"java" + "script:" + "RUN"}>a</a>', '<a href="javascript:RUN">a</a>'],
    "in a template": ["<a href={`java${'script'}:RUN`}>a</a>", '<a href="javascript:RUN">a</a>'],
    "in a variable": ["export const to = 'javascript:RUN'\n\n<a href={to}>a</a>", '<a href="javascript:RUN">a</a>'],
    "as an object with toString": [
      '<a href={{ toString: () => "javascript:RUN" }}>a</a>',
      '<a href="javascript:RUN">a</a>',
    ],
    "as an array": ['<a href={["javascript:RUN"]}>a</a>', '<a href="javascript:RUN">a</a>'],
    "in an uppercase attribute": ['<a HREF="javascript:RUN">a</a>', '<a HREF="javascript:RUN">a</a>'],
    "with another window as the target": [
      '<a href="javascript:RUN" target="_blank">a</a>',
      '<a href="javascript:RUN" target="_self">a</a>',
    ],
    "with the top frame as the target": [
      '<a href="javascript:RUN" target="_top">a</a>',
      '<a href="javascript:RUN" target="_top">a</a>',
    ],
    "that downloads": ['<a download href="data:text/html,<script>RUN</script>">a</a>', ""],
    "in the title": ['[a](/a "x\\" onmouseover=\\"RUN")', '<a href="/a" title="x" onmouseover="RUN">a</a>'],
    "in the alternative text": ['![x" onerror="RUN](/missing.png)', '<img src="x" alt="x" onerror="RUN">'],
    "as a bare URL": ["javascript:RUN and www.EVIL and https://EVIL", ""],
    "as an email address": ["<x@javascript:RUN>", ""],
    "with an image in the link text": [
      '[<img src="x" onError="RUN" />](/a)',
      '<a href="/a"><img src="x" onerror="RUN"></a>',
    ],
    "in definitions named after built-in properties": [
      "[__proto__]\n\n[__proto__]: javascript:RUN\n\n[constructor]",
      '<a href="javascript:RUN">a</a>',
    ],
    "in footnotes named after built-in properties": [
      'a[^__proto__] b[^constructor]\n\n[^__proto__]: <img src="x" onError="RUN" />',
      '<img src="x" onerror="RUN">',
    ],
  }),
];
