import type { SpecInsertion } from "../../spec/spec-outline.ts";
import type { TextEdit } from "../../text/text-edit.ts";
import type { Plain } from "./plain-value.ts";

/** Fields of a vendor extension as they are written: `href`, `metadata`, `content`. */
export type ExtensionFields = Readonly<Record<string, Plain>>;

/** Writes a vendor extension into an operation, or further fields into one that is there, laid out as its neighbours. */
export function insertFields(at: SpecInsertion, fields: ExtensionFields): TextEdit {
  const members = Object.entries(fields);
  const newText =
    at.style === "block"
      ? members.map(([key, value]) => blockMember(key, value, at.before, at.step) + at.before).join("")
      : members.map(([key, value]) => flowMember(key, value, at)).join(separatorOf(at)) + endOf(at);
  return { range: { start: at.offset, end: at.offset }, newText };
}

function separatorOf({ before }: SpecInsertion): string {
  return `,${before === "" ? " " : before}`;
}

function endOf(at: SpecInsertion): string {
  return at.isEmpty ? "" : separatorOf(at);
}

function flowMember(key: string, value: Plain, { before, step }: SpecInsertion): string {
  if (before === "") return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const text = JSON.stringify(value, null, step).replaceAll("\n", before);
  return `${JSON.stringify(key)}: ${text}`;
}

/** `before` is the line end and the indentation of the key itself. */
function blockMember(key: string, value: Plain, before: string, step: string): string {
  const name = `${keyText(key)}:`;
  if (typeof value === "string") return `${name} ${scalarText(value, before, step)}`;
  if (!isMap(value)) return `${name} ${JSON.stringify(value)}`;
  const members = Object.entries(value);
  if (members.length === 0) return `${name} {}`;
  const inner = before + step;
  return name + members.map(([each, own]) => inner + blockMember(each, own, inner, step)).join("");
}

function isMap(value: Plain): value is { readonly [key: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Words that some readers of YAML take for something else than a text. */
const reserved = /^(y|n|yes|no|on|off|true|false|null)$/i;

function keyText(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !reserved.test(key) ? key : JSON.stringify(key);
}

/** A text of several lines as it is, line by line; everything else in quotes, but for plain paths. */
function scalarText(text: string, before: string, step: string): string {
  if (/^\/[\w/-]*\w$/.test(text)) return text;
  // Other control characters, and line ends that only some readers take for such, need escapes.
  const isPlain = !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]/.test(
    text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ""),
  );
  if (!text.includes("\n") || !isPlain || /^\s|\s$/.test(text)) return JSON.stringify(text);
  const eol = before.startsWith("\r\n") ? "\r\n" : "\n";
  const lines = text.split("\n").map((line) => (line === "" ? eol : before + step + line));
  return `|-${lines.join("")}`;
}
