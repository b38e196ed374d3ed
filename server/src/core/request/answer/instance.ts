import type { SchemaIndex } from "../../spec/model/schema-model.ts";
import type { Outcome } from "./outcome.ts";

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
  #outcomes: Map<SchemaIndex, Outcome | undefined> | undefined;

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
  outcomeOf(schema: SchemaIndex): { readonly outcome: Outcome | undefined } | undefined {
    return this.#outcomes?.has(schema) ? { outcome: this.#outcomes.get(schema) } : undefined;
  }

  keep(schema: SchemaIndex, outcome: Outcome | undefined): void {
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
