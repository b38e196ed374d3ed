/** A page that takes long to render, and the files that it imports. */
export interface HostileText {
  readonly text: string;
  readonly files?: Readonly<Record<string, string>>;
}

const count = (n: number, make: (i: number) => string, between = "\n"): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(between);
const nested = (n: number, open: string, inside: string, close: string): string =>
  open.repeat(n) + inside + close.repeat(n);
const files = (n: number, make: (i: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`snippets/s${i}.mdx`, make(i)]));

/**
 * Texts in Markdown, MDX, or expressions that take far more time, nesting depth, or memory than their length suggests.
 */
export const hostileTexts: Readonly<Record<string, HostileText>> = {
  "4,000 nested blockquotes": { text: ">".repeat(4000) + " a" },
  "400 nested blockquotes on each of 200 lines": { text: count(200, () => "> ".repeat(400) + "a") },
  "400 nested lists": { text: count(400, (i) => `${"  ".repeat(i)}- a`) },
  "1,000 nested lists on one line": { text: "- ".repeat(1000) + "a" },
  "a table with 10,000 rows": {
    text: `| a | b | c |\n| - | - | - |\n${count(10_000, (i) => `| ${i} | **b** | [c](/c) |`)}`,
  },
  "a table with 5,000 columns": {
    text: `${"| a ".repeat(5000)}|\n${"| - ".repeat(5000)}|\n${count(20, () => `${"| b ".repeat(5000)}|`)}`,
  },
  "600 runs of backticks": { text: count(600, (i) => `${"`".repeat(i + 1)} e`, " ") },
  "100,000 runs of one or two backticks": { text: "` `` ".repeat(50_000) },
  "4,000 unclosed links": { text: "[a](".repeat(4000) },
  "20,000 unclosed brackets": { text: "[".repeat(20_000) },
  "20,000 nested images": { text: "![".repeat(20_000) + "](a)".repeat(20_000) },
  "asterisks in 25,000 places": { text: "*a **b ".repeat(25_000) },
  "underscores in 50,000 places": { text: "_a__b ".repeat(50_000) },
  "tildes in 20,000 places": { text: "~a~~b ".repeat(20_000) },
  "4,000 footnotes": { text: `${count(4000, (i) => `[^${i}]`, " ")}\n\n${count(4000, (i) => `[^${i}]: a`)}` },
  "10,000 references": {
    text: `${count(10_000, (i) => `[a${i}]`, " ")}\n\n${count(10_000, (i) => `[a${i}]: /a`)}`,
  },
  "a line of one megabyte": { text: "word and ".repeat(115_000) },
  "a word of one megabyte": { text: "a".repeat(1_000_000) },
  "a line of one megabyte with markup": { text: "*a* `b` [c](/c) ".repeat(62_500) },
  "a megabyte of spaces": { text: ` a${" ".repeat(1_000_000)}b` },
  "a megabyte of line breaks": { text: "\n".repeat(1_000_000) + "a" },
  "100,000 headings": { text: "# Head\n\n".repeat(100_000) },
  "200,000 entities": { text: "&amp;".repeat(200_000) },
  "48,000 bare URLs and email addresses": {
    text: "www.a.example http://b.example c@d.example ".repeat(16_000),
  },
  "2,000 nested components": { text: nested(2000, "<Card>\n", "a\n", "</Card>\n") },
  "2,000 nested elements on one line": { text: nested(2000, "<b>", "a", "</b>") },
  "5,000 nested fragments in an expression": { text: `{${nested(5000, "<>", "a", "</>")}}` },
  "2,000 unclosed components": { text: "<Card>\n".repeat(2000) },
  "4,000 unclosed braces": { text: "{".repeat(4000) },
  "1,000 nested parentheses in an expression": { text: `{${nested(1000, "(", "1", ")")}}` },
  "20,000 operands in an expression": { text: `{${count(20_000, () => "1", " + ")}}` },
  "5,000 nested arrays in an expression": { text: `{${nested(5000, "[", "1", "]")}}` },
  "5,000 chained properties in an expression": { text: `{a${".b".repeat(5000)}}` },
  "5,000 conditional operators in an expression": { text: `{${count(5000, () => "1 ? 2 : ", "")}3}` },
  "5,000 nested template strings": { text: `{${nested(5000, "`${", "1", "}`")}}` },
  "an infinite loop": {
    text: "export const f = () => { for (const a of [1]) { while (true) {} } }\n\n{f()}",
  },
  "nested loops": {
    text: "export const n = Array.from({ length: 1000 })\n\n{n.map(() => n.map(() => n.map(() => 1).length).length).length}",
  },
  "a component that renders itself twice": {
    text: "export const A = ({ n }) => n > 0 ? <><A n={n - 1} /><A n={n - 1} /></> : <p>x</p>\n\n<A n={50} />",
  },
  "a string that doubles 60 times": {
    text: `export const f = () => { let a = "aaaaaaaaaa"; for (let i = 0; i < 60; i++) a = a + a; return a }\n\n{f()}`,
  },
  "an array that doubles 60 times": {
    text: `export const f = () => { let a = [1]; for (let i = 0; i < 60; i++) a = [...a, ...a]; return a }\n\n{f().length}`,
  },
  "an object whose JSON doubles at each of 40 levels": {
    text: `export const f = () => { let a = {}; for (let i = 0; i < 40; i++) a = { l: a, r: a }; return JSON.stringify(a).length }\n\n{f()}`,
  },
  "a prop whose value doubles at each of 40 levels": {
    text: `export const f = () => { let a = {}; for (let i = 0; i < 40; i++) a = { l: a, r: a }; return a }\n\n<Card title="a" icon={f()} data={f()}>a</Card>`,
  },
  "an element that doubles at each of 40 levels": {
    text: `export const f = () => { let a = <p>x</p>; for (let i = 0; i < 40; i++) a = <div>{a}{a}</div>; return a }\n\n{f()}`,
  },
  "an expression that never finishes": {
    text: '{/^(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}',
  },
  "another regular expression that never finishes": {
    text: '{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".replace(/(.*)*(.*)*(.*)*(.*)*x/g, "")}',
  },
  "imports of 400 files": {
    text: `${count(400, (i) => `import S${i} from "/snippets/s${i}.mdx"`)}\n\n${count(400, (i) => `<S${i} />`)}`,
    files: files(400, (i) => `Snippet ${i}.\n`),
  },
  "files that import each other": {
    text: 'import S from "/snippets/s0.mdx"\n\n<S />',
    files: files(200, (i) => `import N from "/snippets/s${(i + 1) % 200}.mdx"\n\n<N />\n`),
  },
  "files that each show the next file twice": {
    text: 'import S from "/snippets/s0.mdx"\n\n<S />',
    files: files(60, (i) => `import N from "/snippets/s${i + 1}.mdx"\n\n<N /> <N />\n`),
  },
  "20 snippets of one megabyte": {
    text: `${count(20, (i) => `import S${i} from "/snippets/s${i}.mdx"`)}\n\n${count(20, (i) => `<S${i} />`)}`,
    files: files(20, () => "word and ".repeat(110_000)),
  },
  "200 deeply nested formulas": {
    text: count(200, () => `$${nested(300, "\\frac{1}{", "1", "}")}$`, "\n\n"),
  },
  "a formula with 3,000 nested braces": { text: `$${nested(3000, "{", "1", "}")}$` },
  "a megabyte of highlighted code": {
    text: `\`\`\`ts\n${'const a: string = `b${c}` as "d"; // e\n'.repeat(26_000)}\`\`\``,
  },
  "a line of highlighted code of one megabyte": {
    text: `\`\`\`json\n{${'"a": [1, 2, {"b": null}], '.repeat(40_000)}}\n\`\`\``,
  },
  "5,000 code blocks": { text: count(5000, (i) => `\`\`\`ts\nconst a${i} = 1;\n\`\`\``, "\n\n") },
  "lone surrogates and NULs": { text: "\ufffd\u0000\ud800 ".repeat(30_000) },
  "unclosed frontmatter": { text: `---\n${count(30_000, (i) => `k${i}: 1`)}` },
  "20,000 classes": { text: `<div className="${count(20_000, (i) => `w-[${i}px]`, " ")}">a</div>` },
  "a style sheet with 20,000 rules": {
    text: `<style>{\`${count(20_000, (i) => `.a${i}{color:red;margin:${i}px}`, "")}\`}</style>`,
  },
  "a style sheet with 50,000 unclosed rules": { text: `<style>{\`${"a{".repeat(50_000)}\`}</style>` },
};
