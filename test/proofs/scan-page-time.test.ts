import { ok } from "node:assert/strict";
import { scanPage } from "../../server/src/core/page/scan-page.ts";

/** In milliseconds; other work on the machine does not count. */
function processorTime(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

describe("scanPage: hostile text", () => {
  const shapes: Record<string, (n: number) => string> = {
    "open links": (n) => "[a](".repeat(n),
    "open images": (n) => "![".repeat(n),
    "closing brackets": (n) => "](x".repeat(n),
    "parenthesised titles": (n) => "[a](b (".repeat(n),
    "backtick runs": (n) =>
      Array.from({ length: Math.sqrt(n) * 4 }, (_, i) => "`".repeat(i % 600) + "e").join(""),
    "open tags": (n) => "<a ".repeat(n),
    "open attributes": (n) => "<a b={".repeat(n),
    "open quotes": (n) => `<a b="<a b='`.repeat(n),
    "nested attributes": (n) => `${"<a b={".repeat(n)}${"}".repeat(n)}§`,
    "open braces": (n) => "{".repeat(n * 4),
    "small expressions": (n) => "{a}".repeat(n),
    "open comments": (n) => "{/* <!-- ".repeat(n),
    "quotes marks": (n) => ">".repeat(n * 4),
    "nested lists": (n) => "- ".repeat(n),
    "unclosed exports": (n) => "export const a = {\n\n".repeat(n),
    "unclosed imports": (n) => "import {\n".repeat(n),
    headings: (n) => "# a\n".repeat(n),
    "bracket headings": (n) => `# ${"[".repeat(500)}${"(".repeat(500)}\n`.repeat(n / 100),
    "emphasis headings": (n) => `# ${"*_".repeat(500)}\n`.repeat(n / 100),
    "one line": (n) => "lorem ipsum ".repeat(n),
    fences: (n) => "```\n~~~\n".repeat(n),
    underlines: (n) => "a\n=\n".repeat(n),
    "template strings": (n) => "{`${".repeat(n),
    definitions: (n) => "[a".repeat(n) + "\n[b]: ".repeat(n),
    blanks: (n) => " \n".repeat(n),
    spaces: (n) => " ".repeat(n * 4) + "a",
    "angle targets": (n) => "[a](<".repeat(n),
    entities: (n) => "# &amp;&#;\n".repeat(n),
  };
  for (const [name, shape] of Object.entries(shapes))
    it(`takes no longer than its length: ${name}`, () => {
      const time = (n: number): number => {
        const text = shape(n);
        return Math.min(...[1, 2, 3].map(() => processorTime(() => scanPage("p.mdx", text))));
      };
      time(4000);
      const small = time(8000);
      const large = time(64_000);
      // Eight times the work is linear, sixty-four times quadratic; the rest is for garbage collection.
      ok(
        large < Math.max(100, small * 32),
        `${small.toFixed(1)} ms → ${large.toFixed(1)} ms for eight times the text`,
      );
    });

  it("reads every prefix with ranges inside the text", () => {
    const page =
      '---\ntitle: "T: x"\n---\nimport A, {b as C} from "/a.mdx"\n\nexport const x = () => <a href="/y">{`${z}`}</a>\n\n# H `c` {#d}\nText [a](/b "c") ![d](<e f>)\n<Card title="t" href={"/x"}>\n  ```js\n  [no](/no)\n  ```\n  {/* c */}\n</Card>\n[r]: /s\nT\n--\n<https://a.b>\n';
    for (let i = 0; i <= page.length; i++) {
      const { references } = scanPage("p.mdx", page.slice(0, i));
      for (const { range } of [...references.headings, ...references.links, ...references.imports])
        ok(0 <= range.start && range.start <= range.end && range.end <= i, page.slice(0, i));
    }
  });
});
