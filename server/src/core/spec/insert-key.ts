import type { TextEdit } from "../text/text-edit.ts";
import type { SpecInsertion } from "./spec-outline.ts";

/** Writes a key with a text, or with an object of texts, into an object of a specification, laid out as its neighbours. */
export function insertKey(
  at: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): TextEdit {
  const newText = at.style === "block" ? inBlock(at, key, value) : inFlow(at, key, value);
  return { range: { start: at.offset, end: at.offset }, newText };
}

function inBlock(
  { before, step }: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): string {
  if (typeof value === "string") return `${key}: ${yamlText(value)}${before}`;
  const members = Object.entries(value).map(([name, text]) => `${before}${step}${name}: ${yamlText(text)}`);
  return `${key}:${members.join("")}${before}`;
}

function inFlow(
  { before, step, isEmpty }: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): string {
  const after = isEmpty ? "" : `,${before === "" ? " " : before}`;
  return `${JSON.stringify(key)}: ${flowText(value, before, step)}${after}`;
}

function flowText(value: string | Readonly<Record<string, string>>, before: string, step: string): string {
  if (typeof value === "string") return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`,
  );
  if (before === "") return `{ ${members.join(", ")} }`;
  return `{${members.map((member) => `${before}${step}${member}`).join(",")}${before}}`;
}

/** Without quotes only what no reader of YAML takes for anything but a text. */
function yamlText(text: string): string {
  return /^\/[\w/-]*\w$/.test(text) ? text : JSON.stringify(text);
}
