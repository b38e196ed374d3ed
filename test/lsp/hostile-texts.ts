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
  "4,000 quotes on many lines": { text: count(200, () => "> ".repeat(400) + "a") },
  "400 nested lists": { text: count(400, (i) => `${"  ".repeat(i)}- a`) },
  "1,000 lists in one line": { text: "- ".repeat(1000) + "a" },
  "a table of 10,000 rows": {
    text: `| a | b | c |\n| - | - | - |\n${count(10_000, (i) => `| ${i} | **b** | [c](/c) |`)}`,
  },
  "a table of 5,000 columns": {
    text: `${"| a ".repeat(5000)}|\n${"| - ".repeat(5000)}|\n${count(20, () => `${"| b ".repeat(5000)}|`)}`,
  },
  "600 runs of backticks": { text: count(600, (i) => `${"`".repeat(i + 1)} e`, " ") },
  "100,000 backticks apart": { text: "` `` ".repeat(50_000) },
  "4,000 open links": { text: "[a](".repeat(4000) },
  "20,000 open brackets": { text: "[".repeat(20_000) },
  "20,000 open pictures": { text: "![".repeat(20_000) + "](a)".repeat(20_000) },
  "50,000 stars": { text: "*a **b ".repeat(25_000) },
  "50,000 underlines": { text: "_a__b ".repeat(50_000) },
  "20,000 tildes": { text: "~a~~b ".repeat(20_000) },
  "4,000 footnotes": { text: `${count(4000, (i) => `[^${i}]`, " ")}\n\n${count(4000, (i) => `[^${i}]: a`)}` },
  "10,000 references": {
    text: `${count(10_000, (i) => `[a${i}]`, " ")}\n\n${count(10_000, (i) => `[a${i}]: /a`)}`,
  },
  "a line of a megabyte": { text: "word and ".repeat(115_000) },
  "a word of a megabyte": { text: "a".repeat(1_000_000) },
  "a line of a megabyte with marks": { text: "*a* `b` [c](/c) ".repeat(62_500) },
  "a megabyte of blanks": { text: ` a${" ".repeat(1_000_000)}b` },
  "a megabyte of line ends": { text: "\n".repeat(1_000_000) + "a" },
  "100,000 headings": { text: "# Head\n\n".repeat(100_000) },
  "200,000 entities": { text: "&amp;".repeat(200_000) },
  "50,000 addresses": { text: "www.a.example http://b.example c@d.example ".repeat(16_000) },
  "2,000 nested components": { text: nested(2000, "<Card>\n", "a\n", "</Card>\n") },
  "2,000 elements in one line": { text: nested(2000, "<b>", "a", "</b>") },
  "5,000 fragments in code": { text: `{${nested(5000, "<>", "a", "</>")}}` },
  "2,000 open components": { text: "<Card>\n".repeat(2000) },
  "4,000 open braces": { text: "{".repeat(4000) },
  "1,000 brackets in code": { text: `{${nested(1000, "(", "1", ")")}}` },
  "20,000 sums in code": { text: `{${count(20_000, () => "1", " + ")}}` },
  "5,000 lists in code": { text: `{${nested(5000, "[", "1", "]")}}` },
  "5,000 members in code": { text: `{a${".b".repeat(5000)}}` },
  "5,000 ternaries in code": { text: `{${count(5000, () => "1 ? 2 : ", "")}3}` },
  "5,000 nested template strings": { text: `{${nested(5000, "`${", "1", "}`")}}` },
  "a loop without end": {
    text: "export const f = () => { for (const a of [1]) { while (true) {} } }\n\n{f()}",
  },
  "loops in loops": {
    text: "export const n = Array.from({ length: 1000 })\n\n{n.map(() => n.map(() => n.map(() => 1).length).length).length}",
  },
  "a component that doubles": {
    text: "export const A = ({ n }) => n > 0 ? <><A n={n - 1} /><A n={n - 1} /></> : <p>x</p>\n\n<A n={50} />",
  },
  "text that doubles": {
    text: `export const f = () => { let a = "aaaaaaaaaa"; for (let i = 0; i < 60; i++) a = a + a; return a }\n\n{f()}`,
  },
  "a list that doubles": {
    text: `export const f = () => { let a = [1]; for (let i = 0; i < 60; i++) a = [...a, ...a]; return a }\n\n{f().length}`,
  },
  "an object that doubles": {
    text: `export const f = () => { let a = {}; for (let i = 0; i < 40; i++) a = { l: a, r: a }; return JSON.stringify(a).length }\n\n{f()}`,
  },
  "a prop that doubles": {
    text: `export const f = () => { let a = {}; for (let i = 0; i < 40; i++) a = { l: a, r: a }; return a }\n\n<Card title="a" icon={f()} data={f()}>a</Card>`,
  },
  "an element that doubles": {
    text: `export const f = () => { let a = <p>x</p>; for (let i = 0; i < 40; i++) a = <div>{a}{a}</div>; return a }\n\n{f()}`,
  },
  "an expression that never finishes": {
    text: '{/^(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}',
  },
  "an expression of another kind": {
    text: '{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".replace(/(.*)*(.*)*(.*)*(.*)*x/g, "")}',
  },
  "an import of 400 files": {
    text: `${count(400, (i) => `import S${i} from "/snippets/s${i}.mdx"`)}\n\n${count(400, (i) => `<S${i} />`)}`,
    files: files(400, (i) => `Snippet ${i}.\n`),
  },
  "files that import each other": {
    text: 'import S from "/snippets/s0.mdx"\n\n<S />',
    files: files(200, (i) => `import N from "/snippets/s${(i + 1) % 200}.mdx"\n\n<N />\n`),
  },
  "files that each import two": {
    text: 'import S from "/snippets/s0.mdx"\n\n<S />',
    files: files(60, (i) => `import N from "/snippets/s${i + 1}.mdx"\n\n<N /> <N />\n`),
  },
  "snippets of a megabyte": {
    text: `${count(20, (i) => `import S${i} from "/snippets/s${i}.mdx"`)}\n\n${count(20, (i) => `<S${i} />`)}`,
    files: files(20, () => "word and ".repeat(110_000)),
  },
  "200 formulas that are deep": {
    text: count(200, () => `$${nested(300, "\\frac{1}{", "1", "}")}$`, "\n\n"),
  },
  "a formula of 3,000 braces": { text: `$${nested(3000, "{", "1", "}")}$` },
  "code of a megabyte in colours": {
    text: `\`\`\`ts\n${'const a: string = `b${c}` as "d"; // e\n'.repeat(26_000)}\`\`\``,
  },
  "a line of code of a megabyte": {
    text: `\`\`\`json\n{${'"a": [1, 2, {"b": null}], '.repeat(40_000)}}\n\`\`\``,
  },
  "5,000 blocks of code": { text: count(5000, (i) => `\`\`\`ts\nconst a${i} = 1;\n\`\`\``, "\n\n") },
  "half pairs and NULs": { text: "\ufffd\u0000\ud800 ".repeat(30_000) },
  "frontmatter without end": { text: `---\n${count(30_000, (i) => `k${i}: 1`)}` },
  "20,000 classes": { text: `<div className="${count(20_000, (i) => `w-[${i}px]`, " ")}">a</div>` },
  "a style of a megabyte": {
    text: `<style>{\`${count(20_000, (i) => `.a${i}{color:red;margin:${i}px}`, "")}\`}</style>`,
  },
  "a style that opens for ever": { text: `<style>{\`${"a{".repeat(50_000)}\`}</style>` },
};
