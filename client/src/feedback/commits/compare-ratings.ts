import * as vscode from "vscode";
import type { FeedbackState } from "../../../../server/src/feedback/entries/state.ts";
import type { GitRepositories } from "./git.ts";
import { getFirstWords, visible } from "../../editor/plain-markdown.ts";
import {
  daysAround,
  type Ratings,
  ratingsAround,
} from "../../../../server/src/feedback/entries/rating-comparison.ts";
import type { PageFeedback } from "../store.ts";

/**
 * Implements `docwright.feedback.compareRatings`: compares the ratings of a page before and after the last commit that
 * changed it.
 */
export async function compareRatings(
  page: PageFeedback,
  git: GitRepositories,
  { freshness, entries }: FeedbackState,
): Promise<void> {
  const uri = vscode.Uri.parse(page.place.uri);
  const commits = await git
    .of(uri)
    ?.log({ path: uri.fsPath, maxEntries: 1 })
    .catch(() => undefined);
  const [commit] = commits ?? [];
  // When the commit was applied to its branch, not when it was authored.
  const at = (commit?.commitDate ?? commit?.authorDate)?.getTime();
  if (!commit || at === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Git has no commit that changed this page, so there's nothing to compare."),
    );
    return;
  }
  const now = Date.now();
  const { before, after, daysAfter } = ratingsAround(page.entries, at, now);
  const date = new Date(at).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
  const oldest = entries.findLast(({ createdAt }) => createdAt !== undefined)?.createdAt ?? now;
  const isShort = freshness.kind === "partial" || oldest > at - daysAround * 86_400_000;
  const detail = [
    vscode.l10n.t("Last commit: {0}, {1}", date, getFirstWords(commit.message.split("\n")[0] ?? "", 80)),
    "",
    vscode.l10n.t("{0} days before: {1}", daysAround, ratingWords(before)),
    daysAfter === 0
      ? vscode.l10n.t("Since then (less than a day): {0}", ratingWords(after))
      : vscode.l10n.t("{0} days after: {1}", daysAfter, ratingWords(after)),
    "",
    vscode.l10n.t(
      "These are the ratings before and after the change. They don't show that the change caused the difference.",
    ),
    ...(isShort ? [vscode.l10n.t("Feedback from before the change may be incomplete.")] : []),
  ].join("\n");
  await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "Ratings of {0} before and after its last change",
      visible(page.place.title) || page.place.url,
    ),
    { modal: true, detail },
  );
}

function ratingWords({ up, down }: Ratings): string {
  if (up + down === 0) return vscode.l10n.t("no ratings");
  return vscode.l10n.t("▲ {0} helpful, ▼ {1} not helpful", up, down);
}
