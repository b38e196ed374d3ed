import * as vscode from "vscode";
import { playgroundOfPage, type PlaygroundOfPage } from "../../../server/src/protocol/preview.ts";
import type { LanguageServer } from "../language-client.ts";

/**
 * Whether a page has a playground. If not, shows why. A server that isn't running can't determine this, so
 * the page is treated as having one.
 */
export async function hasPlayground(
  server: Pick<LanguageServer, "request">,
  uri: vscode.Uri | undefined,
): Promise<boolean> {
  const kind = uri
    ? (await server.request(playgroundOfPage, { uri: uri.toString() }))?.kind
    : ("no-page" as const);
  if (kind === undefined || kind === "available") return true;
  void showWhyNot(kind);
  return false;
}

async function showWhyNot(kind: Exclude<PlaygroundOfPage["kind"], "available">): Promise<void> {
  if (kind !== "unfetched") {
    void vscode.window.showInformationMessage(reasonFor(kind));
    return;
  }
  const fetch = vscode.l10n.t("Fetch Specification");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t("This page has no playground because its specification hasn't been fetched."),
    fetch,
  );
  if (choice === fetch) await vscode.commands.executeCommand("docwright.fetchSpecification");
}

function reasonFor(kind: "no-page" | "no-operation" | "unresolved"): string {
  switch (kind) {
    case "no-page":
      return vscode.l10n.t("Open a page of a site first.");
    case "no-operation":
      return vscode.l10n.t(
        "This page has no playground because it doesn't document an operation. Set “openapi” or “api” in its frontmatter.",
      );
    case "unresolved":
      return vscode.l10n.t(
        "This page has no playground because the operation in its frontmatter doesn't exist. See the Problems view.",
      );
  }
}
