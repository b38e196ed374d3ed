import * as vscode from "vscode";
import type { MessageToPlayground } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import { getSentences } from "../../../server/src/core/request/protocol/relay-protocol.ts";
import { parseEnvFile } from "../../../server/src/relay/secrets/secrets.ts";
import { translateMessages } from "../editor/translate-messages.ts";
import { chooseSite, removeLinks } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";
import type { OpenPlayground } from "./playground.ts";
import type { Playgrounds } from "./playgrounds.ts";

type Variables = readonly (readonly [name: string, value: string])[];
type SiteService = OpenPlayground["service"];

/**
 * Implements `docwright.importVariables`, which imports variables from a `.env` file or from this machine into a
 * playground environment. The user chooses the file, the names, and whether the values are stored as plain text or as
 * secrets. A site can't influence these choices.
 */
export async function importVariables(service: SiteService): Promise<void> {
  const availableVariables = await readSourceVariables();
  const variables = availableVariables && (await chooseVariables(availableVariables));
  if (!variables || variables.length === 0) return;
  const areSecrets = await promptToStoreAsSecrets();
  if (areSecrets === undefined) return;
  await (areSecrets ? saveAsSecrets(service, variables) : addToEnvironment(service, variables));
}

async function readSourceVariables(): Promise<Variables | undefined> {
  const fileItem = { label: vscode.l10n.t(".env file…"), isFile: true };
  const machineItem = { label: vscode.l10n.t("This machine's environment variables"), isFile: false };
  const title = vscode.l10n.t("Import Playground Variables");
  const item = await vscode.window.showQuickPick([fileItem, machineItem], { title });
  if (!item) return undefined;
  if (!item.isFile)
    return Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || !/^[\w.-]{1,64}$/.test(name) ? [] : [[name, value] as const],
    );
  const [uri] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t("Read") })) ?? [];
  if (!uri) return undefined;
  const bytes = await vscode.workspace.fs.readFile(uri);
  return parseEnvFile(new TextDecoder().decode(bytes));
}

/**
 * Prompts the user to select variables. The prompt shows only their names, because a value may be a secret and other
 * people may see the screen.
 */
async function chooseVariables(availableVariables: Variables): Promise<Variables | undefined> {
  if (availableVariables.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("No variables found."));
    return undefined;
  }
  const items = availableVariables.map((variable) => ({ label: variable[0], variable }));
  const selectedItems = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t("Choose Variables to Import"),
    placeHolder: vscode.l10n.t("Values aren't shown"),
  });
  return selectedItems?.map(({ variable }) => variable);
}

async function promptToStoreAsSecrets(): Promise<boolean | undefined> {
  const secretsItem = {
    label: vscode.l10n.t("As secrets"),
    detail: vscode.l10n.t("{{secret:name}}: kept in VS Code's secret storage, sent to one API only, never shown"),
    isSecret: true,
  };
  const variablesItem = {
    label: vscode.l10n.t("As variables in an environment"),
    detail: vscode.l10n.t("{{name}}: shown in the playground as plain text"),
    isSecret: false,
  };
  const title = vscode.l10n.t("Import Playground Variables");
  return (await vscode.window.showQuickPick([secretsItem, variablesItem], { title }))?.isSecret;
}

async function saveAsSecrets(service: SiteService, variables: Variables): Promise<void> {
  const url = await vscode.window.showInputBox({
    title: vscode.l10n.t("API for These Secrets"),
    prompt: vscode.l10n.t("The secrets are sent only to this API."),
    value: getChosenEnvironment(service)?.baseUrl ?? "https://",
    ignoreFocusOut: true,
    validateInput: (text) =>
      URL.canParse(text) ? undefined : vscode.l10n.t("Enter a URL that starts with http:// or https://."),
  });
  if (url === undefined) return;
  const rejectedNames: string[] = [];
  for (const [name, value] of variables) if (!(await service.saveSecret(name, url, value))) rejectedNames.push(name);
  if (rejectedNames.length > 0)
    void vscode.window.showWarningMessage(
      vscode.l10n.t("Couldn't save these secrets because they're empty or too long: {0}.", rejectedNames.join(", ")),
    );
}

async function addToEnvironment(service: SiteService, variables: Variables): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t("Environment Name"),
    prompt: vscode.l10n.t("If the environment doesn't exist yet, it will be created."),
    value: getChosenEnvironment(service)?.name ?? "local",
  });
  if (name === undefined || name.trim() === "") return;
  const existingEnvironment = service.getState().environments.find((each) => each.name === name.trim());
  const environment = {
    baseUrl: existingEnvironment?.baseUrl,
    keepsCookies: existingEnvironment?.keepsCookies ?? false,
    variables: { ...existingEnvironment?.variables, ...Object.fromEntries(variables) },
  };
  service.change({ kind: "set", name: name.trim(), environment });
  service.change({ kind: "choose", name: name.trim() });
}

function getChosenEnvironment(service: SiteService) {
  const { environments, environment } = service.getState();
  return environments.find(({ name }) => name === environment);
}

/**
 * Implements `docwright.forgetPlaygroundConsents`, which prompts the user to select the origins whose consent to
 * revoke.
 */
export async function revokeConsents(service: OpenPlayground["service"]): Promise<void> {
  const { consents } = service.getState();
  if (consents.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("You haven't allowed any origins permanently, so you're prompted before each request."),
    );
    return;
  }
  const chosenOrigins = await vscode.window.showQuickPick([...consents], {
    canPickMany: true,
    title: vscode.l10n.t("Allowed Playground Origins"),
    placeHolder: vscode.l10n.t("Select the origins to revoke access for"),
  });
  for (const origin of chosenOrigins ?? []) service.revokeConsent(origin);
}

/**
 * Implements `docwright.checkPlaygroundProxy`, which checks whether the published site accepts requests from its
 * playgrounds. After the user has given consent, sends one harmless request and shows the result with a suggestion.
 */
export async function checkProxy(server: LanguageServer, playgrounds: Playgrounds): Promise<void> {
  const root = await chooseSite(server, vscode.l10n.t("Check Playground Proxy on Published Site"));
  if (root === undefined) return;
  const response = await new Promise<MessageToPlayground>((resolve) => {
    const sendToPage = async (message: MessageToPlayground): Promise<void> => {
      if (message.kind === "playground/done" || message.kind === "relay/target") resolve(message);
    };
    void playgrounds.handleMessage(root, { kind: "relay/checkProxy", requestId: 0 }, sendToPage);
  });
  if (response.kind === "playground/done") {
    const show = response.failed ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
    const text = response.messages ? translateMessages(response.messages) : response.text;
    if (text !== undefined) void show(removeLinks(text));
  } else if (response.kind === "relay/target" && response.failure && response.failure.code !== "consent") {
    void vscode.window.showWarningMessage(removeLinks(translateMessages(getSentences(response.failure))));
  }
}
