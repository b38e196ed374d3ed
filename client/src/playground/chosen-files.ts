import { randomUUID } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import * as vscode from "vscode";
import type { ChosenFile } from "../../../server/src/core/request/form/request-values.ts";
import type { OpenedFile } from "../../../server/src/relay/relay.ts";

const most = 100;

/** Files that the person has picked for requests: the page knows them by a name that means nothing elsewhere. */
export class ChosenFiles {
  readonly #paths = new Map<string, string>();

  /** Opens the editor's dialog; empty when the person goes away. */
  async pick(many: boolean): Promise<readonly ChosenFile[]> {
    const picked = await vscode.window.showOpenDialog({
      canSelectMany: many,
      openLabel: vscode.l10n.t("Send"),
      title: many ? vscode.l10n.t("Files to Send") : vscode.l10n.t("File to Send"),
    });
    return (picked ?? []).slice(0, most).flatMap((uri): ChosenFile[] => {
      const opened = uri.scheme === "file" ? openedFile(uri.fsPath) : undefined;
      if (!opened) return [];
      const fileRef = randomUUID();
      this.#paths.set(fileRef, uri.fsPath);
      return [{ fileRef, name: opened.name, size: opened.size, type: opened.type }];
    });
  }

  /** The file as it is now; undefined when it is not there any more. */
  open(fileRef: string): OpenedFile | undefined {
    const path = this.#paths.get(fileRef);
    return path === undefined ? undefined : openedFile(path);
  }
}

function openedFile(path: string): OpenedFile | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  return { name: basename(path), size: stat.size, type: "", stream: () => createReadStream(path) };
}
