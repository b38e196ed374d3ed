import type { ResponseModel } from "../spec/model/operation-model.ts";
import { isJsonType } from "./json-text.ts";

/** What is longer is no header that a browser sends without asking first (Fetch standard, “CORS-safelisted request-header”). */
const longest = 128;
const everything = "*/*;q=0.1";

/**
 * `Accept` for an operation: the media types that its answers name, JSON first, those of success before those of failure, and
 * with less weight everything else, so that no server refuses what it would have answered. Undefined where none is named.
 */
export function acceptOf(responses: readonly ResponseModel[]): string | undefined {
  const ranked = [...responses].sort((a, b) => rank(a) - rank(b));
  const types = ranked.flatMap(({ content }) => content.map(({ type }) => essenceOf(type))).filter(isType);
  const known = [...new Set(types)].filter((type) => type !== "*/*");
  const jsonFirst = [...known.filter(isJsonType), ...known.filter((type) => !isJsonType(type))];
  const named: string[] = [];
  for (const type of jsonFirst)
    if ([...named, type, everything].join(", ").length <= longest) named.push(type);
  return named.length === 0 ? undefined : [...named, everything].join(", ");
}

function rank({ status }: ResponseModel): number {
  return status.startsWith("2") ? 0 : status.toLowerCase() === "default" ? 1 : 2;
}

function essenceOf(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function isType(type: string): boolean {
  return /^[\w!#$&^.+*-]{1,60}\/[\w!#$&^.+*-]{1,60}$/.test(type);
}
