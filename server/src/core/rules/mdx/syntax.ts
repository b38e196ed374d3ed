import type { RepairKind, SyntaxFault, SyntaxProblem } from "../../page/syntax-problem.ts";
import { hasSyntax } from "../../site/navigation/navigation-pages.ts";
import { checkPage, defineRule } from "../rule.ts";

export const syntax = defineRule({
  code: "mdx/syntax",
  on: ["page"],
  needs: ["pages"],
  severity: "error",
  summary: "MDX that cannot be read.",
  why: "MDX is stricter than Markdown: tags must be closed, and `<` and `{` begin something. The service cannot build a page that breaks these rules: it leaves the page out or shows readers an error in its place.",
  messages: {
    "tag-not-closed":
      "`<{text}>` is never closed, so the page cannot be published. Add `</{text}>` where it ends, or write `<{text} />`.",
    "void-not-closed":
      "`<{text}>` needs a slash in MDX, or the page cannot be published. Write `<{text} />`.",
    placeholder:
      "`<{text}>` is read as a tag that is never closed, so the page cannot be published. Write `\\<{text}>`, or put it in backticks.",
    "closing-without-opening":
      "`</{text}>` closes nothing, so the page cannot be published. Remove it, or open `<{text}>` before.",
    "tags-crossed":
      "`</{text}>` stands where `<{other}>` has to be closed, so the page cannot be published. Write `</{other}>` here.",
    "tag-across-blocks":
      "`<{name}>` opens in one paragraph or list item and closes in another, so the page cannot be published. Give both tags lines of their own, indented alike.",
    "tag-not-ended":
      "The tag `<{text}` has no `>`, so the page cannot be published. Add `>` where the tag ends.",
    "quote-not-closed":
      "The quote of `{text}` never closes, so the page cannot be published. Add the closing quote.",
    "value-not-quoted":
      "A value of a tag has to stand in straight quotes or braces, or the page cannot be published. Put quotes around it.",
    "tag-malformed":
      "A tag cannot hold `{text}` here, so the page cannot be published. Correct or remove it.",
    "angle-bracket":
      "`<` begins a tag in MDX, and `{text}` is none, so the page cannot be published. Write `\\<`, or put it in backticks.",
    autolink:
      "An address between `<` and `>` is read as a tag, so the page cannot be published. Write `[text](address)`.",
    "backtick-not-closed":
      "This backtick begins code that never ends, so MDX reads `{text}` and the page cannot be published. Add a backtick where the code ends.",
    "fence-not-closed":
      "This code block has no end of its own, so MDX takes text for code and the page cannot be published. Add a line with {text} where the code ends.",
    "fence-runs-on":
      "The next code block begins before this one ends, so readers see the text between as code. Add a line with {text} where the code ends.",
    "fence-within":
      "A code block in this one has as many marks and ends it, so readers see the rest as text. Write one more mark at both ends of this block.",
    "html-comment":
      "MDX has no `<!-- -->`, so the page cannot be published. Write the comment as `{/* … */}`.",
    "brace-not-closed":
      "`{` begins an expression in MDX, and this one never ends, so the page cannot be published. Write `\\{`, or close it.",
    "value-brace-not-closed":
      "The `{` of this value has no `}`, so the page cannot be published. Add `}` where the value ends.",
    "comment-not-closed":
      "This comment never ends, so the page cannot be published. Add `*/}` where it ends.",
    value:
      "What stands between these braces is no value, so the page cannot be published. Write a text in quotes, or a list of settings in two pairs of braces.",
    expression:
      "What stands between these braces is no expression, so the page cannot be published. Write `\\{` for a brace, or put it in backticks.",
    module: "This `{text}` cannot be read, so the page cannot be published. Correct it.",
    "module-word":
      "A line that begins with `{text}` is read as code, so the page cannot be published. Begin the line with another word or a blank.",
    "module-not-ended":
      "This line is read as a part of the `{text}` above it, so the page cannot be published. Put a blank line between them.",
    "line-outside-block":
      "This line belongs to `{text}` in a list or quote, but does not stand as deep, so the page cannot be published. Indent it as that line.",
    "too-complex":
      "This page is so long or so deeply nested that its MDX cannot be checked, and it may not be published. Divide it, or nest lists, quotes and links less.",
    other: "The MDX cannot be read here, so the page cannot be published. Correct it.",
    close: "Close with `{text}`",
    "self-close": "Write `<{text} />`",
    "make-closing": "Make it `</{text}>`",
    "remove-closing": "Remove `</{text}>`",
    "rename-closing": "Change to `{text}`",
    rename: "Change to `{text}`",
    "swap-closings": "Exchange the closing tags",
    "own-lines": "Put the tag on a line of its own",
    code: "Put it in backticks",
    "close-code": "Close the code",
    "wrap-braces": "Write two pairs of braces",
    outdent: "Indent like the opening tag",
    "indent-line": "Indent the line",
    "end-tag": "End the tag with `{text}`",
    "close-quote": "Add the closing quote",
    quote: "Put the value in quotes",
    remove: "Remove `{text}`",
    escape: "Write `\\{text}`",
    link: "Make it a link",
    comment: "Change to `{text}`",
    "add-from": "Add `from`",
    "blank-line": "Put a blank line before",
    "indent-word": "Put a blank before `{text}`",
  },
  examples: [
    {
      bad: '<CardGroup>\n  [|<Card|] title="Start">\n    Begin here.\n</CardGroup>\n',
      good: '<CardGroup>\n  <Card title="Start">\n    Begin here.\n  </Card>\n</CardGroup>\n',
    },
    { bad: "One line[|<br|]>and another.\n", good: "One line<br />and another.\n" },
    { bad: "Needs Node [|<|]20.\n", good: "Needs Node \\<20.\n" },
    { bad: "# Start\n\n[|<!-- later -->|]\n", good: "# Start\n\n{/* later */}\n" },
    { bad: 'Answers [|{ "id": 1 }|].\n', good: 'Answers `{ "id": 1 }`.\n' },
    { bad: "<Note>Take care.[|</Notes>|]\n", good: "<Note>Take care.</Note>\n" },
    { bad: "Call it with [|<token>|].\n", good: "Call it with `<token>`.\n" },
  ],
  check: checkPage(function* ({ outline: { path } }, site) {
    const problems = site.syntax.get(path) ?? [];
    if (problems.length === 0 || !hasSyntax(site, path)) return;
    for (const problem of problems) {
      const { text, other } = problem;
      yield {
        message: problem.fault satisfies SyntaxFault,
        at: { file: path, range: problem.range },
        args: { text, other: other?.text ?? "", name: nameOf(text) },
        ...(isLess(problem) ? { severity: "warning" as const } : {}),
      };
    }
  }),
  *fixes({ at, message }, site) {
    const problem = site.syntax
      .get(at.file)
      ?.find(({ fault, range }) => fault === message && range.start === at.range.start);
    for (const { kind, text, edits } of problem?.repairs ?? [])
      yield {
        title: kind satisfies RepairKind,
        args: { text },
        edits: [{ kind: "edit", file: at.file, edits }],
      };
  },
});

/** Text that couldn't be parsed completely may be valid, and a page with too much code is still published. */
function isLess({ fault }: SyntaxProblem): boolean {
  return fault === "too-complex" || fault === "fence-runs-on" || fault === "fence-within";
}

/** `Card` of `</Card>`. */
function nameOf(tag: string): string {
  return tag.replace(/^<\/?|>$/g, "");
}
