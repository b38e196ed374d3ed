import * as vscode from "vscode";
import type { ServerState } from "../language-client.ts";

/** The steps of the walkthrough that aren't completed by running a command. */
export type FirstStep = "fixProblem" | "previewPage" | "acceptCompletion" | "sendRequest" | "movePage";

const walkthroughOfferedKey = "docwright.walkthrough.offered";

const completedSteps = new Set<FirstStep>();

/** Marks a step of the walkthrough as done. VS Code stores the completed steps. */
export function completeStep(step: FirstStep): void {
  completedSteps.add(step);
  setStepContext(step, true);
}

export async function openWalkthrough(): Promise<void> {
  // VS Code evaluates walkthroughs when it first shows one of them, and ignores context keys that were set earlier.
  for (const step of completedSteps) setStepContext(step, false);
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", "docwright.docwright#start", false);
  for (const step of completedSteps) setStepContext(step, true);
}

function setStepContext(step: FirstStep, isCompleted: boolean): void {
  void vscode.commands.executeCommand("setContext", `docwright.completed.${step}`, isCompleted);
}

/** Offers the walkthrough when a site is opened for the first time, and marks the steps that the user completes. */
export class FirstSteps implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  /**
   * Maps each file URI to the number of problems per rule. Contains only files that were open when their problems
   * changed.
   */
  readonly #problemCountsByUri = new Map<string, ReadonlyMap<string, number>>();
  #hasFixedProblem = false;
  readonly #subscriptions: vscode.Disposable[];

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    this.#subscriptions = [
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#updateProblems(uris)),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        if (files.some(({ newUri }) => /\.mdx?$/.test(newUri.path))) completeStep("movePage");
      }),
    ];
  }

  async offerWalkthrough(state: ServerState): Promise<void> {
    if (state.kind !== "running" || state.status.sites.length === 0 || this.#memento.get(walkthroughOfferedKey)) return;
    await this.#memento.update(walkthroughOfferedKey, true);
    const startButton = vscode.l10n.t("Get Started");
    const message = vscode.l10n.t("Docwright checks this site as you type.");
    if ((await vscode.window.showInformationMessage(message, startButton)) === startButton) await openWalkthrough();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /**
   * Marks the step of fixing a problem as done if an edit to a file reduces the number of problems that a rule reports.
   * The rules are compared separately, because other rules may find more problems while the site is being read. Changes
   * on disk don't count, because they weren't made in the editor.
   */
  #updateProblems(uris: readonly vscode.Uri[]): void {
    if (this.#hasFixedProblem) return;
    for (const document of vscode.workspace.textDocuments) {
      const uri = document.uri.toString();
      if (!uris.some((changedUri) => changedUri.toString() === uri)) continue;
      const countsByRule = countByRule(vscode.languages.getDiagnostics(document.uri));
      const previousCountsByRule = this.#problemCountsByUri.get(uri) ?? new Map<string, number>();
      this.#hasFixedProblem =
        document.isDirty && [...previousCountsByRule].some(([rule, count]) => (countsByRule.get(rule) ?? 0) < count);
      if (this.#hasFixedProblem) return completeStep("fixProblem");
      this.#problemCountsByUri.set(uri, countsByRule);
    }
  }
}

/** Returns the number of problems that Docwright reports for each rule. */
function countByRule(diagnostics: readonly vscode.Diagnostic[]): ReadonlyMap<string, number> {
  const countsByRule = new Map<string, number>();
  for (const { source, code } of diagnostics) {
    if (source !== "docwright") continue;
    const rule = String(typeof code === "object" ? code.value : code);
    countsByRule.set(rule, (countsByRule.get(rule) ?? 0) + 1);
  }
  return countsByRule;
}
