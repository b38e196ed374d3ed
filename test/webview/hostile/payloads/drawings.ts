import { pages, type Payload } from "../payload.ts";

/** Returns SVG or MathML in two forms: as a page contains it, and as a browser parses it. */
const both = (text: string): readonly [string, string] => [
  text,
  text.replace(/<(\w+)([^<>]*?)\s*\/>/g, "<$1$2></$1>"),
];

export const drawings: readonly Payload[] = [
  ...pages("svg", {
    "that loads": both('<svg onload="RUN" />'),
    "animation that begins": both('<svg><animate onbegin="RUN" attributeName="x" dur="1s" /></svg>'),
    "animation of a link": both(
      '<svg><a><text y="20">a</text><animate attributeName="href" values="javascript:RUN" begin="0s" dur="1s" fill="freeze" /></a></svg>',
    ),
    "animation of a link by its old name": both(
      '<svg><a><text y="20">a</text><animate attributeName="xlink:href" to="javascript:RUN" dur="1s" fill="freeze" /></a></svg>',
    ),
    "setting of a link": both(
      '<svg><a><text y="20">a</text><set attributeName="href" to="javascript:RUN" /></a></svg>',
    ),
    "setting of a handler": both(
      '<svg><rect width="9" height="9"><set attributeName="onclick" to="RUN" /></rect></svg>',
    ),
    "animation from afar": both(
      '<svg><a id="far"><text y="20">a</text></a><animate href="#far" attributeName="href" to="javascript:RUN" dur="1s" fill="freeze" /></svg>',
    ),
    "use of another's drawing": both('<svg><use href="https://EVIL/a.svg#a" /></svg>'),
    "use of another's drawing by its old name": both(
      '<svg><use xlinkHref="https://EVIL/a.svg#a" xlink:href="https://EVIL/a.svg#a" /></svg>',
    ),
    "use of data": both(
      "<svg><use href=\"data:image/svg+xml,&lt;svg id='x' xmlns='http://www.w3.org/2000/svg'&gt;&lt;image href='https://EVIL/p.png' onload='RUN'/&gt;&lt;/svg&gt;#x\" /></svg>",
    ),
    picture: both('<svg><image href="https://EVIL/p.png" width="9" height="9" /></svg>'),
    "picture by its old name": both(
      '<svg><image xlinkHref="https://EVIL/p.png" xlink:href="https://EVIL/p.png" onerror="RUN" /></svg>',
    ),
    "picture in a filter": both(
      '<svg><filter id="f"><feImage href="https://EVIL/p.png" /></filter><rect width="9" height="9" filter="url(#f)" /></svg>',
    ),
    "filling from afar": both('<svg><rect width="9" height="9" fill="url(https://EVIL/a.svg#x)" /></svg>'),
    "filter from afar": both('<svg><rect width="9" height="9" filter="url(https://EVIL/a.svg#x)" /></svg>'),
    "mask from afar": both('<svg><rect width="9" height="9" mask="url(https://EVIL/a.svg#x)" /></svg>'),
    "clip from afar": both(
      '<svg><rect width="9" height="9" clip-path="url(https://EVIL/a.svg#x)" clipPath="url(https://EVIL/a.svg#x)" /></svg>',
    ),
    "marker from afar": both(
      '<svg><path d="M0 0h9v9" marker-start="url(https://EVIL/a.svg#x)" marker-end="url(https://EVIL/a.svg#x)" /></svg>',
    ),
    "filling from afar in disguise": both(
      '<svg><rect width="9" height="9" fill="u\\72l(https://EVIL/a.svg#x)" /></svg>',
    ),
    "cursor from afar": both(
      '<svg><rect width="9" height="9" cursor="url(https://EVIL/c.png), auto" /></svg>',
    ),
    "animated filling": both(
      '<svg><rect width="9" height="9"><animate attributeName="fill" values="url(https://EVIL/a.svg#x)" dur="1s" fill="freeze" /></rect></svg>',
    ),
    "animated style": both(
      '<svg><rect width="9" height="9"><set attributeName="style" to="background:url(https://EVIL/p.png)" /></rect></svg>',
    ),
    foreignObject: both(
      '<svg><foreignObject width="99" height="99"><div xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="RUN" /></div></foreignObject></svg>',
    ),
    "foreignObject with a frame": both(
      '<svg><foreignObject width="99" height="99"><iframe srcdoc="<script>parent.RUN</script>" /></foreignObject></svg>',
    ),
    "foreignObject in small letters": both(
      '<svg><foreignobject><body xmlns="http://www.w3.org/1999/xhtml" onload="RUN" /></foreignobject></svg>',
    ),
    "style in it": [
      "<svg><style>{`@import url(https://EVIL/a.css);`}</style></svg>",
      "<svg><style>@import url(https://EVIL/a.css);</style></svg>",
    ],
    "style with a picture": [
      "<svg><style>{`rect{fill:red;background:url(https://EVIL/p.png)} *{background-image:url(https://EVIL/q.png)}`}</style><rect /></svg>",
      "<svg><style>svg{background-image:url(https://EVIL/q.png)}</style><rect></rect></svg>",
    ],
    "title with markup": [
      '<svg><title><img src="x" onError="RUN" /></title></svg>',
      "<svg><title><img src=x onerror=RUN></title></svg>",
    ],
    "desc with markup": [
      '<svg><desc><p><img src="x" onError="RUN" /></p></desc></svg>',
      "<svg><desc><p><img src=x onerror=RUN></p></desc></svg>",
    ],
    "link with a target": both(
      '<svg><a href="javascript:RUN" target="_top"><rect width="9" height="9" /></a></svg>',
    ),
    "entity of a document type": [
      "<!DOCTYPE svg [<!ENTITY x 'javascript:RUN'>]>\n\n<svg><a href=\"&x;\"><text>a</text></a></svg>",
      "",
    ],
    "handler element": [
      '<svg><handler type="text/javascript">RUN</handler><listener event="click" handler="#x" /></svg>',
      "",
    ],
    discard: both('<svg><discard onbegin="RUN" begin="0s" /></svg>'),
    "path by reference": both(
      '<svg><text><textPath href="https://EVIL/a.svg#p">a</textPath></text><animateMotion><mpath href="https://EVIL/a.svg#p" /></animateMotion></svg>',
    ),
    "gradient by reference": both(
      '<svg><linearGradient id="g" href="https://EVIL/a.svg#g" /><rect width="9" height="9" fill="url(#g)" /></svg>',
    ),
    "icon written in a prop": [
      '<Card title="a" icon={<svg onLoad="RUN"><image href="https://EVIL/p.png" /></svg>}>b</Card>',
      '<svg onload="RUN"><image href="https://EVIL/p.png"></image></svg>',
    ],
    "icon written as text": [
      '<Card title="a" icon="<svg onload=RUN></svg>">b</Card>',
      "<svg onload=RUN></svg>",
    ],
  }),
  ...pages("math", {
    link: [
      '<math href="javascript:RUN"><mi>a</mi></math>',
      '<math><mtext><a href="javascript:RUN">a</a></mtext></math>',
    ],
    "link by its old name": [
      '<math xlinkHref="javascript:RUN" xlink:href="javascript:RUN"><mi>a</mi></math>',
      "",
    ],
    action: [
      '<math><maction actiontype="statusline#https://EVIL" xlinkHref="javascript:RUN">a</maction></math>',
      "",
    ],
    "markup within": [
      '<math><annotation-xml encoding="text/html"><img src="x" onError="RUN" /></annotation-xml></math>',
      '<math><annotation-xml encoding="text/html"><img src=x onerror=RUN></annotation-xml></math>',
    ],
    "markup within text": [
      '<math><mtext><img src="x" onError="RUN" /></mtext></math>',
      "<math><mtext><img src=x onerror=RUN></mtext></math>",
    ],
    "markup that changes its place": [
      "<form><math><mtext><form><mglyph><style>{`</math><img src onerror=RUN>`}</style></mglyph></form></mtext></math></form>",
      "<form><math><mtext></form><form><mglyph><style></math><img src onerror=RUN>",
    ],
    "table out of place": [
      "<math><mtext><table><mglyph><style>{`<img src=x onerror=RUN>`}</style></mglyph></table></mtext></math>",
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=RUN&gt;">',
    ],
    "glyph of the web": ['<math><mglyph src="https://EVIL/p.png" /></math>', ""],
    "style of the web": [
      '<math style={{ background: "url(https://EVIL/p.png)" }}><mi>a</mi></math>',
      '<math style="display:block;background:url(https://EVIL/p.png)"><mi>a</mi></math>',
    ],
    "colour of the web": [
      '<math><mi mathbackground="url(https://EVIL/p.png)" mathcolor="expression(RUN)">a</mi></math>',
      "",
    ],
  }),
];
