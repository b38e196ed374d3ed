import { yamlText } from "../yaml-text.ts";

/** `key: value` in block style, its further lines moved in by `indent`; no line end behind it. */
export function yamlEntry(key: string, value: unknown, indent: string, step: string, eol: string): string {
  return `${yamlText(key)}:${yamlValue(value, indent, step, eol)}`;
}

/** What stands behind a colon: a blank and a scalar, or lines further in. */
function yamlValue(value: unknown, indent: string, step: string, eol: string): string {
  const inner = indent + step;
  if (Array.isArray(value)) {
    if (value.length === 0) return " []";
    return value.map((item) => `${eol}${inner}-${yamlItem(item, inner, eol)}`).join("");
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value);
    if (members.length === 0) return " {}";
    return members.map(([key, each]) => `${eol}${inner}${yamlEntry(key, each, inner, step, eol)}`).join("");
  }
  return ` ${scalar(value)}`;
}

/** What stands behind a dash: the first key of an object on its line, the others below it. */
function yamlItem(item: unknown, indent: string, eol: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(item) && item.length > 0)
    return item.map((each, i) => `${i === 0 ? " " : eol + inner}-${yamlItem(each, inner, eol)}`).join("");
  if (typeof item === "object" && item !== null && !Array.isArray(item)) {
    const members = Object.entries(item);
    if (members.length > 0)
      return members
        .map(([key, each], i) => `${i === 0 ? " " : eol + inner}${yamlEntry(key, each, inner, "  ", eol)}`)
        .join("");
  }
  return yamlValue(item, indent, "  ", eol);
}

function scalar(value: unknown): string {
  return typeof value === "string" ? yamlText(value) : JSON.stringify(value);
}

/** How far from the start of its line an offset stands. */
export function columnOf(text: string, offset: number): number {
  return offset - text.lastIndexOf("\n", offset - 1) - 1;
}

/**
 * Where the value of a key ends that stands at this column: before the first line that is not further in; blank lines and
 * comments at its end are not its. Of a list dashes may stand as far out as the key.
 */
export function blockEnd(text: string, from: number, column: number, isList: boolean): number {
  let end = lineEndOf(text, from);
  for (let at = afterLine(text, end); at < text.length;) {
    const lineEnd = lineEndOf(text, at);
    const line = text.slice(at, lineEnd);
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const isBlank = line.trim() === "" || /^\s*#/.test(line);
    const isOwnDash = isList && indent === column && /^ *-(\s|$)/.test(line);
    if (!isBlank && indent <= column && !isOwnDash) break;
    if (!isBlank) end = lineEnd;
    at = afterLine(text, lineEnd);
  }
  return end;
}

function lineEndOf(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  if (found < 0) return text.length;
  return text[found - 1] === "\r" ? found - 1 : found;
}

function afterLine(text: string, lineEnd: number): number {
  const found = text.indexOf("\n", lineEnd);
  return found < 0 ? text.length : found + 1;
}
