import { ok } from "node:assert/strict";
import { scanPage } from "../../server/src/core/page/scan-page.ts";
import { scanScript } from "../../server/src/core/page/scan-script.ts";
import { assertGrowsWithLength } from "../harness/grows-with-length.ts";

/**
 * Checks that the scan takes about 8 times as long for a text that is 8 times as long (linear growth), instead of 64
 * times (quadratic growth). The margin allows for garbage collection.
 */
function assertLinear(shape: (n: number) => string, scan: (text: string) => unknown): void {
  assertGrowsWithLength({
    work: (n) => {
      const text = shape(n);
      return () => scan(text);
    },
    from: 8000,
    tries: 3,
    most: 32,
    enough: 100,
  });
}

describe("scanPage with hostile text", () => {
  const shapes: Record<string, (n: number) => string> = {
    "unclosed links": (n) => "[a](".repeat(n),
    "unclosed images": (n) => "![".repeat(n),
    "closing brackets": (n) => "](x".repeat(n),
    "titles in parentheses": (n) => "[a](b (".repeat(n),
    "backtick runs": (n) => Array.from({ length: Math.sqrt(n) * 4 }, (_, i) => "`".repeat(i % 600) + "e").join(""),
    "unclosed tags": (n) => "<a ".repeat(n),
    "unclosed attributes": (n) => "<a b={".repeat(n),
    "unclosed quotes": (n) => `<a b="<a b='`.repeat(n),
    "nested attributes": (n) => `${"<a b={".repeat(n)}${"}".repeat(n)}§`,
    "unclosed braces": (n) => "{".repeat(n * 4),
    "small expressions": (n) => "{a}".repeat(n),
    "unclosed comments": (n) => "{/* <!-- ".repeat(n),
    "blockquote markers": (n) => ">".repeat(n * 4),
    "nested lists": (n) => "- ".repeat(n),
    "unclosed exports": (n) => "export const a = {\n\n".repeat(n),
    "unclosed imports": (n) => "import {\n".repeat(n),
    headings: (n) => "# a\n".repeat(n),
    "headings of brackets": (n) => `# ${"[".repeat(500)}${"(".repeat(500)}\n`.repeat(n / 100),
    "headings with emphasis": (n) => `# ${"*_".repeat(500)}\n`.repeat(n / 100),
    "one line": (n) => "lorem ipsum ".repeat(n),
    fences: (n) => "```\n~~~\n".repeat(n),
    underlines: (n) => "a\n=\n".repeat(n),
    "template strings": (n) => "{`${".repeat(n),
    definitions: (n) => "[a".repeat(n) + "\n[b]: ".repeat(n),
    "blank lines": (n) => " \n".repeat(n),
    spaces: (n) => " ".repeat(n * 4) + "a",
    "targets in angle brackets": (n) => "[a](<".repeat(n),
    entities: (n) => "# &amp;&#;\n".repeat(n),
    "nested components": (n) => "<A>".repeat(n),
    "unclosed components on separate lines": (n) => "<A b={{c: 1}}>\n".repeat(n / 8),
    "closing tags without an opening tag": (n) => "<a>".repeat(n) + "</b>".repeat(n),
    "closing tags in code without an opening tag": (n) => `{${"<a>".repeat(n)}${"</b>".repeat(n)}`,
    "lines with open tags in a paragraph": (n) => "text\n<a b=\n".repeat(n / 8),
    "text between tags": (n) => "text\n<A/> text\n".repeat(n / 8),
    "tags in attributes": (n) => "<A b={<A>}/>\n".repeat(n / 8),
    "incomplete tags in code": (n) => `{${"a = <b ,".repeat(n)}}`,
    "tags nested in incomplete tags": (n) => `{${"a = <b c={".repeat(n)} , ${"}".repeat(n)} >}`,
    "patterns in code": (n) => `{${"a = /[".repeat(n)}`,
    "comments in code": (n) => `{${"a /* ".repeat(n)}`,
    "nested quotes and lists": (n) =>
      "> - "
        .repeat(50)
        .concat("a\n")
        .repeat(n / 50),
    "lists that are nearly thematic breaks": (n) => `${"- ".repeat(n)}a`,
    "deep lists": (n) => Array.from({ length: n / 100 }, (_, i) => `${" ".repeat((i % 60) * 2)}- a\n`).join(""),
    "ordered lists": (n) => "1. ".repeat(n),
    footnotes: (n) => "[^a]: b\n".repeat(n),
    "footnotes on one line": (n) => "[^a]:".repeat(n),
    "fences in quotes": (n) => "> ```\n".repeat(n),
    "formula fences": (n) => "$$\n$$$\n".repeat(n),
    "formula markers": (n) => Array.from({ length: Math.sqrt(n) * 4 }, (_, i) => "$".repeat(i % 600) + "e").join(""),
    "table headers": (n) => "|a|b|\n|-|-|\n".repeat(n),
    "wide tables": (n) => `${"|a".repeat(n)}\n${"|-".repeat(n)}\n`,
    "lines that are nearly table delimiters": (n) => "a\n|-".repeat(n),
    variables: (n) => "{{a}}".repeat(n),
    "variables in values": (n) => '<A b="{{a}}{{"/>\n'.repeat(n / 8),
    "URLs with braces": (n) => "https://a.b/{".repeat(n / 8),
    "ignore comments": (n) => "{/* docwright-ignore a/b */}".repeat(n / 8) + "\n".repeat(n),
    "ignore comments in frontmatter": (n) => `---\n${"# docwright-ignore a/b\n".repeat(n / 10)}---\n`,
    "titles with anchors": (n) => '<Step title="Añb c"/>\n'.repeat(n / 8),
    sources: (n) => `<img srcSet="${"a 1x,".repeat(n)}"/>`,
    "declared functions": (n) => "export const a = ({b, c}) => (\n\n".repeat(n / 8),
    "consecutive exports": (n) => "export const A = ({b, c = {}}) => <p/>\n".repeat(n / 8),
    "export lists": (n) => "export {a, b as c\n".repeat(n / 8),
    "names in one export": (n) => `export const a = 1${", b = 2".repeat(n)}`,
    "unclosed name lists in exports": (n) => "export const a = [{b}, c = 1,\n".repeat(n / 8),
    "imports without a path": (n) => "import a from\n".repeat(n / 8),
    "one line of punctuation": (n) => "[a](b)`c`{d}$e$<F/>".repeat(n / 8),
  };
  const scripts: Record<string, (n: number) => string> = {
    imports: (n) => 'import {a} from "b";\n'.repeat(n / 4),
    exports: (n) => "export const A = (\n".repeat(n / 4),
    "re-exports of everything": (n) => 'export * from "a";\n'.repeat(n / 4),
    "unclosed lists": (n) => "export {a\n".repeat(n / 4),
    "an export and blank lines": (n) => `export let a${"\n".repeat(n)}${"(\n".repeat(n)}`,
    "words on one line": (n) => "export ".repeat(n),
    "unclosed import calls": (n) => "import(".repeat(n),
    tags: (n) => "const a = <b ".repeat(n / 4),
  };
  for (const [name, shape] of Object.entries(shapes))
    it(`takes linear time: ${name}`, () => assertLinear(shape, (text) => scanPage("p.mdx", text)));

  for (const [name, shape] of Object.entries(scripts))
    it(`takes linear time as code: ${name}`, () => assertLinear(shape, (text) => scanScript("p.jsx", text)));

  it("parses every prefix with ranges inside the text", () => {
    const page =
      '---\ntitle: "T: x"\n---\nimport A, {b as C} from "/a.mdx"\n\nexport const x = () => <a href="/y">{`${z}`}</a>\n\n# H `c` {#d}\nText [a](/b "c") ![d](<e f>)\n<Card title="t" href={"/x"}>\n  ```js\n  [no](/no)\n  ```\n  {/* c */}\n</Card>\n[r]: /s\nT\n--\n<https://a.b>\n{user.name} {{v}} $x$ {/* docwright-ignore a/b */}\n> 1. x\n>    ~~~js t\n>    y\n>    ~~~\n\n| a | b |\n|--|:-:|\n| `c` | <Tab {...d} e={<F/>}/> |\n\n$$\nz\n$$\n';
    for (let i = 0; i <= page.length; i++) {
      const { references } = scanPage("p.mdx", page.slice(0, i));
      const { headings, links, imports, anchors, exports, tags, names, variables, codeBlocks, ignoreComments } =
        references;
      const inTags = tags.flatMap(({ attributes, nameRange, closingTagRange: closing }) => [
        nameRange,
        ...(closing ? [closing] : []),
        ...attributes.flatMap(({ value, nameRange: name }) => [name, ...(value ? [value.range, value.fullRange] : [])]),
      ]);
      const found = [
        headings,
        links,
        imports,
        anchors,
        exports,
        tags,
        names,
        variables,
        codeBlocks,
        ignoreComments,
      ].flat();
      const others = [
        ...inTags,
        ...codeBlocks.flatMap(({ contentRange: content, metaRange }) => [content, metaRange]),
        ...ignoreComments.map(({ lineRange }) => lineRange),
      ];
      for (const range of [...found.map((each) => each.range), ...others])
        ok(0 <= range.start && range.start <= range.end && range.end <= i, page.slice(0, i));
    }
  });
});
