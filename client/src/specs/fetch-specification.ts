import * as vscode from "vscode";
import {
  type RemoteSpecification,
  remoteSpecifications,
  fetchSpecification as request,
} from "../../../server/src/protocol/specifications.ts";
import { withoutLinks } from "../editor/editor-helpers.ts";
import type { LanguageServer } from "../language-client.ts";

interface SpecificationItem extends vscode.QuickPickItem {
  readonly specifications: readonly RemoteSpecification[];
}

/**
 * The maximum number of hosts for one specification, because it may redirect to further hosts, and each needs the
 * user's consent.
 */
const maxHosts = 6;

/**
 * Implements `docwright.fetchSpecification`, which fetches the specification with this URL, or those that the user
 * chooses.
 */
export async function fetchSpecification(
  server: LanguageServer,
  hosts: SpecHostConsents,
  url: unknown,
): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    const words = vscode.l10n.t(
      "Docwright doesn't fetch specifications in a workspace that you don't trust.",
    );
    void vscode.window.showWarningMessage(words);
    return;
  }
  const named = (await server.requestWithoutParams(remoteSpecifications)) ?? [];
  const chosen = typeof url === "string" ? named.filter((one) => one.url === url) : await choose(named);
  if (!chosen) return;
  if (chosen.length === 0)
    void vscode.window.showInformationMessage(vscode.l10n.t("No open site uses a remote specification."));
  try {
    for (const specification of chosen) await fetchOne(server, hosts, specification);
  } finally {
    hosts.endCommand();
  }
}

async function choose(
  named: readonly RemoteSpecification[],
): Promise<readonly RemoteSpecification[] | undefined> {
  if (named.length < 2) return named;
  const all: SpecificationItem = {
    label: vscode.l10n.t("All {0} specifications", named.length),
    specifications: named,
  };
  const items = named.map((one): SpecificationItem => ({
    label: one.url,
    description: describe(one),
    specifications: [one],
  }));
  const chosen = await vscode.window.showQuickPick([all, ...items], {
    title: vscode.l10n.t("Fetch Remote Specification"),
  });
  return chosen?.specifications;
}

function describe({ fetchedAt, stale }: RemoteSpecification): string {
  if (fetchedAt === undefined) return vscode.l10n.t("not fetched yet");
  const time = new Date(fetchedAt).toLocaleString();
  return stale ? vscode.l10n.t("{0}, stale", time) : time;
}

async function fetchOne(
  server: LanguageServer,
  hosts: SpecHostConsents,
  specification: RemoteSpecification,
): Promise<void> {
  const { url, host } = specification;
  if (host !== undefined && !(await hosts.agree(host, url))) return;
  for (let tries = 0; tries < maxHosts; tries++) {
    const answer = await withProgress(url, (token) =>
      server.request(request, { url, hosts: hosts.all }, token),
    );
    if (answer?.kind === "failed") return showFailure(specification, answer.text);
    if (answer?.kind === "fetched") return showSuccess(url, answer.isNew);
    if (!answer || !(await hosts.agree(answer.host, url))) return;
  }
}

function withProgress<T>(url: string, run: (token: vscode.CancellationToken) => Promise<T>): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: withoutLinks(vscode.l10n.t("Fetching {0}", url)),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (_progress, token) => run(token));
}

/**
 * Shows a failure. A notification with a button shows all of its lines. Without a button, the first line must be
 * sufficient.
 */
function showFailure({ url, host }: RemoteSpecification, text: string): void {
  if (host === undefined) {
    void vscode.window.showErrorMessage(withoutLinks(vscode.l10n.t("The URL {0}: {1}", text, url)));
    return;
  }
  const again = vscode.l10n.t("Try Again");
  void vscode.window.showErrorMessage(withoutLinks(`${url} ${text}.`), again).then((chosen) => {
    if (chosen === again) void vscode.commands.executeCommand("docwright.fetchSpecification", url);
  });
}

function showSuccess(url: string, isNew: boolean): void {
  const words = isNew
    ? vscode.l10n.t("Fetched {0}. The site is now checked against it.", url)
    : vscode.l10n.t("{0} hasn't changed.", url);
  vscode.window.setStatusBarMessage(words, 8000);
}

const key = "docwright.fetch.hosts";

/**
 * Hosts from which the user allows specifications to be fetched. The editor stores them for this user, never in a site,
 * in settings, or on another machine. The `docwright.forgetHosts` command revokes them.
 */
export class SpecHostConsents {
  readonly #memory: vscode.Memento;
  /** Hosts allowed for a single command. */
  readonly #once = new Set<string>();

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get all(): readonly string[] {
    return [...this.#getRetained(), ...this.#once];
  }

  /** Whether this host is allowed. Prompts the user if that isn't known. */
  async agree(host: string, url: string): Promise<boolean> {
    if (this.all.includes(host)) return true;
    const once = vscode.l10n.t("Allow Once");
    const always = vscode.l10n.t("Always Allow This Host");
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t("Fetch a specification from {0}?", host),
      {
        modal: true,
        detail: vscode.l10n.t(
          "Docwright downloads {0} and keeps a copy on this machine to check your site against. It sends no cookies or passwords and never connects to private network addresses.",
          url,
        ),
      },
      once,
      always,
    );
    if (answer === once) this.#once.add(host);
    if (answer === always) await this.#memory.update(key, [...this.#getRetained(), host].sort());
    return answer !== undefined;
  }

  /** Clears the hosts that were allowed for a single command. */
  endCommand(): void {
    this.#once.clear();
  }

  /** Prompts for the hosts to revoke. */
  async forget(): Promise<void> {
    const retained = this.#getRetained();
    if (retained.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t("No hosts are allowed."));
      return;
    }
    const chosen = await vscode.window.showQuickPick([...retained], {
      canPickMany: true,
      title: vscode.l10n.t("Allowed Specification Hosts"),
      placeHolder: vscode.l10n.t("Select the hosts to revoke"),
    });
    if (chosen && chosen.length > 0)
      await this.#memory.update(
        key,
        retained.filter((host) => !chosen.includes(host)),
      );
  }

  #getRetained(): readonly string[] {
    const retained = this.#memory.get<unknown>(key);
    return Array.isArray(retained) ? retained.filter((host): host is string => typeof host === "string") : [];
  }
}
