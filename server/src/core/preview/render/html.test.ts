import assert from "node:assert/strict";
import { viewOf } from "../../../../../test/harness/view-of.ts";

describe("rendered HTML", () => {
  const keptHtml: readonly (readonly [text: string, view: string])[] = [
    [
      '<div className="a b" id="x" data-n={1} aria-hidden={true} hidden={false}>t</div>',
      '<div class="a b" id="x" data-n=1 aria-hidden hidden=false>t</div>',
    ],
    ['<td colSpan={2} rowspan="3">t</td>', '<td colspan=2 rowspan="3">t</td>'],
    [
      '<div style={{backgroundColor: "red", padding: 4, lineHeight: 2, "--x": 1, WebkitLineClamp: 2}}>t</div>',
      '<div style={"background-color":"red","padding":"4px","line-height":"2","--x":"1","-webkit-line-clamp":"2"}>t</div>',
    ],
    [
      '<div style="color: red; width: calc(1px + 2em)">t</div>',
      '<div style={"color":"red","width":"calc(1px + 2em)"}>t</div>',
    ],
    ["<details open><summary>a</summary>b</details>", "<details open><summary>a</summary>b</details>"],
    [
      '<svg width="24" strokeWidth={2} viewBox="0 0 24 24"><g clipPath="url(#c)"><use href="#d"/><linearGradient id="g"><stop stopColor="red"/></linearGradient></g></svg>',
      '<svg width="24" stroke-width=2 viewBox="0 0 24 24"><g clip-path="url(#c)"><use href="#d"/><linearGradient id="g"><stop stop-color="red"/></linearGradient></g></svg>',
    ],
    [
      '<img src="https://x.org/a.png" alt="A" width={10} className="m" noZoom />',
      '<#image kind="img" alt="A" width=10 class="m" src="https://x.org/a.png" host="x.org" noZoom/>',
    ],
    [
      '<video controls muted autoPlay><source src="/a.mp4" type="video/mp4"/></video>',
      '<#image kind="video" controls autoPlay muted sources=[{"src":"/a.mp4","type":"video/mp4"}] src="/a.mp4"/>',
    ],
    [
      '<iframe src="https://www.youtube.com/embed/x" title="T" allowFullScreen></iframe>',
      '<#embed title="T" src="https://www.youtube.com/embed/x" host="www.youtube.com"/>',
    ],
    [
      '<a href="mailto:a@b.c">m</a> <a href="#x">l</a> <a href="../y">r</a>',
      '<a href="mailto:a@b.c">m</a><a href="#x">l</a><a href="../y">r</a>',
    ],
    ['<a href="vscode://x">a program</a>', "<a>a program</a>"],
    ['<form action="https://x.org"><input type="submit" name="a"/></form>', '<div><input type="text"/></div>'],
    [
      "<div style=\"background: #fff url('./images/a b.png?v=1') no-repeat\">a</div>",
      '<div style={"background":"#fff url(\\"docwright-site:/images/a%20b.png\\") no-repeat"}>a</div>',
    ],
    [
      '<h2 style={{backgroundImage: "url(/images/a.svg)"}}>a</h2>',
      '<h2 style={"background-image":"url(\\"docwright-site:/images/a.svg\\")"}>a</h2>',
    ],
    ["<kbd>a</kbd><sup>b</sup><br/>", "<kbd>a</kbd><sup>b</sup><br/>"],
  ];
  for (const [text, view] of keptHtml)
    it(`keeps ${text.slice(0, 70)}`, () => {
      const result = viewOf(text);
      assert.deepEqual(result.issues, []);
      assert.equal(result.view, view);
    });

  const removedHtml: readonly (readonly [text: string, view: string])[] = [
    ["<script>alert(1)</script>", ""],
    ['<object data="/x"></object>', ""],
    ['<embed src="/x"/>', ""],
    ['<base href="https://evil.example"/>', ""],
    ['<meta httpEquiv="refresh" content="0;url=https://evil.example"/>', ""],
    ['<link rel="stylesheet" href="https://evil.example/a.css"/>', ""],
    ['<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
    ['<a href="JaVaScRiPt:alert(1)">a</a>', "<a>a</a>"],
    ['<a href="java&#9;script:alert(1)">a</a>', "<a>a</a>"],
    ['<a href=" &#1;javascript:alert(1)">a</a>', "<a>a</a>"],
    ['<a href="&#106;avascript:alert(1)">a</a>', "<a>a</a>"],
    ['<a href={"java" + "script:alert(1)"}>a</a>', "<a>a</a>"],
    ['<a href="data:text/html,<b>">a</a>', "<a>a</a>"],
    ['<a href="command:workbench.action.quit">a</a>', "<a>a</a>"],
    ["[a](javascript:alert(1))", "<p><a>a</a></p>"],
    ["[a](&#106;avascript:alert(1))", "<p><a>a</a></p>"],
    ['<Card href="javascript:alert(1)">a</Card>', "<Card>a</Card>"],
    ['<div dangerouslySetInnerHTML={{__html: "<img src=x onerror=alert(1)>"}}/>', "<div/>"],
    ['<iframe srcDoc="<script>alert(1)</script>"></iframe>', "<#embed/>"],
    ['<iframe src="javascript:alert(1)"></iframe>', "<#embed/>"],
    ['<iframe src="data:text/html,<script>alert(1)</script>"></iframe>', "<#embed/>"],
    ['<img src="javascript:alert(1)" alt="a"/>', '<#image kind="img" alt="a"/>'],
    ['<img src="file:///etc/passwd" alt="a"/>', '<#image kind="img" alt="a"/>'],
    ["![a](../../../etc/passwd)", '<p><#image kind="img" alt="a"/></p>'],
    [
      '<div style="background: url(https://evil.example/a.png); color: red">a</div>',
      '<div style={"color":"red"}>a</div>',
    ],
    ["<div style={{backgroundImage: \"URL('//evil.example')\"}}>a</div>", "<div>a</div>"],
    ['<div style="background: url(/a.png), url(https://evil.example/a.png)">a</div>', "<div>a</div>"],
    ['<div style="background: url(../../../outside.png)">a</div>', "<div>a</div>"],
    ['<div style="background: url(docwright-site://evil.example/a.png)">a</div>', "<div>a</div>"],
    ['<div style="background: image-set(url(/a.png) 1x)">a</div>', "<div>a</div>"],
    ['<div style="--a: url(/a.png)">a</div>', "<div>a</div>"],
    ['<div style="position: fixed; inset: 0">a</div>', '<div style={"inset":"0"}>a</div>'],
    ['<div style="width: expression(alert(1))">a</div>', "<div>a</div>"],
    ['<div style="behavior: x; -moz-binding: y">a</div>', "<div>a</div>"],
    ["<div style={{color: 'red\\\\3b background:u\\\\72l(x)'}}>a</div>", "<div>a</div>"],
    ["<svg><script>alert(1)</script><foreignObject><b>x</b></foreignObject></svg>", "<svg/>"],
    ['<svg><image href="https://evil.example/a.png"/></svg>', "<svg/>"],
  ];
  for (const [text, view] of removedHtml)
    it(`removes executable content from ${text.slice(0, 70)}`, () => {
      const result = viewOf(text);
      assert.ok(result.issues.length > 0);
      assert.ok(
        result.all.every(({ kind }) => kind === "unsafe"),
        result.issues.join(),
      );
      assert.equal(result.view, view);
    });

  it("silently removes attributes that have no effect in the preview", () => {
    for (const [text, view] of [
      ['<img src="/a.png" alt="a" onerror="alert(1)" onLoad={() => 1}/>', '<#image kind="img" alt="a" src="/a.png"/>'],
      [
        '<svg onload="alert(1)"><use href="https://evil.example/#a"/><use xlinkHref="data:image/svg+xml,x"/></svg>',
        "<svg><use/><use/></svg>",
      ],
      [
        '<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>',
        '<svg><animate values="javascript:alert(1)"/></svg>',
      ],
      ['<svg><rect fill="url(https://evil.example/#a)"/></svg>', "<svg><rect/></svg>"],
      ['<svg from="width: expression(alert(1))"/>', "<svg/>"],
      ['<div formAction="x" srcDoc="x" is="y" ping="z" background="https://evil.example">a</div>', "<div>a</div>"],
      ['<div className="dw-toolbar a">b</div>', '<div class="a">b</div>'],
      ["<title>mine</title>", ""],
      ["<div><title>mine</title><svg><title>drawn</title></svg></div>", "<div><svg><title>drawn</title></svg></div>"],
      ["<template><b>a</b></template>", ""],
      ['<input autofocus onfocus="alert(1)"/>', "<input/>"],
    ] as const) {
      const result = viewOf(text);
      assert.deepEqual([result.view, result.issues], [view, []]);
    }
  });

  it("applies rules in a <style> only to the page", () => {
    const { styles, issues, view } = viewOf(
      "<style>{`.a, #b > p:hover { color: red; } :root { --x: 1px } .dark .a { color: blue }\n@media (min-width: 10px) { .a { margin: 0 } } @keyframes k { from { opacity: 0 } 50% { opacity: 1 } }`}</style>\n\nText",
    );
    assert.deepEqual(issues, []);
    assert.equal(view, "<p>Text</p>");
    assert.equal(
      styles,
      '.dw-page .a,.dw-page #b > p:hover{color:red}.dw-page{--x:1px}.dw-page[data-appearance="dark"] .a{color:blue}@media (min-width: 10px){.dw-page .a{margin:0}}@keyframes k{from{opacity:0}50%{opacity:1}}',
    );
  });

  it("also applies rules from a <style> element's prop", () => {
    const { styles, issues } = viewOf(
      "<style dangerouslySetInnerHTML={{__html: '.a { color: red } </style><script>alert(1)</script>'}}/>",
    );
    assert.equal(styles, ".dw-page .a{color:red}");
    assert.deepEqual(issues.length, 1);
  });

  it("doesn't style anything outside the page", () => {
    for (const selector of ["~ .x", "+ .x", ":root ~ .x", "body:hover + .x", ".dark ~ .x", "html.y~.x", ":root"]) {
      const { styles } = viewOf(`<style>{\`${selector} { color: red }\`}</style>`);
      assert.equal(styles, selector === ":root" ? ".dw-page{color:red}" : "", selector);
    }
  });

  it("removes rules in a <style> that load resources, escape the page, or affect anything else", () => {
    const { styles, issues } = viewOf(
      "<style>{`@import 'https://evil.example/a.css'; @font-face { font-family: x; src: url(//evil.example) } .a { background: url(//evil.example); color: red } .b { position: fixed } .c { } } body { color: green } </style><script> .d{color:red} a{}{}} .e\\\\{ { color: red } `}</style>",
    );
    assert.match(issues.join(), /^unsafe: /);
    assert.doesNotMatch(styles, /evil|import|url|fixed|script|</);
    assert.match(styles, /^\.dw-page \.a\{color:red\}/);
  });
});
