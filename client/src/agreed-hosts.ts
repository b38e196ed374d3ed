import * as vscode from "vscode";

const key = "docwright.fetch.hosts";

/**
 * The hosts from which the person lets specifications be fetched. Kept by the editor for this person, never in a
 * site, a setting or another machine; `Docwright: Forget Hosts` takes them back.
 */
export class AgreedHosts {
  readonly #memory: vscode.Memento;
  /** For one command only. */
  readonly #once = new Set<string>();

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get all(): readonly string[] {
    return [...this.#kept(), ...this.#once];
  }

  /** Whether this host may be asked, after asking the person where that is not known. */
  async agree(host: string, url: string): Promise<boolean> {
    if (this.all.includes(host)) return true;
    const once = vscode.l10n.t("Only This Time");
    const always = vscode.l10n.t("Always from This Host");
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t("Fetch a specification from {0}?", host),
      {
        modal: true,
        detail: vscode.l10n.t(
          "Docwright asks for {0} and keeps a copy on this machine to check your site against. No cookies or passwords are sent. Addresses in a private network are never asked.",
          url,
        ),
      },
      once,
      always,
    );
    if (answer === once) this.#once.add(host);
    if (answer === always) await this.#memory.update(key, [...this.#kept(), host].sort());
    return answer !== undefined;
  }

  /** What was agreed to for one command is over. */
  endCommand(): void {
    this.#once.clear();
  }

  /** Lets the person take back what they have agreed to. */
  async forget(): Promise<void> {
    const kept = this.#kept();
    if (kept.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t("There is no host that you have agreed to."));
      return;
    }
    const chosen = await vscode.window.showQuickPick([...kept], {
      canPickMany: true,
      title: vscode.l10n.t("Hosts that specifications may be fetched from"),
      placeHolder: vscode.l10n.t("Choose those to forget"),
    });
    if (chosen && chosen.length > 0)
      await this.#memory.update(
        key,
        kept.filter((host) => !chosen.includes(host)),
      );
  }

  #kept(): readonly string[] {
    const kept = this.#memory.get<unknown>(key);
    return Array.isArray(kept) ? kept.filter((host): host is string => typeof host === "string") : [];
  }
}
