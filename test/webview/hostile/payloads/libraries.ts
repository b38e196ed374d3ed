import { pages, type Payload } from "../payload.ts";

/** Content that is typeset, drawn, or highlighted by libraries. */
const formulas: Readonly<Record<string, string>> = {
  "link that runs": "\\href{javascript:RUN}{a}",
  "link by url": "\\url{javascript:RUN}",
  "link of data": "\\href{data:text/html,<script>RUN</script>}{a}",
  "link in mixed case": "\\href{JaVaScRiPt:RUN}{a}",
  "link by character": "\\href{\\char106 avascript:RUN}{a}",
  picture: "\\includegraphics{https://EVIL/p.png}",
  "picture with options": '\\includegraphics[height=1em,alt=x" onerror=RUN]{https://EVIL/p.png}',
  "picture of a file": "\\includegraphics{file:///etc/passwd}",
  data: "\\htmlData{onclick=RUN, foo=bar}{a}",
  id: "\\htmlId{acquireVsCodeApi}{a}",
  class: "\\htmlClass{dwt-strip}{a}",
  style: "\\htmlStyle{background:url(https://EVIL/p.png);position:fixed}{a}",
  colour: '\\color{red;background:url(https://EVIL/p.png)}a \\textcolor{#000" onclick="RUN}{a}',
  "colour of a box": "\\colorbox{url(https://EVIL/p.png)}{a} \\fcolorbox{red}{expression(RUN)}{a}",
  "text of markup": "\\text{<img src=x onerror=RUN>}",
  "text of an entity": "\\text{&lt;img src=x onerror=RUN&gt;} &#60;script&#62;RUN",
  "name of an operator": "\\operatorname{<script>RUN</script>}",
  "tag of an equation": "a \\tag{<img src=x onerror=RUN>}",
  "markup behind a fault": "\\nosuch{<img src=x onerror=RUN>}",
  "macro of itself": "\\def\\a{\\a\\a}\\a",
  "macro that doubles": "\\def\\a#1{#1#1}\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}}}}}}}",
  "macro for a link": "\\newcommand{\\b}{\\href}\\b{javascript:RUN}{a}",
  "macro that changes one": "\\renewcommand{\\text}[1]{\\href{javascript:RUN}{#1}}\\text{a}",
  "global macro": "\\gdef\\frac#1#2{\\href{javascript:RUN}{#1}}\\frac{a}{b}",
  "wide rule": "\\rule{99999em}{99999em} \\kern99999em \\hspace{-99999em}a",
  "braces in braces": "{".repeat(3000) + "}".repeat(3000),
  "fractions in fractions": "\\frac{1}{".repeat(300) + "1" + "}".repeat(300),
  "matrix of markup": '\\begin{matrix}<a href="javascript:RUN">&</a>\\end{matrix}',
  "arguments by names of JavaScript": "\\__proto__ \\constructor \\toString{RUN}",
  "names of environments": "\\begin{__proto__}a\\end{__proto__}\\begin{constructor}b\\end{constructor}",
};

const diagrams: Readonly<Record<string, string>> = {
  "loose by a directive":
    '%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  A["<img src=x onerror=RUN>"] --> B\n  click A call RUN',
  "loose by frontmatter":
    '---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  flowchart:\n    htmlLabels: true\n---\nflowchart LR\n  A["<img src=x onerror=RUN>"] --> B\n  click A "javascript:RUN"',
  "loose by two directives":
    '%%{init: {"securityLevel": "antiscript"}}%%\n%%{initialize: {"securityLevel": "loose", "secure": []}}%%\nflowchart LR\n  A --> B\n  click A href "javascript:RUN"',
  "sandbox by a directive":
    '%%{init: {"securityLevel": "sandbox"}}%%\nflowchart LR\n  A["<script>RUN</script>"] --> B',
  "call by a click": 'flowchart LR\n  A --> B\n  click A call pwned() "x"\n  click B RUN',
  "link by a click":
    'flowchart LR\n  A --> B\n  click A "javascript:RUN" "x" _self\n  click B href "data:text/html,<script>RUN</script>"',
  "link of the web by a click": 'flowchart LR\n  A --> B\n  click A "https://EVIL" _blank',
  "script in a label":
    'flowchart LR\n  A["<script>RUN</script>"] -->|"<img src=x onerror=RUN>"| B("<svg onload=RUN>")',
  "picture in a label":
    'flowchart LR\n  A["<img src=\'https://EVIL/p.png\'>"] --> B["![a](https://EVIL/q.png)"]',
  "Markdown in a label":
    'flowchart LR\n  A["`[a](javascript:RUN) <img src=x onerror=RUN> ![a](https://EVIL/q.png)`"] --> B',
  "a formula in a label":
    'flowchart LR\n  A["$$\\\\href{javascript:RUN}{a}$$"] --> B["$$\\\\includegraphics{https://EVIL/p.png}$$"]',
  "a shape of a picture":
    'flowchart LR\n  A@{ img: "https://EVIL/p.png", label: "a", h: 60 } --> B@{ icon: "<img src=x onerror=RUN>", form: "square" }',
  "theme's style":
    '%%{init: {"themeCSS": "* { background: url(https://EVIL/p.png) } @import url(https://EVIL/a.css);"}}%%\nflowchart LR\n  A --> B',
  "theme's style that closes a rule":
    '%%{init: {"themeCSS": "} * { background-image: url(https://EVIL/p.png) } @keyframes x { from { background: url(https://EVIL/q.png) } } {"}}%%\nflowchart LR\n  A --> B',
  "theme's variables":
    '%%{init: {"theme": "base", "themeVariables": {"primaryColor": "red;} * { background: url(https://EVIL/p.png) } a {", "fontFamily": "x;} @import url(https://EVIL/a.css); a {b:"}}}%%\nflowchart LR\n  A --> B',
  "font of it":
    '%%{init: {"fontFamily": "x\\"} * {background:url(https://EVIL/p.png)} a{\\"", "altFontFamily": "url(https://EVIL/f.woff2)"}}%%\nflowchart LR\n  A --> B',
  "class with a picture":
    "flowchart LR\n  A:::x --> B\n  classDef x fill:url(https://EVIL/a.svg#x),background:url(https://EVIL/p.png),stroke:red",
  "class with a picture by escape":
    "flowchart LR\n  A:::x --> B\n  classDef x background-image:\\75rl(https://EVIL/p.png),--a:\\75rl(https://EVIL/q.png),background:var(--a)",
  "class that closes a rule":
    "flowchart LR\n  A:::x --> B\n  classDef x fill:red}*{background-image:url(https://EVIL/p.png)",
  "style with a picture":
    "flowchart LR\n  A --> B\n  style A fill:url(https://EVIL/a.svg#x),filter:url(https://EVIL/a.svg#f)\n  linkStyle 0 stroke:url(https://EVIL/a.svg#x),background:url(https://EVIL/p.png)",
  "title and description":
    "flowchart LR\n  accTitle: <img src=x onerror=RUN>\n  accDescr: <script>RUN</script>\n  A --> B",
  "options of the cleaner":
    '%%{init: {"dompurifyConfig": {"ADD_TAGS": ["script", "iframe"], "ADD_ATTR": ["onerror"], "ALLOW_UNKNOWN_PROTOCOLS": true}, "htmlLabels": true}}%%\nflowchart LR\n  A["<img src=x onerror=RUN>"] --> B',
  "a prototype by a directive":
    '%%{init: {"__proto__": {"polluted": 1, "securityLevel": "loose"}, "constructor": {"prototype": {"polluted": 1}}}}%%\nflowchart LR\n  A --> B',
  "a prototype by frontmatter":
    "---\nconfig:\n  __proto__:\n    polluted: 1\n  theme: __proto__\n---\nflowchart LR\n  __proto__ --> constructor\n  toString --> hasOwnProperty",
  "sequence with links":
    'sequenceDiagram\n  participant A\n  links A: {"x": "javascript:RUN", "y": "https://EVIL"}\n  link A: z @ javascript:RUN\n  A->>B: <img src=x onerror=RUN>\n  Note over A: <script>RUN</script>',
  "sequence with properties":
    'sequenceDiagram\n  participant A\n  properties A: {"class": "x\\" onclick=\\"RUN"}\n  details A: <img src=x onerror=RUN>\n  A->>B: a',
  class:
    'classDiagram\n  class A["<img src=x onerror=RUN>"] {\n    +a<script>RUN</script>()\n  }\n  callback A "RUN" "x"\n  link A "javascript:RUN"\n  click A href "javascript:RUN"',
  state:
    'stateDiagram-v2\n  [*] --> A : <img src=x onerror=RUN>\n  A : <script>RUN</script>\n  click A "javascript:RUN"',
  entities: 'erDiagram\n  "<img src=x onerror=RUN>" ||--o{ B : "<script>RUN</script>"',
  gantt:
    'gantt\n  title <img src=x onerror=RUN>\n  section <script>RUN</script>\n  a :a1, 2024-01-01, 1d\n  click a1 href "javascript:RUN"\n  click a1 call RUN',
  pie: 'pie title <img src=x onerror=RUN>\n  "<script>RUN</script>" : 1\n  "b" : 2',
  journey: "journey\n  title <img src=x onerror=RUN>\n  section a\n    <script>RUN</script>: 5: Me",
  mindmap:
    'mindmap\n  root((<img src=x onerror=RUN>))\n    ::icon(fa fa-book" onload="RUN)\n    a[<script>RUN</script>]',
  timeline: "timeline\n  title <img src=x onerror=RUN>\n  2024 : <script>RUN</script>",
  git: 'gitGraph\n  commit id: "<img src=x onerror=RUN>" tag: "<script>RUN</script>"',
  quadrants: 'quadrantChart\n  title <img src=x onerror=RUN>\n  x-axis "<b>a</b>" --> b\n  A: [0.3, 0.6]',
  chart:
    'xychart-beta\n  title "<img src=x onerror=RUN>"\n  x-axis ["<script>RUN</script>", b]\n  bar [1, 2]',
  blocks: 'block-beta\n  a["<img src=x onerror=RUN>"] b\n  style a fill:url(https://EVIL/a.svg#x)',
  architecture:
    "architecture-beta\n  group api(cloud)[<img src=x onerror=RUN>]\n  service db(https://EVIL/p.png)[a] in api",
  requirements:
    'requirementDiagram\n  requirement a {\n    id: 1\n    text: "<img src=x onerror=RUN>"\n    risk: high\n    verifymethod: test\n  }',
  c4: 'C4Context\n  title <img src=x onerror=RUN>\n  Person(a, "<script>RUN</script>", "b", $sprite="https://EVIL/p.png", $link="javascript:RUN")',
  "a link with a callback's name": "flowchart LR\n  A --> B\n  click A constructor\n  click B __proto__",
  "a flood of edges": `flowchart LR\n${"  A --> B\n".repeat(3000)}`,
  "a flood of text": `flowchart LR\n  A["${"a".repeat(60_000)}"] --> B`,
  "no diagram": "<img src=x onerror=RUN>",
  "an error with markup": "flowchart LR\n  A[<img src=x onerror=RUN>] --> ]]] <script>RUN</script>",
};

const fences: Readonly<Record<string, string>> = {
  "title with markup": "js <img src=x onerror=RUN>",
  "title in quotes": 'js title="<img src=x onerror=RUN>"',
  "title that leaves its quotes": "js title='\" onmouseover=\"RUN'",
  "icon of the web": 'js icon="https://EVIL/p.png" title="a"',
  "icon with markup": 'js icon="<svg onload=RUN>" title="a"',
  "icon above": 'js icon="../../../etc/passwd.svg" title="a"',
  "language with markup": '"><img src=x onerror=RUN>',
  "language by a name of JavaScript": "__proto__",
  "language by another": "constructor",
  "language by a path": "../../../../etc/passwd",
  "lines of the prototype":
    "js {__proto__,constructor} highlight={RUN} lines={javascript:RUN} focus={1e9} theme={url(https://EVIL/p.png)}",
  "lines without end": "js {1-99999999999} lines",
  props:
    'jsx dangerouslySetInnerHTML={{ __html: "<img src=x onerror=RUN>" }} onClick={RUN} className="bg-[url(https://EVIL/p.png)]"',
};

export const libraries: readonly Payload[] = [
  ...Object.entries(formulas).map(([name, tex]): Payload => ({
    name: `maths/${name}`,
    page: `$$\n${tex}\n$$\n\nText $${tex.replaceAll("\n", " ")}$ text.\n\n<Latex>{${JSON.stringify(tex)}}</Latex>`,
    html: "",
  })),
  ...Object.entries(diagrams).map(([name, source]): Payload => ({
    name: `diagrams/${name}`,
    page: `\`\`\`mermaid\n${source}\n\`\`\``,
    html: "",
  })),
  ...pages("diagrams", {
    "as a component": [
      '<Mermaid chart={"%%{init: {\\"securityLevel\\": \\"loose\\"}}%%\\nflowchart LR\\n  A[\\"<img src=x onerror=RUN>\\"] --> B"} placement="x" actions={{ a: 1 }} />',
      "",
    ],
  }),
  ...Object.entries(fences).map(([name, meta]): Payload => ({
    name: `fences/${name}`,
    page: `\`\`\`${meta}\n<script>RUN</script>\n\`\`\`\n\n<CodeGroup>\n\n\`\`\`${meta}\n<img src=x onerror=RUN>\n\`\`\`\n\n</CodeGroup>`,
    html: "<script>RUN</script>",
  })),
];
