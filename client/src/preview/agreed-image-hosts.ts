import type * as vscode from "vscode";

const imageHostsKey = "docwright.preview.imageHosts";
const hostName = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/i;

/** Hosts on the web from which a site's preview may load images: kept for this person and folder, never in the site. */
export class AgreedImageHosts {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Of the site at this URI. */
  of(root: string): readonly string[] {
    const kept = this.#all()[root];
    return Array.isArray(kept)
      ? kept.filter((name): name is string => typeof name === "string" && hostName.test(name))
      : [];
  }

  /** The author has clicked at an image of the host. False for what is no host. */
  async agree(root: string, host: string): Promise<boolean> {
    if (!hostName.test(host)) return false;
    const hosts = [...new Set([...this.of(root), host.toLowerCase()])].sort();
    await this.#memory.update(imageHostsKey, { ...this.#all(), [root]: hosts });
    return true;
  }

  #all(): Readonly<Record<string, unknown>> {
    const kept = this.#memory.get<unknown>(imageHostsKey);
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  }
}
