import * as vscode from "vscode";
import {
  compareSpecification as compareRequest,
  type CompareSpecificationParams,
  type RemoteSpecification,
  remoteSpecifications,
  convertSpecification as convertRequest,
  fetchSpecification as fetchRequest,
} from "../../../server/src/protocol/specifications.ts";
import { removeLinks, formatNumber } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";

/** The URI scheme for documents that show a converted file. Each document exists only while it's shown. */
export const convertedScheme = "docwright-converted";

/** Provides the text of each converted file that is currently shown. */
export class ConvertedFiles implements vscode.TextDocumentContentProvider {
  readonly #textsByUri = new Map<string, string>();
  readonly #changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changeEmitter.event;

  store(source: vscode.Uri, text: string): vscode.Uri {
    const uri = source.with({ scheme: convertedScheme });
    this.#textsByUri.set(uri.toString(), text);
    this.#changeEmitter.fire(uri);
    return uri;
  }

  remove(uri: vscode.Uri): void {
    this.#textsByUri.delete(uri.toString());
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#textsByUri.get(uri.toString()) ?? "";
  }
}

/**
 * Implements `docwright.convertSpecification`, which shows a Swagger 2.0 file and the converted file side by side. If
 * the user confirms, the converted file replaces the original.
 */
export async function convertSpecification(
  server: LanguageServer,
  files: ConvertedFiles,
  argument: unknown,
): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (!uri) return;
  const conversion = await server.request(convertRequest, { uri: uri.toString(), to: "3.1" });
  if (!conversion?.ok) {
    const reason = conversion?.reason ?? vscode.l10n.t("The language server isn't running.");
    void vscode.window.showErrorMessage(removeLinks(reason));
    return;
  }
  const { originalText, text, notes } = conversion;
  const convertedUri = files.store(uri, text);
  const name = vscode.workspace.asRelativePath(uri);
  await vscode.commands.executeCommand("vscode.diff", uri, convertedUri, vscode.l10n.t("{0} as OpenAPI 3.1", name));
  const convertButton = vscode.l10n.t("Convert");
  const message = vscode.l10n.t("Convert {0} to OpenAPI 3.1?", name);
  const choice = await vscode.window.showInformationMessage(
    removeLinks([message, ...notes.slice(0, 8)].join(" ")),
    convertButton,
  );
  if (choice === convertButton) await replaceText(uri, originalText, text);
  files.remove(convertedUri);
}

async function replaceText(uri: vscode.Uri, oldText: string, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const currentText = document.getText();
  // Line endings are ignored, because an editor uses the same line ending throughout a file.
  if (normalizeText(currentText) !== normalizeText(oldText)) {
    const message = vscode.l10n.t("The file wasn't edited because it changed before the edit could be applied.");
    void vscode.window.showWarningMessage(message);
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(document.positionAt(0), document.positionAt(currentText.length)), text);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document);
}

function normalizeText(text: string): string {
  return text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
}

/** The maximum file size in bytes. */
const maxFileSize = 20_000_000;

/**
 * Implements `docwright.compareSpecification`, which compares the specification in the editor with the last commit or
 * with a file that the user chooses. The result is a Markdown document that lists the changes that readers of the docs
 * will notice and drafts a changelog entry.
 */
export async function compareSpecification(server: LanguageServer, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (!uri) return;
  const lastCommitLabel = vscode.l10n.t("Last commit");
  const fileLabel = vscode.l10n.t("File…");
  const item = await vscode.window.showQuickPick([lastCommitLabel, fileLabel], {
    title: vscode.l10n.t("Compare {0} With", vscode.workspace.asRelativePath(uri)),
  });
  if (item === undefined) return;
  const otherFile = item === fileLabel ? await pickFile(uri) : undefined;
  if (item === fileLabel && !otherFile) return;
  const title = vscode.l10n.t("Comparing specifications…");
  const options = { location: vscode.ProgressLocation.Notification, title };
  const request = {
    uri: uri.toString(),
    date: new Date().toISOString().slice(0, 10),
    ...(otherFile && { otherFile }),
  };
  const comparison = await vscode.window.withProgress(options, () => server.request(compareRequest, request));
  if (!comparison?.ok) {
    const reason = comparison?.reason ?? vscode.l10n.t("The language server isn't running.");
    void vscode.window.showErrorMessage(removeLinks(reason));
    return;
  }
  const report = await vscode.workspace.openTextDocument({
    language: "markdown",
    content: comparison.markdown,
  });
  await vscode.window.showTextDocument(report, { preview: false });
}

async function pickFile(specification: vscode.Uri): Promise<CompareSpecificationParams["otherFile"]> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      defaultUri: vscode.Uri.joinPath(specification, ".."),
      filters: { OpenAPI: ["json", "yaml", "yml"] },
      title: vscode.l10n.t("Choose the Older Version"),
    })) ?? [];
  if (!uri) return undefined;
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > maxFileSize) {
    void vscode.window.showErrorMessage(vscode.l10n.t("The file is too large to compare."));
    return undefined;
  }
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  return { name: uri.path.slice(uri.path.lastIndexOf("/") + 1), text };
}

/**
 * Provides quick fixes that run a command. The fixes don't contain an edit, because the command prompts the user first.
 */
export class SpecificationFixes implements vscode.CodeActionProvider {
  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return diagnostics
      .filter(({ source }) => source === "docwright")
      .flatMap((diagnostic) => getAction(document, diagnostic) ?? []);
  }
}

function getAction(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): vscode.CodeAction | undefined {
  switch (getCode(diagnostic)) {
    case "openapi/remote-spec": {
      const url = toPlainText(document.getText(diagnostic.range));
      if (!/^https:/i.test(url)) return undefined;
      const title = vscode.l10n.t("Fetch this specification…");
      return createAction(diagnostic, { title, command: "docwright.fetchSpecification", arguments: [url] });
    }
    case "openapi/spec-version-unsupported": {
      if (!diagnostic.message.includes("Swagger 2.0")) return undefined;
      const uri = diagnostic.relatedInformation?.[0]?.location.uri ?? document.uri;
      const title = vscode.l10n.t("Convert to OpenAPI 3.1…");
      return createAction(diagnostic, { title, command: "docwright.convertSpecification", arguments: [uri] });
    }
    default:
      return undefined;
  }
}

function createAction(diagnostic: vscode.Diagnostic, command: vscode.Command): vscode.CodeAction {
  const action = new vscode.CodeAction(command.title, vscode.CodeActionKind.QuickFix);
  action.command = command;
  action.diagnostics = [diagnostic];
  action.isPreferred = true;
  return action;
}

/** Returns the text of a JSON or frontmatter value without quotation marks and escapes. */
function toPlainText(valueText: string): string {
  try {
    return String(JSON.parse(valueText));
  } catch {
    return valueText.replace(/^["']|["']$/g, "");
  }
}

function getCode({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : (code ?? ""));
}

interface SpecificationItem extends vscode.QuickPickItem {
  readonly specifications: readonly RemoteSpecification[];
}

/**
 * The maximum number of hosts for one specification. A specification may redirect to additional hosts, and each host
 * needs the user's consent.
 */
const maxHosts = 6;

/**
 * Implements `docwright.fetchSpecification`, which fetches the specification at this URL. If no URL is specified, the
 * user chooses the specifications.
 */
export async function fetchSpecification(
  server: LanguageServer,
  hostConsents: SpecHostConsents,
  url: unknown,
): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    const message = vscode.l10n.t("Docwright doesn't fetch specifications in untrusted workspaces.");
    void vscode.window.showWarningMessage(message);
    return;
  }
  const specifications = (await server.requestWithoutParams(remoteSpecifications)) ?? [];
  const chosenSpecifications =
    typeof url === "string"
      ? specifications.filter((specification) => specification.url === url)
      : await chooseSpecifications(specifications);
  if (!chosenSpecifications) return;
  if (chosenSpecifications.length === 0)
    void vscode.window.showInformationMessage(vscode.l10n.t("No open site uses a remote specification."));
  try {
    for (const specification of chosenSpecifications)
      await fetchRemoteSpecification(server, hostConsents, specification);
  } finally {
    hostConsents.clearTemporaryHosts();
  }
}

async function chooseSpecifications(
  specifications: readonly RemoteSpecification[],
): Promise<readonly RemoteSpecification[] | undefined> {
  if (specifications.length < 2) return specifications;
  const allItem: SpecificationItem = {
    label: vscode.l10n.t("All {0} specifications", formatNumber(specifications.length)),
    specifications,
  };
  const items = specifications.map((specification): SpecificationItem => ({
    label: specification.url,
    description: describeCopy(specification),
    specifications: [specification],
  }));
  const item = await vscode.window.showQuickPick([allItem, ...items], {
    title: vscode.l10n.t("Fetch Remote Specification"),
  });
  return item?.specifications;
}

function describeCopy({ fetchedAt, isStale }: RemoteSpecification): string {
  if (fetchedAt === undefined) return vscode.l10n.t("not fetched yet");
  const time = new Date(fetchedAt).toLocaleString();
  return isStale ? vscode.l10n.t("{0}, stale", time) : time;
}

async function fetchRemoteSpecification(
  server: LanguageServer,
  hostConsents: SpecHostConsents,
  specification: RemoteSpecification,
): Promise<void> {
  const { url, host } = specification;
  if (host !== undefined && !(await hostConsents.promptForConsent(host, url))) return;
  for (let attemptCount = 0; attemptCount < maxHosts; attemptCount++) {
    const result = await showProgress(url, (token) =>
      server.request(fetchRequest, { url, allowedHosts: hostConsents.hosts }, token),
    );
    if (result?.kind === "failed") return showFailure(specification, result.text);
    if (result?.kind === "fetched") return showSuccess(url, result.isNew);
    if (!result || !(await hostConsents.promptForConsent(result.host, url))) return;
  }
}

function showProgress<T>(url: string, run: (token: vscode.CancellationToken) => Promise<T>): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: removeLinks(vscode.l10n.t("Fetching {0}…", url)),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (_progress, token) => run(token));
}

/**
 * Shows a failure. A notification without buttons shows only the first line of its text, so that line must be
 * sufficient.
 */
function showFailure({ url, host }: RemoteSpecification, text: string): void {
  if (host === undefined) {
    void vscode.window.showErrorMessage(removeLinks(vscode.l10n.t("The URL {0}: {1}", text, url)));
    return;
  }
  const tryAgainButton = vscode.l10n.t("Try Again");
  void vscode.window.showErrorMessage(removeLinks(`${url} ${text}.`), tryAgainButton).then((button) => {
    if (button === tryAgainButton) void vscode.commands.executeCommand("docwright.fetchSpecification", url);
  });
}

function showSuccess(url: string, isNew: boolean): void {
  const message = isNew
    ? vscode.l10n.t("Fetched {0}. Docwright now checks the site against it.", url)
    : vscode.l10n.t("{0} hasn't changed.", url);
  vscode.window.setStatusBarMessage(message, 8000);
}

const hostsKey = "docwright.fetch.hosts";

/**
 * The hosts from which the user has allowed specifications to be fetched. The editor stores the hosts for this user,
 * never in a site, in settings, or on another machine. The `docwright.forgetHosts` command revokes the consent.
 */
export class SpecHostConsents {
  readonly #memento: vscode.Memento;
  /** Hosts that are allowed only for the current command. */
  readonly #temporaryHosts = new Set<string>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get hosts(): readonly string[] {
    return [...this.#getStoredHosts(), ...this.#temporaryHosts];
  }

  /** Whether this host is allowed. If the user hasn't allowed it yet, prompts the user. */
  async promptForConsent(host: string, url: string): Promise<boolean> {
    if (this.hosts.includes(host)) return true;
    const allowOnceButton = vscode.l10n.t("Allow Once");
    const allowAlwaysButton = vscode.l10n.t("Always Allow This Host");
    const choice = await vscode.window.showInformationMessage(
      vscode.l10n.t("Fetch a specification from {0}?", host),
      {
        modal: true,
        detail: vscode.l10n.t(
          "Docwright downloads {0}, keeps a copy on this machine, and checks your site against the copy. It doesn't send cookies or passwords and never connects to private network addresses.",
          url,
        ),
      },
      allowOnceButton,
      allowAlwaysButton,
    );
    if (choice === allowOnceButton) this.#temporaryHosts.add(host);
    if (choice === allowAlwaysButton) await this.#memento.update(hostsKey, [...this.#getStoredHosts(), host].sort());
    return choice !== undefined;
  }

  /** Clears the hosts that were allowed only for the current command. */
  clearTemporaryHosts(): void {
    this.#temporaryHosts.clear();
  }

  /** Prompts the user to select the hosts whose consent to revoke. */
  async revoke(): Promise<void> {
    const hosts = this.#getStoredHosts();
    if (hosts.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t("You haven't allowed any hosts permanently."));
      return;
    }
    const items = await vscode.window.showQuickPick([...hosts], {
      canPickMany: true,
      title: vscode.l10n.t("Allowed Specification Hosts"),
      placeHolder: vscode.l10n.t("Select the hosts to revoke access for"),
    });
    if (items && items.length > 0)
      await this.#memento.update(
        hostsKey,
        hosts.filter((host) => !items.includes(host)),
      );
  }

  #getStoredHosts(): readonly string[] {
    const storedValue = this.#memento.get<unknown>(hostsKey);
    return Array.isArray(storedValue) ? storedValue.filter((host): host is string => typeof host === "string") : [];
  }
}
