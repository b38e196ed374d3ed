import * as vscode from "vscode";
import type { PlaygroundState } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import type { ApiTestTarget } from "../../../server/src/protocol/api-tests.ts";
import type { PlaygroundFacts } from "../../../server/src/protocol/preview.ts";

/**
 * Where tests are sent: the environment that the person has chosen in the playground, else an address that they choose now.
 * Undefined when they go away.
 */
export async function chooseTarget(
  { environment, environments, secrets }: PlaygroundState,
  facts: PlaygroundFacts | undefined,
  allMethods: boolean,
): Promise<ApiTestTarget | undefined> {
  const chosen = environments.find(({ name }) => name === environment);
  const server = chosen?.baseUrl ?? (await askServer(facts));
  if (server === undefined || !URL.canParse(server)) return undefined;
  const { origin } = new URL(server);
  const own = secrets.filter((secret) => secret.origin === origin);
  return {
    servers: [server],
    variables: chosen?.variables ?? {},
    credentials: Object.fromEntries(
      own.map(({ name }) => [name, { kind: "value", value: `{{secret:${name}}}` } as const]),
    ),
    allMethods,
  };
}

async function askServer(facts: PlaygroundFacts | undefined): Promise<string | undefined> {
  const declared = (facts?.targets ?? []).map(({ origin, declaredBy }) => ({
    label: origin,
    description: declaredBy,
  }));
  const other = { label: vscode.l10n.t("Another address…"), description: "" };
  const chosen = await vscode.window.showQuickPick([...declared, other], {
    title: vscode.l10n.t("Send the examples to which API?"),
    placeHolder: vscode.l10n.t("You are asked again before the first request goes there"),
    ignoreFocusOut: true,
  });
  if (chosen !== other) return chosen?.label;
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Address of the API"),
    value: "http://localhost:",
    ignoreFocusOut: true,
    validateInput: (text) =>
      URL.canParse(text)
        ? undefined
        : vscode.l10n.t("This is no address. One begins with http:// or https://."),
  });
}
