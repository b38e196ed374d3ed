import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import { saveText } from "../editor/workspace.ts";

const componentsKey = "docwright.preview.components";
const maxCount = 500;

/**
 * The components that the user has allowed to run. Each component is identified by a hash of its file and imports. Only
 * the most recent components are stored.
 */
export class ComponentConsents {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get all(): readonly string[] {
    const retained = this.#memory.get<unknown>(componentsKey);
    return Array.isArray(retained)
      ? retained.filter((hash): hash is string => typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash))
      : [];
  }

  async keep(hash: string): Promise<void> {
    const known = this.all;
    if (!known.includes(hash)) await this.#memory.update(componentsKey, [...known.slice(1 - maxCount), hash]);
  }
}

const imageHostsKey = "docwright.preview.imageHosts";
const hostName = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/i;

/**
 * The hosts from which a site's preview may load images. The hosts are stored by user and folder, never in the site.
 */
export class ImageHostConsents {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Returns the allowed hosts of the site at this URI. */
  of(root: string): readonly string[] {
    const retained = this.#all()[root];
    return Array.isArray(retained)
      ? retained.filter((name): name is string => typeof name === "string" && hostName.test(name))
      : [];
  }

  /** Allows a host after the author has clicked an image from it. Returns false if the host isn't valid. */
  async agree(root: string, host: string): Promise<boolean> {
    if (!hostName.test(host)) return false;
    const hosts = [...new Set([...this.of(root), host.toLowerCase()])].sort();
    await this.#memory.update(imageHostsKey, { ...this.#all(), [root]: hosts });
    return true;
  }

  #all(): Readonly<Record<string, unknown>> {
    const retained = this.#memory.get<unknown>(imageHostsKey);
    return isPlainRecord(retained) ? retained : {};
  }
}

/**
 * Saves text from a page to a file that the user chooses. The page shows untrusted content, so it can only suggest a
 * file name.
 */
export async function saveFile(name: string, text: string, folder: string | undefined): Promise<void> {
  const root = folder === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.parse(folder);
  await saveText(text, name, root, {
    filters: { HTML: ["html"] },
    title: vscode.l10n.t("Save Page as HTML"),
  });
}
