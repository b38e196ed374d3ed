import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import {
  type ChangeNavigationParams,
  changeNavigation as changeRequest,
  type NavigationNode,
  type NavigationLocation,
} from "../../../server/src/protocol/navigation.ts";
import {
  type NewPageChoicesParams,
  type NewPageChoices,
  newPageChoices,
  type NewPageEdit,
  type NewPageRequest,
  newPage as request,
} from "../../../server/src/protocol/new-page.ts";
import { readEditorSettings } from "../editor/settings.ts";
import { chooseSite, hasFile, getActiveFile, findFileSite } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";
import { applyNavigationChange, getRowLocations } from "../navigation/navigation-commands.ts";
import type { NavigationRow } from "../navigation/navigation-item.ts";
import type { NavigationView } from "../navigation/navigation-view.ts";
import { queueEdit } from "../refactoring/planned-edits.ts";
import {
  pickCounterparts,
  pickLocation,
  pickOperation,
  pickTemplate,
  promptForPath,
  promptForTitle,
} from "./page-steps.ts";

type Choices = Extract<NewPageChoices, { ok: true }>;

/**
 * Returns the choices, sorted so that locations in the given section come first. The most likely of these locations is
 * preselected.
 */
export function sortDestinations(section: NavigationNode, choices: Choices): Choices {
  const entryUris = new Set(listEntryUris(section));
  const matchingDestinations = choices.destinations.filter(({ location }) => entryUris.has(getLocationKey(location)));
  const [firstDestination] = matchingDestinations;
  if (!firstDestination) return choices;
  const destinations = [
    ...matchingDestinations,
    ...choices.destinations.filter((destination) => !matchingDestinations.includes(destination)),
  ];
  const likelyDestination = choices.likelyIndex === undefined ? undefined : choices.destinations[choices.likelyIndex];
  return {
    ...choices,
    destinations,
    likelyIndex:
      likelyDestination && matchingDestinations.includes(likelyDestination)
        ? destinations.indexOf(likelyDestination)
        : 0,
  };
}

/** Returns the most likely location for a new group in a section: the part of the section that readers see first. */
export function getGroupLocation({ location, children }: NavigationNode): NavigationLocation | undefined {
  const subsections = children.filter(
    ({ kind, isLink, isGlobal, hidden }) => kind === "division" && !isLink && !isGlobal && !hidden,
  );
  const firstSubsection = subsections.find(({ isDefault }) => isDefault) ?? subsections[0];
  return (firstSubsection && getGroupLocation(firstSubsection)) ?? location;
}

/**
 * Returns the URI of the open page if it's in the section. Otherwise, returns the URI of the section's first page, or
 * undefined if the section doesn't have any pages.
 */
export function findNearestPage(section: NavigationNode, openUri: string | undefined): string | undefined {
  let firstUri: string | undefined;
  for (const { kind, openTarget } of listNodes(section)) {
    if (kind !== "page" || !openTarget) continue;
    if (openTarget.uri === openUri) return openUri;
    firstUri ??= openTarget.uri;
  }
  return firstUri;
}

function* listNodes(node: NavigationNode): Iterable<NavigationNode> {
  yield node;
  for (const child of node.children) yield* listNodes(child);
}

function* listEntryUris(section: NavigationNode): Iterable<string> {
  for (const { location } of listNodes(section)) if (location) yield getLocationKey(location);
}

function getLocationKey({ uri, range: { start } }: NavigationLocation): string {
  return `${uri} ${String(start.line)} ${String(start.character)}`;
}

/**
 * Creates a page and its navigation entry as a single edit, and places the caret at the first placeholder. Placeholders
 * in a snippet work only in the editor that is active when the edit starts, so an empty file is created and shown
 * first. The edit creates the file again so that undoing the edit also removes the file.
 */
export async function insertPage(
  server: LanguageServer,
  newPageEdit: Extract<NewPageEdit, { ok: true }>,
): Promise<void> {
  const uri = vscode.Uri.parse(newPageEdit.uri);
  const edit = await server.toEdit(createEditWithoutText(newPageEdit.edit, newPageEdit.uri));
  if (!edit) return;
  edit.set(uri, [
    vscode.SnippetTextEdit.insert(new vscode.Position(0, 0), new vscode.SnippetString(newPageEdit.snippet)),
  ]);
  // If a file has been created since the edit was planned, for example, by pulling changes, it must not be overwritten.
  if (await hasFile(uri)) return void vscode.window.showErrorMessage(createChangedFileMessage());
  await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  await vscode.window.showTextDocument(uri, { preview: false });
  if (await vscode.workspace.applyEdit(edit)) return;
  await vscode.workspace.fs.delete(uri);
  void vscode.window.showErrorMessage(createChangedFileMessage());
}

function createChangedFileMessage(): string {
  return vscode.l10n.t("The page wasn't created because a file changed before the edit could be applied. Try again.");
}

/**
 * Returns an edit that creates the page again over the empty file. The edit doesn't contain the page's text, which is
 * inserted as a snippet.
 */
function createEditWithoutText({ documentChanges = [], ...edit }: WorkspaceEdit, pageUri: string): WorkspaceEdit {
  return {
    ...edit,
    documentChanges: documentChanges
      .filter((change) => !("textDocument" in change && change.textDocument.uri === pageUri))
      .map((change) =>
        "kind" in change && change.kind === "create" && change.uri === pageUri
          ? { ...change, options: { overwrite: true } }
          : change,
      ),
  };
}

/** The data that is available at the start because the user chose a folder or a navigation row. */
export interface NewPageStart {
  /** The page next to which to create the new page, or the folder in which to create it. */
  readonly uri?: vscode.Uri;
  /** The navigation entry after which to insert the new page, or the part of the navigation to append it to. */
  readonly at?: NavigationLocation;
  /** A section of the navigation. Locations in this section are offered first. */
  readonly section?: NavigationNode;
  /** A new group to create for the page. */
  readonly group?: { readonly label: string; readonly icon?: string };
}

/**
 * Implements `docwright.newPage`, which prompts for a template, title, path, and location, and then creates the page
 * and its navigation entry as one edit that can be undone. Doesn't write anything before the user has answered the last
 * prompt.
 */
export async function createPage(server: LanguageServer, { uri, at, section, group }: NewPageStart): Promise<void> {
  const startUri = uri ?? (await findStartUri(server));
  if (!startUri) return;
  const { templatesFolder } = readEditorSettings(startUri);
  const params: NewPageChoicesParams = { uri: startUri.toString(), templatesFolder };
  const reportedChoices = await server.request(newPageChoices, params);
  if (!reportedChoices) return;
  if (!reportedChoices.ok) return void vscode.window.showWarningMessage(reportedChoices.reason);
  const choices = section ? sortDestinations(section, reportedChoices) : reportedChoices;
  const template = await pickTemplate(choices, at !== undefined);
  const operation = template?.pageKind === "endpoint" ? await pickOperation(choices) : undefined;
  if (!template || (template.pageKind === "endpoint" && !operation)) return;
  const title = await promptForTitle(template, operation?.summary ?? "");
  const draft = title !== undefined && {
    root: choices.root,
    pageKind: template.pageKind,
    title,
    folder: choices.folder,
  };
  const pathResult = draft && (await promptForPath(server, draft));
  if (!draft || !pathResult) return;
  const location = at
    ? ({ kind: "listed", at, ...(group && { group }) } as const)
    : await pickLocation(choices, template, pathResult);
  if (!location) return;
  const counterparts =
    location.kind === "listed" && !group ? await pickCounterparts(server, draft, pathResult, location) : [];
  if (!counterparts) return;
  const pendingRequest: NewPageRequest = {
    root: choices.root,
    template: template.id,
    templatesFolder,
    title: draft.title,
    path: pathResult.path,
    ...(operation && { operation: { spec: operation.spec, name: operation.name } }),
    location,
    counterparts,
    today: getToday(),
  };
  await queueEdit(async () => {
    const response = await server.request(request, pendingRequest);
    if (response?.ok) await insertPage(server, response);
    else if (response)
      void vscode.window.showErrorMessage(vscode.l10n.t("Couldn't create the page. {0}", response.reason));
  });
}

/**
 * Returns the open file if it's in a site. Otherwise, returns the docs.json of the only site, or prompts the user to
 * choose a site if there are several.
 */
async function findStartUri(server: LanguageServer): Promise<vscode.Uri | undefined> {
  const openUri = vscode.window.activeTextEditor?.document.uri;
  const sites = await server.getSites();
  if (openUri && findFileSite(sites, openUri.toString())) return openUri;
  if (sites.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("There's no site to add a page to because no open folder contains a docs.json."),
    );
    return undefined;
  }
  const root = await chooseSite(server, vscode.l10n.t("New Page"));
  return root === undefined ? undefined : vscode.Uri.joinPath(vscode.Uri.parse(root), "docs.json");
}

/** Returns today's date in the local time zone. */
function getToday(): string {
  const now = new Date();
  const padNumber = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${padNumber(now.getMonth() + 1)}-${padNumber(now.getDate())}`;
}

/** Prompts for the title and icon of a group and for its first page. Creates the group and the page as one edit. */
export async function createGroup(
  server: LanguageServer,
  { at, uri }: { readonly at: NavigationLocation; readonly uri: vscode.Uri },
): Promise<void> {
  const createChange = (label: string, icon: string): ChangeNavigationParams => {
    return { kind: "add-group", target: at, label, ...(icon.trim() !== "" && { icon: icon.trim() }) };
  };
  /** Returns the reason why the group can't be created. Doesn't write anything. */
  const findGroupProblem = async (label: string, icon: string) => {
    const edit = await server.request(changeRequest, createChange(label, icon));
    return edit && !edit.ok ? edit.reason : undefined;
  };
  const label = await vscode.window.showInputBox({
    title: vscode.l10n.t("New Group: Title"),
    prompt: vscode.l10n.t("Title that readers see"),
    ignoreFocusOut: true,
    validateInput: (typedText) => findGroupProblem(typedText, ""),
  });
  if (label === undefined) return;
  const icon = await vscode.window.showInputBox({
    title: vscode.l10n.t("New Group: Icon"),
    prompt: vscode.l10n.t("Icon name, for example, rocket. Leave empty for no icon."),
    ignoreFocusOut: true,
    validateInput: (typedText) => findGroupProblem(label, typedText),
  });
  if (icon === undefined) return;
  const createPageLabel = vscode.l10n.t("Create the first page…");
  const leaveEmptyLabel = vscode.l10n.t("Leave the group empty for now");
  const item = await vscode.window.showQuickPick(
    [
      { label: createPageLabel, description: vscode.l10n.t("readers will see the group") },
      { label: leaveEmptyLabel, description: vscode.l10n.t("readers won't see the group until it has pages") },
    ],
    { title: vscode.l10n.t("New Group: First Page") },
  );
  if (item?.label === leaveEmptyLabel) await applyNavigationChange(server, createChange(label, icon));
  if (item?.label === createPageLabel)
    await createPage(server, {
      at,
      uri,
      group: { label: label.trim(), ...(icon.trim() !== "" && { icon: icon.trim() }) },
    });
}

/**
 * Returns the commands that create a page or group. They can be run from the Command Palette, on a folder in the
 * Explorer, or on a navigation row. If no row is selected and the tree shows only one section, they apply to that
 * section.
 */
export function createNewPageCommands(
  server: LanguageServer,
  view: Pick<NavigationView, "getSelectedRows" | "onlyShownSection">,
): Readonly<Record<string, (argument?: unknown) => unknown>> {
  const getRowStart = (argument: unknown) => createRowStart(view.getSelectedRows(argument)[0]);
  const showSelectionHint = () =>
    void vscode.window.showInformationMessage(
      vscode.l10n.t("First, select a page or group in the navigation. The new item is added after it."),
    );
  return {
    "docwright.newPage": (argument) =>
      createPage(
        server,
        argument instanceof vscode.Uri ? { uri: argument } : (createPageStart(view.onlyShownSection) ?? {}),
      ),
    "docwright.navigation.addPage": (argument) => {
      const pageStart = getRowStart(argument) ?? createPageStart(view.onlyShownSection);
      return pageStart ? createPage(server, pageStart) : showSelectionHint();
    },
    "docwright.navigation.addGroup": (argument) => {
      const pageStart = getRowStart(argument) ?? createGroupStart(view.onlyShownSection);
      return pageStart ? createGroup(server, pageStart) : showSelectionHint();
    },
  };
}

/**
 * Returns the starting data for a section. If the open page is in the section, the new page is created next to it.
 * Otherwise, the new page is created next to the section's first page.
 */
function createPageStart(section: NavigationNode | undefined): NewPageStart | undefined {
  const uri = section && (findNearestPage(section, getActiveFile()) ?? section.location?.uri);
  return uri === undefined ? undefined : { uri: vscode.Uri.parse(uri), ...(section && { section }) };
}

function createGroupStart(section: NavigationNode | undefined) {
  const targetLocation = section && getGroupLocation(section);
  return (
    targetLocation && {
      at: targetLocation,
      uri: vscode.Uri.parse(findNearestPage(section, getActiveFile()) ?? targetLocation.uri),
    }
  );
}

/**
 * Returns the starting data for a navigation row. The new page is created next to the row's page or, for a group, next
 * to the first page in the group.
 */
function createRowStart(row: NavigationRow | undefined) {
  const [targetLocation] = row ? getRowLocations(row) : [];
  if (row?.kind !== "node" || !targetLocation) return undefined;
  const pageLocation = [row.node, ...row.node.children].find(
    ({ kind, openTarget }) => kind === "page" && openTarget,
  )?.openTarget;
  return { at: targetLocation, uri: vscode.Uri.parse(pageLocation?.uri ?? targetLocation.uri) };
}
