import assert from "node:assert/strict";
import type { ViewNode } from "../../server/src/core/preview/view/page-view.ts";
import { inChromium } from "./open-page.ts";
import { type PaintedPage, paintedPage } from "./painted-page.ts";
import { el, p, pageOf, withSlots } from "./view-of.ts";

const run = "window.ran = 1";
const script = `javascript:${run}`;

/** Content that a compromised renderer might send. */
const hostile: readonly ViewNode[] = [
  el("script", {}, run),
  el("SCRIPT", {}, run),
  el("style", {}, "*{display:none}"),
  el("iframe", { src: script, srcdoc: `<script>${run}</script>` }),
  el("object", { data: script }),
  el("embed", { src: script }),
  el("link", { rel: "stylesheet", href: "https://evil.example/a.css" }),
  el("meta", { "http-equiv": "refresh", content: `0;url=${script}` }),
  el("base", { href: "https://evil.example/" }),
  el("form", { action: "https://evil.example/" }, el("input", { formaction: script })),
  el("img", { src: "https://evil.example/a.png", onerror: run }),
  el("div", { onclick: run, onClick: run, onMouseOver: run, innerHTML: `<img src=x onerror="${run}">` }),
  el("div", { dangerouslySetInnerHTML: { __html: `<img src=x onerror="${run}">` } }),
  el("div", {
    textContent: "x",
    outerHTML: "x",
    ref: "x",
    key: "k",
    children: "x",
    constructor: "x",
    ["__proto__"]: "x",
  }),
  ...[
    script,
    " javascript:1",
    "java\nscript:1",
    "JaVaScRiPt:1",
    "\u0001javascript:1",
    "data:text/html,<script>1</script>",
    "vbscript:1",
    "file:///etc/passwd",
    "command:workbench.action.quit",
    "blob:x",
  ].flatMap((href) => [
    el("a", { href }, "link"),
    el("Card", { title: "card", href }),
    el("Tile", { title: "tile", href }),
    el("Badge", { href }, "badge"),
    el("Tooltip", { tip: "tip", cta: "go", href }, "word"),
    el("svg", {}, el("a", { href, "xlink:href": href }, el("text", {}, "link"))),
    el("#image", { kind: "img", src: href }),
    el("#image", { kind: "video", src: href, poster: href }),
    el("#embed", { src: href, host: "x" }),
    el("blockquote", { cite: href }, "quote"),
  ]),
  el(
    "svg",
    { onload: run },
    el("animate", { attributeName: "href", values: script }),
    el("set", { attributeName: "onclick", to: run }),
    el("foreignObject", {}, el("body", {}, el("script", {}, run))),
    el("use", { href: "https://evil.example/a.svg#x" }),
    el("image", { href: "https://evil.example/a.png" }),
  ),
  el(
    "svg",
    {},
    el("rect", { fill: "url(https://evil.example/a.svg#x)", style: { fill: "url(https://evil.example/a)" } }),
  ),
  el(
    "math",
    { href: script },
    el("maction", { actiontype: "statusline#http://evil.example" }),
    el("annotation-xml", { encoding: "text/html" }, el("script", {}, run)),
  ),
  ...[
    "url(https://evil.example/a)",
    "URL( 'https://evil.example/a' )",
    "\\75rl(https://evil.example/a)",
    "image-set('https://evil.example/a' 1x)",
    "expression(alert(1))",
    "red;background:url(https://evil.example/a)",
    "var(--x, url(https://evil.example/a))",
  ].map((value) =>
    el(
      "div",
      {
        style: {
          background: value,
          "background-image": value,
          "--x": value,
          "-moz-binding": value,
          behavior: value,
          content: value,
        },
      },
      "styled",
    ),
  ),
  el("div", { style: `background:url(https://evil.example/a)` }, "styled"),
  el("div", { style: { position: "fixed", inset: "0", "z-index": 99999 } }, "over everything"),
  el("Callout", { color: "red;background:url(https://evil.example/a)" }, "callout"),
  el("Icon", { color: "url(https://evil.example/a)", size: 1e9, icon: "https://evil.example/a.svg" }),
  withSlots(el("Card", { title: { toString: "x" }, img: "https://evil.example/a.png" }), {
    icon: [el("script", {}, run)],
  }),
  el("#icon", {
    name: "x",
    marks: [
      ["script", { d: "x" }],
      ["path", { onclick: run, d: "M0 0" }],
    ],
  }),
  el("#code", {
    lang: "x",
    lines: [
      [
        ["<img src=x onerror=1>", 0],
        ["x", "1;}*{display:none"],
      ],
    ],
    title: "<b>x</b>",
  }),
  el("#problem", { label: "<img src=x onerror=1>", message: "<script>1</script>" }),
  el("constructor", {}, "x"),
  el("__proto__", {}, "x"),
  el("hasOwnProperty", {}, "x"),
  el("toString", {}, "x"),
];

describe("hostile page", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let shown: PaintedPage;
  let requests: string[] = [];
  beforeEach(async () => {
    requests = [];
    // The content security policy is turned off, because the rendered content must be harmless even without it.
    shown = await paintedPage(openPage, { policy: false });
    await shown.page.route("**/*", async (route) => {
      requests.push(route.request().url());
      await route.abort();
    });
  });

  it("can't run scripts or send requests and contains no dangerous elements or attributes", async () => {
    await shown.show(pageOf(hostile.map((node) => [node])));
    await shown.page.evaluate(`for (const each of document.querySelectorAll("#root *"))
      for (const type of ["click", "mouseover", "load", "error", "focus"]) each.dispatchEvent(new Event(type, { bubbles: true }))`);
    await shown.page.waitForTimeout(300);
    assert.equal(await shown.page.evaluate("window.ran ?? null"), null);
    assert.deepEqual(requests, []);
    const left = (await shown.page.evaluate(`[...document.querySelectorAll("#root *")].flatMap((each) => [
      ...(/^(script|style|iframe|object|embed|link|meta|base|form|foreignobject|image|set)$/i.test(each.localName) ? [each.localName] : []),
      ...[...each.attributes].filter(({ name, value }) => /^on|srcdoc|formaction/i.test(name) || /javascript:|vbscript:|evil\\.example|expression\\(/i.test(value.replace(/[\\s\\u0000-\\u001f]/g, ""))).map(({ name, value }) => each.localName + " " + name + "=" + value),
    ])`)) as string[];
    // The URLs of content that isn't loaded are shown, but not in an attribute that would load the content.
    assert.deepEqual(
      left.filter((each) => !/ (?:aria-label|title)=/.test(each)),
      [],
    );
  });

  it("can't cover anything around it", async () => {
    await shown.show(pageOf([[el("div", { style: { position: "fixed", inset: "0" } }, "over")]]));
    assert.equal(
      await shown.page.evaluate("getComputedStyle(document.querySelector('.dw-block > div')).position"),
      "static",
    );
  });

  it("loses only the part that can't be painted", async () => {
    // Setting these properties of a style declaration throws an error or overwrites its methods.
    const style = { length: "9", parentRule: "x", item: "x", "set-property": "x", "get-property-value": "x" };
    await shown.show(pageOf([[p("first")], [el("div", { style }, "styled")], [el("p", { style }, "last")]]));
    assert.equal(await shown.page.getByText("first").isVisible(), true);
    assert.equal(await shown.page.getByText("styled").isVisible(), true);
    // This value is an object in a place where a list is required.
    const broken = [withSlots(el("Card", { title: "broken" }), { icon: { length: 1 } as unknown as [] })];
    await shown.show(pageOf([[p("before")], broken, [p("after")]]));
    assert.deepEqual(await Promise.all(["before", "after"].map((text) => shown.page.getByText(text).isVisible())), [
      true,
      true,
    ]);
    await shown.show(pageOf([[p("before")], [p("mended")], [p("after")]]));
    assert.equal(await shown.page.getByText("mended").isVisible(), true);
  });

  it("is painted regardless of its nesting depth", async () => {
    let deep: ViewNode = p("deep");
    for (let level = 0; level < 1500; level++) deep = el("div", {}, deep);
    await shown.show(pageOf([[p("first")], [deep]]));
    assert.equal(await shown.page.getByText("first").isVisible(), true);
  });
});
