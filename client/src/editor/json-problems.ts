import * as vscode from "vscode";

/** “Unable to load schema” problems: 65536 and above. */
const firstLoadFailure = 0x10000;
const lastLoadFailure = 0x1000f;

export function isSchemaLoadFailure(diagnostic: vscode.Diagnostic): boolean {
  const code = Number(codeOf(diagnostic));
  return diagnostic.source === "json" && code >= firstLoadFailure && code <= lastLoadFailure;
}

/** Rules about the structure of docs.json that a schema can also check. */
const structural =
  /^config\/(syntax|duplicate-key|wrong-type|value-not-allowed|invalid-value|missing-setting|unknown-setting|not-an-object)$|^nav\/(missing-field|misplaced-child|no-root-pattern|unknown-language|empty-element|mixed-children|several-root-patterns)$/;

/** Whether one of the JSON service's problems replaces one of Docwright's. */
export function isRepeated(our: vscode.Diagnostic, theirs: readonly vscode.Diagnostic[]): boolean {
  return structural.test(codeOf(our)) && theirs.some((their) => isSameProblem(our, their));
}

/** The JSON service's codes for invalid JSON, including comments. 0x208 is a duplicate key. */
const firstSyntaxCode = 0x101;
const lastSyntaxCode = 0x210;
const repeatedKeyCode = 0x208;

function isSyntaxError(their: vscode.Diagnostic): boolean {
  const code = Number(codeOf(their));
  return code >= firstSyntaxCode && code <= lastSyntaxCode && code !== repeatedKeyCode;
}

/**
 * In broken JSON, the two services may report an error on either side of a gap, so any syntax error of the JSON service
 * replaces all of Docwright's. Problems about a value are the same if they have the same range.
 */
function isSameProblem(our: vscode.Diagnostic, their: vscode.Diagnostic): boolean {
  if (codeOf(our) === "config/duplicate-key") return Number(codeOf(their)) === repeatedKeyCode;
  if (codeOf(our) === "config/syntax") return isSyntaxError(their);
  return our.range.intersection(their.range) !== undefined && our.range.start.line === their.range.start.line;
}

export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : (code ?? ""));
}

type Actions = (vscode.Command | vscode.CodeAction)[] | null | undefined;

/** A request for code actions, as the language client's middleware receives it. */
export interface ActionRequest {
  readonly document: Pick<vscode.TextDocument, "offsetAt" | "positionAt" | "getText">;
  readonly range: vscode.Range;
  readonly context: vscode.CodeActionContext;
}

/**
 * Requests Docwright's fixes for its own problems that aren't shown because the JSON service reports the same ones, and
 * attaches them to the problems of the JSON service. Without this, a fix on the other side of a gap isn't found.
 */
export async function withHiddenFixes(
  { document, range, context }: ActionRequest,
  hidden: readonly vscode.Diagnostic[],
  request: (range: vscode.Range, context: vscode.CodeActionContext) => Actions | Thenable<Actions>,
): Promise<Actions> {
  const theirs = context.diagnostics.filter(({ source }) => source !== "docwright");
  const near = hidden.filter((our) => theirs.some((their) => isForSameError(document, our, their)));
  if (near.length === 0) return request(range, context);
  const ranges = [range, ...near.map((our) => our.range)];
  const start = Math.min(...ranges.map((each) => document.offsetAt(each.start)));
  const end = Math.max(...ranges.map((each) => document.offsetAt(each.end)));
  const actions = await request(new vscode.Range(document.positionAt(start), document.positionAt(end)), {
    ...context,
    diagnostics: [...context.diagnostics, ...near],
  });
  for (const action of actions ?? []) {
    if (!("diagnostics" in action) || !action.diagnostics) continue;
    action.diagnostics = action.diagnostics.flatMap((our) => {
      const shown = theirs.filter((their) => isForSameError(document, our, their));
      return shown.length > 0 ? shown : [our];
    });
  }
  return actions;
}

/** Whether two problems are the same one, and their ranges overlap or only white space separates them. */
function isForSameError(
  document: ActionRequest["document"],
  our: vscode.Diagnostic,
  their: vscode.Diagnostic,
): boolean {
  if (!isRepeated(our, [their])) return false;
  const isFirst = document.offsetAt(our.range.start) <= document.offsetAt(their.range.start);
  const [before, after] = isFirst ? [our.range, their.range] : [their.range, our.range];
  const start = document.offsetAt(before.end);
  const end = document.offsetAt(after.start);
  if (end <= start) return true;
  const between = document.getText(new vscode.Range(document.positionAt(start), document.positionAt(end)));
  return between.trim() === "";
}
