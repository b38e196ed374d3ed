import * as vscode from "vscode";
import type { NavigationNode, NavigationPlace } from "../../../server/src/protocol/navigation.ts";
import {
  newPage as request,
  newPageChoices,
  type AskNewPageChoices,
  type NewPageRequest,
} from "../../../server/src/protocol/new-page.ts";
import type { LanguageServer } from "../language-client.ts";
import { chooseSite } from "../playground/choose-site.ts";
import { readSettings } from "../settings.ts";
import { preferHomesIn } from "./in-division.ts";
import { makePage } from "./make-page.ts";
import { askCounterparts, askOperation, askPath, askTemplate, askTitle, askWhere } from "./page-steps.ts";

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
  const { templatesFolder } = readSettings(near);
  const ask: AskNewPageChoices = { uri: near.toString(), templatesFolder };
  const told = await server.request(newPageChoices, ask);
  if (!told) return;
  if (!told.ok) return void vscode.window.showWarningMessage(told.reason);
  const choices = within ? preferHomesIn(within, told) : told;
  const template = await askTemplate(choices, at !== undefined);
  const operation = template?.makes === "endpoint" ? await askOperation(choices) : undefined;
  if (!template || (template.makes === "endpoint" && !operation)) return;
  const title = await askTitle(template, operation?.summary ?? "");
  const draft = title !== undefined && {
    root: choices.root,
    makes: template.makes,
    title,
    folder: choices.folder,
  };
  const path = draft && (await askPath(server, draft));
  if (!draft || !path) return;
  const where = at
    ? ({ kind: "listed", at, ...(group && { group }) } as const)
    : await askWhere(choices, template, path);
  if (!where) return;
  const counterparts =
    where.kind === "listed" && !group ? await askCounterparts(server, draft, path, where) : [];
  if (!counterparts) return;
  const wanted: NewPageRequest = {
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
  const made = await server.request(request, wanted);
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
