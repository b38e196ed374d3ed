import assert from "node:assert/strict";
import { findMermaidError } from "./mermaid-syntax.ts";

/** Returns the kind of error and its text. The expected errors are those that Mermaid's own parser finds. */
function faultOf(diagram: string): string | undefined {
  const fault = findMermaidError(diagram);
  return fault && `${fault.kind} ${diagram.slice(fault.range.start, fault.range.end)}`;
}

describe("findMermaidFault", () => {
  it("finds misspelled diagram types, which are case-sensitive", () => {
    for (const type of [
      "Graph",
      "flowchat",
      "sequencediagram",
      "erdiagram",
      "Gantt",
      "gitgraph",
      "mindMap",
      "Pie",
    ])
      assert.equal(faultOf(`%% note\n${type} TD\nA-->B\n`), `unknown-type ${type}`);
  });

  it("finds blocks without `end` and `end` lines without a block", () => {
    assert.equal(faultOf("flowchart TD\n  subgraph X\n  A-->B\n"), "not-closed subgraph");
    assert.equal(faultOf("graph TD\nsubgraph X\nsubgraph Y\nA-->B\nend\n"), "not-closed subgraph");
    assert.equal(faultOf("graph TD\nsubgraph X\nA-->B\nEND\n"), "not-closed subgraph");
    assert.equal(faultOf("sequenceDiagram\nloop x\nA->>B: x"), "not-closed loop");
    assert.equal(faultOf("sequenceDiagram\nA->>B: x\nend\n"), "nothing-to-close end");
    assert.equal(
      faultOf("sequenceDiagram\nalt x\nA->>B: x\nelse y\nA->>B: y\nend\n  end\n"),
      "nothing-to-close end",
    );
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
      assert.equal(faultOf(diagram), undefined, diagram);
  });
});
