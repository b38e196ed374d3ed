import assert from "node:assert/strict";
import * as fc from "fast-check";
import { viewOf, viewText } from "../harness/view-of.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { plainRenderTools } from "../../server/src/core/preview/drawing.ts";
import type { PageSource } from "../../server/src/core/preview/source/page-source.ts";
import { renderPage } from "../../server/src/core/preview/render-page.ts";
import { sheetDangers, viewDangers } from "./view-dangers.ts";

const addresses = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  " \u0001javascript:alert(1)",
  "\u00a0javascript:alert(1)",
  "javascript&#58;alert(1)",
  "javascript&colon;alert(1)",
  "&#x6A;avascript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "data:application/javascript,alert(1)",
  "blob:https://x/1",
  "command:workbench.action.quit",
  "vscode://file/etc/passwd",
  "file:///etc/passwd",
  "//evil.example/x",
  "https:evil.example",
  "\\\\evil.example\\x",
  "https://user:secret@evil.example/",
  "view-source:javascript:alert(1)",
  "about:blank",
  "#x",
  "/x",
  "../../../../etc/passwd",
];
const places = [
  "href",
  "src",
  "action",
  "formAction",
  "xlinkHref",
  "xlink:href",
  "poster",
  "data",
  "srcSet",
  "background",
  "cite",
  "ping",
  "srcDoc",
  "style",
  "to",
  "from",
  "values",
  "fill",
  "clipPath",
  "mask",
  "filter",
  "id",
  "className",
  "onClick",
  "onerror",
  "ONLOAD",
  "dangerouslySetInnerHTML",
  "children",
  "is",
  "nonce",
  "icon",
  "img",
  "file",
  "caption",
];
const tags =
  "a area audio base body button canvas details div embed font form frame h1 head html iframe img input link map marquee math meta object p param picture script select slot source span style svg table td template textarea title track use video xmp image animate animateTransform set foreignObject maction mtext mglyph annotation-xml Card Frame Icon Tooltip Tile Accordion Update CodeBlock Mermaid Latex Link Snippet Badge Prompt View Tabs Unknown Tree.File".split(
    " ",
  );
const styles = [
  "background:url(//evil.example)",
  "background:u\\72l(//evil.example)",
  "width:expression(alert(1))",
  "-moz-binding:url(x)",
  "behavior:url(x)",
  "position:fixed;inset:0;z-index:99999",
  "position:/**/fixed",
  "color:red}body{display:none",
  "@import 'x'",
  "background:image-set('//evil.example' 1x)",
  "--x:url(//evil.example);background:var(--x)",
  "content:'</style><script>alert(1)</script>'",
  "list-style:url('javascript:alert(1)')",
];
const codes = [
  "alert(1)",
  "({}).constructor.constructor('alert(1)')()",
  "[].constructor",
  "(() => { throw 1 })()",
  "{__html: '<img src=x onerror=alert(1)>'}",
  "{toString: () => 'javascript:alert(1)'}",
  "['javascript:', 'alert(1)'].join('')",
  "`java${'script'}:alert(1)`",
  "{color: 'red', backgroundImage: 'url(//evil.example)', position: 'fixed'}",
  "{__proto__: {color: 'red'}, constructor: 1}",
  "<script>alert(1)</script>",
  "React.createElement('script')",
  "React.cloneElement(<a/>, {href: 'javascript:alert(1)', onClick: () => 1})",
  "() => alert(1)",
  "Symbol.iterator",
];

/** Parts of pages that attempt to run code, load resources, or show content that isn't part of the page. */
const fragment = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...tags),
      fc.array(
        fc.tuple(
          fc.constantFrom(...places),
          fc.oneof(
            fc.constantFrom(...addresses, ...styles).map((text) => `"${text.replaceAll('"', "&quot;")}"`),
            fc.constantFrom(...codes).map((code) => `{${code}}`),
          ),
        ),
        { maxLength: 3 },
      ),
      fc.constantFrom("", "text", "\n\n**text**\n\n", "{children}", "<script>alert(1)</script>"),
    )
    .map(
      ([tag, props, children]) =>
        `<${tag}${props.map(([name, value]) => ` ${name}=${value}`).join("")}>${children}</${tag}>`,
    ),
  fc
    .constantFrom(...addresses)
    .map(
      (address) => `[a](<${address.replace(/[\n<>]/g, "")}>) ![b](<${address.replace(/[\n<>]/g, "")}>) <${address}>`,
    ),
  fc
    .constantFrom(
      ...styles,
      "a{background:url(//evil.example)}",
      "@import url(x);",
      "body{position:fixed}",
      "a{}</style><script>",
    )
    .map((text) => `<style>{\`${text.replace(/[\\`$]/g, "\\$&")}\`}</style>`),
  fc.constantFrom(...codes).map((code) => `{${code}}`),
  fc.constantFrom(
    "```mermaid\n%%{init: {securityLevel: 'loose'}}%%\n```",
    "$\\href{javascript:alert(1)}{x}$",
    "$\\htmlClass{x}{y}$",
    'import x from "../../../../etc/passwd"',
    'export const a = () => <a href="javascript:alert(1)" onClick={alert}>x</a>',
    "<a.b.c/>",
    '<x:y z:w="1"/>',
    "<__proto__/>",
    "<constructor/>",
    "<Constructor/>",
    "<toString/>",
  ),
);

function isSafe(text: string): void {
  const source: PageSource = {
    path: "page.mdx",
    text,
    files: new Map(),
    facts: {
      variables: new Map(),
      iconLibrary: "fontawesome",
      singleDollarMaths: true,
      codeThemes: { light: "", dark: "" },
      isMintlify: true,
    },
    audience: { reader: "human", signedIn: true, groups: [] },
  };
  const { view } = renderPage(source, plainRenderTools);
  const nodes = view.blocks.flatMap((block) => block.nodes);
  const dangers = [...new Set([...viewDangers(nodes), ...sheetDangers(view.styles)])];
  assert.deepEqual(dangers, [], viewText(nodes).slice(0, 2000));
  assert.deepEqual(JSON.parse(JSON.stringify(nodes)), nodes);
}

describe("rendering hostile pages", () => {
  it("is safe for each tag with each attribute and URL", () => {
    for (const tag of tags)
      isSafe(
        places
          .flatMap((place) =>
            addresses
              .slice(0, chooseByMode(2, addresses.length))
              .map((address) => `<${tag} ${place}="${address}">x</${tag}>`),
          )
          .join("\n\n"),
      );
  }).timeout(chooseByMode(60_000, 600_000));

  it("is safe for any combination of tags, attributes, and URLs", () => {
    fc.assert(
      fc.property(fc.array(fragment, { minLength: 1, maxLength: 6 }), (parts) => {
        isSafe(parts.join("\n\n"));
        isSafe(`<Note>\n${parts.join("\n")}\n</Note>`);
      }),
      { numRuns: chooseByMode(150, 20_000), seed: seedOf(5) },
    );
  }).timeout(chooseByMode(60_000, 600_000));

  it("is verified by a test that detects each danger", () => {
    for (const node of [
      { tag: "script" },
      { tag: "a", props: { href: "javascript:alert(1)" } },
      { tag: "p", props: { onclick: "x" } },
      { tag: "p", props: { style: { background: "url(x)" } } },
      { tag: "p", slots: { icon: [{ tag: "iframe" }] } },
    ])
      assert.equal(viewDangers([node]).length, 1, node.tag);
    assert.ok(sheetDangers("@import 'x'").length > 0);
    assert.deepEqual(viewOf("Text").issues, []);
  });
});
