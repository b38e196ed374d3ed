import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder on disk that contains the files of a site. `remove` deletes the folder. */
export class TempFolder {
  readonly root: string;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.root = realpathSync.native(mkdtempSync(join(tmpdir(), "docwright-lsp-")));
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  at(path: string): string {
    return join(this.root, path);
  }

  write(path: string, text: string): string {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
    return this.at(path);
  }

  read(path: string): string {
    return readFileSync(this.at(path), "utf8");
  }

  rename(from: string, to: string): void {
    mkdirSync(dirname(this.at(to)), { recursive: true });
    renameSync(this.at(from), this.at(to));
  }

  delete(path: string): string {
    rmSync(this.at(path), { recursive: true, force: true });
    return this.at(path);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Returns a docs.json that lists these pages. */
export function docsJson(...pages: readonly string[]): string {
  return `${JSON.stringify({ navigation: { pages } }, undefined, 2)}\n`;
}

/** Returns a page without problems. */
export function page(title: string): string {
  return `---\ntitle: ${title}\n---\n\nText.\n`;
}

/** Returns a .docwright.json that declares these folders as separate sites. */
export function sites(...folders: readonly string[]): string {
  return `${JSON.stringify({ sites: folders })}\n`;
}
