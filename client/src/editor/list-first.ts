import * as vscode from "vscode";

/** Returns the first items as text, and how many more there are. */
export function listFirst<Item>(
  items: readonly Item[],
  format: (item: Item) => string,
  maxListed = 3,
): string[] {
  const listed = items.slice(0, maxListed).map(format);
  const more = items.length - listed.length;
  return more > 0 ? [...listed, vscode.l10n.t("and {0} more", more)] : listed;
}
