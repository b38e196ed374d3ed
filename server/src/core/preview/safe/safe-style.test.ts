import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { sanitizeStyleObject, sanitizeStyleText, sanitizeSiteSheet } from "./safe-style.ts";

describe("site style sheet", () => {
  for (const [caseName, text, keptCss] of [
    ["styles only the page", "h1, .card > a:hover { color: red }", ".dw-page h1,.dw-page .card > a:hover{color:red}"],
    [
      "styles the entire page",
      ":root { --brand: #123 } body { font-size: 17px }",
      ".dw-page{--brand:#123}.dw-page{font-size:17px}",
    ],
    [
      "styles pages in dark mode",
      ".dark .card { color: white }",
      '.dw-page[data-appearance="dark"] .card{color:white}',
    ],
    [
      "loads site files relative to its own folder",
      ".a { background: #fff url('../images/a b.png?v=1') no-repeat }",
      '.dw-page .a{background:#fff url("docwright-site:/images/a%20b.png") no-repeat}',
    ],
    [
      "loads site files from the root",
      ".a { mask-image: url(/images/a.svg), URL( /images/b.svg ) }",
      '.dw-page .a{mask-image:url("docwright-site:/images/a.svg"), url("docwright-site:/images/b.svg")}',
    ],
    [
      "loads fonts from the site",
      "@font-face { font-family: 'Acme'; font-weight: 400 700; src: local('Acme'), url('/fonts/a.woff2') format('woff2'), url(https://evil.example/b.woff2) }",
      '@font-face{font-family:\'Acme\';font-weight:400 700;src:url("docwright-site:/fonts/a.woff2") format("woff2")}',
    ],
  ] as const)
    it(caseName, () => assert.equal(sanitizeSiteSheet("css/style.css", text).text, keptCss));

  it("hides the background of an element whose mask isn't applied", () => {
    const mask = "url(https://cdn.example/flag.svg)";
    assert.deepEqual(sanitizeStyleText(`-webkit-mask-image: ${mask}; background-color: red; width: 4px`).style, {
      width: "4px",
      background: "none",
    });
    assert.deepEqual(sanitizeStyleObject([["maskImage", mask], ["backgroundColor", "red"]]).style, { background: "none" }); // prettier-ignore
    assert.equal(
      sanitizeSiteSheet("css/style.css", `.a { mask-image: ${mask}; background: red } .b { background: red }`).text,
      ".dw-page .a{background:none}.dw-page .b{background:red}",
    );
  });

  it("doesn't load anything from the web, from outside the site, or through obfuscated URLs", () => {
    for (const value of [
      "url(https://evil.example/a.png)",
      "url('//evil.example/a.png')",
      'url("\\\\evil.example/a.png")',
      "url(/\\evil.example/a.png)",
      "url(%2f%2fevil.example/a.png)",
      "url(../../outside.png)",
      "url(%2e%2e/%2e%2e/outside.png)",
      "url(javascript:alert(1))",
      "url(data:text/html,<script>alert(1)</script>)",
      "url(docwright-site:/images/a.png)",
      "u\\72l(/images/a.png)",
      "url(/images/a.png",
      "url(/a.png) url(https://evil.example/b.png)",
      "image-set(url(/images/a.png) 1x, 'https://evil.example/b.png' 2x)",
      "url(/images/a.png) src('https://evil.example/b.png')",
      "url('/a.png') /* */ url(https://evil.example/b.png)",
      "\ue000",
    ]) {
      const text = sanitizeSiteSheet("css/style.css", `.a { background-image: ${value}; color: red }`).text;
      assert.doesNotMatch(text, /evil|outside|javascript|script>|image-set|\\/i, value);
      assert.ok(
        /^(?:\.dw-page \.a\{color:red\})?$/.test(text) ||
          /^\.dw-page \.a\{background-image:\ue000;color:red\}$/.test(text),
        `${value} → ${text}`,
      );
    }
    for (const sheet of [
      "@import url(/other.css); @import 'https://evil.example/a.css';",
      "@font-face { font-family: x; src: url(https://evil.example/f.woff2) }",
      "@font-face { font-family: x; src: url(/a.woff2) } }",
      ":root { --a: url(https://evil.example/a.png) }",
      ":root { --a: url(/images/a.png) }",
    ])
      assert.doesNotMatch(sanitizeSiteSheet("style.css", sheet).text, /evil|import|--a/, sheet);
  });

  it("can't cover anything outside the page", () => {
    assert.equal(
      sanitizeSiteSheet(
        "style.css",
        ".a { position: fixed; inset: 0; z-index: 99999 } .b { position: sticky !important; top: 0 }",
      ).text,
      ".dw-page .a{inset:0;z-index:50}.dw-page .b{top:0}",
    );
    assert.equal(
      sanitizeSiteSheet("style.css", "body ~ .dwt { display: none } + .dwt { color: red } ~ * { opacity: 0 }").text,
      "",
    );
  });

  it("is processed quickly, regardless of its content", () => {
    for (const text of [
      "{".repeat(1_000_000),
      "a{".repeat(500_000),
      "a,".repeat(500_000),
      "url(".repeat(250_000),
      `a{b:${"url('".repeat(200_000)}}`,
      "/*".repeat(500_000),
      "/**/".repeat(250_000),
      "a{}".repeat(330_000),
      "a;".repeat(500_000),
      "@media x{".repeat(110_000),
      `@media x{${"a{}".repeat(300_000)}}`,
      ".a{color:red}".repeat(70_000),
    ])
      assertQuick(3000, () => sanitizeSiteSheet("style.css", text), text.slice(0, 10));
  });

  it("can be hundreds of kilobytes long, and rules beyond the limit are reported as omitted", () => {
    const createRules = (count: number): string =>
      Array.from({ length: count }, (_, index) => `.rule-${index} { color: red; margin: 0 auto }`).join("\n");
    const { text, isTruncated } = sanitizeSiteSheet("style.css", createRules(5000));
    assert.ok(text.includes(".rule-0 {") || text.includes(".rule-0{"));
    assert.ok(text.includes(".rule-4999{") && !isTruncated);
    assert.ok(sanitizeSiteSheet("style.css", createRules(20_001)).isTruncated);
  });

  it("doesn't contain any comments, not even unclosed ones", () => {
    assert.equal(
      sanitizeSiteSheet("style.css", "/* a { */ .b { color: red } /**/ .c/* */{ color: blue } /* .d { color: red }")
        .text,
      ".dw-page .b{color:red}.dw-page .c{color:blue}",
    );
  });
});
