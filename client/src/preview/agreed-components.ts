import type * as vscode from "vscode";

const componentsKey = "docwright.preview.components";
const most = 500;

/** Components that this person has had run here, by the hash of a file and what it imports: the newest ones. */
export class AgreedComponents {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get all(): readonly string[] {
    const kept = this.#memory.get<unknown>(componentsKey);
    return Array.isArray(kept)
      ? kept.filter((hash): hash is string => typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash))
      : [];
  }

  async keep(hash: string): Promise<void> {
    const known = this.all;
    if (!known.includes(hash)) await this.#memory.update(componentsKey, [...known.slice(1 - most), hash]);
  }
}
