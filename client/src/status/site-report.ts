import * as vscode from "vscode";
import type { ProblemPlace, RuleCount, SiteReport } from "../../../server/src/protocol/site.ts";
import type { LanguageServer } from "../language-client.ts";

interface ReportItem extends vscode.QuickPickItem {
  readonly rule?: RuleCount;
}

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: ProblemPlace;
}

const icons: Readonly<Record<RuleCount["severity"], string>> = {
  error: "$(error)",
  warning: "$(warning)",
  information: "$(info)",
  hint: "$(lightbulb)",
};

/** Shows the site report: each site with its totals, then its rules by count. Selecting a rule shows its problems. */
export async function showSiteReport(server: LanguageServer): Promise<void> {
  const reports = await server.report();
  if (reports.length === 0) return showWhyEmpty(server);
  const chosen = await vscode.window.showQuickPick<ReportItem>(reports.flatMap(reportItems), {
    title: vscode.l10n.t("Docwright Site Report"),
    placeHolder: vscode.l10n.t("Select a rule to list its problems"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.rule) await showPlaces(chosen.rule);
}

async function showWhyEmpty({ state }: LanguageServer): Promise<void> {
  if (state.kind === "stopped") {
    const restart = vscode.l10n.t("Restart");
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t("There's no site report because the Docwright language server has stopped."),
      restart,
    );
    if (choice === restart) await vscode.commands.executeCommand("docwright.restartServer");
    return;
  }
  if (state.kind === "starting") {
    const words = vscode.l10n.t("Docwright is still reading the folder. Try again in a moment.");
    void vscode.window.showInformationMessage(words);
    return;
  }
  const create = vscode.l10n.t("Create docs.json");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t("There's no site report because no open folder contains a docs.json."),
    create,
  );
  if (choice === create) await vscode.commands.executeCommand("docwright.createConfig");
}

/** The site is a separate item, because the label of a separator would cover the rule below it. */
function reportItems({ status, rules }: SiteReport): ReportItem[] {
  const { pages, operations, specs, profile } = status;
  const facts = [
    pages === 1 ? vscode.l10n.t("1 page") : vscode.l10n.t("{0} pages", pages),
    operations === 1 ? vscode.l10n.t("1 operation") : vscode.l10n.t("{0} operations", operations),
    specs === 1 ? vscode.l10n.t("1 specification") : vscode.l10n.t("{0} specifications", specs),
    vscode.l10n.t("{0} profile", profile),
  ].join(" · ");
  const site: ReportItem = {
    label: `$(book) ${status.name}`,
    description: facts,
    detail: rules.length === 0 ? vscode.l10n.t("No problems") : vscode.Uri.parse(status.root).fsPath,
  };
  const rows = rules.map((rule) => ({
    label: `${icons[rule.severity]} ${rule.count}`,
    description: rule.code,
    detail: rule.summary,
    rule,
  }));
  return [{ label: "", kind: vscode.QuickPickItemKind.Separator }, site, ...rows];
}

async function showPlaces(rule: RuleCount): Promise<void> {
  const items = rule.places.map((place): PlaceItem => {
    const file = vscode.workspace.asRelativePath(vscode.Uri.parse(place.uri));
    return { label: `${file}:${place.range.start.line + 1}`, detail: place.message, place };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: `${rule.code} (${rule.count})`,
    matchOnDetail: true,
  });
  if (!chosen) return;
  const { start, end } = chosen.place.range;
  await vscode.window.showTextDocument(vscode.Uri.parse(chosen.place.uri), {
    selection: new vscode.Range(start.line, start.character, end.line, end.character),
  });
}
