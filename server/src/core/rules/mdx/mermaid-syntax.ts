import { findMermaidFault } from "../../page/samples/mermaid-fault.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { checkPage, defineRule, changeToSuggestion } from "../rule.ts";
import { locationIn } from "../subjects/page-subjects.ts";

export const mermaidSyntax = defineRule({
  code: "mdx/mermaid-syntax",
  on: ["page"],
  needs: ["pages"],
  severity: "warning",
  summary: "A Mermaid diagram that can't be parsed.",
  why: "Mermaid shows an error instead of a diagram that it can't parse. Docwright reports only a misspelled diagram type, a block without `end`, and an `end` without a block.",
  messages: {
    "unknown-type":
      "`{word}` isn't a type of Mermaid diagram, so readers don't see the diagram. Did you mean `{near}`?",
    "not-closed":
      "`{word}` is never closed, so readers don't see the diagram. Add a line with `end` after its content.",
    "nothing-to-close":
      "`{word}` doesn't close anything here, so readers don't see the diagram. Remove it, or add the start of the block.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n---\n\n```mermaid\n[|sequencediagram|]\n  Client->>Server: Request\n```\n",
      good: "---\ntitle: Start\n---\n\n```mermaid\nsequenceDiagram\n  Client->>Server: Request\n```\n",
    },
    {
      bad: "---\ntitle: Start\n---\n\n```mermaid\nflowchart LR\n  [|subgraph|] Cloud\n    A --> B\n```\n",
      good: "---\ntitle: Start\n---\n\n```mermaid\nflowchart LR\n  subgraph Cloud\n    A --> B\n  end\n```\n",
    },
  ],
  check: checkPage(function* (page, site) {
    const { codeBlocks, path, text } = page.references;
    if (!isFileUsed(site, path)) return;
    for (const { language, content } of codeBlocks) {
      if (language !== "mermaid") continue;
      const fault = findMermaidFault(text.slice(content.start, content.end));
      if (!fault) continue;
      const { kind, near } = fault;
      const range = { start: content.start + fault.range.start, end: content.start + fault.range.end };
      yield {
        message: kind,
        args: { word: text.slice(range.start, range.end), near: near ?? "" },
        at: locationIn(page, range),
        ...(near !== undefined && { data: { near } }),
      };
    }
  }),
  fixes: (finding) => changeToSuggestion(finding),
});
