import * as vscode from "vscode";
import {
  changeNavigation as changeRequest,
  type ChangeNavigation,
  type NavigationPlace,
} from "../../../server/src/protocol/navigation.ts";
import type { LanguageServer } from "../language-client.ts";
import { changeNavigation } from "../navigation/apply-change.ts";
import { newPage } from "./new-page.ts";

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
    const told = await server.request(changeRequest, change(label, icon));
    return told && !told.ok ? told.reason : undefined;
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
  if (chosen?.label === empty) await changeNavigation(server, change(label, icon));
  if (chosen?.label === first)
    await newPage(server, {
      at,
      uri,
      group: { label: label.trim(), ...(icon.trim() !== "" && { icon: icon.trim() }) },
    });
}
