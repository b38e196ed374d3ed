import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { scanPage } from "./scan-page.ts";

/** Formats each tag in a form such as `Card(title="x", cols={2}, ...) in Steps, closed`. */
function listTags(text: string): string[] {
  const { tags } = scanPage("p.mdx", text).references;
  return tags.map((tag) => {
    strictEqual(text.slice(tag.nameRange.start, tag.nameRange.end), tag.name);
    strictEqual(text[tag.range.start], "<");
    strictEqual(text[tag.range.end - 1], ">");
    const attributes = tag.attributes.map(({ name, nameRange, value }) => {
      strictEqual(text.slice(nameRange.start, nameRange.end), name);
      if (!value) return name;
      strictEqual(text.slice(value.range.start, value.range.end), value.text);
      return `${name}=${value.kind === "text" ? `"${value.text}"` : `{${value.text}}`}`;
    });
    const around = tag.parentIndex === undefined ? "" : ` in ${tags[tag.parentIndex]?.name}`;
    const closing = tag.closingTagRange && text.slice(tag.closingTagRange.start, tag.closingTagRange.end);
    strictEqual(closing === undefined || closing.replace(/\s/g, "") === `</${tag.name}>`, true, closing);
    const end = tag.isSelfClosing ? "/" : tag.closingTagRange ? "" : " open";
    const list = [...attributes, ...(tag.hasSpread ? ["..."] : [])].join(" ");
    return `${tag.isInExpression ? "code " : ""}${tag.name}${end}${around}${list === "" ? "" : `: ${list}`}`;
  });
}

describe("scanPage: tags", () => {
  const cases: [string, string, string[]][] = [
    [
      "can have attributes in any syntax",
      "<Card title=\"x\" icon='y' href={\"/z\"} a={'b'} c={`d`} e={`${f}`} g={h} i {...j} k={1}/>",
      ['Card/: title="x" icon="y" href="/z" a="b" c="d" e={`${f}`} g={h} i k={1} ...'],
    ],
    [
      "can have brackets and quotes in their values",
      '<A b="a > b" c={x > 1 ? "}" : `}`} d={/* } */ 1} e={/[}]/.test(y)} f="{g}"/>',
      ['A/: b="a > b" c={x > 1 ? "}" : `}`} d={/* } */ 1} e={/[}]/.test(y)} f="{g}"'],
    ],
    ["can span lines", "<Card\n  title='x'\n\n  {...p}\n>\n\ntext\n\n</Card>", ['Card: title="x" ...']],
    [
      "can span the lines of block quotes",
      "> <A\n>   b='c'\n>\n>   d=\n> \"e\"\n> >\n> text\n> </A>\n\n> - > <B\n>   > c='d'\n>   > />\n\n<C\n  d='e'\n></C>",
      ['A: b="c" d="e"', 'B/: c="d"', 'C: d="e"'],
    ],
    [
      "can end with a line that starts with `>` in a list",
      "- <A\n    b='c'\n  >text</A>\n\n> <B\n> c={1}\n> >text</B>",
      ['A: b="c"', "B: c={1}"],
    ],
    [
      "include lowercase components that are imported before or after the tag",
      'import a from "/a.mdx";\n\n<a><b x="1"><C/></b><d/></a>\n\nimport { b } from "/b.jsx";\n',
      ["a", 'b in a: x="1"', "C/ in b"],
    ],
    [
      "include names with dots and the HTML elements that rules check",
      "<Tree.File/><img/><video></video><b><p/></b>",
      ["Tree.File/", "img/", "video"],
    ],
    [
      "have the nearest component as their parent, regardless of HTML in between",
      "<Steps>\n<div>\n<Step>\n<img/>\n</Step>\n</div>\n<Step/>\n</Steps>\n<Step/>",
      ["Steps", "Step in Steps", "img/ in Step", "Step/ in Steps", "Step/"],
    ],
    ["aren't children of media elements", "<video>\n<A/>\n</video>", ["video", "A/"]],
    [
      "are found in sentences, lists, blockquotes, and tables",
      "a <A>b</A> c\n\n- <B/>\n\n> <C/>\n\n| <D/> | e |\n|--|--|\n| <E/> | f |",
      ["A", "B/", "C/", "D/", "E/"],
    ],
    [
      "are found in attributes",
      "<A icon={<B c={<D/>}/>}>x</A>",
      ["A: icon={<B c={<D/>}/>}", "code B/ in A: c={<D/>}", "code D/ in B"],
    ],
    [
      "are found in expressions",
      "{a < b && <A>don't {c.map((d) => <B key={d}>{`}`}</B>)}</A>}",
      ["code A", "code B in A: key={d}"],
    ],
    ["are found after an unclosed tag in braces", "<A>\n{<B>}\n</A>\n<C/>", ["A", "B open in A", "C/"]],
    ["are found after a division", "{a / 2 > 1 && <B/>}", ["code B/"]],
    ["don't include less-than signs in code", "{a <B, 1 > c}{f(a) <C}<D/>", ["D/"]],
    [
      "don't extend beyond the export that contains them",
      "<A>\n\nexport const B = () => {\n  if (a < b) return <C>x</C>;\n\n  return <D/>;\n};\n\n<E/>\n</A>",
      ["A", "code C in A", "code D/ in A", "E/ in A"],
    ],
    [
      "aren't found in code, formulas, and comments",
      "`<A/>` $<B/>$ {/* <C/> */}\n\n```\n<D/>\n```\n\n$$\n<E/>\n$$\n<F/>",
      ["F/"],
    ],
    ["are found after a list that ends with unclosed code", "- ```\n  <A/>\n<B/>", ["B/"]],
    [
      "keep their parents if one of them is unclosed",
      "<Steps>\n<Step>\n<Card>\n</Step>\n<Step/>\n</Steps>\n<A/>",
      ["Steps", "Step in Steps", "Card open in Step", "Step/ in Steps", "A/"],
    ],
    ["keep their parents after unclosed HTML", "<Tabs>\n<p>\n<Tab>\n<br>\n</Tab>\n</Tabs>", ["Tabs", "Tab in Tabs"]],
    ["stay open after a closing tag with another name", "<A>\n</B>\n<C/>\n</A>\n</A>", ["A", "C/ in A"]],
    ["are found in fragments", "<>\n<A/>\n</>\n{<><B/></>}", ["A/", "code B/"]],
    ["don't include incomplete tags", '<Card title=\n\n<A/>\n\n<Card title="x\n\n<B/>', ["A/", "B/"]],
    ["are found in the paragraph after unclosed braces", "a {b <A/>\n\n<B/>", ["A/", "B/"]],
    ["are found on the lines of a paragraph", "text\n<A>\nmore\n</A>\nend <B\n c='d'/> e", ["A", 'B/: c="d"']],
    ["can have spaces in closing tags", "<A>x</ A >", ["A"]],
    ["don't include placeholders", "if a < b, <your-key> and <B,c>", []],
  ];
  for (const [name, text, expected] of cases) it(name, () => deepStrictEqual(listTags(text), expected));

  it("have positions for values with and without quotes and braces", () => {
    const text = '<A b="c" d={ "e" } f={g}/>';
    const values = scanPage("p.mdx", text).references.tags[0]?.attributes.map(({ value }) => [
      text.slice(value?.fullRange.start, value?.fullRange.end),
      text.slice(value?.range.start, value?.range.end),
    ]);
    deepStrictEqual(values, [
      ['"c"', "c"],
      ['{ "e" }', "e"],
      ["{g}", "g"],
    ]);
  });
});

describe("scanPage: names and variables", () => {
  const listNames = (text: string): string[] =>
    scanPage("p.mdx", text).references.names.map(({ name, range }) => `${name} ${text.slice(range.start, range.end)}`);
  const cases: [string, string, string[]][] = [
    [
      "include names and property paths",
      "a {userId} b { user.name } c {a?.b.c}",
      ["userId {userId}", "user { user.name }", "a {a?.b.c}"],
    ],
    [
      "are found on separate lines and in headings, tables, and components",
      "{a}\n\n# {b}\n\n| {c} |\n|--|\n\n<A>{d}</A>",
      ["a {a}", "b {b}", "c {c}", "d {d}"],
    ],
    ["exclude other expressions", "{1} {'a'} {a + b} {a()} {a[0]} {true} {undefined} {/* a */} {} {<a/>}", []],
    [
      "aren't found in code, formulas, URLs, attributes, and exports",
      "`{a}` $\\frac{b}$ https://x.y/{c} <A d={e}/>\n\n```\n{f}\n```\n\nexport const g = {h}\n",
      [],
    ],
    ["exclude escaped names", "\\{a}", []],
    ["exclude variables in double braces", "{{version}} and {{api-url}}", []],
  ];
  for (const [name, text, expected] of cases) it(name, () => deepStrictEqual(listNames(text), expected));

  it("include variables in prose, headings, link targets, and values", () => {
    const text = "# {{a}}\n{{b.c}} [x](/{{d-e}}/y) <A b='{{f}}' c={g}/> {{ h }} `{{i}}`\n\n{{j}}\n";
    const { variables } = scanPage("p.mdx", text).references;
    deepStrictEqual(
      variables.map(({ name, range }) => `${name} ${text.slice(range.start, range.end)}`),
      ["a {{a}}", "b.c {{b.c}}", "d-e {{d-e}}", "f {{f}}", "j {{j}}"],
    );
  });
});
