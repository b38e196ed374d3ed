import assert from "node:assert/strict";
import { paintNodes } from "../../webview/src/components/paint-nodes.tsx";
import { getTreeItems } from "../../webview/src/components/tree.tsx";
import { assignKeys } from "../../webview/src/host/paint-blocks.tsx";
import { toLineList } from "../../webview/src/components/code.tsx";
import { getNodeText } from "../../webview/src/paint/node-text.ts";
import { createReaderState } from "../../webview/src/paint/page-context.ts";
import { createPaletteSheet } from "../../webview/src/paint/page-sheets.ts";
import { getShownContents } from "../../webview/src/paint/page-views.ts";
import { toSafeLink, toSafeStyle } from "../../webview/src/paint/safe-attributes.ts";
import { code, el, p, pageOf } from "./view-of.ts";

describe("painting a page", () => {
  describe("with code colors", () => {
    it("uses the theme's colors if they're readable, or adjusts them if they aren't", () => {
      const colors = [
        { light: "#032f62", dark: "#9ecbff" },
        // Comment colors in the sample site's themes. Their contrast on a highlighted line is 3.7:1 and 3.0:1.
        { light: "#6a737d", dark: "#6a737d" },
        { light: "red;}*{color:red", dark: "#fff" },
      ];
      const sheet = createPaletteSheet(colors);
      assert.match(sheet, /^\.dw-c0\{color:#032f62;\}\[data-appearance="dark"\] \.dw-c0\{color:#9ecbff\}$/m);
      const [, light = "", dark = ""] = /\.dw-c1\{color:(#\w{6});\}.* \.dw-c1\{color:(#\w{6})\}/.exec(sheet) ?? [];
      assert.ok(light < "#6a737d" && light > "#1a1e24", light);
      assert.ok(dark > "#6a737d" && dark < "#e7eaee", dark);
      assert.match(sheet, /^\.dw-c2\{\}\[data-appearance="dark"\] \.dw-c2\{color:#fff\}$/m);
    });
  });

  describe("with elements nested too deeply", () => {
    /** Renders nested elements of this depth. Returns the types of the resulting elements, outermost first. */
    const painted = (depth: number): unknown[] => {
      let node = el("div", {}, "Text");
      for (let i = 1; i < depth; i++) node = el("div", {}, node);
      const types: unknown[] = [];
      for (let at: unknown = paintNodes([node]); ;) {
        const first: unknown = Array.isArray(at) ? at[0] : at;
        if (!isElement(first)) return types;
        types.push(first.type);
        at = first.props.children;
      }
    };

    it("replaces these elements with a notice", () => {
      const types = painted(1200);
      assert.deepEqual(new Set(types.slice(0, -1)), new Set(["div"]));
      assert.equal(typeof types.at(-1), "function", "no notice is shown");
    });

    it("includes all elements at depths that real pages have", () => {
      assert.deepEqual(
        painted(150),
        Array.from({ length: 150 }, () => "div"),
      );
    });
  });

  describe("with block keys", () => {
    const keyed = (before: string, after: string): string => {
      let count = 0;
      const painted = before.split("").map((id, index) => ({ id, key: String(index) }));
      return assignKeys(painted, after.split(""), () => `n${++count}`)
        .map(({ key }) => key)
        .join(" ");
    };
    const cases: readonly (readonly [string, string, string])[] = [
      ["abc", "abc", "0 1 2"],
      ["abc", "aXc", "0 1 2"],
      ["abc", "aXYc", "0 1 n1 2"],
      ["abc", "Xabc", "n1 0 1 2"],
      ["abc", "ac", "0 2"],
      ["abc", "abcX", "0 1 2 n1"],
      ["abcd", "dabc", "3 0 1 2"],
      ["abcd", "XbYd", "0 1 2 3"],
      ["", "ab", "n1 n2"],
      ["abc", "", ""],
    ];
    for (const [before, after, keys] of cases)
      it(`uses the keys ${keys || "none"} when ${before || "nothing"} changes to ${after || "nothing"}`, () => {
        assert.equal(keyed(before, after), keys);
      });

    it("never uses a key twice", () => {
      const ids = ["abcdefgh", "hgfedcba", "axbxcxdx", "xxabx", "defabc", "abcxdefgh"];
      for (const before of ids)
        for (const after of ids) {
          const keys = keyed([...new Set(before)].join(""), [...new Set(after)].join("")).split(" ");
          assert.equal(new Set(keys).size, keys.length, `${before} ${after}`);
        }
    });
  });

  it("allows only safe link URLs", () => {
    for (const href of [
      "/a",
      "a/b",
      "#c",
      "?d",
      "https://e.example/",
      "mailto:a@b.example",
      "tel:+1",
      "a/b:c",
      "/x?y=javascript:z",
    ])
      assert.equal(toSafeLink(href), href);
    for (const href of [
      "javascript:1",
      " JAVASCRIPT:1",
      "java\tscript:1",
      "\u0000javascript:1",
      "data:text/html,x",
      "vbscript:x",
      "command:x",
      "file:///x",
      "blob:x",
      "x:y",
    ])
      assert.equal(toSafeLink(href), undefined, href);
  });

  it("removes styles that load remote files or set a fixed position", () => {
    assert.deepEqual(
      toSafeStyle({
        "background-color": "red",
        padding: 4,
        opacity: 0.5,
        "--tree-highlight": "rgb(1 2 3)",
        position: "fixed",
        background: "url(//x)",
      }),
      { backgroundColor: "red", padding: "4px", opacity: "0.5", "--tree-highlight": "rgb(1 2 3)" },
    );
    assert.equal(toSafeStyle("color:red"), undefined);
  });

  it("allows styles to load only files from the site, through their served URLs", () => {
    const resource = (path: string) => (path === "/none.png" ? undefined : `/proxy${path}`);
    const background = (value: string) => toSafeStyle({ background: value }, resource)?.["background"];
    const file = 'url("docwright-site:/a%20b.png")';
    assert.equal(background(`#fff ${file} no-repeat`), '#fff url("/proxy/a%20b.png") no-repeat');
    assert.equal(background(`${file}, ${file}`), 'url("/proxy/a%20b.png"), url("/proxy/a%20b.png")');
    assert.equal(toSafeStyle({ background: file }), undefined, "without a source");
    for (const value of [
      'url("docwright-site:/none.png")',
      'url("docwright-site://evil.example/a.png")',
      "url(docwright-site:/a.png)",
      'url("docwright-site:https://evil.example/a.png")',
      `${file}, url(https://evil.example/a.png)`,
      `image-set(${file} 1x)`,
      `${file}; color: red`,
      'url("docwright-site:/a.png\\22 )',
      "u\ue000rl(https://evil.example/a.png)",
    ])
      assert.equal(background(value), undefined, value);
    assert.equal(toSafeStyle({ "--a": file }, resource), undefined);
  });

  it("hides the background of an element whose mask can't be applied", () => {
    const mask = 'url("docwright-site:/none.svg")';
    for (const name of ["mask-image", "-webkit-mask-image", "mask", "maskImage", "WebkitMaskImage"])
      assert.deepEqual(
        toSafeStyle({ [name]: mask, backgroundColor: "red", width: 4 }, () => undefined),
        { width: "4px", background: "none" },
        name,
      );
  });

  it("parses a code block's line ranges in every notation", () => {
    assert.deepEqual(toLineList("[1,3]"), [1, 3]);
    assert.deepEqual(toLineList("{1-3,5}"), [1, 2, 3, 5]);
    assert.deepEqual(toLineList([2]), [2]);
    assert.deepEqual(toLineList(4), [4]);
    assert.deepEqual(toLineList("x"), []);
    assert.equal(toLineList(undefined), undefined);
  });

  it("parses a list as folders and files", () => {
    const list = el(
      "ul",
      {},
      el("li", {}, el("strong", {}, "docs/"), el("ul", {}, el("li", {}, p("a.mdx")))),
      el("li", {}, "empty/"),
      el("li", {}, "b.ts"),
    );
    assert.deepEqual(getTreeItems(el("Tree", {}, list)), [
      {
        tag: "Tree.Folder",
        props: { name: "docs", defaultOpen: true },
        children: [{ tag: "Tree.File", props: { name: "a.mdx" } }],
      },
      { tag: "Tree.Folder", props: { name: "empty", defaultOpen: false }, children: [] },
      { tag: "Tree.File", props: { name: "b.ts" } },
    ]);
  });

  it("converts nodes to text for copying", () => {
    const nodes = [
      el("h2", {}, "Task"),
      p("Do ", el("em", {}, "this"), "."),
      el("ol", {}, el("li", {}, "One"), "\n", el("li", {}, "Two")),
      code("a\nb"),
    ];
    assert.equal(getNodeText(nodes), "Task\n\nDo this.\n\n1. One\n2. Two\n\na\nb");
  });

  it("omits headings of hidden views from the table of contents", () => {
    const view = (title: string): ReturnType<typeof el> => ({
      ...el("View", { title }, p(title)),
      lines: [0, 5],
    });
    const contents = [
      { id: "a", text: "A", depth: 2, line: 2 },
      { id: "b", text: "B", depth: 2, line: 12 },
      { id: "c", text: "C", depth: 2, line: 22 },
    ];
    const page = pageOf([[view("JS")], [view("Py")], [p("after")]], { contents });
    const state = createReaderState();
    assert.deepEqual(
      getShownContents(page, state).map(({ id }) => id),
      ["a", "c"],
    );
    state.choose("Py");
    assert.deepEqual(
      getShownContents(page, state).map(({ id }) => id),
      ["b", "c"],
    );
  });

  it("saves which elements are open and selected", () => {
    const state = createReaderState();
    state.set("Accordion A 0", true);
    state.choose("JavaScript");
    state.choose("Python");
    const again = createReaderState(
      JSON.parse(JSON.stringify(state.getSnapshot())) as ReturnType<typeof state.getSnapshot>,
    );
    assert.equal(again.get("Accordion A 0"), true);
    assert.ok(again.getChoiceOrder("Python") > again.getChoiceOrder("JavaScript"));
  });
});

function isElement(value: unknown): value is { type: unknown; props: { children?: unknown } } {
  return typeof value === "object" && value !== null && "type" in value && "props" in value;
}
