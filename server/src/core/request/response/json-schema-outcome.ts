import type { CheckedSchema, SchemaIndex } from "../../spec/model/schema-model.ts";

/** What holding a value against a schema came to. */
export interface ValidationOutcome {
  /** At most `maxFaults`; none: valid. */
  readonly faults: readonly Fault[];
  /** What is odd and does not make it invalid. */
  readonly warnings: readonly Fault[];
  /** Why a part of it could not be told. */
  readonly untold: string | undefined;
  /** Properties and items that a schema here is about, for `unevaluatedProperties` and `unevaluatedItems`. */
  readonly names: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
}

export interface Fault {
  readonly instance: Instance;
  readonly text: string;
  readonly schema: CheckedSchema;
  /** Under which key of the schema it is said; empty: the whole. */
  readonly keyword: string;
}

export const maxFaults = 201;

/** Valid, and nothing is known of it besides. */
export const nothing: ValidationOutcome = {
  faults: [],
  warnings: [],
  untold: undefined,
  names: new Set(),
  items: new Set(),
};

/** Collects what several keywords of one schema come to. */
export class Findings {
  untold: string | undefined;
  // Most values have nothing of these, and there may be millions of them.
  #faults: Fault[] | undefined;
  #warnings: Fault[] | undefined;
  #names: Set<string> | undefined;
  #items: Set<number> | undefined;
  readonly #instance: Instance;
  readonly #schema: CheckedSchema;

  constructor(instance: Instance, schema: CheckedSchema) {
    this.#instance = instance;
    this.#schema = schema;
  }

  /** What they come to; the same object wherever that is nothing. */
  get outcome(): ValidationOutcome {
    const isPlain = !this.#faults && !this.#warnings && !this.#names && !this.#items;
    if (isPlain && this.untold === undefined) return nothing;
    return {
      faults: this.#faults ?? nothing.faults,
      warnings: this.#warnings ?? nothing.warnings,
      untold: this.untold,
      names: this.#names ?? nothing.names,
      items: this.#items ?? nothing.items,
    };
  }

  hasName(name: string): boolean {
    return this.#names?.has(name) ?? false;
  }

  hasItem(item: number): boolean {
    return this.#items?.has(item) ?? false;
  }

  addName(name: string): void {
    (this.#names ??= new Set()).add(name);
  }

  addItem(item: number): void {
    (this.#items ??= new Set()).add(item);
  }

  fault(keyword: string, text: string, instance = this.#instance): void {
    this.#add((this.#faults ??= []), [{ instance, text, schema: this.#schema, keyword }]);
  }

  warn(keyword: string, text: string): void {
    const warning = { instance: this.#instance, text, schema: this.#schema, keyword };
    this.#add((this.#warnings ??= []), [warning]);
  }

  /** Of a value inside this one. */
  takeChild({ faults, warnings, untold }: ValidationOutcome): void {
    if (faults.length > 0) this.#add((this.#faults ??= []), faults);
    if (warnings.length > 0) this.#add((this.#warnings ??= []), warnings);
    this.untold ??= untold;
  }

  /** Of another schema for the same value. */
  takeSame(other: ValidationOutcome): void {
    this.takeChild(other);
    if (other.faults.length > 0) return;
    for (const name of other.names) this.addName(name);
    for (const item of other.items) this.addItem(item);
  }

  #add(list: Fault[], more: readonly Fault[]): void {
    for (const each of more) if (list.length < maxFaults) list.push(each);
  }
}

/** A value of an answer where it stands, with what has been found out about it. */
export class Instance {
  readonly value: unknown;
  readonly depth: number;
  readonly #parent: Instance | undefined;
  readonly #key: string;
  /** Which of its siblings it is. */
  readonly #position: number;
  // Most values have nothing inside and are asked about once, and there may be a million of them.
  #children: Map<string, Instance> | undefined;
  #outcomes: Map<SchemaIndex, ValidationOutcome | undefined> | undefined;

  constructor(value: unknown, parent?: Instance, key = "", position = 0) {
    this.value = value;
    this.depth = parent ? parent.depth + 1 : 0;
    this.#parent = parent;
    this.#key = key;
    this.#position = position;
  }

  /** The value behind a key or index, always the same one. */
  child(key: string, value: unknown, position: number): Instance {
    const known = this.#children?.get(key);
    if (known) return known;
    const child = new Instance(value, this, key, position);
    (this.#children ??= new Map()).set(key, child);
    return child;
  }

  /** What holding it against a schema came to; `undefined` while that is being found out. */
  outcomeOf(schema: SchemaIndex): { readonly outcome: ValidationOutcome | undefined } | undefined {
    return this.#outcomes?.has(schema) ? { outcome: this.#outcomes.get(schema) } : undefined;
  }

  keep(schema: SchemaIndex, outcome: ValidationOutcome | undefined): void {
    (this.#outcomes ??= new Map()).set(schema, outcome);
  }

  /** JSON Pointer from the whole. */
  get pointer(): string {
    const own = this.#key.replaceAll("~", "~0").replaceAll("/", "~1");
    return this.#parent ? `${this.#parent.pointer}/${own}` : "";
  }

  /** By which values are brought into the order of the answer. */
  get positions(): readonly number[] {
    return this.#parent ? [...this.#parent.positions, this.#position] : [];
  }
}

/** Whether the brackets of a JSON text are nested deeper than so many levels; texts in quotes do not count. */
export function exceedsDepth(json: string, levels: number): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (isText) {
      if (code === 92) i++;
      else if (code === 34) isText = false;
    } else if (code === 34) isText = true;
    else if (code === 91 || code === 123) {
      if (++depth > levels) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}
