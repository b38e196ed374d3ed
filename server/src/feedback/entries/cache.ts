import { Buffer } from "node:buffer";
import { isPlainRecord, parseJson } from "../../core/text/plain-record.ts";
import { type FeedbackEntry, maskPersonalData } from "./entry.ts";
import type { Sweep } from "./refresh-plan.ts";
import { compareByNewest } from "./state.ts";

/**
 * The feedback for a project that is cached on disk and shown until the service responds. It doesn't contain readers'
 * contact details, including email addresses and phone numbers in comments.
 */
export interface CachedFeedback {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly entries: readonly FeedbackEntry[];
  /**
   * The time of the last successful request, in milliseconds since 1970. `fullAt` is the time when the last complete
   * read started.
   */
  readonly refreshedAt?: number;
  readonly fullAt?: number;
  /** The time when open entries were last read, in milliseconds since 1970. */
  readonly openAt?: number;
  /** The position from which to resume an unfinished read of all entries. */
  readonly sweep?: Sweep;
}

const version = 1;
export const maxCacheSize = 64_000_000;
const maxEntries = 100_000;

/** Returns the text of the cache file. If there are too many entries, the text contains only the newest ones. */
export function formatCache(feedback: CachedFeedback, maxSize = maxCacheSize): string {
  const { entries, ...metadata } = feedback;
  const headText = JSON.stringify({ version, ...metadata }).slice(0, -1);
  const lines: string[] = [];
  let byteCount = Buffer.byteLength(headText) + 20;
  for (const entry of entries.toSorted(compareByNewest).slice(0, maxEntries)) {
    const line = JSON.stringify(toSavedEntry(entry));
    byteCount += Buffer.byteLength(line) + 2;
    if (byteCount > maxSize) break;
    lines.push(line);
  }
  return `${headText},"entries":[${lines.join(",\n")}]}\n`;
}

/** Returns an entry without personal data. */
function toSavedEntry({ contact, comment, ...entry }: FeedbackEntry): FeedbackEntry {
  return {
    ...entry,
    ...(comment !== undefined && { comment: maskPersonalData(comment) }),
    ...(contact !== undefined && { isContactNotKept: true }),
  };
}

/**
 * Returns the cached feedback for this project. Returns undefined if the text is invalid in any way. In this case, the
 * feedback is requested again.
 */
export function parseCache(
  text: string,
  { baseUrl, projectId }: { readonly baseUrl: string; readonly projectId: string },
): CachedFeedback | undefined {
  if (text.length > maxCacheSize) return undefined;
  const value = parseJson(text);
  if (!isPlainRecord(value) || value["version"] !== version) return undefined;
  if (value["baseUrl"] !== baseUrl || value["projectId"] !== projectId) return undefined;
  const { refreshedAt, fullAt, openAt, sweep, entries } = value;
  if (!isOptionalTime(refreshedAt) || !isOptionalTime(fullAt) || !isOptionalTime(openAt)) return undefined;
  if (sweep !== undefined && !hasValidFields<Sweep>(sweep, sweepValidators)) return undefined;
  if (!Array.isArray(entries) || entries.length > maxEntries || !entries.every(isEntry)) return undefined;
  if (new Set(entries.map(({ id }) => id)).size !== entries.length) return undefined;
  return {
    baseUrl,
    projectId,
    entries,
    ...(refreshedAt !== undefined && { refreshedAt }),
    ...(fullAt !== undefined && { fullAt }),
    ...(openAt !== undefined && { openAt }),
    ...(sweep !== undefined && { sweep }),
  };
}

const isString = (value: unknown) => typeof value === "string";
const isOptionalString = (value: unknown) => value === undefined || typeof value === "string";
const entryValidators: Readonly<Record<keyof Omit<FeedbackEntry, "contact">, (value: unknown) => boolean>> = {
  id: (value) => isString(value) && value !== "",
  path: isString,
  comment: isOptionalString,
  createdAt: isOptionalTime,
  createdAtText: isOptionalString,
  source: isString,
  status: isString,
  helpful: (value) => value === undefined || typeof value === "boolean",
  isContactNotKept: (value) => value === undefined || value === true,
  snippet: (value) => value === undefined || hasValidFields(value, snippetValidators),
  incomplete: (value) => Array.isArray(value) && value.length < 20 && value.every(isString),
};
const snippetValidators: Readonly<Record<string, (value: unknown) => boolean>> = {
  code: isString,
  filename: isOptionalString,
  lang: isOptionalString,
};

const sweepValidators: Readonly<Record<keyof Sweep, (value: unknown) => boolean>> = {
  startedAt: (value) => value !== undefined && isOptionalTime(value),
  cursor: isOptionalString,
  to: isOptionalString,
  before: isOptionalTime,
};

function isEntry(value: unknown): value is FeedbackEntry {
  return hasValidFields<FeedbackEntry>(value, entryValidators);
}

/** Whether the value is an object in which every member has a validator and is valid. */
function hasValidFields<T>(
  value: unknown,
  validators: Readonly<Record<string, (value: unknown) => boolean>>,
): value is T {
  return (
    isPlainRecord(value) &&
    Object.keys(value).every((name) => Object.hasOwn(validators, name)) &&
    Object.entries(validators).every(([name, isValid]) => isValid(value[name]))
  );
}

function isOptionalTime(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === "number" && Number.isSafeInteger(value) && value >= 0);
}
