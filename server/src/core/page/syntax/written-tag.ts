import { endOfBraces } from "../scan-braces.ts";

/** A tag as far as its author can be understood, sound or not. */
export interface WrittenTag {
  /** Its `<`. */
  readonly start: number;
  readonly name: string;
  readonly nameEnd: number;
  readonly isClosing: boolean;
  readonly attributes: readonly WrittenAttribute[];
  /** Behind the name, or the last attribute that has a value or stands on a line with one: what is surely the tag's own. */
  readonly solidEnd: number;
}

export interface WrittenAttribute {
  readonly start: number;
  readonly nameEnd: number;
  /** Quotes and braces included. */
  readonly value?: { readonly start: number; readonly end: number; readonly quote: '"' | "'" | "" };
}

const tagName = /<(\/?)\s*([A-Za-z_$][\w$.:-]*)/y;
const attributeName = /\s*([A-Za-z_$][\w$:.-]*)/y;
const equals = /\s*=\s*/y;
const mostAttributes = 200;

/** Reads the tag at `start` up to where its parser stopped, or a little further where a value stands there. */
export function readWrittenTag(text: string, start: number, stop: number): WrittenTag | undefined {
  tagName.lastIndex = start;
  const [whole, slash, name] = tagName.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const nameEnd = start + whole.length;
  const attributes: WrittenAttribute[] = [];
  let at = nameEnd;
  while (at < stop && attributes.length < mostAttributes) {
    const attribute = readAttribute(text, at, stop);
    if (!attribute) break;
    attributes.push(attribute);
    at = attribute.value?.end ?? attribute.nameEnd;
  }
  return {
    start,
    name,
    nameEnd,
    isClosing: slash === "/",
    attributes,
    solidEnd: solidEnd(text, nameEnd, attributes),
  };
}

function readAttribute(text: string, from: number, stop: number): WrittenAttribute | undefined {
  attributeName.lastIndex = from;
  const [whole, name] = attributeName.exec(text) ?? [];
  if (whole === undefined || name === undefined) return spreadAt(text, from);
  const nameEnd = from + whole.length;
  const start = nameEnd - name.length;
  if (start >= stop) return undefined;
  equals.lastIndex = nameEnd;
  const sign = equals.exec(text)?.[0];
  if (sign === undefined) return { start, nameEnd };
  const valueStart = nameEnd + sign.length;
  const quote = text[valueStart];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, valueStart + 1);
    return { start, nameEnd, value: { start: valueStart, end: close < 0 ? text.length : close + 1, quote } };
  }
  if (quote !== "{") return { start, nameEnd };
  const end = endOfBraces(text, valueStart, text.length);
  return end === undefined
    ? { start, nameEnd }
    : { start, nameEnd, value: { start: valueStart, end, quote: "" } };
}

/** `{...props}`. */
function spreadAt(text: string, from: number): WrittenAttribute | undefined {
  const start = from + (/^\s*/.exec(text.slice(from, from + 1000))?.[0].length ?? 0);
  const end = text[start] === "{" ? endOfBraces(text, start, text.length) : undefined;
  return end === undefined ? undefined : { start, nameEnd: start, value: { start, end, quote: "" } };
}

function solidEnd(text: string, nameEnd: number, attributes: readonly WrittenAttribute[]): number {
  let end = nameEnd;
  for (const { start, nameEnd: flagEnd, value } of attributes) {
    if (value) end = value.end;
    else if (!/[\r\n]/.test(text.slice(end, start))) end = flagEnd;
  }
  return end;
}
