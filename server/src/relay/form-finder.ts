/** Bytes that decide whether a search for a form begins. */
const prefixLength = 4;

interface Form {
  readonly bytes: string;
  readonly mark: string;
  /** For each length of a match, the length of the longest shorter one that ends in the same place (Knuth, Morris, Pratt). */
  fallback?: Int32Array;
}

/** Byte strings of at least four bytes to search for, all in one pass. */
export class FormTable {
  readonly #byPrefix = new Map<number, Form[]>();
  /** Which prefixes there may be, by their hash: nearly every byte of a body is dismissed here. */
  readonly #hashes = new Uint8Array(65_536);
  readonly #starts = [1, 2, 3].map(() => new Set<number>());
  readonly isEmpty: boolean;

  constructor(forms: ReadonlyMap<string, string>) {
    this.isEmpty = forms.size === 0;
    for (const [bytes, mark] of forms) {
      const key = keyOf(bytes, prefixLength);
      this.#hashes[hashOf(key)] = 1;
      this.#byPrefix.set(key, [...(this.#byPrefix.get(key) ?? []), { bytes, mark }]);
      for (const [index, starts] of this.#starts.entries()) starts.add(keyOf(bytes, index + 1));
    }
  }

  mayBeginWith(key: number): boolean {
    return this.#hashes[hashOf(key)] === 1;
  }

  beginningWith(key: number): readonly Form[] {
    return this.mayBeginWith(key) ? (this.#byPrefix.get(key) ?? []) : [];
  }

  /** Returns how many of the last bytes, at most three, may be the beginning of a form. */
  beginningIn(key: number, available: number): number {
    for (let length = Math.min(prefixLength - 1, available); length > 0; length--)
      if (this.#starts[length - 1]?.has(key & (2 ** (8 * length) - 1))) return length;
    return 0;
  }
}

export interface FoundForm {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/**
 * Finds forms in bytes that arrive in pieces. The time depends on the number of bytes and of forms, however the bytes
 * resemble the forms. Positions count from the start of the stream.
 */
export class FormFinder {
  readonly #table: FormTable;
  /** The last four bytes. */
  #key = 0;
  #at = 0;
  #begun: { readonly form: Form; matched: number }[] = [];

  constructor(table: FormTable) {
    this.#table = table;
  }

  /** The position from which on the bytes may be the beginning of a form. */
  get openStart(): number {
    const matched = this.#begun.reduce((most, each) => Math.max(most, each.matched), 0);
    return this.#at - (matched || this.#table.beginningIn(this.#key, this.#at));
  }

  /** Returns whether the other finder would find the same in what follows. */
  isLike(other: FormFinder): boolean {
    return (
      this.#begun.length + other.#begun.length === 0 &&
      this.#key === other.#key &&
      Math.min(this.#at, prefixLength) === Math.min(other.#at, prefixLength)
    );
  }

  /** Returns whether anything in the piece looked like a form. */
  push(piece: string, found: (form: FoundForm) => void): boolean {
    let isQuiet = this.#begun.length === 0;
    const from = this.#at;
    let key = this.#key;
    for (let index = 0; index < piece.length; index++) {
      const byte = piece.charCodeAt(index);
      key = (key << 8) | byte;
      if (this.#begun.length === 0 && !this.#table.mayBeginWith(key)) continue;
      this.#at = from + index + 1;
      this.#goOn(byte, found);
      if (this.#at < prefixLength) continue;
      for (const form of this.#table.beginningWith(key)) {
        isQuiet = false;
        this.#begin(form, found);
      }
    }
    this.#key = key;
    this.#at = from + piece.length;
    return !isQuiet;
  }

  /** Passes over bytes in which a finder like this one has found nothing. */
  skip(piece: string): void {
    for (let index = Math.max(0, piece.length - prefixLength); index < piece.length; index++)
      this.#key = (this.#key << 8) | piece.charCodeAt(index);
    this.#at += piece.length;
  }

  #begin(form: Form, found: (form: FoundForm) => void): void {
    if (this.#begun.some((each) => each.form === form)) return;
    if (form.bytes.length === prefixLength) return this.#report(form, found);
    this.#begun.push({ form, matched: prefixLength });
  }

  #goOn(byte: number, found: (form: FoundForm) => void): void {
    let hasEnded = false;
    for (const each of this.#begun) {
      const { form } = each;
      if (form.bytes.charCodeAt(each.matched) === byte) each.matched++;
      else each.matched = afterMismatch(form, each.matched, byte);
      if (each.matched === form.bytes.length) {
        this.#report(form, found);
        each.matched = fallbackOf(form)[each.matched - 1] ?? 0;
      }
      hasEnded ||= each.matched < prefixLength;
    }
    if (hasEnded) this.#begun = this.#begun.filter(({ matched }) => matched >= prefixLength);
  }

  #report({ bytes, mark }: Form, found: (form: FoundForm) => void): void {
    found({ start: this.#at - bytes.length, end: this.#at, mark });
  }
}

function afterMismatch(form: Form, matched: number, byte: number): number {
  const fallback = fallbackOf(form);
  let length = matched;
  while (length > 0 && form.bytes.charCodeAt(length) !== byte) length = fallback[length - 1] ?? 0;
  return form.bytes.charCodeAt(length) === byte ? length + 1 : 0;
}

function fallbackOf(form: Form): Int32Array {
  if (form.fallback) return form.fallback;
  const { bytes } = form;
  const fallback = new Int32Array(bytes.length);
  let length = 0;
  for (let index = 1; index < bytes.length; index++) {
    while (length > 0 && bytes.charCodeAt(index) !== bytes.charCodeAt(length))
      length = fallback[length - 1] ?? 0;
    if (bytes.charCodeAt(index) === bytes.charCodeAt(length)) length++;
    fallback[index] = length;
  }
  form.fallback = fallback;
  return fallback;
}

function keyOf(bytes: string, length: number): number {
  let key = 0;
  for (let index = 0; index < length; index++) key = (key << 8) | bytes.charCodeAt(index);
  return key;
}

function hashOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 16;
}
