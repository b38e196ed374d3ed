import { readSpecTree } from "../core/spec/read-spec-tree.ts";
import type { SpecTree } from "../core/spec/spec-tree.ts";
import type { SitePath } from "../core/text/text-edit.ts";

/** In UTF-16 units of the texts: the largest specification with room for a second one. */
const largestShelf = 40_000_000;
const mostTrees = 200;

interface Shelved {
  readonly text: string;
  readonly tree: SpecTree;
}

/** Trees that were read lately, by the hash of their text, so that no question reads a file again. */
export class TreeShelf {
  readonly #trees = new Map<string, Shelved>();
  /** The key of the latest tree of each file. */
  readonly #keys = new Map<string, string>();
  #length = 0;

  get(path: SitePath, hash: string): Shelved | undefined {
    const key = keyOf(path, hash);
    const found = this.#trees.get(key);
    if (!found) return undefined;
    this.#trees.delete(key);
    this.#trees.set(key, found);
    return found;
  }

  /** Reads the text, unless it has been read before. */
  put(site: string, path: SitePath, hash: string, text: string): Shelved {
    const known = this.get(path, hash);
    if (known) return known;
    const shelved = { text, tree: readSpecTree(path, text) };
    // What a file said before its last change is hardly ever asked for again.
    const place = `${site} ${path}`;
    const before = this.#keys.get(place);
    if (before !== undefined) this.#drop(before);
    this.#keys.set(place, keyOf(path, hash));
    this.#trees.set(keyOf(path, hash), shelved);
    this.#length += text.length;
    for (const [key, oldest] of this.#trees) {
      if (oldest === shelved || (this.#length <= largestShelf && this.#trees.size <= mostTrees)) break;
      this.#drop(key);
    }
    return shelved;
  }

  #drop(key: string): void {
    this.#length -= this.#trees.get(key)?.text.length ?? 0;
    this.#trees.delete(key);
  }

  /** Forgets what has been made of the trees on the way; the trees stay. */
  release(): void {
    for (const { tree } of this.#trees.values()) tree.release?.();
  }
}

/** The same text is another tree as JSON and as YAML. */
function keyOf(path: SitePath, hash: string): string {
  return `${/\.json$/i.test(path) ? "json" : "yaml"} ${hash}`;
}
