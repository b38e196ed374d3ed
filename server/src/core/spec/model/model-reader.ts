import { followLocation, type RefLocation, resolveRef, getDocumentRoot, type NodeLocation } from "../resolve-ref.ts";
import { type LocatedNode, type SpecFiles, type SpecNode, getNodeText, getValue } from "../spec-tree.ts";
import type { SchemaId, SchemaModel } from "./schema-model.ts";

/** The maximum number of named schemas that one operation can add to those added by earlier operations. */
const maxSchemas = 2_000;
/** The average number of schemas, with or without a name, that can be read for each named schema. */
const partsPerSchema = 25;
const maxTotalSchemas = 50_000;

/**
 * The shared state for reading several operations in one specification. Each named schema is read only once, and only
 * if it's referenced.
 */
export class ModelReader {
  readonly files: SpecFiles;
  /** Whether the keys next to a `$ref` are ignored, as in OpenAPI 3.0. */
  readonly ignoresRefSiblings: boolean;
  /** The version as written. An empty string if the file has no version. */
  readonly version: string;
  readonly root: NodeLocation | undefined;
  readonly schemas = new Map<SchemaId, SchemaModel>();
  #isTruncated = false;
  #remainingPartCount = maxSchemas * partsPerSchema;
  #maxIds = maxSchemas;
  readonly #enqueuedIds = new Set<SchemaId>();
  readonly #queue: { readonly id: SchemaId; readonly location: NodeLocation }[] = [];

  constructor(files: SpecFiles) {
    this.files = files;
    this.root = getDocumentRoot(files, files.entry);
    const version = getValue(this.root?.node, "openapi");
    this.version = version?.kind === "scalar" ? String(version.value) : "";
    this.ignoresRefSiblings = /^3\.0\b/.test(this.version);
  }

  /** Resets the budget for the next operation, optionally with a smaller maximum. */
  resetBudget(max: number = maxSchemas): void {
    this.#isTruncated = false;
    this.#remainingPartCount = max * partsPerSchema;
    this.#maxIds = Math.min(this.#enqueuedIds.size + max, maxTotalSchemas);
  }

  /** Whether anything has been omitted since the budget was last reset. */
  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  /** Returns a schema that has been referenced but not read yet, or undefined if there are none left. */
  takeQueuedSchema(): { readonly id: SchemaId; readonly location: NodeLocation } | undefined {
    return this.#queue.pop();
  }

  /** Counts another schema. Returns false if the budget is used up. */
  spendBudget(): boolean {
    if (--this.#remainingPartCount >= 0) return true;
    this.markAsTruncated();
    return false;
  }

  markAsTruncated(): void {
    this.#isTruncated = true;
  }

  /** Returns the node or the final target of its `$ref`, or undefined if the `$ref` can't be resolved. */
  follow(location: NodeLocation): NodeLocation | undefined {
    return followLocation(this.files, location);
  }

  /** Returns the value of a key, with references resolved. */
  getChild(location: NodeLocation | undefined, key: string): NodeLocation | undefined {
    const node = getValue(location?.node, key);
    return location && node && this.follow(getInnerLocation(location, node));
  }

  /**
   * Queues the schema that a reference points to, and returns its ID. Returns `lost` if the reference can't be
   * resolved, and `cut` if the model already contains too many schemas.
   */
  enqueueReference(reference: string, origin: RefLocation): { readonly ref: SchemaId } | "lost" | "cut" {
    const result = resolveRef(this.files, reference, origin);
    if (!result.ok) return "lost";
    return this.enqueue(result.target.id, result.target) ? { ref: result.target.id } : "cut";
  }

  /** Marks a schema to be read and added to `schemas` later. Returns false if too many schemas have been marked. */
  enqueue(id: SchemaId, location: NodeLocation): boolean {
    if (this.#enqueuedIds.has(id)) return true;
    if (this.#enqueuedIds.size >= this.#maxIds) {
      this.markAsTruncated();
      return false;
    }
    this.#enqueuedIds.add(id);
    this.#queue.push({ id, location });
    return true;
  }

  isShared({ file, node }: NodeLocation): boolean {
    return this.files.getTree(file)?.sharedNodes.has(node) ?? false;
  }
}

/** Returns a node inside another node, along with its file and the base for its references. */
export function getInnerLocation({ file, base }: RefLocation, node: SpecNode): NodeLocation {
  if (getNodeText(getValue(node, "$id")) === undefined) return { file, node, base };
  const schemaBase: LocatedNode = { file, node, id: `${file}#@${node.range.start}` };
  return { file, node, base: schemaBase };
}
