import { repairKinds, syntaxFaults, type SyntaxProblem, type SyntaxRepair } from "../core/page/syntax-problem.ts";
import type { TextEdit, TextRange } from "../core/text/text-edit.ts";

const mostItems = 20;
const longestText = 20_000;

/** Problems as they stand in a cache file, which anyone may have written; undefined unless they are just that. */
export function readCachedProblems(value: unknown): readonly SyntaxProblem[] | undefined {
  return listOf(value, isProblem) ? value : undefined;
}

function isProblem(value: unknown): value is SyntaxProblem {
  return (
    isRecord(value) &&
    syntaxFaults.some((fault) => fault === value["fault"]) &&
    isRange(value["range"]) &&
    isText(value["text"]) &&
    (value["other"] === undefined ||
      (isRecord(value["other"]) && isText(value["other"]["text"]) && isRange(value["other"]["range"]))) &&
    listOf(value["repairs"], isRepair)
  );
}

function isRepair(value: unknown): value is SyntaxRepair {
  return (
    isRecord(value) &&
    repairKinds.some((kind) => kind === value["kind"]) &&
    isText(value["text"]) &&
    listOf(value["edits"], isEdit)
  );
}

function isEdit(value: unknown): value is TextEdit {
  return isRecord(value) && isRange(value["range"]) && isText(value["newText"]);
}

function isRange(value: unknown): value is TextRange {
  if (!isRecord(value)) return false;
  const { start, end } = value;
  return (
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    Number(start) >= 0 &&
    Number(start) <= Number(end)
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestText;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function listOf<T>(value: unknown, is: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.length <= mostItems && value.every(is);
}
