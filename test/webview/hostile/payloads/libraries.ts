import { pages, type Payload } from "../payload.ts";

/** Content that is typeset, drawn, or highlighted by libraries. */
const formulas: Readonly<Record<string, string>> = {
  "link with a script URL": "\\href{javascript:RUN}{a}",
  "link in a url command": "\\url{javascript:RUN}",
  "link with a data URL": "\\href{data:text/html,<script>RUN</script>}{a}",
  "link in mixed case": "\\href{JaVaScRiPt:RUN}{a}",
  "link with a character code": "\\href{\\char106 avascript:RUN}{a}",
  picture: "\\includegraphics{https://EVIL/p.png}",
  "picture with options": '\\includegraphics[height=1em,alt=x" onerror=RUN]{https://EVIL/p.png}',
  "picture with a file URL": "\\includegraphics{file:///etc/passwd}",
  data: "\\htmlData{onclick=RUN, foo=bar}{a}",
  id: "\\htmlId{acquireVsCodeApi}{a}",
  class: "\\htmlClass{dwt-strip}{a}",
  style: "\\htmlStyle{background:url(https://EVIL/p.png);position:fixed}{a}",
  color: '\\color{red;background:url(https://EVIL/p.png)}a \\textcolor{#000" onclick="RUN}{a}',
  "color of a box": "\\colorbox{url(https://EVIL/p.png)}{a} \\fcolorbox{red}{expression(RUN)}{a}",
  "markup in text": "\\text{<img src=x onerror=RUN>}",
  "entities in text": "\\text{&lt;img src=x onerror=RUN&gt;} &#60;script&#62;RUN",
  "markup in an operator name": "\\operatorname{<script>RUN</script>}",
  "markup in an equation tag": "a \\tag{<img src=x onerror=RUN>}",
  "markup after an error": "\\nosuch{<img src=x onerror=RUN>}",
  "macro that calls itself": "\\def\\a{\\a\\a}\\a",
  "macro that doubles its argument": "\\def\\a#1{#1#1}\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}}}}}}}",
  "macro for a link": "\\newcommand{\\b}{\\href}\\b{javascript:RUN}{a}",
  "macro that redefines another one": "\\renewcommand{\\text}[1]{\\href{javascript:RUN}{#1}}\\text{a}",
  "global macro": "\\gdef\\frac#1#2{\\href{javascript:RUN}{#1}}\\frac{a}{b}",
  "wide rule": "\\rule{99999em}{99999em} \\kern99999em \\hspace{-99999em}a",
  "nested braces": "{".repeat(3000) + "}".repeat(3000),
  "nested fractions": "\\frac{1}{".repeat(300) + "1" + "}".repeat(300),
  "markup in a matrix": '\\begin{matrix}<a href="javascript:RUN">&</a>\\end{matrix}',
  "commands named after built-in properties": "\\__proto__ \\constructor \\toString{RUN}",
  "environments named after built-in properties":
    "\\begin{__proto__}a\\end{__proto__}\\begin{constructor}b\\end{constructor}",
};

const diagrams: Readonly<Record<string, string>> = {
  "loose security from a directive":
    '%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  A["<img src=x onerror=RUN>"] --> B\n  click A call RUN',
  "loose security from frontmatter":
    '---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  flowchart:\n    htmlLabels: true\n---\nflowchart LR\n  A["<img src=x onerror=RUN>"] --> B\n  click A "javascript:RUN"',
  "loose security from two directives":
    '%%{init: {"securityLevel": "antiscript"}}%%\n%%{initialize: {"securityLevel": "loose", "secure": []}}%%\nflowchart LR\n  A --> B\n  click A href "javascript:RUN"',
  "sandbox security from a directive":
    '%%{init: {"securityLevel": "sandbox"}}%%\nflowchart LR\n  A["<script>RUN</script>"] --> B',
  "click that calls a function": 'flowchart LR\n  A --> B\n  click A call pwned() "x"\n  click B RUN',
  "click that opens a script URL":
    'flowchart LR\n  A --> B\n  click A "javascript:RUN" "x" _self\n  click B href "data:text/html,<script>RUN</script>"',
  "click that opens a web page": 'flowchart LR\n  A --> B\n  click A "https://EVIL" _blank',
  "script in a label": 'flowchart LR\n  A["<script>RUN</script>"] -->|"<img src=x onerror=RUN>"| B("<svg onload=RUN>")',
  "picture in a label": 'flowchart LR\n  A["<img src=\'https://EVIL/p.png\'>"] --> B["![a](https://EVIL/q.png)"]',
  "Markdown in a label":
    'flowchart LR\n  A["`[a](javascript:RUN) <img src=x onerror=RUN> ![a](https://EVIL/q.png)`"] --> B',
  "a formula in a label":
    'flowchart LR\n  A["$$\\\\href{javascript:RUN}{a}$$"] --> B["$$\\\\includegraphics{https://EVIL/p.png}$$"]',
  "a picture as a shape":
    'flowchart LR\n  A@{ img: "https://EVIL/p.png", label: "a", h: 60 } --> B@{ icon: "<img src=x onerror=RUN>", form: "square" }',
  "CSS in a theme":
    '%%{init: {"themeCSS": "* { background: url(https://EVIL/p.png) } @import url(https://EVIL/a.css);"}}%%\nflowchart LR\n  A --> B',
  "CSS in a theme that closes a rule":
    '%%{init: {"themeCSS": "} * { background-image: url(https://EVIL/p.png) } @keyframes x { from { background: url(https://EVIL/q.png) } } {"}}%%\nflowchart LR\n  A --> B',
  "CSS in theme variables":
    '%%{init: {"theme": "base", "themeVariables": {"primaryColor": "red;} * { background: url(https://EVIL/p.png) } a {", "fontFamily": "x;} @import url(https://EVIL/a.css); a {b:"}}}%%\nflowchart LR\n  A --> B',
  "CSS in a font family":
    '%%{init: {"fontFamily": "x\\"} * {background:url(https://EVIL/p.png)} a{\\"", "altFontFamily": "url(https://EVIL/f.woff2)"}}%%\nflowchart LR\n  A --> B',
  "class with a picture":
    "flowchart LR\n  A:::x --> B\n  classDef x fill:url(https://EVIL/a.svg#x),background:url(https://EVIL/p.png),stroke:red",
  "class with a picture and escapes":
    "flowchart LR\n  A:::x --> B\n  classDef x background-image:\\75rl(https://EVIL/p.png),--a:\\75rl(https://EVIL/q.png),background:var(--a)",
  "class that closes a rule":
    "flowchart LR\n  A:::x --> B\n  classDef x fill:red}*{background-image:url(https://EVIL/p.png)",
  "style with a picture":
    "flowchart LR\n  A --> B\n  style A fill:url(https://EVIL/a.svg#x),filter:url(https://EVIL/a.svg#f)\n  linkStyle 0 stroke:url(https://EVIL/a.svg#x),background:url(https://EVIL/p.png)",
  "accessible title and description":
    "flowchart LR\n  accTitle: <img src=x onerror=RUN>\n  accDescr: <script>RUN</script>\n  A --> B",
  "DOMPurify options":
    '%%{init: {"dompurifyConfig": {"ADD_TAGS": ["script", "iframe"], "ADD_ATTR": ["onerror"], "ALLOW_UNKNOWN_PROTOCOLS": true}, "htmlLabels": true}}%%\nflowchart LR\n  A["<img src=x onerror=RUN>"] --> B',
  "a prototype in a directive":
    '%%{init: {"__proto__": {"polluted": 1, "securityLevel": "loose"}, "constructor": {"prototype": {"polluted": 1}}}}%%\nflowchart LR\n  A --> B',
  "a prototype in frontmatter":
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
  chart: 'xychart-beta\n  title "<img src=x onerror=RUN>"\n  x-axis ["<script>RUN</script>", b]\n  bar [1, 2]',
  blocks: 'block-beta\n  a["<img src=x onerror=RUN>"] b\n  style a fill:url(https://EVIL/a.svg#x)',
  architecture:
    "architecture-beta\n  group api(cloud)[<img src=x onerror=RUN>]\n  service db(https://EVIL/p.png)[a] in api",
  requirements:
    'requirementDiagram\n  requirement a {\n    id: 1\n    text: "<img src=x onerror=RUN>"\n    risk: high\n    verifymethod: test\n  }',
  c4: 'C4Context\n  title <img src=x onerror=RUN>\n  Person(a, "<script>RUN</script>", "b", $sprite="https://EVIL/p.png", $link="javascript:RUN")',
  "click targets named after built-in properties":
    "flowchart LR\n  A --> B\n  click A constructor\n  click B __proto__",
  "too many edges": `flowchart LR\n${"  A --> B\n".repeat(3000)}`,
  "too much text": `flowchart LR\n  A["${"a".repeat(60_000)}"] --> B`,
  "markup instead of a diagram": "<img src=x onerror=RUN>",
  "an error with markup": "flowchart LR\n  A[<img src=x onerror=RUN>] --> ]]] <script>RUN</script>",
};

const fences: Readonly<Record<string, string>> = {
  "title with markup": "js <img src=x onerror=RUN>",
  "title in quotes": 'js title="<img src=x onerror=RUN>"',
  "title that closes its quotes": "js title='\" onmouseover=\"RUN'",
  "icon from the web": 'js icon="https://EVIL/p.png" title="a"',
  "icon with markup": 'js icon="<svg onload=RUN>" title="a"',
  "icon above the site": 'js icon="../../../etc/passwd.svg" title="a"',
  "language with markup": '"><img src=x onerror=RUN>',
  "__proto__ as the language": "__proto__",
  "constructor as the language": "constructor",
  "path as the language": "../../../../etc/passwd",
  "built-in properties as lines":
    "js {__proto__,constructor} highlight={RUN} lines={javascript:RUN} focus={1e9} theme={url(https://EVIL/p.png)}",
  "very many lines": "js {1-99999999999} lines",
  props:
    'jsx dangerouslySetInnerHTML={{ __html: "<img src=x onerror=RUN>" }} onClick={RUN} className="bg-[url(https://EVIL/p.png)]"',
};

export const libraries: readonly Payload[] = [
  ...Object.entries(formulas).map(([name, tex]): Payload => ({
    name: `math/${name}`,
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
