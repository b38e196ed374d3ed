import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as vscode from "vscode";
import type { ChosenFile } from "../../../server/src/core/request/form/request-values.ts";
import type { ConsentReply, ConsentRequest } from "../../../server/src/core/request/protocol/relay-protocol.ts";
import type { OpenedFile } from "../../../server/src/relay/relay.ts";
import { showSavedMessage } from "../editor/workspace.ts";
import { translateMessages } from "../editor/translate-messages.ts";

/** Prompts for consent before anything is sent to an origin that the user hasn't allowed. */
export async function promptForConsent(request: ConsentRequest): Promise<ConsentReply> {
  const allowOnceButton = vscode.l10n.t("Allow Once");
  const alwaysButton = vscode.l10n.t("Always Allow This Origin");
  const title = request.connects ? vscode.l10n.t("Don't Connect") : vscode.l10n.t("Don't Send");
  const cancelItem: vscode.MessageItem = { title, isCloseAffordance: true };
  const items: vscode.MessageItem[] = [{ title: allowOnceButton }, { title: alwaysButton }, cancelItem];
  const choice = await vscode.window.showWarningMessage(
    request.connects
      ? vscode.l10n.t("Connect to {0}?", request.origin.replace(/^http/, "ws"))
      : vscode.l10n.t("Send this request to {0}?", request.origin),
    { modal: true, detail: formatDetail(request) },
    ...items,
  );
  if (choice?.title === allowOnceButton) return "once";
  return choice?.title === alwaysButton ? "always" : "no";
}

/** Describes the data that will be sent and the origin to which it will be sent. */
function formatDetail({ addresses, declaredBy, isLocal, origin, secrets, warning }: ConsentRequest): string {
  const host = origin.replace(/^\w+:\/\//, "");
  const destination =
    addresses.length === 0
      ? vscode.l10n.t("Your proxy resolves {0}.", host)
      : isLocal
        ? addresses.includes(host.replace(/:\d+$/, ""))
          ? vscode.l10n.t("{0} is on this machine or your local network.", host)
          : vscode.l10n.t(
              "{0} resolves to {1}, which is on this machine or your local network.",
              host,
              addresses.join(", "),
            )
        : vscode.l10n.t("{0} resolves to {1}, which is on the internet.", host, addresses.join(", "));
  const urlSource =
    declaredBy === "you"
      ? vscode.l10n.t("You entered this URL.")
      : vscode.l10n.t("This URL is declared in {0}.", declaredBy);
  const secretsText =
    secrets.length === 0
      ? vscode.l10n.t("No secrets are sent.")
      : vscode.l10n.t("These secrets are sent: {0}.", secrets.join(", "));
  return [...(warning === undefined ? [] : [translateMessages([warning])]), urlSource, destination, secretsText].join(
    "\n",
  );
}

/** Prompts for the value of a secret with masked input. Returns undefined if the user cancels. */
export async function promptForSecret(name: string, origin: string): Promise<string | undefined> {
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t("Enter Secret {0}", name),
    prompt: vscode.l10n.t(
      "The secret is kept in VS Code's secret storage and sent only to {0}. The page and the site never see it.",
      origin,
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === "" || isSendable(text)
        ? undefined
        : vscode.l10n.t(
            "A secret must be a single line. This value contains a line break or a character that can't be sent.",
          ),
  });
  return value === undefined || value === "" || !isSendable(value) ? undefined : value;
}

/** Whether the text can be used as a header value. */
function isSendable(text: string): boolean {
  return text.length <= 20_000 && /^[\x20-\x7e\xa0-\xff]*$/.test(text);
}

const maxFiles = 100;

/**
 * The files that the user has selected for requests. The page refers to them by names that have no meaning outside this
 * class.
 */
export class ChosenFiles {
  readonly #pathsByRef = new Map<string, string>();

  /** Opens the editor's file dialog. Returns an empty list if the user cancels. */
  async pickFiles(isMultiple: boolean): Promise<readonly ChosenFile[]> {
    const uris = await vscode.window.showOpenDialog({
      canSelectMany: isMultiple,
      openLabel: vscode.l10n.t("Send"),
      title: isMultiple ? vscode.l10n.t("Files to Send") : vscode.l10n.t("File to Send"),
    });
    return (uris ?? []).slice(0, maxFiles).flatMap((uri): ChosenFile[] => {
      const file = uri.scheme === "file" ? openFile(uri.fsPath) : undefined;
      if (!file) return [];
      const fileRef = randomUUID();
      this.#pathsByRef.set(fileRef, uri.fsPath);
      return [{ fileRef, name: file.name, size: file.size, type: file.type }];
    });
  }

  /** Opens the selected file with its current content. Returns undefined if the file no longer exists. */
  open(fileRef: string): OpenedFile | undefined {
    const path = this.#pathsByRef.get(fileRef);
    return path === undefined ? undefined : openFile(path);
  }
}

function openFile(path: string): OpenedFile | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  return { name: basename(path), size: stat.size, type: "", openStream: () => createReadStream(path) };
}

/**
 * Saves a response to a file that the user chooses. The response is either the relay's copy or the one shown on the
 * page.
 */
export async function saveResponse(
  {
    name,
    storedBodyId: bodyId,
    bytes,
  }: { readonly name: string; readonly storedBodyId?: string; readonly bytes?: Uint8Array },
  root: string,
  openBody: (name: string) => Readable | undefined,
): Promise<void> {
  const fileName =
    name
      .replace(/[^\w.-]+/g, "-")
      .replace(/^[.-]+/, "")
      .slice(0, 100) || "answer";
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(vscode.Uri.parse(root), fileName),
    title: vscode.l10n.t("Save Response"),
  });
  if (!target) return;
  const body = bodyId === undefined ? undefined : openBody(bodyId);
  try {
    if (body) await pipeline(body, createWriteStream(target.fsPath));
    else if (bytes) await vscode.workspace.fs.writeFile(target, bytes);
    else throw new Error("nothing is kept");
    showSavedMessage(target);
  } catch {
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        "Couldn't save the response. Send the request again, and then save the response to another location.",
      ),
    );
  }
}
