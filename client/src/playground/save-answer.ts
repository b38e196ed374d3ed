import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as vscode from "vscode";
import type { FromPlayground } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import { tellSaved } from "../tell-saved.ts";

/** Saves an answer where the person says: what the relay has kept of it, or what the page shows. */
export async function saveAnswer(
  { name, kept, bytes }: Extract<FromPlayground, { kind: "saveAnswer" }>,
  root: string,
  read: (name: string) => Readable | undefined,
): Promise<void> {
  const safe =
    name
      .replace(/[^\w.-]+/g, "-")
      .replace(/^[.-]+/, "")
      .slice(0, 100) || "answer";
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(vscode.Uri.parse(root), safe),
    title: vscode.l10n.t("Save the Answer"),
  });
  if (!target) return;
  const body = kept === undefined ? undefined : read(kept);
  try {
    if (body) await pipeline(body, createWriteStream(target.fsPath));
    else if (bytes) await vscode.workspace.fs.writeFile(target, bytes);
    else throw new Error("nothing is kept");
    tellSaved(target);
  } catch {
    void vscode.window.showErrorMessage(
      vscode.l10n.t("The answer could not be saved. Send the request again, and save it to another place."),
    );
  }
}
