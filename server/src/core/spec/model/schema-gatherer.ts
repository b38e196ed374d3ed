import type { TextRange } from "../../text/text-edit.ts";
import { followSpot, refOf, resolveRef, type RefOrigin, type Spot } from "../resolve-ref.ts";
import type { SpecFiles } from "../spec-files.ts";
import { entriesOf, isTrue, textOf, valueAt, type SpecNode } from "../spec-node.ts";
import type { CheckedSchema, SchemaIndex } from "./checked-schema.ts";
import { keywordReaders } from "./keyword-readers.ts";
import { within } from "./model-reader.ts";

/** More than any operation of the largest known specifications names. */
const mostSchemas = 30_000;

/** A schema while it is being read. */
export type CheckedDraft = { -readonly [Key in keyof CheckedSchema]: CheckedSchema[Key] };

/** Gathers schemas and all that they name, each once: one that is met again, through a reference or an anchor of YAML, keeps its number. */
export class SchemaGatherer {
  readonly files: SpecFiles;
  /** OpenAPI 3.0, where nothing counts that stands beside a `$ref`. */
  readonly #refStandsAlone: boolean;
  readonly #schemas: CheckedSchema[] = [];
  readonly #known = new Map<SpecNode, SchemaIndex>();
  readonly #waiting: Spot[] = [];

  constructor(files: SpecFiles, refStandsAlone: boolean) {
    this.files = files;
    this.#refStandsAlone = refStandsAlone;
  }

  /** The number that the schema at this place has or will have. */
  indexOf(spot: Spot): SchemaIndex {
    const known = this.#known.get(spot.node);
    if (known !== undefined) return known;
    const index = this.#known.size;
    this.#known.set(spot.node, index);
    this.#waiting.push(spot);
    return index;
  }

  /** Of a schema inside another. */
  inside(spot: Spot, node: SpecNode): SchemaIndex {
    return this.indexOf(within(spot, node));
  }

  /** The number of what a reference names; undefined where that is nothing. */
  named(reference: string, origin: RefOrigin): SchemaIndex | undefined {
    const result = resolveRef(this.files, reference, origin);
    return result.ok ? this.indexOf(result.target) : undefined;
  }

  /** Whether what stands there, references followed, is `writeOnly`. */
  isWriteOnly(spot: Spot): boolean {
    return isTrue(valueAt(followSpot(this.files, spot)?.node, "writeOnly"));
  }

  /** All schemas that have a number, in its order. */
  gathered(): readonly CheckedSchema[] {
    // What is read here makes the list longer.
    for (const spot of this.#waiting)
      this.#schemas.push(this.#schemas.length < mostSchemas ? this.#read(spot) : tooMany(spot));
    this.#waiting.length = 0;
    return this.#schemas;
  }

  #read(spot: Spot): CheckedSchema {
    const { file, node } = spot;
    const marks: Record<string, TextRange> = {};
    const draft: CheckedDraft = { at: { file, range: node.range }, marks, numbers: {} };
    if (node.kind !== "map") {
      if (node.kind === "scalar" && node.value === false) draft.never = true;
      return draft;
    }
    const own = refOf(node);
    const dynamic = own === undefined ? textOf(valueAt(node, "$dynamicRef")) : undefined;
    const reference = own ?? dynamic;
    if (reference !== undefined) this.#take(reference, dynamic !== undefined, draft, spot);
    const onlyRef = this.#refStandsAlone && reference !== undefined;
    for (const { key, keyRange, value } of entriesOf(node)) {
      if (!key.startsWith("$") && onlyRef) continue;
      const read = keywordReaders.get(key);
      if (!read) continue;
      marks[key] = keyRange;
      read(draft, value, spot, this);
    }
    if (this.#refStandsAlone && !onlyRef) lower(draft, node);
    return draft;
  }

  #take(reference: string, isDynamic: boolean, draft: CheckedDraft, spot: Spot): void {
    const result = resolveRef(this.files, reference, spot);
    const words = reference.slice(0, 200);
    if (!result.ok) draft.untold = `The reference \`${words}\` leads nowhere.`;
    // Which of the anchors of this name it is depends on the way by which one has come here.
    else if (isDynamic && valueAt(result.target.node, "$dynamicAnchor"))
      draft.untold = `Where \`$dynamicRef\` leads, \`${words}\`, is not told here.`;
    else draft.ref = this.indexOf(result.target);
  }
}

/** What OpenAPI 3.0 says in its own way. `nullable` adds to `type` alone. */
function lower(draft: CheckedDraft, node: SpecNode): void {
  if (draft.types && isTrue(valueAt(node, "nullable"))) draft.types = [...draft.types, "null"];
  const numbers: Record<string, number> = { ...draft.numbers };
  for (const [limit, exclusive] of exclusiveLimits) {
    const value = numbers[limit];
    if (value === undefined || !isTrue(valueAt(node, exclusive))) continue;
    delete numbers[limit];
    numbers[exclusive] = value;
  }
  draft.numbers = numbers;
}

const exclusiveLimits = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

function tooMany({ file, node }: Spot): CheckedSchema {
  const untold = "The specification has more schemas here than are looked at.";
  return { at: { file, range: node.range }, marks: {}, numbers: {}, untold };
}
