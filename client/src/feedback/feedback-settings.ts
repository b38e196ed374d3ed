import * as vscode from "vscode";
import type { ProjectSettings } from "./project.ts";

export const feedbackSection = "docwright.feedback";

export interface FeedbackSettings extends ProjectSettings {
  /** Milliseconds between two questions to the service; undefined: only when the person asks. */
  readonly refreshEvery: number | undefined;
  /** Lens, threads and badges. */
  readonly showsInEditor: boolean;
}

/** The only reader of the settings of reader feedback. In a folder that is not trusted VS Code leaves the folder's out. */
export function readFeedbackSettings(): FeedbackSettings {
  const settings = vscode.workspace.getConfiguration(feedbackSection);
  const text = (name: string): string => {
    const value = settings.get<unknown>(name);
    return typeof value === "string" ? value : "";
  };
  const minutes = settings.get<unknown>("refreshMinutes");
  const isAutomatic = typeof minutes === "number" && minutes > 0;
  return {
    baseUrl: text("baseUrl"),
    projectId: text("projectId"),
    dashboardUrl: text("dashboardUrl"),
    refreshEvery: isAutomatic ? Math.min(1440, Math.max(5, minutes)) * 60_000 : undefined,
    showsInEditor: settings.get<unknown>("showInEditor") !== false,
  };
}
