import { Transform } from "node:stream";
import { createSecretPlaceholder } from "../../core/request/build/secret-placeholders.ts";
import type { Credential, RequestValues } from "../../core/request/form/request-values.ts";
import type { HistoryDraft } from "../../core/request/protocol/playground-protocol.ts";
import { toBytes, EscapeDecoder, listSecretForms } from "./secret-spellings.ts";

/** The number of bytes at the start of an encoded form that must match before the rest of the form is compared. */
const prefixLength = 4;

interface SecretForm {
  readonly bytes: string;
  readonly placeholder: string;
  /**
   * For each length of a match, the length of the longest shorter match that ends at the same position
   * (Knuth-Morris-Pratt).
   */
  fallbackLengths?: Int32Array;
}

/** A table of byte strings with at least four bytes each. All byte strings can be searched for in a single pass. */
export class SecretFormTable {
  readonly #formsByPrefix = new Map<number, SecretForm[]>();
  /**
   * Contains 1 at each index that is the hash of a form's prefix. These hashes rule out nearly every byte in a body.
   */
  readonly #hashes = new Uint8Array(65_536);
  readonly #startKeys = [1, 2, 3].map(() => new Set<number>());
  readonly isEmpty: boolean;

  constructor(forms: ReadonlyMap<string, string>) {
    this.isEmpty = forms.size === 0;
    for (const [bytes, placeholder] of forms) {
      const key = getKey(bytes, prefixLength);
      this.#hashes[hashKey(key)] = 1;
      this.#formsByPrefix.set(key, [...(this.#formsByPrefix.get(key) ?? []), { bytes, placeholder }]);
      for (const [index, startKeys] of this.#startKeys.entries()) startKeys.add(getKey(bytes, index + 1));
    }
  }

  canStartWith(key: number): boolean {
    return this.#hashes[hashKey(key)] === 1;
  }

  findByStart(key: number): readonly SecretForm[] {
    return this.canStartWith(key) ? (this.#formsByPrefix.get(key) ?? []) : [];
  }

  /** Returns how many of the last bytes in `key` may be the start of a form, at most three. */
  countStartBytes(key: number, availableCount: number): number {
    for (let length = Math.min(prefixLength - 1, availableCount); length > 0; length--)
      if (this.#startKeys[length - 1]?.has(key & (2 ** (8 * length) - 1))) return length;
    return 0;
  }
}

export interface FoundSecretForm {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/**
 * Finds secrets, in any of their encoded forms, in a stream of chunks. The search time depends only on the number of
 * bytes and forms, even if the forms are similar. Positions are relative to the start of the stream.
 */
export class SecretFormFinder {
  readonly #table: SecretFormTable;
  /** The last four bytes that were searched. */
  #key = 0;
  #offset = 0;
  #openForms: { readonly form: SecretForm; matchedLength: number }[] = [];

  constructor(table: SecretFormTable) {
    this.#table = table;
  }

  /** The position of the first byte that may be the start of a form. */
  get openStart(): number {
    const matchedLength = this.#openForms.reduce((max, each) => Math.max(max, each.matchedLength), 0);
    return this.#offset - (matchedLength || this.#table.countStartBytes(this.#key, this.#offset));
  }

  /** Whether the other finder would find the same forms in the remaining stream. */
  isSameAs(other: SecretFormFinder): boolean {
    return (
      this.#openForms.length + other.#openForms.length === 0 &&
      this.#key === other.#key &&
      Math.min(this.#offset, prefixLength) === Math.min(other.#offset, prefixLength)
    );
  }

  /** Searches a chunk. Returns whether any part of it looked like a form. */
  push(chunk: string, onFound: (form: FoundSecretForm) => void): boolean {
    let hasNoCandidates = this.#openForms.length === 0;
    const chunkStart = this.#offset;
    let key = this.#key;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk.charCodeAt(index);
      key = (key << 8) | byte;
      if (this.#openForms.length === 0 && !this.#table.canStartWith(key)) continue;
      this.#offset = chunkStart + index + 1;
      this.#advanceForms(byte, onFound);
      if (this.#offset < prefixLength) continue;
      for (const form of this.#table.findByStart(key)) {
        hasNoCandidates = false;
        this.#startForm(form, onFound);
      }
    }
    this.#key = key;
    this.#offset = chunkStart + chunk.length;
    return !hasNoCandidates;
  }

  /** Skips bytes in which a finder with the same state hasn't found anything. */
  skipChunk(chunk: string): void {
    for (let index = Math.max(0, chunk.length - prefixLength); index < chunk.length; index++)
      this.#key = (this.#key << 8) | chunk.charCodeAt(index);
    this.#offset += chunk.length;
  }

  #startForm(form: SecretForm, onFound: (form: FoundSecretForm) => void): void {
    if (this.#openForms.some((each) => each.form === form)) return;
    if (form.bytes.length === prefixLength) return this.#reportForm(form, onFound);
    this.#openForms.push({ form, matchedLength: prefixLength });
  }

  #advanceForms(byte: number, onFound: (form: FoundSecretForm) => void): void {
    let hasEnded = false;
    for (const each of this.#openForms) {
      const { form } = each;
      if (form.bytes.charCodeAt(each.matchedLength) === byte) each.matchedLength++;
      else each.matchedLength = getNextLength(form, each.matchedLength, byte);
      if (each.matchedLength === form.bytes.length) {
        this.#reportForm(form, onFound);
        each.matchedLength = getFallbackLengths(form)[each.matchedLength - 1] ?? 0;
      }
      hasEnded ||= each.matchedLength < prefixLength;
    }
    if (hasEnded) this.#openForms = this.#openForms.filter(({ matchedLength }) => matchedLength >= prefixLength);
  }

  #reportForm({ bytes, placeholder }: SecretForm, onFound: (form: FoundSecretForm) => void): void {
    onFound({ start: this.#offset - bytes.length, end: this.#offset, placeholder });
  }
}

function getNextLength(form: SecretForm, matchedLength: number, byte: number): number {
  const fallbackLengths = getFallbackLengths(form);
  let length = matchedLength;
  while (length > 0 && form.bytes.charCodeAt(length) !== byte) length = fallbackLengths[length - 1] ?? 0;
  return form.bytes.charCodeAt(length) === byte ? length + 1 : 0;
}

function getFallbackLengths(form: SecretForm): Int32Array {
  if (form.fallbackLengths) return form.fallbackLengths;
  const { bytes } = form;
  const fallbackLengths = new Int32Array(bytes.length);
  let length = 0;
  for (let index = 1; index < bytes.length; index++) {
    while (length > 0 && bytes.charCodeAt(index) !== bytes.charCodeAt(length))
      length = fallbackLengths[length - 1] ?? 0;
    if (bytes.charCodeAt(index) === bytes.charCodeAt(length)) length++;
    fallbackLengths[index] = length;
  }
  form.fallbackLengths = fallbackLengths;
  return fallbackLengths;
}

function getKey(bytes: string, length: number): number {
  let key = 0;
  for (let index = 0; index < length; index++) key = (key << 8) | bytes.charCodeAt(index);
  return key;
}

function hashKey(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 16;
}

/** The maximum number of nested escapes, for example, JSON in JSON in a URL. */
const maxLayers = 3;

/**
 * Returns a function that replaces the values of secrets with their placeholders. All text that leaves the relay is
 * passed through such a function.
 */
export function createRedactor(secrets: ReadonlyMap<string, string>): (text: string) => string {
  return createFormRedactor(listSecretForms(secrets));
}

/** Returns the same kind of function as `createRedactor` for a map of forms returned by `listSecretForms`. */
export function createFormRedactor(placeholdersByForm: ReadonlyMap<string, string>): (text: string) => string {
  if (placeholdersByForm.size === 0) return (text) => text;
  let table: SecretFormTable | undefined;
  return (text) => {
    table ??= new SecretFormTable(placeholdersByForm);
    const bytes = toBytes(text);
    const redactedBytes = new StreamRedactor(table).end(bytes);
    return redactedBytes === bytes ? text : Buffer.from(redactedBytes, "latin1").toString();
  };
}

/**
 * Replaces secrets in a stream of chunks, regardless of how the secrets are encoded. The bytes are searched both as
 * received and with up to three layers of escapes decoded. Bytes that may be the start of a secret are held back until
 * the next chunk.
 */
export class StreamRedactor {
  readonly #layers: readonly { readonly finder: SecretFormFinder; readonly decoder: EscapeDecoder }[];
  /** The bytes that are held back. `#pendingStart` is the position of the first one. */
  #pendingText = "";
  #pendingStart = 0;
  #foundForms: FoundSecretForm[] = [];

  constructor(table: SecretFormTable) {
    this.#layers = Array.from({ length: maxLayers + 1 }, () => ({
      finder: new SecretFormFinder(table),
      decoder: new EscapeDecoder(),
    }));
  }

  push(chunk: string): string {
    this.#search(chunk, false);
    return this.#releaseBefore(this.#discardBeforeOpenStart());
  }

  end(chunk = ""): string {
    this.#search(chunk, true);
    return this.#releaseBefore(Infinity);
  }

  #search(chunk: string, isLast: boolean): void {
    this.#pendingText += chunk;
    let text = chunk;
    let lowerLayer: { readonly text: string; readonly hasNoCandidates: boolean } | undefined;
    const equalLayers = this.#layers.map(({ finder }, layerIndex) => {
      const lowerFinder = this.#layers[layerIndex - 1]?.finder;
      return lowerFinder !== undefined && finder.isSameAs(lowerFinder);
    });
    for (const [layerIndex, { finder, decoder }] of this.#layers.entries()) {
      let hasNoCandidates = true;
      if (equalLayers[layerIndex] && lowerLayer?.hasNoCandidates && lowerLayer.text === text) finder.skipChunk(text);
      else
        hasNoCandidates = !finder.push(text, ({ start, end, placeholder }) =>
          this.#foundForms.push({
            start: this.#getSourceStart(start, layerIndex),
            end: this.#getSourceEnd(end, layerIndex),
            placeholder,
          }),
        );
      lowerLayer = { text, hasNoCandidates };
      if (layerIndex < maxLayers) text = decoder.push(text, isLast);
    }
  }

  /** Returns the position from which bytes must be held back. Discards the data that maps earlier positions. */
  #discardBeforeOpenStart(): number {
    return this.#layers.reduceRight((upperStart, { finder, decoder }, layerIndex) => {
      if (layerIndex === maxLayers) return finder.openStart;
      const sourceStart = decoder.getStart(upperStart);
      decoder.discardBefore(upperStart);
      return Math.min(sourceStart, finder.openStart, decoder.openStart);
    }, Infinity);
  }

  /**
   * Returns the bytes before a position that have been held back, with secrets replaced. A secret that extends beyond
   * the position continues to be held back.
   */
  #releaseBefore(position: number): string {
    const mergedForms = mergeOverlappingForms(this.#foundForms);
    const crossingIndex = mergedForms.findIndex(({ end }) => end > position);
    const completeForms = crossingIndex < 0 ? mergedForms : mergedForms.slice(0, crossingIndex);
    this.#foundForms = crossingIndex < 0 ? [] : mergedForms.slice(crossingIndex);
    const end = this.#pendingStart + this.#pendingText.length;
    const endPosition = Math.min(position, this.#foundForms[0]?.start ?? end, end);
    const chunks: string[] = [];
    let chunkStart = this.#pendingStart;
    for (const each of completeForms) {
      chunks.push(
        this.#pendingText.slice(chunkStart - this.#pendingStart, each.start - this.#pendingStart),
        each.placeholder,
      );
      chunkStart = each.end;
    }
    chunks.push(this.#pendingText.slice(chunkStart - this.#pendingStart, endPosition - this.#pendingStart));
    this.#pendingText = this.#pendingText.slice(endPosition - this.#pendingStart);
    this.#pendingStart = endPosition;
    return chunks.join("");
  }

  #getSourceStart(position: number, layerIndex: number): number {
    return this.#layers.slice(0, layerIndex).reduceRight((offset, { decoder }) => decoder.getStart(offset), position);
  }

  #getSourceEnd(position: number, layerIndex: number): number {
    return this.#layers.slice(0, layerIndex).reduceRight((offset, { decoder }) => decoder.getEnd(offset), position);
  }
}

/** Merges overlapping matches. Each merged range is replaced with the placeholder of the longest match. */
function mergeOverlappingForms(forms: readonly FoundSecretForm[]): FoundSecretForm[] {
  const mergedForms: (FoundSecretForm & { readonly maxLength: number })[] = [];
  for (const foundForm of forms.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const length = foundForm.end - foundForm.start;
    const lastForm = mergedForms.at(-1);
    if (!lastForm || foundForm.start >= lastForm.end) {
      mergedForms.push({ ...foundForm, maxLength: length });
      continue;
    }
    const longerMatch = length > lastForm.maxLength ? foundForm : lastForm;
    mergedForms[mergedForms.length - 1] = {
      start: lastForm.start,
      end: Math.max(lastForm.end, foundForm.end),
      placeholder: longerMatch.placeholder,
      maxLength: Math.max(length, lastForm.maxLength),
    };
  }
  return mergedForms;
}

/** The minimum length in bytes. In a body, shorter values could easily be something other than a secret. */
const minBodyFormLength = 8;

/**
 * Returns a stream that replaces secrets in a body of any type, regardless of how the secrets are encoded. Only bytes
 * that may be the start of a secret are held back. Returns undefined if there's nothing to search for.
 */
export function createBodyRedactor(placeholdersByForm: ReadonlyMap<string, string>): Transform | undefined {
  const table = new SecretFormTable(
    new Map([...placeholdersByForm].filter(([form]) => form.length >= minBodyFormLength)),
  );
  if (table.isEmpty) return undefined;
  const redaction = new StreamRedactor(table);
  const toChunk = (text: string) => (text === "" ? undefined : Buffer.from(text, "latin1"));
  return new Transform({
    transform: (chunk: Buffer, _encoding, callback) =>
      callback(null, toChunk(redaction.push(chunk.toString("latin1")))),
    flush: (callback) => callback(null, toChunk(redaction.end())),
  });
}

/**
 * A replacement for text that was typed where a secret is expected. To repeat the request, the user must type the text
 * again.
 */
const omittedSecretName = "not-kept";
const privateHeaderPattern = /^(authorization|proxy-authorization|cookie|.*(api-?key|token|secret|password).*)$/i;

/**
 * Returns a request as it's stored in the history. Removes the secrets' values in all their encoded forms, any text
 * typed into credential fields, and anything in the response that looks like a secret.
 */
export function removeSecrets(draft: HistoryDraft, secrets: ReadonlyMap<string, string>): HistoryDraft {
  const redactSecrets = createRedactor(secrets);
  const typedValues = Object.values(draft.values.credentials).flatMap(listTypedValues);
  const redactText = typedValues.reduce<(text: string) => string>((clean, text) => {
    const redact = createRedactor(new Map([[omittedSecretName, text]]));
    return (each) => redact(clean(each));
  }, redactSecrets);
  const { values, request, response, ...rest } = transformStrings(draft, redactText);
  return {
    ...rest,
    ...(response !== undefined && { response: removeIssuedSecrets(response) }),
    values: { ...values, credentials: removeTypedSecrets(values.credentials) },
    request: {
      ...request,
      headers: request.headers.map(([name, value]) => [
        name,
        privateHeaderPattern.test(name) ? redactCredential(value) : value,
      ]),
      cookies: request.cookies.map(([name, value]) => [name, redactCredential(value)]),
    },
  };
}

/**
 * Matches names of members, elements, and fields that contain secrets, such as `access_token`, `apiKey`, or
 * `client-secret`.
 */
const secretNamePattern =
  "(?!(?:next|prev|page|cursor|continuation|sync)[\\w.-]*token)[\\w.-]*?(?:token|secret|password|passwd|passphrase|api[-_]?key|private[-_]?key|credential|session[-_]?id|authorization)s?";
const issuedSecretPatterns: readonly RegExp[] = [
  // Matches a JSON string, which may be truncated.
  new RegExp(`("${secretNamePattern}"\\s*:\\s*")((?:[^"\\\\]|\\\\.)+)`, "gi"),
  new RegExp(`(<(?:[\\w-]+:)?${secretNamePattern}(?:\\s[^<>]*)?>)([^<]+)`, "gi"),
  new RegExp(`((?:^|[&?\\s])${secretNamePattern}=)([^&\\s"'<>]+)`, "gi"),
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)([^-]+)/g,
];

/** Removes text that looks like a secret from a response so that credentials aren't stored. */
function removeIssuedSecrets(responseText: string): string {
  // JSON Web Tokens (RFC 7519) are removed wherever they appear.
  const safeText = responseText.replace(/[\w.-]{20,}/g, (token) =>
    /^eyJ[\w-]+\.[\w-]+/.test(token) ? createSecretPlaceholder(omittedSecretName) : token,
  );
  return issuedSecretPatterns.reduce(
    (text, pattern) =>
      text.replace(pattern, (match, name: string, value: string) =>
        value.includes("{{secret:") ? match : name + createSecretPlaceholder(omittedSecretName),
      ),
    safeText,
  );
}

/** Returns the text of a credential that isn't a reference to a secret or variable. */
function listTypedValues(credential: Credential): readonly string[] {
  const text = credential.kind === "basic" ? credential.password : credential.value;
  return text.split(/\{\{[^{}]*\}\}/).filter((chunk) => chunk.trim() !== "");
}

function removeTypedSecrets(credentials: RequestValues["credentials"]): RequestValues["credentials"] {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, credential]): [string, Credential] => {
      const hasTypedValue = listTypedValues(credential).some(
        (chunk) => chunk !== createSecretPlaceholder(omittedSecretName),
      );
      const hasPlaceholder = JSON.stringify(credential).includes(createSecretPlaceholder(omittedSecretName));
      if (!hasTypedValue && !hasPlaceholder) return [name, credential];
      return [name, credential.kind === "basic" ? { ...credential, password: "" } : { kind: "value", value: "" }];
    }),
  );
}

/**
 * Replaces credentials in a header. `Bearer {{secret:token}}` stays unchanged, and `Bearer abc` becomes `Bearer
 * {{secret:not-kept}}`.
 */
function redactCredential(value: string): string {
  if (value === "" || (value.includes("{{") && !value.includes(createSecretPlaceholder(omittedSecretName))))
    return value;
  const [, scheme = ""] = /^([A-Za-z]{1,20} )\S/.exec(value) ?? [];
  return scheme + createSecretPlaceholder(omittedSecretName);
}

/** Returns a copy of the value with `transform` applied to each string in it. */
function transformStrings<Value>(value: Value, transform: (text: string) => string): Value {
  const text = JSON.stringify(value, (_key, each: unknown) => (typeof each === "string" ? transform(each) : each));
  return JSON.parse(text) as Value;
}
