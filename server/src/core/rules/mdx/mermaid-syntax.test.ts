import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { findMermaidError, mermaidSyntax } from "./mermaid-syntax.ts";

/** Returns the kind of error and its text. The expected errors are those that Mermaid's own parser finds. */
function getError(diagram: string): string | undefined {
  const error = findMermaidError(diagram);
  return error && `${error.kind} ${diagram.slice(error.range.start, error.range.end)}`;
}

describe("findMermaidFault", () => {
  it("finds misspelled diagram types, which are case-sensitive", () => {
    for (const type of ["Graph", "flowchat", "sequencediagram", "erdiagram", "Gantt", "gitgraph", "mindMap", "Pie"])
      assert.equal(getError(`%% note\n${type} TD\nA-->B\n`), `unknown-type ${type}`);
  });

  it("finds blocks without `end` and `end` lines without a block", () => {
    assert.equal(getError("flowchart TD\n  subgraph X\n  A-->B\n"), "not-closed subgraph");
    assert.equal(getError("graph TD\nsubgraph X\nsubgraph Y\nA-->B\nend\n"), "not-closed subgraph");
    assert.equal(getError("graph TD\nsubgraph X\nA-->B\nEND\n"), "not-closed subgraph");
    assert.equal(getError("sequenceDiagram\nloop x\nA->>B: x"), "not-closed loop");
    assert.equal(getError("sequenceDiagram\nA->>B: x\nend\n"), "nothing-to-close end");
    assert.equal(getError("sequenceDiagram\nalt x\nA->>B: x\nelse y\nA->>B: y\nend\n  end\n"), "nothing-to-close end");
  });

  it("accepts diagrams that are valid or that only Mermaid can validate", () => {
    for (const diagram of [
      "",
      "---\ntitle: x\n---\nflowchart TD\nA-->B\n",
      "%%{init: {\n'theme': 'dark'}}%%\n\n  graph LR\nA-->B\n",
      "stateDiagram-v2\n[*] --> A\nstate A {\n[*] --> B\n}\n",
      "xychart-beta\nline [1]\n",
      "newDiagram\nA\n",
      "flowchart TD\nsubgraph X\nA-->B\nend\nC-->subgraphs\n",
      "flowchart TD; subgraph X; A-->B; end",
      'flowchart TD\nA["one\nend\ntwo"]\n',
      "sequenceDiagram\nLoop x\nA->>B: x\nEnd\n",
      "sequenceDiagram\nrect rgb(0,0,0)\npar A\nA->>B: x\nand B\nA->>B: y\nend\nend\n",
      "sequenceDiagram\nbox Aqua G\nparticipant A\nend\nA->>A: end\n",
      "sequenceDiagram\nloop ->> B: x\n",
      "sequenceDiagram\n%% loop\nA->>B: x\n",
      "classDiagram\nclass end\n",
    ])
      assert.equal(getError(diagram), undefined, diagram);
  });
});

describe("mdx/mermaid-syntax", () => {
  // According to CommonMark 0.31, 4.5, only a fence without text after it ends a block.
  it("ignores a block that contains a fence or isn't closed where its diagram ends", () => {
    const listing = '//- docs.json\n{ "navigation": { "pages": ["start"] } }\n//- start.mdx\n';
    const sequence = "```mermaid\nsequenceDiagram\nalt x\nA->>B: x\nend\n```\n";
    const graph = "```mermaid\ngraph TD\nA-->B\n";
    checkRule(mermaidSyntax, `${listing}${graph}[|end|]\n\`\`\`\n\n${sequence}`);
    for (const end of ["```python\n\n## B\n\n", "``` ## `B`\n\n", "\n## B\n\nText.\n\n", "\n~~~\n"])
      checkRule(mermaidSyntax, listing + graph + end + sequence);
    const component = (code: string) => `${listing}<Info>\n\n\`\`\`mermaid\ngraph TD\n${code}\n</Info>\n`;
    checkRule(mermaidSyntax, component("[|subgraph|] A\n```\n"));
    checkRule(mermaidSyntax, component("subgraph A\n"));
  });
});
