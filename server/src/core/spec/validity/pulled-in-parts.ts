import type { SitePath } from "../../text/text-edit.ts";
import { resolveRef } from "../resolve-ref.ts";
import { specKinds } from "../guess-spec.ts";
import type { SpecFiles } from "../spec-files.ts";
import { entryOf, type SpecTree } from "../spec-node.ts";
import { componentAt } from "./faulty-operations.ts";
import { pathOfPointer } from "./located-error.ts";
import { asyncapiParts, homeOf, openapiParts, type PartKinds } from "./part-kinds.ts";
import { pathToNode } from "./path-to-node.ts";
import { plainDocument } from "./plain-document.ts";

/** A value of another file that references name where a thing of this kind belongs. */
export interface PulledInPart {
  readonly kind: string;
  readonly file: SitePath;
  readonly tree: SpecTree;
  /** Where in its file it stands, by keys from the root; empty for the whole file. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** The references that name it. */
  readonly from: PartPlace[];
  /** The same value as part of what was judged before, or of a specification that is judged by itself. */
  readonly isJudged: boolean;
}

/** A place in a part that was pulled in, or in the specification's own file. */
export interface PartPlace {
  readonly part: PulledInPart | undefined;
  /** From the root of the document, or from the top of the part. */
  readonly path: readonly string[];
}

/** Values named by references that are followed, and how much text they stand in: nested ones count again. */
const mostParts = 2_000;
const mostPartsLength = 50_000_000;
/** So many references to one part are kept, which is more operations than a fault names. */
const mostFrom = 200;

interface Named {
  readonly reference: string;
  readonly kind: string;
  readonly file: SitePath;
  readonly from: PartPlace;
}

/**
 * Everything that the references of a specification name in other files, with the kind of thing that belongs in
 * their place, however many files lie between. `document` are the specification's plain values, `version` is as in
 * `checkName`. Comes to each part when all that names it up to then is known; `from` may grow later.
 */
export class PulledInParts {
  /** References from other files back to components of the specification's own: `schemas/User`. */
  readonly back = new Map<string, PartPlace[]>();
  readonly #files: SpecFiles;
  readonly #version: string;
  readonly #kinds: PartKinds;
  readonly #parts = new Map<string, PulledInPart>();
  readonly #waiting: Named[] = [];
  /** Kinds as which a value has been looked at: all that is in it has been, too. */
  readonly #seen = new Map<object, Set<string>>();
  readonly #values = new Map<SitePath, unknown>();
  #length = 0;

  constructor(files: SpecFiles, version: string) {
    this.#files = files;
    this.#version = version;
    this.#kinds = version.startsWith("asyncapi") ? asyncapiParts : openapiParts;
  }

  *partsOf(document: unknown): Generator<PulledInPart | undefined> {
    this.#visit(document, "document", this.#files.entry, { part: undefined, path: [] });
    yield undefined;
    // Grows while it is gone through.
    for (const next of this.#waiting) {
      const part = this.#partOf(next);
      if (!part) continue;
      yield part;
      this.#visit(part.value, part.kind, part.file, { part, path: [] });
    }
  }

  /** The part that a reference names, when it is the first to do so. */
  #partOf({ reference, kind, file, from }: Named): PulledInPart | undefined {
    const result = resolveRef(this.#files, reference, { file });
    if (!result.ok) return undefined;
    const { target } = result;
    if (target.file === this.#files.entry) {
      this.#keepBack(target.id, from);
      return undefined;
    }
    const identity = `${kind} ${target.id}`;
    const known = this.#parts.get(identity);
    if (known && known.from.length < mostFrom) known.from.push(from);
    const tree = this.#files.treeOf(target.file);
    this.#length += known ? 0 : target.node.range.end - target.node.range.start;
    if (known || !tree?.root || tree.fault) return undefined;
    if (this.#parts.size >= mostParts || this.#length > mostPartsLength) return undefined;
    const pointer = target.id.slice(target.file.length + 1);
    // The address of a schema that is known by its anchor counts from the beginning of the file.
    const isPointer = /^(\/|$)/.test(pointer);
    const path = isPointer ? pathOfPointer(pointer) : pathToNode(tree.root, target.node);
    if (!path) return undefined;
    const value = valueIn(this.#valueOf(target.file, tree), path);
    const isSeen = value !== null && typeof value === "object" && this.#seen.get(value)?.has(kind);
    const isJudged = isSeen === true || isOfSpecification(tree, path);
    const part = { kind, file: target.file, tree, path, value, from: [from], isJudged };
    this.#parts.set(identity, part);
    return value === undefined ? undefined : part;
  }

  #keepBack(id: string, from: PartPlace): void {
    const pointer = id.slice(this.#files.entry.length + 1);
    const component = pointer.startsWith("/") ? componentAt(pathOfPointer(pointer)) : undefined;
    const known = component === undefined ? undefined : this.back.get(component);
    if (component !== undefined && !known) this.back.set(component, [from]);
    if (known && known.length < mostFrom) known.push(from);
  }

  #valueOf(file: SitePath, tree: SpecTree): unknown {
    if (!this.#values.has(file)) this.#values.set(file, plainDocument(tree, tree.table?.text));
    return this.#values.get(file);
  }

  #visit(value: unknown, kind: string, file: SitePath, from: PartPlace): void {
    if (/^[[{]/.test(kind)) return this.#visitEach(value, kind.slice(1, -1), file, from);
    if (!isTable(value)) {
      // The items of a list of AsyncAPI may be described one by one.
      if (kind === "schema" && Array.isArray(value)) this.#visitEach(value, kind, file, from);
      return;
    }
    if (this.#isSeen(value, kind)) return;
    const reference = value["$ref"];
    if (typeof reference === "string") this.#name({ reference, kind, file, from });
    // Beside a reference nothing counts, but for these two.
    if (typeof reference === "string" && kind !== "pathItem" && kind !== "schema") return;
    // What is relative to an address of its own, or written in another language, is not followed.
    if (kind === "schema" && value["schemaFormat"] !== undefined) return;
    if (kind === "schema" && from.path.length > 0 && typeof value["$id"] === "string") return;
    const keys = this.#kinds[kind] ?? {};
    for (const [key, part] of Object.entries(value)) {
      const inner = Object.hasOwn(keys, key) ? keys[key] : key.startsWith("x-") ? undefined : keys["*"];
      if (inner !== undefined) this.#visit(part, inner, file, { ...from, path: [...from.path, key] });
    }
  }

  #visitEach(values: unknown, kind: string, file: SitePath, from: PartPlace): void {
    if (values === null || typeof values !== "object") return;
    const hasExtensions = kind === "pathItem" || kind === "response" || kind === "callback";
    for (const [key, value] of Object.entries(values)) {
      if (hasExtensions && key.startsWith("x-")) continue;
      this.#visit(value, kind, file, { ...from, path: [...from.path, key] });
    }
  }

  #name(named: Named): void {
    if (homeOf(named.kind, this.#version) === undefined) return;
    // Inside its own file the specification is judged as it stands, and `#` is what ends a circle of aliases.
    if (named.reference.startsWith("#") && (named.from.part === undefined || named.reference === "#")) return;
    this.#waiting.push(named);
  }

  #isSeen(value: object, kind: string): boolean {
    const kinds = this.#seen.get(value);
    if (kinds?.has(kind)) return true;
    if (kinds) kinds.add(kind);
    else this.#seen.set(value, new Set([kind]));
    return false;
  }
}

const judgedSections = new Set(["components", "paths", "webhooks", "channels", "operations", "servers"]);

/** Whether this stands where another specification is judged itself. */
function isOfSpecification({ root }: SpecTree, [section = ""]: readonly string[]): boolean {
  return judgedSections.has(section) && specKinds.some((key) => entryOf(root, key) !== undefined);
}

function valueIn(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
