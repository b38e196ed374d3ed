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
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get hashes(): readonly string[] {
    const storedValue = this.#memento.get<unknown>(componentsKey);
    return Array.isArray(storedValue)
      ? storedValue.filter((hash): hash is string => typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash))
      : [];
  }

  async saveConsent(hash: string): Promise<void> {
    const hashes = this.hashes;
    if (!hashes.includes(hash)) await this.#memento.update(componentsKey, [...hashes.slice(1 - maxCount), hash]);
  }
}

const imageHostsKey = "docwright.preview.imageHosts";
const hostNamePattern = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/i;

/**
 * The hosts from which a site's preview may load images. The hosts are stored by user and folder, never in the site.
 */
export class ImageHostConsents {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Returns the allowed hosts of the site at this URI. */
  getHosts(root: string): readonly string[] {
    const hosts = this.#getStoredHosts()[root];
    return Array.isArray(hosts)
      ? hosts.filter((name): name is string => typeof name === "string" && hostNamePattern.test(name))
      : [];
  }

  /** Allows a host after the author has clicked an image from it. Returns false if the host isn't valid. */
  async allowHost(root: string, host: string): Promise<boolean> {
    if (!hostNamePattern.test(host)) return false;
    const hosts = [...new Set([...this.getHosts(root), host.toLowerCase()])].sort();
    await this.#memento.update(imageHostsKey, { ...this.#getStoredHosts(), [root]: hosts });
    return true;
  }

  #getStoredHosts(): Readonly<Record<string, unknown>> {
    const storedValue = this.#memento.get<unknown>(imageHostsKey);
    return isPlainRecord(storedValue) ? storedValue : {};
  }
}

/**
 * Saves text from a page to a file that the user chooses. The page shows untrusted content, so it can only suggest a
 * file name.
 */
export async function saveFile(name: string, text: string, folder: string | undefined): Promise<void> {
  const folderUri = folder === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.parse(folder);
  await saveText(text, name, folderUri, {
    filters: { HTML: ["html"] },
    title: vscode.l10n.t("Save Page as HTML"),
  });
}
