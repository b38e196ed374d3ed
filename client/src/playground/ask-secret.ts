import * as vscode from "vscode";

/** Asks for the value of a secret, unseen; undefined when the person goes away. */
export async function askSecret(name: string, origin: string): Promise<string | undefined> {
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t("Secret {0}", name),
    prompt: vscode.l10n.t(
      "Sent to {0} and nowhere else. The editor keeps it in its secret storage; the page and the site never see it.",
      origin,
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === "" || isSendable(text)
        ? undefined
        : vscode.l10n.t(
            "A secret is one line of letters, digits and signs; this has a line end or a sign that cannot be sent.",
          ),
  });
  return value === undefined || value === "" || !isSendable(value) ? undefined : value;
}

/** What a header can carry. */
function isSendable(text: string): boolean {
  return text.length <= 20_000 && /^[\x20-\x7e\xa0-\xff]*$/.test(text);
}
