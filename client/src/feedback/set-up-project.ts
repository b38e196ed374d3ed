import * as vscode from "vscode";
import { checkBaseUrl, checkProject } from "../../../server/src/feedback/service/http.ts";
import { usualBaseUrl } from "./feedback-project.ts";
import { inEditorLanguage } from "./in-editor-language.ts";
import { feedbackSection, readFeedbackSettings } from "./feedback-settings.ts";

/** Asks where the feedback is, and puts it into the settings of the folder. False when the person goes away. */
export async function setUpProject(profiles: readonly string[]): Promise<boolean> {
  const settings = readFeedbackSettings();
  const baseUrl = await ask({
    title: vscode.l10n.t("Reader Feedback: Address of the Service"),
    prompt: vscode.l10n.t(
      "The base URL of its API, without the path. The key is sent there and nowhere else.",
    ),
    value: settings.baseUrl || usualBaseUrl(profiles) || "https://",
    check: checkBaseUrl,
  });
  if (baseUrl === undefined) return false;
  const projectId = await ask({
    title: vscode.l10n.t("Reader Feedback: Project"),
    prompt: vscode.l10n.t("The ID of your project. It stands in the dashboard, with the API keys."),
    value: settings.projectId,
    check: checkProject,
  });
  if (projectId === undefined) return false;
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  const section = vscode.workspace.getConfiguration(feedbackSection);
  if (baseUrl !== usualBaseUrl(profiles) || settings.baseUrl !== "")
    await section.update("baseUrl", baseUrl, target);
  await section.update("projectId", projectId, target);
  return true;
}

interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly check: typeof checkBaseUrl;
}

async function ask({ title, prompt, value, check }: Question): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const checked = check(text.trim(), inEditorLanguage);
      return checked.ok ? undefined : checked.reason;
    },
  });
  const checked = answer === undefined ? undefined : check(answer.trim());
  return checked?.ok ? checked.value : undefined;
}
