import type { Function as FunctionNode } from "estree-jsx";
import type { RootContent as HastContent } from "hast";
import type { ViewValue } from "../view/page-view.ts";
import type { EvaluationError, ErrorLocation, SourcePart } from "./evaluation-error.ts";
import type { Binding, Machine, Scope } from "./machine.ts";

/**
 * The value of an expression on a page. Objects created by site code are never native JavaScript objects. Their members
 * are stored in a map.
 */
export type Value = undefined | null | boolean | number | string | Value[] | ObjectValue;

export type ObjectValue =
  | Dict
  | Closure
  | NativeValue
  | SnippetValue
  | ElementValue
  | ContentValue
  | DateValue
  | PatternValue
  | MissingValue;

export interface Dict {
  readonly kind: "dict";
  readonly entries: Map<string, Value>;
  /** Whether the value belongs to a module that was completely read. Changing it would affect other blocks. */
  isFrozen: boolean;
}

/** A function that the site defines. */
export interface Closure {
  readonly kind: "closure";
  readonly name: string;
  readonly node: FunctionNode;
  readonly scope: Scope;
}

/** One of the interpreter's built-in functions. */
export interface NativeValue {
  readonly kind: "native";
  readonly name: string;
  readonly run: (args: readonly Value[], machine: Machine) => Value;
  readonly members?: ReadonlyMap<string, Value>;
}

/** An MDX file that is imported and used as a component. */
export interface SnippetValue {
  readonly kind: "snippet";
  readonly name: string;
  readonly children: readonly HastContent[];
  readonly source: SourcePart;
  readonly scope: Scope;
}

/** A JSX element that hasn't been rendered yet. */
export interface ElementValue {
  readonly kind: "element";
  /**
   * The name of an HTML element or built-in component, or the value of a name on the page. Undefined for fragments
   * (`<>`).
   */
  readonly type: string | Closure | NativeValue | SnippetValue | MissingValue | undefined;
  /** The name as written. */
  readonly name: string;
  readonly props: Dict;
  readonly location: ErrorLocation;
  /** The part of a file that contains the element. */
  readonly source: SourcePart;
}

/** Markdown between two tags that hasn't been rendered yet. */
export interface ContentValue {
  readonly kind: "content";
  readonly children: readonly HastContent[];
  readonly source: SourcePart;
  readonly scope: Scope;
}

/** A JavaScript date. */
export interface DateValue {
  readonly kind: "moment";
  /** Milliseconds since 1970 (UTC). */
  readonly time: number;
}

export interface PatternValue {
  readonly kind: "matcher";
  readonly source: string;
  readonly flags: string;
}

/** A name whose value is unknown. Using the name causes the error in `error`. */
export interface MissingValue {
  readonly kind: "missing";
  readonly name: string;
  /** The error, or undefined while a file is still loading. Until the file is loaded, nothing is shown or reported. */
  readonly error?: EvaluationError;
  /** The text to show instead of an unknown prop, as written: `{title}`. */
  readonly placeholder?: string;
}

/**
 * The maximum length of a placeholder in UTF-16 code units. Without this limit, a loop could build names of any length.
 */
const maxPlaceholderLength = 200;

/** Returns the value for a prop such as `title` when a snippet is previewed on its own. */
export function createPropPlaceholder(expressionText: string): MissingValue {
  const isTooLong = expressionText.length > maxPlaceholderLength;
  const name = isTooLong ? `${expressionText.slice(0, maxPlaceholderLength - 1)}…` : expressionText;
  return { kind: "missing", name, placeholder: `{${name}}` };
}

/** Returns the text to show instead of an unknown prop. */
export function getPlaceholder(value: Value): string | undefined {
  return isObjectValue(value) && value.kind === "missing" ? value.placeholder : undefined;
}

export function createDict(entries: Iterable<readonly [string, Value]> = []): Dict {
  return { kind: "dict", entries: new Map(entries), isFrozen: false };
}

export function isObjectValue(value: Value): value is ObjectValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isDictValue(value: Value): value is Dict {
  return isObjectValue(value) && value.kind === "dict";
}

export function isFunction(value: Value): value is Closure | NativeValue | SnippetValue {
  return isObjectValue(value) && (value.kind === "closure" || value.kind === "native" || value.kind === "snippet");
}

const maxDepth = 20;
const maxViewValues = 5000;

/**
 * Converts a value to plain data. Returns undefined for functions and elements, and leaves out data that is nested too
 * deeply.
 */
export function toViewValue(value: Value): ViewValue | undefined {
  return convertToViewValue(value, maxDepth, { remaining: maxViewValues });
}

function convertToViewValue(value: Value, depth: number, budget: { remaining: number }): ViewValue | undefined {
  if (value === undefined) return undefined;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (depth === 0 || --budget.remaining < 0) return undefined;
  if (Array.isArray(value)) return value.map((item) => convertToViewValue(item, depth - 1, budget) ?? null);
  if (value.kind === "moment") return toIsoText(value.time);
  if (value.kind !== "dict") return undefined;
  const entries: [string, ViewValue][] = [];
  for (const [key, member] of value.entries) {
    const memberView = convertToViewValue(member, depth - 1, budget);
    if (memberView !== undefined) entries.push([key, memberView]);
  }
  return Object.fromEntries(entries);
}

/** Whether the value contains elements or Markdown content, which must be rendered. */
export function containsElements(value: Value, depth = 5): boolean {
  if (Array.isArray(value)) return depth > 0 && value.some((item) => containsElements(item, depth - 1));
  return isObjectValue(value) && (value.kind === "element" || value.kind === "content");
}

/** Formats a time as `2024-05-01T00:00:00.000Z`. Returns `Invalid Date` if the time isn't valid. */
export function toIsoText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString();
}

const maxFreezeDepth = 30;

/** Freezes a module's values, because everything that uses the module shares them. */
export function freezeNames(names: ReadonlyMap<string, Binding>): void {
  const visitedValues = new Set<Value>();
  for (const binding of names.values()) {
    binding.isFrozen = true;
    freezeValue(binding.value, visitedValues, maxFreezeDepth);
  }
}

function freezeValue(value: Value, visitedValues: Set<Value>, depth: number): void {
  if (depth === 0 || visitedValues.has(value)) return;
  if (Array.isArray(value)) {
    visitedValues.add(value);
    for (const item of value) freezeValue(item, visitedValues, depth - 1);
    Object.freeze(value);
  } else if (isDictValue(value)) {
    visitedValues.add(value);
    for (const item of value.entries.values()) freezeValue(item, visitedValues, depth - 1);
    value.isFrozen = true;
  }
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Encodes text as Base64. Like browsers, throws an error if the text contains characters above 255. */
export function toBase64(text: string): string {
  let result = "";
  for (let position = 0; position < text.length; position += 3) {
    const codes = [0, 1, 2].map((i) => text.charCodeAt(position + i));
    if (codes.some((code) => code > 255)) throw new RangeError();
    const [a = 0, b = 0, c = 0] = codes.map((code) => (Number.isNaN(code) ? 0 : code));
    const bits = (a << 16) | (b << 8) | c;
    result += [18, 12, 6, 0]
      .map((shift, i) => (position + i > text.length ? "=" : base64Digits[(bits >> shift) & 63]))
      .join("");
  }
  return result;
}

/** Decodes Base64 text. Throws an error if the text isn't valid. */
export function fromBase64(text: string): string {
  const cleanText = text.replace(/[\s=]/g, "");
  let result = "";
  let bits = 0;
  let bitCount = 0;
  for (const char of cleanText) {
    const value = base64Digits.indexOf(char);
    if (value < 0) throw new RangeError();
    bits = ((bits << 6) | value) & 0xffffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      result += String.fromCharCode((bits >> bitCount) & 255);
    }
  }
  return result;
}
