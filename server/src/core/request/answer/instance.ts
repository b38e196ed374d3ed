import type { SchemaIndex } from "../../spec/model/checked-schema.ts";
import type { Outcome } from "./outcome.ts";

/** A value of an answer where it stands, with what has been found out about it. */
export class Instance {
  readonly value: unknown;
  readonly depth: number;
  /** By schema; `undefined` while it is being held against it. */
  readonly outcomes = new Map<SchemaIndex, Outcome | undefined>();
  readonly #parent: Instance | undefined;
  readonly #key: string;
  /** Which of its siblings it is. */
  readonly #position: number;
  readonly #children = new Map<string, Instance>();

  constructor(value: unknown, parent?: Instance, key = "", position = 0) {
    this.value = value;
    this.depth = parent ? parent.depth + 1 : 0;
    this.#parent = parent;
    this.#key = key;
    this.#position = position;
  }

  /** The value behind a key or index, always the same one. */
  child(key: string, value: unknown, position: number): Instance {
    const known = this.#children.get(key);
    if (known) return known;
    const child = new Instance(value, this, key, position);
    this.#children.set(key, child);
    return child;
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
