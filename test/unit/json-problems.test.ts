import assert from "node:assert/strict";
import type * as vscode from "vscode";
import "../harness/fake-vscode.ts";
import { addHiddenFixes } from "../../client/src/editor/editor-services.ts";

type Requested = Parameters<Parameters<typeof addHiddenFixes>[2]>;

const text = '{\n  "name": "Acme"\n  "theme": "mint"\n}\n';
const document = {
  getText: ({ start, end }: vscode.Range) => text.slice(offsetAt(start), offsetAt(end)),
  offsetAt,
  positionAt: (offset: number) => {
    const lines = text.slice(0, offset).split("\n");
    return position(lines.length - 1, lines.at(-1)?.length ?? 0);
  },
} as vscode.TextDocument;

function position(line: number, character: number): vscode.Position {
  return { line, character } as vscode.Position;
}

function offsetAt({ line, character }: vscode.Position): number {
  return text.split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + character;
}

function rangeOf(part: string): vscode.Range {
  const start = text.indexOf(part);
  return {
    start: document.positionAt(start),
    end: document.positionAt(start + part.length),
  } as vscode.Range;
}

const diagnostic = (source: string, code: unknown, part: string) =>
  ({ source, code, range: rangeOf(part), message: "" }) as vscode.Diagnostic;

/** The JSON service reports the missing comma at the next key, whereas Docwright reports it after the value. */
const theirs = diagnostic("json", 514, '"theme"');
const diagnosticOfComma = () => diagnostic("docwright", { value: "config/syntax" }, '"Acme"');
const ours = diagnosticOfComma();

async function fixesAt(their: vscode.Diagnostic, hidden: readonly vscode.Diagnostic[]) {
  const requested: Requested[] = [];
  const context = { diagnostics: [their] } as unknown as vscode.CodeActionContext;
  const actions = await addHiddenFixes({ document, range: their.range, context }, hidden, (...request) => {
    requested.push(request);
    return request[1].diagnostics.includes(ours) ? [{ title: "Add comma", diagnostics: [diagnosticOfComma()] }] : [];
  });
  return { actions: (actions ?? []) as vscode.CodeAction[], requested };
}

describe("problems that VS Code's JSON service also reports", () => {
  it("have Docwright's fix, even if whitespace separates the two ranges", async () => {
    const { actions, requested } = await fixesAt(theirs, [ours]);
    assert.deepEqual(
      actions.map(({ title, diagnostics }) => [title, diagnostics]),
      [["Add comma", [theirs]]],
    );
    const [range] = requested[0] ?? [];
    assert.ok(range);
    assert.equal(document.getText(range), '"Acme"\n  "theme"');
  });

  it("have no additional fixes if other text separates the two ranges or the service reports a different problem", async () => {
    for (const their of [diagnostic("json", 514, "}"), diagnostic("json", 0x208, '"theme"')]) {
      const { actions, requested } = await fixesAt(their, [ours]);
      assert.deepEqual(actions, []);
      assert.deepEqual(
        requested.map(([range, { diagnostics }]) => [range, diagnostics]),
        [[their.range, [their]]],
      );
    }
  });

  it("have no additional fixes if Docwright shows its own problem", async () => {
    const { actions, requested } = await fixesAt(theirs, []);
    assert.deepEqual([actions.length, requested.length], [0, 1]);
  });
});
