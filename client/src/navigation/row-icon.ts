import * as vscode from "vscode";
import type { NavigationNode } from "../../../server/src/protocol/navigation.ts";

const methodColors: Readonly<Record<string, string>> = {
  GET: "charts.green",
  POST: "charts.blue",
  PUT: "charts.orange",
  PATCH: "charts.yellow",
  DELETE: "charts.red",
};

const divisionIcons: Readonly<Record<string, string>> = {
  tab: "browser",
  language: "globe",
  version: "versions",
  product: "package",
  dropdown: "chevron-down",
  anchor: "link",
  "menu item": "list-flat",
};

/** The picture in front of a row; red and yellow where it has problems, grey where readers do not see it. */
export function rowIcon({ kind, method, hidden, division, problems }: NavigationNode): vscode.ThemeIcon {
  const color = problems
    ? new vscode.ThemeColor(problems.error > 0 ? "list.errorForeground" : "list.warningForeground")
    : hidden
      ? new vscode.ThemeColor("disabledForeground")
      : undefined;
  switch (kind) {
    case "division":
      return new vscode.ThemeIcon(divisionIcons[division ?? ""] ?? "layers", color);
    case "group":
    case "generated":
      return new vscode.ThemeIcon(kind === "group" ? "folder" : "symbol-namespace", color);
    case "operation":
      return new vscode.ThemeIcon(
        "symbol-method",
        color ?? new vscode.ThemeColor(methodColors[method ?? ""] ?? "charts.foreground"),
      );
    case "link":
      return new vscode.ThemeIcon("link-external", color);
    case "nothing":
      return new vscode.ThemeIcon("circle-slash", new vscode.ThemeColor("list.warningForeground"));
    case "unlisted":
      return new vscode.ThemeIcon("eye-closed");
    case "page":
      return new vscode.ThemeIcon(hidden ? "eye-closed" : "file", color);
  }
}
