import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { LanguageServer } from "../language-client.ts";
import { isSchemaLoadFailure } from "./editor-services.ts";

/**
 * Offers two fixes for a warning about the schema. Almost every docs.json refers to a schema on the service's site. VS
 * Code doesn't fetch this schema until its domain is trusted, so the warning never disappears. Each fix can be undone
 * by removing a setting.
 */
export class SchemaWarningFix implements vscode.CodeActionProvider {
  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const warnings = context.diagnostics.filter(isSchemaLoadFailure);
    const schemaUrl = findSchemaUrl(document);
    if (warnings.length === 0 || !schemaUrl) return [];
    const useDocwrightAction = new vscode.CodeAction(
      vscode.l10n.t("Use Docwright's checks instead of this schema"),
      vscode.CodeActionKind.QuickFix,
    );
    useDocwrightAction.command = {
      title: useDocwrightAction.title,
      command: "docwright.leaveSchemaToDocwright",
      arguments: [schemaUrl],
    };
    useDocwrightAction.diagnostics = warnings;
    useDocwrightAction.isPreferred = true;
    const trustAction = new vscode.CodeAction(
      vscode.l10n.t("Trust {0} and download its schema", new URL(schemaUrl).host),
      vscode.CodeActionKind.QuickFix,
    );
    trustAction.command = { title: trustAction.title, command: "docwright.trustSchemaHost", arguments: [schemaUrl] };
    trustAction.diagnostics = warnings;
    return [useDocwrightAction, trustAction];
  }
}

/** Returns the HTTP(S) URL in `$schema`, which is where the warning appears. */
function findSchemaUrl(document: vscode.TextDocument): string | undefined {
  return /"\$schema"\s*:\s*"(https?:\/\/[^"\s]+)"/.exec(document.getText())?.[1];
}

const schemaOfferedKey = "docwright.schemaOffered";
/**
 * The key of the schemas that have been disabled since the user accepted the offer. The value is undefined if the user
 * hasn't accepted it.
 */
const disabledSchemasKey = "docwright.schemasDisabled";
const maxDisabledSchemas = 20;

/**
 * Offers to have docs.json checked by Docwright instead of VS Code. The prompt appears only once, when VS Code can't
 * load the schema for a site's docs.json. If the user accepts, the choice also applies to other schemas from the same
 * host. While a file has unsaved changes, its schema may be incomplete, so it isn't disabled. A schema isn't disabled
 * again if the user removes its entry from the settings.
 */
export class SchemaOffer implements vscode.Disposable {
  readonly #server: Pick<LanguageServer, "state">;
  readonly #memento: vscode.Memento;
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(server: Pick<LanguageServer, "state" | "onDidChangeStatus">, memento: vscode.Memento) {
    this.#server = server;
    this.#memento = memento;
    this.#subscriptions = [
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some(isConfig)) void this.#promptToFix();
      }),
      server.onDidChangeStatus(() => void this.#promptToFix()),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #promptToFix(): Promise<void> {
    const disabledSchemas = this.#memento.get<readonly string[]>(disabledSchemasKey);
    if ((this.#memento.get(schemaOfferedKey) === true && !disabledSchemas) || !vscode.workspace.isTrusted) return;
    const schemaUrl = this.#findFailedSchema(disabledSchemas);
    if (schemaUrl === undefined) return;
    if (disabledSchemas) return this.#disable(schemaUrl, disabledSchemas);
    await this.#memento.update(schemaOfferedKey, true);
    const acceptButton = vscode.l10n.t("Use Docwright's Checks");
    const choice = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        "VS Code can't load the schema for docs.json from {0}. Do you want Docwright to check the file instead? This adds an entry to json.schemas in your user settings.",
        new URL(schemaUrl).host,
      ),
      acceptButton,
      vscode.l10n.t("Keep Warning"),
    );
    if (choice === acceptButton) await this.#disable(schemaUrl, []);
  }

  async #disable(schemaUrl: string, disabledSchemas: readonly string[]): Promise<void> {
    await this.#memento.update(disabledSchemasKey, [...disabledSchemas, schemaUrl]);
    await disableSchema(schemaUrl);
  }

  /**
   * Returns the schema of a site's docs.json if the file is open and VS Code has reported that it can't load the
   * schema. If the user has accepted the offer, returns only schemas that the choice also applies to.
   */
  #findFailedSchema(disabledSchemas: readonly string[] | undefined): string | undefined {
    const { state } = this.#server;
    const sites = state.kind === "running" ? state.status.sites : [];
    const configUris = new Set(sites.map(({ root }) => `${root}/docs.json`));
    return vscode.workspace.textDocuments
      .filter(({ uri }) => configUris.has(uri.toString()))
      .filter(({ uri }) => vscode.languages.getDiagnostics(uri).some(isSchemaLoadFailure))
      .filter(({ isDirty }) => !disabledSchemas || !isDirty)
      .map(findSchemaUrl)
      .find(
        (schemaUrl) =>
          schemaUrl !== undefined &&
          URL.canParse(schemaUrl) &&
          (!disabledSchemas || shouldDisableSchema(schemaUrl, disabledSchemas)),
      );
  }
}

/**
 * Whether to disable another schema because the user's choice, which has disabled these schemas, also applies to it.
 * Returns false if the schema has already been disabled once.
 */
function shouldDisableSchema(schemaUrl: string, disabledSchemas: readonly string[]): boolean {
  if (disabledSchemas.length >= maxDisabledSchemas || disabledSchemas.includes(schemaUrl)) return false;
  const { host } = new URL(schemaUrl);
  return disabledSchemas.some((other) => URL.canParse(other) && new URL(other).host === host);
}

function isConfig({ path }: vscode.Uri): boolean {
  return path.endsWith("/docs.json");
}

/**
 * Maps the URL of the schema to an empty schema in the user's `json.schemas`. As a result, the warning disappears, and
 * only Docwright's own checks apply, which don't require network access. The workspace settings stay unchanged, because
 * they may be files in the site.
 */
export async function disableSchema(schemaUrl: unknown): Promise<void> {
  if (typeof schemaUrl !== "string") return;
  const configuration = vscode.workspace.getConfiguration("json");
  const entries = configuration.inspect<readonly unknown[]>("schemas")?.globalValue ?? [];
  if (entries.some((entry) => isPlainRecord(entry) && entry["url"] === schemaUrl)) return;
  const entry = {
    fileMatch: ["docs.json"],
    url: schemaUrl,
    schema: { description: "Docwright checks docs.json." },
  };
  await configuration.update("schemas", [...entries, entry], vscode.ConfigurationTarget.Global);
}

/**
 * Allows VS Code to download schemas from this host. The permission is stored in the user settings, because it applies
 * to all folders.
 */
export async function trustSchemaHost(schemaUrl: unknown): Promise<void> {
  if (typeof schemaUrl !== "string") return;
  const configuration = vscode.workspace.getConfiguration("json");
  const trustedDomains =
    configuration.inspect<Record<string, boolean>>("schemaDownload.trustedDomains")?.globalValue ?? {};
  const origin = new URL(schemaUrl).origin;
  await configuration.update(
    "schemaDownload.trustedDomains",
    { ...trustedDomains, [origin]: true },
    vscode.ConfigurationTarget.Global,
  );
}
