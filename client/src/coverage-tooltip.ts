import * as vscode from "vscode";
import type { CoveragePage, CoveredOperation } from "../../server/src/protocol/coverage.ts";

const mostPages = 10;

/** What is known of an operation, for who rests on its row. Text of the site is escaped. */
export function coverageTooltip(name: string, operation: CoveredOperation): vscode.MarkdownString {
  const { summary, pages, example, deprecated, state } = operation;
  const text = new vscode.MarkdownString("**").appendText(name).appendMarkdown("**");
  if (summary !== undefined) text.appendMarkdown("\n\n").appendText(summary);
  const lines = [
    ...pages.slice(0, mostPages).map(pageWords),
    ...(pages.length > mostPages ? [vscode.l10n.t("and {0} more", pages.length - mostPages)] : []),
    ...(pages.length === 0 && state === "missing" ? [vscode.l10n.t("Readers find it on no page.")] : []),
    example ? vscode.l10n.t("It has an example.") : vscode.l10n.t("It has no example."),
    ...(deprecated ? [vscode.l10n.t("It is deprecated.")] : []),
  ];
  for (const line of lines) text.appendMarkdown("\n- ").appendText(line);
  return text;
}

/** `/api/users/list · en · v2` */
function pageWords({ url, language, version, navigation }: CoveragePage): string {
  const parts = [url, language, version, navigation ? undefined : vscode.l10n.t("not in the navigation")];
  return parts.filter((part) => part !== undefined).join(" · ");
}
