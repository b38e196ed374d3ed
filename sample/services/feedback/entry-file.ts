import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { SentEntry } from "./sent-entry.ts";

/** A file that contains entries, one per line, as JSON objects. */
export interface EntryFile {
  readonly entries: readonly SentEntry[];
  /** Appends an entry. */
  readonly append: (entry: SentEntry) => void;
}

/**
 * Opens the file, and creates it with the entries from `first` if it doesn't exist. If a line isn't a JSON object,
 * throws an error with the number of the line.
 */
export function openEntryFile(file: string, first: () => readonly SentEntry[]): EntryFile {
  if (!existsSync(file)) writeFileSync(file, first().map(lineOf).join(""));
  const lines = readFileSync(file, "utf8").split("\n");
  const entries = lines.flatMap((line, i) => (line.trim() === "" ? [] : [readLine(line, i + 1)]));
  return { entries, append: (entry) => appendFileSync(file, lineOf(entry)) };
}

function lineOf(entry: SentEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function readLine(line: string, number: number): SentEntry {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as SentEntry;
  } catch {
    // The error is thrown below.
  }
  throw new Error(`Line ${number} isn't a JSON object.`);
}
