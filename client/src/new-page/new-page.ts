import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import {
  type ChangeNavigation,
  changeNavigation as changeRequest,
  type NavigationNode,
  type NavigationPlace,
} from "../../../server/src/protocol/navigation.ts";
import {
  type GetNewPageChoices,
  type NewPageChoices,
  newPageChoices,
  type NewPageEdit,
  type NewPageRequest,
  newPage as request,
} from "../../../server/src/protocol/new-page.ts";
import { fileExists } from "../editor/files.ts";
import { readEditorSettings } from "../editor/settings.ts";
import type { LanguageServer } from "../language-client.ts";
import { openNavigationPage } from "../navigation/navigation-commands.ts";
import { applyNavigationChange, getRowPlace } from "../navigation/navigation-edits.ts";
import type { NavigationRow } from "../navigation/navigation-row.ts";
import type { NavigationView } from "../navigation/navigation-view.ts";
import { chooseSite } from "../playground/dialogs.ts";
import {
  pickCounterparts,
  pickOperation,
  promptPath,
  pickTemplate,
  promptTitle,
  pickLocation,
} from "./page-steps.ts";

type Choices = Extract<NewPageChoices, { ok: true }>;

/** The choices with the parts of a division first, and the one that is most likely meant among them where it has any. */
export function preferHomesIn(division: NavigationNode, choices: Choices): Choices {
  const places = new Set(placesIn(division));
  const inside = choices.homes.filter(({ at }) => places.has(nameOf(at)));
  const [first] = inside;
  if (!first) return choices;
  const homes = [...inside, ...choices.homes.filter((home) => !inside.includes(home))];
  const likely = choices.likely === undefined ? undefined : choices.homes[choices.likely];
  return { ...choices, homes, likely: likely && inside.includes(likely) ? homes.indexOf(likely) : 0 };
}

/** Where a group most likely goes in a division: into the part of it that readers see first. */
export function placeForGroup({ at, children }: NavigationNode): NavigationPlace | undefined {
  const parts = children.filter(
    ({ kind, isLink, isGlobal, hidden }) => kind === "division" && !isLink && !isGlobal && !hidden,
  );
  const first = parts.find(({ isDefault }) => isDefault) ?? parts[0];
  return (first && placeForGroup(first)) ?? at;
}

/** URI of the page that is open where it stands in the division, else of its first page; undefined when it has none. */
export function pageNear(division: NavigationNode, open: string | undefined): string | undefined {
  let first: string | undefined;
  for (const { kind, opens } of rowsIn(division)) {
    if (kind !== "page" || !opens) continue;
    if (opens.uri === open) return open;
    first ??= opens.uri;
  }
  return first;
}

function* rowsIn(node: NavigationNode): Iterable<NavigationNode> {
  yield node;
  for (const child of node.children) yield* rowsIn(child);
}

function* placesIn(division: NavigationNode): Iterable<string> {
  for (const { at } of rowsIn(division)) if (at) yield nameOf(at);
}

function nameOf({ uri, range: { start } }: NavigationPlace): string {
  return `${uri} ${String(start.line)} ${String(start.character)}`;
}

/**
 * Makes a page and its entry as one edit, with the caret at the first placeholder. Placeholders come alive only in the
 * editor that is in front as the edit begins, so the file is made empty and shown first; the edit makes it anew, so that
 * to undo the edit takes the file away too.
 */
export async function makePage(
  server: LanguageServer,
  made: Extract<NewPageEdit, { ok: true }>,
): Promise<void> {
  const uri = vscode.Uri.parse(made.uri);
  const edit = await server.toEdit(withoutText(made.edit, made.uri));
  if (!edit) return;
  edit.set(uri, [
    vscode.SnippetTextEdit.insert(new vscode.Position(0, 0), new vscode.SnippetString(made.snippet)),
  ]);
  // What came there meanwhile, by a pull, is somebody's.
  if (await fileExists(uri)) return void vscode.window.showErrorMessage(changed());
  await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  await vscode.window.showTextDocument(uri, { preview: false });
  if (await vscode.workspace.applyEdit(edit)) return;
  await vscode.workspace.fs.delete(uri);
  void vscode.window.showErrorMessage(changed());
}

function changed(): string {
  return vscode.l10n.t("No page was made, as a file has changed meanwhile. Try again.");
}

/** The edit with the page made over the empty file, and without the text that comes as a snippet. */
function withoutText({ documentChanges = [], ...edit }: WorkspaceEdit, page: string): WorkspaceEdit {
  return {
    ...edit,
    documentChanges: documentChanges
      .filter((change) => !("textDocument" in change && change.textDocument.uri === page))
      .map((change) =>
        "kind" in change && change.kind === "create" && change.uri === page
          ? { ...change, options: { overwrite: true } }
          : change,
      ),
  };
}

/** What is known before a person is asked: they chose a folder in the Explorer, or a row of the navigation. */
export interface NewPageStart {
  /** A page beside which, or the folder in which the page is wanted. */
  readonly uri?: vscode.Uri;
  /** An entry behind which, or a part of the navigation at whose end. */
  readonly at?: NavigationPlace;
  /** A division of the navigation whose parts come first when the place is asked for. */
  readonly within?: NavigationNode;
  /** A group that is made there for the page. */
  readonly group?: { readonly label: string; readonly icon?: string };
}

/**
 * `docwright.newPage`: asks for a template, title, path and place, and makes the page with its entry as one edit that can
 * be undone at once. Nothing is written before the last answer.
 */
export async function newPage(
  server: LanguageServer,
  { uri, at, within, group }: NewPageStart,
): Promise<void> {
  const near = uri ?? (await nearOpenFile(server));
  if (!near) return;
  const { templatesFolder } = readEditorSettings(near);
  const ask: GetNewPageChoices = { uri: near.toString(), templatesFolder };
  const reported = await server.request(newPageChoices, ask);
  if (!reported) return;
  if (!reported.ok) return void vscode.window.showWarningMessage(reported.reason);
  const choices = within ? preferHomesIn(within, reported) : reported;
  const template = await pickTemplate(choices, at !== undefined);
  const operation = template?.makes === "endpoint" ? await pickOperation(choices) : undefined;
  if (!template || (template.makes === "endpoint" && !operation)) return;
  const title = await promptTitle(template, operation?.summary ?? "");
  const draft = title !== undefined && {
    root: choices.root,
    makes: template.makes,
    title,
    folder: choices.folder,
  };
  const path = draft && (await promptPath(server, draft));
  if (!draft || !path) return;
  const where = at
    ? ({ kind: "listed", at, ...(group && { group }) } as const)
    : await pickLocation(choices, template, path);
  if (!where) return;
  const counterparts =
    where.kind === "listed" && !group ? await pickCounterparts(server, draft, path, where) : [];
  if (!counterparts) return;
  const requested: NewPageRequest = {
    root: choices.root,
    template: template.id,
    templatesFolder,
    title: draft.title,
    path: path.path,
    ...(operation && { operation: { spec: operation.spec, name: operation.name } }),
    where,
    counterparts,
    today: today(),
  };
  const made = await server.request(request, requested);
  if (made?.ok) await makePage(server, made);
  else if (made) void vscode.window.showErrorMessage(vscode.l10n.t("No page was made. {0}", made.reason));
}

/** The file that is open, where it is one of a site; else the site, which the person chooses where there are several. */
async function nearOpenFile(server: LanguageServer): Promise<vscode.Uri | undefined> {
  const open = vscode.window.activeTextEditor?.document.uri;
  const sites = (await server.report()).map(({ status }) => status.root);
  if (open && sites.some((root) => open.toString().startsWith(`${root}/`))) return open;
  if (sites.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("There is no site here to which a page could be added: no folder has a docs.json."),
    );
    return undefined;
  }
  const root = await chooseSite(server, vscode.l10n.t("New Page"));
  return root === undefined ? undefined : vscode.Uri.joinPath(vscode.Uri.parse(root), "docs.json");
}

/** Where the person is. */
function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Asks for the title and icon of a group and for its first page, and makes all of it as one edit. */
export async function newGroup(
  server: LanguageServer,
  { at, uri }: { readonly at: NavigationPlace; readonly uri: vscode.Uri },
): Promise<void> {
  const change = (label: string, icon: string): ChangeNavigation => {
    return { kind: "add-group", target: at, label, ...(icon.trim() !== "" && { icon: icon.trim() }) };
  };
  /** What is in the way of it; nothing is written by asking. */
  const whyNot = async (label: string, icon: string) => {
    const reported = await server.request(changeRequest, change(label, icon));
    return reported && !reported.ok ? reported.reason : undefined;
  };
  const label = await vscode.window.showInputBox({
    title: vscode.l10n.t("New Group: Title"),
    prompt: vscode.l10n.t("The title that readers see"),
    ignoreFocusOut: true,
    validateInput: (typed) => whyNot(typed, ""),
  });
  if (label === undefined) return;
  const icon = await vscode.window.showInputBox({
    title: vscode.l10n.t("New Group: Icon"),
    prompt: vscode.l10n.t("The name of an icon, as in rocket; leave it empty for none"),
    ignoreFocusOut: true,
    validateInput: (typed) => whyNot(label, typed),
  });
  if (icon === undefined) return;
  const first = vscode.l10n.t("Make its first page…");
  const empty = vscode.l10n.t("Leave it empty by now");
  const chosen = await vscode.window.showQuickPick(
    [
      { label: first, description: vscode.l10n.t("readers see the group with it") },
      { label: empty, description: vscode.l10n.t("readers see no group without pages") },
    ],
    { title: vscode.l10n.t("New Group: First Page") },
  );
  if (chosen?.label === empty) await applyNavigationChange(server, change(label, icon));
  if (chosen?.label === first)
    await newPage(server, {
      at,
      uri,
      group: { label: label.trim(), ...(icon.trim() !== "" && { icon: icon.trim() }) },
    });
}

/**
 * A new page or group, from the palette, a folder of the Explorer or a row of the navigation: one way for all. Where the tree
 * shows one division alone and no row is chosen, that is where it goes.
 */
export function newPageCommands(
  server: LanguageServer,
  view: Pick<NavigationView, "chosen" | "alone">,
): Readonly<Record<string, (argument?: unknown) => unknown>> {
  const startAt = (argument: unknown) => startOf(view.chosen(argument)[0]);
  const refuse = () =>
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Choose a page or group of the navigation first: what is new goes behind it."),
    );
  return {
    "docwright.newPage": (given) =>
      newPage(server, given instanceof vscode.Uri ? { uri: given } : (startIn(view.alone) ?? {})),
    "docwright.navigation.addPage": (argument) => {
      const start = startAt(argument) ?? startIn(view.alone);
      return start ? newPage(server, start) : refuse();
    },
    "docwright.navigation.addGroup": (argument) => {
      const start = startAt(argument) ?? groupIn(view.alone);
      return start ? newGroup(server, start) : refuse();
    },
  };
}

/** Beside the page that is open, where it stands in the division. */
function startIn(division: NavigationNode | undefined): NewPageStart | undefined {
  const uri = division && (pageNear(division, openNavigationPage()) ?? division.at?.uri);
  return uri === undefined
    ? undefined
    : { uri: vscode.Uri.parse(uri), ...(division && { within: division }) };
}

function groupIn(division: NavigationNode | undefined) {
  const at = division && placeForGroup(division);
  return at && { at, uri: vscode.Uri.parse(pageNear(division, openNavigationPage()) ?? at.uri) };
}

/** The page of the row, or the first in the group, is where a new one most likely goes. */
function startOf(row: NavigationRow | undefined) {
  const [at] = row ? getRowPlace(row) : [];
  if (row?.kind !== "node" || !at) return undefined;
  const near = [row.node, ...row.node.children].find(({ kind, opens }) => kind === "page" && opens)?.opens;
  return { at, uri: vscode.Uri.parse(near?.uri ?? at.uri) };
}
