import * as vscode from "vscode";
import type { ToPlayground } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import type { LanguageServer } from "../language-client.ts";
import { withoutLinks } from "../without-links.ts";
import { chooseSite } from "./choose-site.ts";
import type { Playgrounds } from "./playgrounds.ts";

/**
 * `docwright.checkPlaygroundProxy`: whether the published site lets requests of its playgrounds through. One harmless
 * request, after the person has agreed; the answer is a sentence with what helps.
 */
export async function checkProxy(server: LanguageServer, playgrounds: Playgrounds): Promise<void> {
  const root = await chooseSite(server, vscode.l10n.t("Check Playground Proxy"));
  if (root === undefined) return;
  const answer = await new Promise<ToPlayground>((resolve) => {
    const tell = async (message: ToPlayground): Promise<void> => {
      if (message.kind === "done" || message.kind === "target") resolve(message);
    };
    void playgrounds.take(root, { kind: "playground", message: { kind: "checkProxy", ask: 0 } }, tell);
  });
  if (answer.kind === "done") {
    const show = answer.failed ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
    if (answer.text !== undefined) void show(withoutLinks(answer.text));
  } else if (answer.kind === "target" && answer.failure && answer.failure.code !== "consent") {
    void vscode.window.showWarningMessage(withoutLinks(`${answer.failure.message} ${answer.failure.hint}`));
  }
}
