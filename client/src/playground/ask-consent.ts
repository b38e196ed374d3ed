import * as vscode from "vscode";
import type { ConsentAnswer, ConsentQuestion } from "../../../server/src/core/request/protocol/relay-protocol.ts";

/** Asks the person before anything goes to a place that they have not agreed to. */
export async function askConsent(question: ConsentQuestion): Promise<ConsentAnswer> {
  const once = vscode.l10n.t("Only This Time");
  const always = vscode.l10n.t("Always for This Origin");
  const title = question.connects ? vscode.l10n.t("Don't Connect") : vscode.l10n.t("Don't Send");
  const no: vscode.MessageItem = { title, isCloseAffordance: true };
  const items: vscode.MessageItem[] = [{ title: once }, { title: always }, no];
  const answer = await vscode.window.showWarningMessage(
    question.connects
      ? vscode.l10n.t("Connect to {0}?", question.origin.replace(/^http/, "ws"))
      : vscode.l10n.t("Send this request to {0}?", question.origin),
    { modal: true, detail: detailOf(question) },
    ...items,
  );
  if (answer?.title === once) return "once";
  return answer?.title === always ? "always" : "no";
}

/** What will be sent where. */
function detailOf({ addresses, declaredBy, isLocal, origin, secrets, warning }: ConsentQuestion): string {
  const host = origin.replace(/^\w+:\/\//, "");
  const where =
    addresses.length === 0
      ? vscode.l10n.t("Your proxy looks up where {0} is.", host)
      : isLocal
        ? vscode.l10n.t("{0} is {1}: on this machine or in its network.", host, addresses.join(", "))
        : vscode.l10n.t("{0} is {1} on the internet.", host, addresses.join(", "));
  const who =
    declaredBy === "you"
      ? vscode.l10n.t("You have named this address.")
      : vscode.l10n.t("{0} names this address.", declaredBy);
  const what =
    secrets.length === 0
      ? vscode.l10n.t("No secret is sent along.")
      : vscode.l10n.t("These secrets are sent along: {0}.", secrets.join(", "));
  return [...(warning === undefined ? [] : [warning]), who, where, what].join("\n");
}
