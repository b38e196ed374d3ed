import * as vscode from "vscode";

/** Features that an editor may already provide for a file. */
export type EditorFeature = "folding" | "selection" | "outline";

/**
 * The features that VS Code's own services for JSON and Markdown also provide, by language ID. A document's language,
 * not its file extension, determines which service applies.
 */
const builtInFeatures: Readonly<Record<string, readonly EditorFeature[]>> = {
  json: ["folding", "selection"],
  jsonc: ["folding", "selection"],
  markdown: ["folding", "selection", "outline"],
};

/**
 * Whether VS Code itself provides this feature. The outline of its JSON service contains every key, so it includes the
 * navigation of docs.json but doesn't identify the operations in a specification.
 */
export function isEditorFeature(feature: EditorFeature, languageId: string, path: string): boolean {
  if (builtInFeatures[languageId]?.includes(feature)) return true;
  return feature === "outline" && /^jsonc?$/.test(languageId) && /(^|\/)docs\.json$/.test(path);
}

/**
 * The trigger character that Docwright sends when it requests completions from other providers. It distinguishes that
 * request from one that the user makes at the same time.
 */
const docwrightTrigger = "docwright";

export interface EditorCompletionRequest {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

type Completions = vscode.CompletionItem[] | vscode.CompletionList | null | undefined;

/**
 * Returns Docwright's completions for a JSON file, except for settings and values that VS Code's JSON service also
 * offers. Pages and operations are never removed. Without a schema, the JSON service offers every string in the file,
 * but its items have no titles and don't include all pages.
 */
export async function filterJsonCompletions(
  request: EditorCompletionRequest,
  context: vscode.CompletionContext,
  complete: () => Completions | Thenable<Completions>,
  fetchOtherItems: typeof fetchOtherCompletions = fetchOtherCompletions,
): Promise<Completions> {
  if (context.triggerCharacter === docwrightTrigger) return [];
  const completions = await complete();
  const items = !completions || Array.isArray(completions) ? completions : completions.items;
  if (!completions || !items?.some((item) => !isDocwrightOnly(item))) return completions;
  const otherLabels = new Set(
    (await fetchOtherItems(request)).filter(({ kind }) => kind !== vscode.CompletionItemKind.Text).map(getLabelText),
  );
  const remainingItems = items.filter((item) => isDocwrightOnly(item) || !otherLabels.has(getLabelText(item)));
  return Array.isArray(completions)
    ? remainingItems
    : new vscode.CompletionList(remainingItems, completions.isIncomplete);
}

/**
 * Makes VS Code report when the user accepts one of Docwright's completions, which completes a step of the walkthrough.
 * VS Code's own event doesn't distinguish them from completions in files that Docwright doesn't check.
 */
export function addAcceptCommand(completions: Completions): Completions {
  const items = Array.isArray(completions) ? completions : (completions?.items ?? []);
  for (const item of items) item.command ??= { title: "", command: "docwright.acceptedCompletion" };
  return completions;
}

async function fetchOtherCompletions({
  uri,
  position,
}: EditorCompletionRequest): Promise<readonly vscode.CompletionItem[]> {
  const completionList = await vscode.commands.executeCommand<vscode.CompletionList | undefined>(
    "vscode.executeCompletionItemProvider",
    uri,
    position,
    docwrightTrigger,
  );
  return completionList?.items ?? [];
}

/**
 * Whether Docwright is the only provider of this item. This is the case for pages and files (kind File) and for
 * operations (kind Method).
 */
function isDocwrightOnly({ kind }: vscode.CompletionItem): boolean {
  return kind === vscode.CompletionItemKind.File || kind === vscode.CompletionItemKind.Method;
}

function getLabelText({ label }: vscode.CompletionItem): string {
  return (typeof label === "string" ? label : label.label).replace(/^"|"$/g, "");
}

/** The codes of “Unable to load schema” problems range from this value to `lastLoadFailureCode`. */
const firstLoadFailureCode = 0x10000;
const lastLoadFailureCode = 0x1000f;

export function isSchemaLoadFailure(diagnostic: vscode.Diagnostic): boolean {
  const code = Number(getCode(diagnostic));
  return diagnostic.source === "json" && code >= firstLoadFailureCode && code <= lastLoadFailureCode;
}

/** Matches the rules about the structure of docs.json, which a schema can also check. */
const structuralRulePattern =
  /^config\/(syntax|duplicate-key|wrong-type|value-not-allowed|invalid-value|missing-setting|unknown-setting|not-an-object)$|^nav\/(missing-field|misplaced-child|no-root-pattern|unknown-language|empty-element|mixed-children|several-root-patterns)$/;

/** Whether a problem from the JSON service replaces this problem from Docwright. */
export function isRepeated(diagnostic: vscode.Diagnostic, otherDiagnostics: readonly vscode.Diagnostic[]): boolean {
  return (
    structuralRulePattern.test(getCode(diagnostic)) &&
    otherDiagnostics.some((other) => isSameProblem(diagnostic, other))
  );
}

/**
 * The JSON service's codes for invalid JSON, including comments, range from this value to `lastSyntaxCode`. The range
 * also contains 0x208, the code for a duplicate key.
 */
const firstSyntaxCode = 0x101;
const lastSyntaxCode = 0x210;
const repeatedKeyCode = 0x208;

function isSyntaxError(diagnostic: vscode.Diagnostic): boolean {
  const code = Number(getCode(diagnostic));
  return code >= firstSyntaxCode && code <= lastSyntaxCode && code !== repeatedKeyCode;
}

/**
 * Whether both services report the same problem. For invalid JSON, one service may report the error before whitespace
 * and the other one after it, so a syntax error from the JSON service replaces all of Docwright's syntax errors. Other
 * problems are the same if their ranges overlap and start on the same line.
 */
function isSameProblem(diagnostic: vscode.Diagnostic, other: vscode.Diagnostic): boolean {
  if (getCode(diagnostic) === "config/duplicate-key") return Number(getCode(other)) === repeatedKeyCode;
  if (getCode(diagnostic) === "config/syntax") return isSyntaxError(other);
  return (
    diagnostic.range.intersection(other.range) !== undefined && diagnostic.range.start.line === other.range.start.line
  );
}

export function getCode({ code }: vscode.Diagnostic): string {
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
 * Requests Docwright's fixes for problems that are hidden because the JSON service reports the same problems, and
 * attaches the fixes to the JSON service's problems. Without this, the editor wouldn't offer a fix if the two services
 * report a problem at opposite ends of the same whitespace.
 */
export async function addHiddenFixes(
  { document, range, context }: ActionRequest,
  hiddenDiagnostics: readonly vscode.Diagnostic[],
  requestActions: (range: vscode.Range, context: vscode.CodeActionContext) => Actions | Thenable<Actions>,
): Promise<Actions> {
  const otherDiagnostics = context.diagnostics.filter(({ source }) => source !== "docwright");
  const relatedDiagnostics = hiddenDiagnostics.filter((diagnostic) =>
    otherDiagnostics.some((other) => isSameError(document, diagnostic, other)),
  );
  if (relatedDiagnostics.length === 0) return requestActions(range, context);
  const ranges = [range, ...relatedDiagnostics.map((diagnostic) => diagnostic.range)];
  const start = Math.min(...ranges.map((each) => document.offsetAt(each.start)));
  const end = Math.max(...ranges.map((each) => document.offsetAt(each.end)));
  const actions = await requestActions(new vscode.Range(document.positionAt(start), document.positionAt(end)), {
    ...context,
    diagnostics: [...context.diagnostics, ...relatedDiagnostics],
  });
  for (const action of actions ?? []) {
    if (!("diagnostics" in action) || !action.diagnostics) continue;
    action.diagnostics = action.diagnostics.flatMap((diagnostic) => {
      const diagnostics = otherDiagnostics.filter((other) => isSameError(document, diagnostic, other));
      return diagnostics.length > 0 ? diagnostics : [diagnostic];
    });
  }
  return actions;
}

/**
 * Whether two problems are about the same error and their ranges overlap or are separated only by whitespace.
 */
function isSameError(
  document: ActionRequest["document"],
  diagnostic: vscode.Diagnostic,
  other: vscode.Diagnostic,
): boolean {
  if (!isRepeated(diagnostic, [other])) return false;
  const isFirst = document.offsetAt(diagnostic.range.start) <= document.offsetAt(other.range.start);
  const [firstRange, secondRange] = isFirst ? [diagnostic.range, other.range] : [other.range, diagnostic.range];
  const start = document.offsetAt(firstRange.end);
  const end = document.offsetAt(secondRange.start);
  if (end <= start) return true;
  const textBetween = document.getText(new vscode.Range(document.positionAt(start), document.positionAt(end)));
  return textBetween.trim() === "";
}
