import { followSpot, type RefOrigin, resolveRef, getDocumentRoot, type Spot } from "../resolve-ref.ts";
import { type PlacedNode, type SpecFiles, type SpecNode, textOf, valueAt } from "../spec-tree.ts";
import type { SchemaId, SchemaModel } from "./schema-model.ts";

/** The maximum number of named schemas that one operation can add to those added by earlier operations. */
const maxSchemas = 2_000;
/** The average number of schemas, with or without a name, that can be read for each named schema. */
const partsPerSchema = 25;
const maxSchemasInAll = 50_000;

/**
 * The shared state for reading several operations in one specification. Each named schema is read only once, and only
 * if it's referenced.
 */
export class ModelReader {
  readonly files: SpecFiles;
  /** Whether the keys next to a `$ref` are ignored, as in OpenAPI 3.0. */
  readonly refStandsAlone: boolean;
  /** The version as written. An empty string if the file has no version. */
  readonly version: string;
  readonly root: Spot | undefined;
  readonly schemas = new Map<SchemaId, SchemaModel>();
  #cut = false;
  #partsLeft = maxSchemas * partsPerSchema;
  #mostKnown = maxSchemas;
  readonly #known = new Set<SchemaId>();
  readonly #waiting: { readonly id: SchemaId; readonly spot: Spot }[] = [];

  constructor(files: SpecFiles) {
    this.files = files;
    this.root = getDocumentRoot(files, files.entry);
    const version = valueAt(this.root?.node, "openapi");
    this.version = version?.kind === "scalar" ? String(version.value) : "";
    this.refStandsAlone = /^3\.0\b/.test(this.version);
  }

  /** Resets the budget for the next operation, optionally with a smaller maximum. */
  resetBudget(max: number = maxSchemas): void {
    this.#cut = false;
    this.#partsLeft = max * partsPerSchema;
    this.#mostKnown = Math.min(this.#known.size + max, maxSchemasInAll);
  }

  /** Whether anything has been omitted since the budget was last reset. */
  get wasCut(): boolean {
    return this.#cut;
  }

  /** Returns a schema that has been referenced but not read yet, or undefined if there are none left. */
  nextQueued(): { readonly id: SchemaId; readonly spot: Spot } | undefined {
    return this.#waiting.pop();
  }

  /** Counts another schema. Returns false if the budget is used up. */
  spendBudget(): boolean {
    if (--this.#partsLeft >= 0) return true;
    this.noteCut();
    return false;
  }

  noteCut(): void {
    this.#cut = true;
  }

  /** Returns the node or the final target of its `$ref`, or undefined if the `$ref` can't be resolved. */
  follow(spot: Spot): Spot | undefined {
    return followSpot(this.files, spot);
  }

  /** Returns the value of a key, with references resolved. */
  child(spot: Spot | undefined, key: string): Spot | undefined {
    const node = valueAt(spot?.node, key);
    return spot && node && this.follow(spotInside(spot, node));
  }

  /**
   * Returns the ID of the schema that a reference points to, and ensures that the schema is added to `schemas` later.
   */
  enqueueReference(reference: string, origin: RefOrigin): { readonly ref: SchemaId } | "lost" | "cut" {
    const result = resolveRef(this.files, reference, origin);
    if (!result.ok) return "lost";
    return this.enqueue(result.target.id, result.target) ? { ref: result.target.id } : "cut";
  }

  /** Marks a schema to be read and added to `schemas` later. Returns false if too many schemas have been marked. */
  enqueue(id: SchemaId, spot: Spot): boolean {
    if (this.#known.has(id)) return true;
    if (this.#known.size >= this.#mostKnown) {
      this.noteCut();
      return false;
    }
    this.#known.add(id);
    this.#waiting.push({ id, spot });
    return true;
  }

  isShared({ file, node }: Spot): boolean {
    return this.files.treeOf(file)?.shared.has(node) ?? false;
  }
}

/** Returns a node inside another node, along with its file and the base for its references. */
export function spotInside({ file, base }: RefOrigin, node: SpecNode): Spot {
  if (textOf(valueAt(node, "$id")) === undefined) return { file, node, base };
  const own: PlacedNode = { file, node, id: `${file}#@${node.range.start}` };
  return { file, node, base: own };
}
