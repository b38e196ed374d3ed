import type { CheckedSchema, SchemaIndex } from "../../spec/model/schema-model.ts";
import { escapeKey } from "../../text/decode-text.ts";
import type { LocalizedMessage } from "../../text/message.ts";

/** The result of checking a value against a schema. */
export interface ValidationOutcome {
  /** The mismatches. Empty if the value is valid. There are at most `maxOutcomeMismatches`. */
  readonly mismatches: readonly Mismatch[];
  /** Deviations that don't make the value invalid. */
  readonly warnings: readonly Mismatch[];
  /** The reason why part of the value couldn't be checked, or undefined if everything was checked. */
  readonly unverifiableReason: LocalizedMessage | undefined;
  /**
   * The names of properties that have been evaluated, for `unevaluatedProperties`. `evaluatedItems` contains the
   * indexes of evaluated items, for `unevaluatedItems`.
   */
  readonly evaluatedNames: ReadonlySet<string>;
  readonly evaluatedItems: ReadonlySet<number>;
}

export interface Mismatch {
  readonly instance: Instance;
  readonly text: LocalizedMessage;
  readonly schema: CheckedSchema;
  /** The keyword that the value violates. Empty if the schema doesn't allow any value. */
  readonly keyword: string;
}

export const maxOutcomeMismatches = 201;

/** The result for a valid value if there's nothing else to report. */
export const validOutcome: ValidationOutcome = {
  mismatches: [],
  warnings: [],
  unverifiableReason: undefined,
  evaluatedNames: new Set(),
  evaluatedItems: new Set(),
};

/** Collects the results of checking a value against each keyword of a schema. */
export class Findings {
  unverifiableReason: LocalizedMessage | undefined;
  // These fields are set only if they're needed, because a response can have millions of values, most of them without
  // mismatches.
  #mismatches: Mismatch[] | undefined;
  #warnings: Mismatch[] | undefined;
  #evaluatedNames: Set<string> | undefined;
  #evaluatedItems: Set<number> | undefined;
  readonly #instance: Instance;
  readonly #schema: CheckedSchema;

  constructor(instance: Instance, schema: CheckedSchema) {
    this.#instance = instance;
    this.#schema = schema;
  }

  /** Returns the combined result. All empty results share one object. */
  get outcome(): ValidationOutcome {
    const isEmpty = !this.#mismatches && !this.#warnings && !this.#evaluatedNames && !this.#evaluatedItems;
    if (isEmpty && this.unverifiableReason === undefined) return validOutcome;
    return {
      mismatches: this.#mismatches ?? validOutcome.mismatches,
      warnings: this.#warnings ?? validOutcome.warnings,
      unverifiableReason: this.unverifiableReason,
      evaluatedNames: this.#evaluatedNames ?? validOutcome.evaluatedNames,
      evaluatedItems: this.#evaluatedItems ?? validOutcome.evaluatedItems,
    };
  }

  hasName(name: string): boolean {
    return this.#evaluatedNames?.has(name) ?? false;
  }

  hasItem(index: number): boolean {
    return this.#evaluatedItems?.has(index) ?? false;
  }

  addName(name: string): void {
    (this.#evaluatedNames ??= new Set()).add(name);
  }

  addItem(index: number): void {
    (this.#evaluatedItems ??= new Set()).add(index);
  }

  addMismatch(keyword: string, text: LocalizedMessage, instance = this.#instance): void {
    this.#addMismatches((this.#mismatches ??= []), [{ instance, text, schema: this.#schema, keyword }]);
  }

  addWarning(keyword: string, text: LocalizedMessage): void {
    const warning = { instance: this.#instance, text, schema: this.#schema, keyword };
    this.#addMismatches((this.#warnings ??= []), [warning]);
  }

  /** Adds the result of a nested value. */
  mergeChild({ mismatches, warnings, unverifiableReason }: ValidationOutcome): void {
    if (mismatches.length > 0) this.#addMismatches((this.#mismatches ??= []), mismatches);
    if (warnings.length > 0) this.#addMismatches((this.#warnings ??= []), warnings);
    this.unverifiableReason ??= unverifiableReason;
  }

  /**
   * Adds the result of checking the same value against another schema, including the properties and items that it
   * evaluated.
   */
  merge(other: ValidationOutcome): void {
    this.mergeChild(other);
    if (other.mismatches.length > 0) return;
    for (const name of other.evaluatedNames) this.addName(name);
    for (const index of other.evaluatedItems) this.addItem(index);
  }

  #addMismatches(mismatches: Mismatch[], newMismatches: readonly Mismatch[]): void {
    for (const each of newMismatches) if (mismatches.length < maxOutcomeMismatches) mismatches.push(each);
  }
}

/** A value in a response, with its location and the results of its checks. */
export class Instance {
  readonly value: unknown;
  readonly depth: number;
  readonly #parent: Instance | undefined;
  readonly #key: string;
  /** The value's index among its siblings. */
  readonly #position: number;
  // These maps are created only if they're needed, because a response can have a million values, most of which have no
  // children and are checked only once.
  #children: Map<string, Instance> | undefined;
  #outcomesBySchema: Map<SchemaIndex, ValidationOutcome | undefined> | undefined;

  constructor(value: unknown, parent?: Instance, key = "", position = 0) {
    this.value = value;
    this.depth = parent ? parent.depth + 1 : 0;
    this.#parent = parent;
    this.#key = key;
    this.#position = position;
  }

  /** Returns the instance for the value at a key or index. Returns the same object each time for the same key. */
  getChild(key: string, value: unknown, position: number): Instance {
    const cachedChild = this.#children?.get(key);
    if (cachedChild) return cachedChild;
    const child = new Instance(value, this, key, position);
    (this.#children ??= new Map()).set(key, child);
    return child;
  }

  /**
   * Returns the result of checking the value against a schema, or undefined if the check hasn't started. While the
   * check is in progress, `outcome` is undefined.
   */
  getOutcome(schemaIndex: SchemaIndex): { readonly outcome: ValidationOutcome | undefined } | undefined {
    return this.#outcomesBySchema?.has(schemaIndex) ? { outcome: this.#outcomesBySchema.get(schemaIndex) } : undefined;
  }

  setOutcome(schemaIndex: SchemaIndex, outcome: ValidationOutcome | undefined): void {
    (this.#outcomesBySchema ??= new Map()).set(schemaIndex, outcome);
  }

  /** The value's JSON Pointer in the response. */
  get pointer(): string {
    const ownKey = escapeKey(this.#key);
    return this.#parent ? `${this.#parent.pointer}/${ownKey}` : "";
  }

  /** The indexes that lead from the root to this value. Mismatches are sorted by these indexes. */
  get positions(): readonly number[] {
    return this.#parent ? [...this.#parent.positions, this.#position] : [];
  }
}

/** Whether JSON text is nested more than this number of levels deep. Ignores brackets in strings. */
export function exceedsDepth(json: string, levels: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (isInString) {
      if (code === 92) i++;
      else if (code === 34) isInString = false;
    } else if (code === 34) isInString = true;
    else if (code === 91 || code === 123) {
      if (++depth > levels) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}
