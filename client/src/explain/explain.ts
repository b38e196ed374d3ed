import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { ExplainResult, ExplainedStep, ExplainRequest } from "../../../server/src/protocol/explain.ts";
import { toEditorRange } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";

interface ExplainItem extends vscode.QuickPickItem {
  readonly location?: ExplainedStep["location"];
  readonly promptsAgain?: true;
}

/**
 * Implements `docwright.explain`, which shows why readers see something, or why they don't. Explains a file selected in
 * the Explorer, the target of a CodeLens or hover, the page in the editor, or a path, URL, or operation that the user
 * enters.
 */
export async function showExplanation(server: LanguageServer, argument: unknown): Promise<void> {
  const activeUri = vscode.window.activeTextEditor?.document.uri.toString();
  const request = toRequest(argument) ?? (await createPageRequest(server)) ?? (await promptForRequest(activeUri));
  if (request) await showResults(server, request);
}

async function showResults(server: LanguageServer, request: ExplainRequest): Promise<void> {
  const results = await server.explain(request);
  if (!results) return;
  const [firstResult] = results;
  if (!firstResult) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("This file isn't part of a site because no parent folder contains a docs.json."),
    );
    return;
  }
  const otherItem: ExplainItem = {
    label: `$(search) ${vscode.l10n.t("Explain Something Else…")}`,
    alwaysShow: true,
    promptsAgain: true,
  };
  const rows = results.flatMap((each) => listRows(each, results.length > 1));
  const item = await vscode.window.showQuickPick<ExplainItem>([...rows, createSeparator(""), otherItem], {
    title:
      firstResult.url === undefined || firstResult.url === firstResult.target
        ? firstResult.target
        : `${firstResult.target} · ${firstResult.url}`,
    placeHolder: vscode.l10n.t("Select a step to go to its location"),
    matchOnDetail: true,
  });
  if (item?.promptsAgain) {
    const nextRequest = await promptForRequest(request.uri);
    if (nextRequest) await showResults(server, nextRequest);
  } else if (item?.location) {
    const { uri, range } = item.location;
    await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: toEditorRange(range) });
  }
}

/**
 * Returns the rows of an explanation, with the result at the top. Each sentence of the result has its own row, because
 * several sentences don't fit in one.
 */
function listRows({ name, shown, verdict: result, steps }: ExplainResult, showsSiteName: boolean): ExplainItem[] {
  const [title = "", ...otherSentences] = splitSentences(result);
  const statusText = shown
    ? `$(pass-filled) ${vscode.l10n.t("Shown")}`
    : `$(circle-slash) ${vscode.l10n.t("Not shown")}`;
  const stoppingStep = steps.find(({ state, location: stepLocation }) => state === "stops" && stepLocation);
  const location = shown
    ? steps.findLast((step) => step.state === "ok" && step.location)?.location
    : stoppingStep?.location;
  return [
    ...(showsSiteName ? [createSeparator(name)] : []),
    { label: statusText, detail: title, ...(location && { location }), alwaysShow: true },
    ...otherSentences.map((sentence) => ({
      label: /^(To show|Did you|Use that)/.test(sentence)
        ? `$(lightbulb) ${vscode.l10n.t("What to do")}`
        : `$(info) ${vscode.l10n.t("Details")}`,
      detail: sentence,
      ...(location && { location }),
    })),
    createSeparator(vscode.l10n.t("Why")),
    ...steps.map(createStepItem),
  ];
}

function createSeparator(label: string): ExplainItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

const icons: Readonly<Record<ExplainedStep["state"], string>> = {
  ok: "$(check)",
  stops: "$(error)",
  note: "$(info)",
};

function createStepItem({ kind, state, sentence, location }: ExplainedStep): ExplainItem {
  const detail = sentence.replace(/`/g, "");
  const label = `${icons[state]} ${getLabel(kind)}`;
  if (!location) return { label, detail };
  const file = vscode.workspace.asRelativePath(vscode.Uri.parse(location.uri));
  return { label, description: `${file}:${location.range.start.line + 1}`, detail, location };
}

function getLabel(kind: ExplainedStep["kind"]): string {
  const labels: Readonly<Record<ExplainedStep["kind"], string>> = {
    file: vscode.l10n.t("File"),
    ignored: vscode.l10n.t("Excluded"),
    part: vscode.l10n.t("Snippet"),
    conflict: vscode.l10n.t("Same URL"),
    syntax: vscode.l10n.t("MDX"),
    address: vscode.l10n.t("URL"),
    redirect: vscode.l10n.t("Redirect"),
    frontmatter: vscode.l10n.t("Frontmatter"),
    navigation: vscode.l10n.t("Navigation"),
    specification: vscode.l10n.t("Specification"),
    operation: vscode.l10n.t("Operation"),
    use: vscode.l10n.t("Used"),
  };
  return labels[kind];
}

function splitSentences(text: string): string[] {
  return text.replace(/`/g, "").split(/(?<=[.?]) (?=[A-Z])/);
}

/**
 * Returns the request for an argument, which is either a URI from the Explorer or an editor title, or the data of a
 * CodeLens or hover.
 */
function toRequest(argument: unknown): ExplainRequest | undefined {
  if (argument instanceof vscode.Uri) return { uri: argument.toString() };
  if (!isPlainRecord(argument)) return undefined;
  const { uri, target } = argument;
  const request = {
    ...(typeof uri === "string" && { uri }),
    ...(typeof target === "string" && { target }),
  };
  return request.uri === undefined && request.target === undefined ? undefined : request;
}

/**
 * Returns the request for the active page. Returns undefined for files that can't be explained, such as docs.json. In
 * this case, the user is prompted for a target.
 */
async function createPageRequest(server: LanguageServer): Promise<ExplainRequest | undefined> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (!uri || !/\.mdx?$/i.test(uri.path)) return undefined;
  const explanations = await server.explain({ uri: uri.toString() });
  return explanations && explanations.length > 0 ? { uri: uri.toString() } : undefined;
}

async function promptForRequest(uri: string | undefined): Promise<ExplainRequest | undefined> {
  const target = await vscode.window.showInputBox({
    title: vscode.l10n.t("Explain Visibility"),
    prompt: vscode.l10n.t("Enter a page, file, URL, or operation."),
    placeHolder: vscode.l10n.t("guides/start, /old/path, https://…, or GET /users"),
    ignoreFocusOut: true,
  });
  const typedTarget = target?.trim() ?? "";
  if (typedTarget === "") return undefined;
  return { target: typedTarget, ...(uri !== undefined && { uri }) };
}
