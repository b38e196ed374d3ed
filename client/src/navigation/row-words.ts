import * as vscode from "vscode";
import type { NavigationNode } from "../../../server/src/protocol/navigation.ts";
import type { ProblemCounts } from "../../../server/src/protocol/site.ts";
import type { DivisionPath } from "./shown-division.ts";

/** What a row is called: of a language its name in the language of the editor. */
export function rowLabel({ kind, division, label, children }: NavigationNode): string {
  if (kind === "unlisted") return vscode.l10n.t("Unlisted ({0})", children.length);
  return division === "language" ? languageInWords(label) : label;
}

/** `French · v2` */
export function pathInWords(path: DivisionPath, between = " · "): string {
  return path.map(rowLabel).join(between);
}

/** `2 errors`; warnings are told where there are no errors. */
export function problemMark({ error, warning }: ProblemCounts): string {
  return error > 0 ? vscode.l10n.t("{0} errors", error) : vscode.l10n.t("{0} warnings", warning);
}

/** `French` for `fr`; the code where nobody knows it. Codes of the service's own are read as what they stand for. */
function languageInWords(code: string): string {
  const known: Readonly<Record<string, string>> = { cn: "zh-Hans", jp: "ja" };
  try {
    const names = new Intl.DisplayNames([vscode.env.language], { type: "language" });
    return names.of(known[code] ?? code) ?? code;
  } catch {
    return code;
  }
}
