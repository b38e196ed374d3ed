import type { FrontmatterProblem } from "../../page/page.ts";
import { checkPage, defineRule, replaceAt } from "../rule.ts";
import { formatYamlText } from "../subjects/page-subjects.ts";

export const syntax = defineRule({
  code: "frontmatter/syntax",
  on: ["page"],
  severity: "error",
  summary: "Frontmatter that cannot be read.",
  why: "The service stops at the first page whose frontmatter it cannot read, and publishes nothing until it is put right.",
  messages: {
    "not-closed":
      "The frontmatter that begins here never ends, so the whole page is taken for settings and cannot be published. Add a line `---` behind the fields.",
    "quote-not-closed":
      "The quote that begins here never closes, so the page cannot be published. Add the closing quote.",
    "text-after-value":
      "Text follows where this value ends, so the page cannot be published. Put the whole value in quotes.",
    "bracket-not-closed":
      "The bracket that opens here never closes, so the page cannot be published. Add the closing bracket.",
    "colon-in-value":
      "A colon with a blank behind it begins a new value, so the page cannot be published. Put this value in quotes.",
    "no-colon":
      "This line names no field with its value, so the page cannot be published. Write a name, a colon, a blank and the value.",
    "start-character":
      "A value cannot begin with this character, so the page cannot be published. Put the value in quotes.",
    alias:
      "A value that begins with `*` is looked up as a name, which is not there, so the page cannot be published. Put the value in quotes.",
    escape:
      "A backslash between double quotes begins a special character, and this is none, so the page cannot be published. Write `\\\\` or use single quotes.",
    tab: "A tab does not indent here, so what stands behind it is read as a field of the page. Indent with blanks.",
    indentation:
      "This line is indented unlike the lines it belongs to, so the page cannot be published. Indent it as they are.",
    "second-document": "`...` ends the frontmatter here, so the page cannot be published. Remove it.",
    other:
      "The frontmatter cannot be read here, so the page cannot be published. Put the value in quotes or correct the line.",
    "unknown-tag":
      "`{tag}` asks for a kind of value that the service does not know, so the page cannot be published. Put the value in quotes.",
    "not-text":
      "The frontmatter holds a character that is no text, so the page cannot be published. Remove the character, or save the file as UTF-8.",
    quote: "Put the value in quotes",
    blanks: "Indent with two blanks",
  },
  examples: [
    {
      bad: "---\ntitle: [|Part 1: Start|]\n---\n",
      good: '---\ntitle: "Part 1: Start"\n---\n',
    },
    {
      bad: '---\ntitle: [|"Start|]\nicon: rocket\n---\n',
      good: '---\ntitle: "Start"\nicon: rocket\n---\n',
    },
    {
      bad: "---\nicon:\n[|\t|]name: rocket\n---\n",
      good: "---\nicon:\n  name: rocket\n---\n",
    },
    {
      bad: "//- page.mdx\n[|---|]\ntitle: Start\n\nWelcome.\n",
      good: "---\ntitle: Start\n---\n\nWelcome.\n",
    },
  ],
  check: checkPage(function* ({ references: { path, frontmatter } }) {
    for (const problem of frontmatter.problems) {
      const message = messageOf(problem);
      if (!message) continue;
      const at = { file: path, range: problem.range };
      const data = fixable.has(message) && problem.text !== undefined ? { value: problem.text } : undefined;
      yield { message, at, args: { tag: problem.text ?? "" }, ...(data && { data }) };
    }
  }),
  *fixes({ message, at, data }) {
    if (message === "tab") yield { title: "blanks", edits: replaceAt(at, "  ") };
    const value = data?.["value"];
    if (typeof value === "string") yield { title: "quote", edits: replaceAt(at, formatYamlText(value)) };
  },
});

const fixable: ReadonlySet<string> = new Set(["colon-in-value", "start-character", "alias"]);

function messageOf({ kind, fault = "other" }: FrontmatterProblem) {
  if (kind === "syntax") return fault;
  return kind === "not-closed" || kind === "unknown-tag" || kind === "not-text" ? kind : undefined;
}
