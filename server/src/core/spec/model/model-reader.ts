import { followSpot, type RefOrigin, resolveRef, getDocumentRoot, type Spot } from "../resolve-ref.ts";
import { type PlacedNode, type SpecFiles, type SpecNode, textOf, valueAt } from "../spec-tree.ts";
import type { SchemaId, SchemaModel } from "./schema-model.ts";

/** Schemas that one operation may bring in; those of operations read before are not counted again. */
const maxSchemas = 2_000;
/** Schemas, named or not, that are read for each of them. */
const partsPerSchema = 25;
const maxSchemasInAll = 50_000;

/**
 * What several operations of one specification are read with: schemas that are named are read once, and those that
 * are named by nobody never.
 */
export class ModelReader {
  readonly files: SpecFiles;
  /** OpenAPI 3.0, where nothing counts that stands beside a `$ref`. */
  readonly refStandsAlone: boolean;
  /** As written; empty where the file says none. */
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

  /** Gives the next operation the room that each has, or less. */
  startAnew(max: number = maxSchemas): void {
    this.#cut = false;
    this.#partsLeft = max * partsPerSchema;
    this.#mostKnown = Math.min(this.#known.size + max, maxSchemasInAll);
  }

  /** Whether something was left out since the start. */
  get wasCut(): boolean {
    return this.#cut;
  }

  /** A schema that is named and not read yet. */
  nextNamed(): { readonly id: SchemaId; readonly spot: Spot } | undefined {
    return this.#waiting.pop();
  }

  /** Counts one more part; false when there are too many. */
  mayRead(): boolean {
    if (--this.#partsLeft >= 0) return true;
    this.noteCut();
    return false;
  }

  noteCut(): void {
    this.#cut = true;
  }

  /** The node, or what its `$ref` names in the end; undefined where that is nothing. */
  follow(spot: Spot): Spot | undefined {
    return followSpot(this.files, spot);
  }

  /** The value behind a key, followed. */
  child(spot: Spot | undefined, key: string): Spot | undefined {
    const node = valueAt(spot?.node, key);
    return spot && node && this.follow(isWithinBudget(spot, node));
  }

  /** The id of the schema that a reference names, which will be in `schemas`. */
  named(reference: string, origin: RefOrigin): { readonly ref: SchemaId } | "lost" | "cut" {
    const result = resolveRef(this.files, reference, origin);
    if (!result.ok) return "lost";
    return this.await(result.target.id, result.target) ? { ref: result.target.id } : "cut";
  }

  /** Takes care that a schema will be in `schemas`; false when there are too many. */
  await(id: SchemaId, spot: Spot): boolean {
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

/** Something inside a spot. */
export function isWithinBudget({ file, base }: RefOrigin, node: SpecNode): Spot {
  if (textOf(valueAt(node, "$id")) === undefined) return { file, node, base };
  const own: PlacedNode = { file, node, id: `${file}#@${node.range.start}` };
  return { file, node, base: own };
}
