import * as vscode from "vscode";
import type { ProjectSettings } from "./project.ts";

export const feedbackSection = "docwright.feedback";

export interface FeedbackSettings extends ProjectSettings {
  /**
   * The time between two requests to the service, in milliseconds. Undefined if feedback is refreshed only manually.
   */
  readonly refreshInterval: number | undefined;
  /**
   * The number of days for which saved feedback is kept after it was last updated. If the number is 0, feedback isn't
   * saved.
   */
  readonly retentionDays: number;
  /** Whether to show CodeLenses, threads, and badges. */
  readonly showsInEditor: boolean;
}

const defaultRetentionDays = 30;

/** Reads all settings of reader feedback. VS Code ignores folder settings in an untrusted folder. */
export function readFeedbackSettings(): FeedbackSettings {
  const settings = vscode.workspace.getConfiguration(feedbackSection);
  const getText = (name: string): string => {
    const value = settings.get<unknown>(name);
    return typeof value === "string" ? value : "";
  };
  const minutes = settings.get<unknown>("refreshMinutes");
  const days = settings.get<unknown>("keepDays");
  const isAutomatic = typeof minutes === "number" && minutes > 0;
  return {
    baseUrl: getText("baseUrl"),
    projectId: getText("projectId"),
    dashboardUrl: getText("dashboardUrl"),
    refreshInterval: isAutomatic ? Math.min(1440, Math.max(5, minutes)) * 60_000 : undefined,
    retentionDays: typeof days === "number" && days >= 0 ? days : defaultRetentionDays,
    showsInEditor: settings.get<unknown>("showInEditor") !== false,
  };
}
