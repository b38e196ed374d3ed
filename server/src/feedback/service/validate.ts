import { formatInEnglish, type Translate } from "../../core/text/message.ts";
import { dayLength, toDay, parseDay, parseInstant } from "../entries/entry.ts";
import { type FeedbackQuery, maxPageSize } from "../entries/types.ts";

export type CheckedQuery =
  | {
      readonly ok: true;
      /** Maps the service's parameter names to values. */
      readonly parameters: Readonly<Record<string, string>>;
      readonly warnings: readonly string[];
    }
  /** A sentence that explains the error and the expected format. */
  | { readonly ok: false; readonly reason: string };

/**
 * Converts a query to request parameters. Returns the reason if the query is invalid, because invalid queries aren't
 * sent.
 */
export function checkQuery(query: FeedbackQuery): CheckedQuery {
  const { from, to, through, source, statuses = [], pageSize, cursor } = query;
  if (to !== undefined && through !== undefined)
    return rejectQuery("Specify either the last day to include or the day before which to stop, not both.");
  const endBound = through === undefined ? to : getNextDay(through);
  if (through !== undefined && endBound === undefined) return rejectQuery(`${quoteText(through)} ${invalidDateReason}`);
  for (const dateBound of [from, endBound])
    if (dateBound !== undefined && parseInstant(dateBound) === undefined)
      return rejectQuery(
        `${quoteText(dateBound)} ${invalidDateReason.replace(/\.$/, ", or a date and time such as 2026-06-30T14:00:00Z.")}`,
      );
  const [startTime, endTime] = [from, endBound].map((dateBound) =>
    dateBound === undefined ? undefined : parseInstant(dateBound),
  );
  if (startTime !== undefined && endTime !== undefined && startTime > endTime)
    return rejectQuery(`The period starts (${String(from)}) after it ends (${through ?? String(to)}).`);
  const invalidName = [source, ...statuses].find((name) => name !== undefined && !/^[\w-]{1,64}$/.test(name));
  if (invalidName !== undefined)
    return rejectQuery(
      `${quoteText(invalidName)} isn't the name of a source or status, such as code_snippet or in_progress.`,
    );
  if (pageSize !== undefined && (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > maxPageSize))
    return rejectQuery(`The page size must be a whole number from 1 to ${maxPageSize}.`);
  if (cursor !== undefined && (cursor === "" || cursor.length > 4096 || /\p{Cs}/u.test(cursor)))
    return rejectQuery("The cursor isn't valid. Omit it to start with the newest entries.");
  const isEmpty = startTime !== undefined && startTime === endTime;
  return {
    ok: true,
    parameters: {
      ...(from !== undefined && { dateFrom: formatBound(from) }),
      ...(endBound !== undefined && { dateTo: formatBound(endBound) }),
      ...(source !== undefined && { source }),
      ...(statuses.length > 0 && { status: [...new Set(statuses)].join(",") }),
      ...(pageSize !== undefined && { limit: String(pageSize) }),
      ...(cursor !== undefined && { cursor }),
    },
    warnings: isEmpty
      ? [
          `The period is empty because it ends before ${String(endBound)} starts. To include that day, specify it as the last day.`,
        ]
      : [],
  };
}

/**
 * Returns the next day, because the service's end date is exclusive, but the user's is inclusive: `2026-06-30` becomes
 * `2026-07-01`.
 */
function getNextDay(day: string): string | undefined {
  const time = parseDay(day);
  const nextDay = time === undefined ? "" : toDay(time + dayLength);
  // Years after 9999 are written in a different format.
  return parseDay(nextDay) === undefined ? undefined : nextDay;
}

/**
 * Returns the bound as sent to the service. A time without an offset is in UTC, regardless of where the service runs.
 */
function formatBound(dateBound: string): string {
  return parseDay(dateBound) !== undefined || /(Z|[+-]\d\d:?\d\d)$/i.test(dateBound) ? dateBound : `${dateBound}Z`;
}

const invalidDateReason = "isn't a valid date. Use a date such as 2026-06-30.";

function quoteText(text: string): string {
  return `“${text.replace(/[\p{C}\u2028\u2029]/gu, "").slice(0, 60)}”`;
}

function rejectQuery(reason: string): CheckedQuery {
  return { ok: false, reason };
}

/** The formats of administrator API keys, from the profile or `.docwright.json`. */
export interface KeyFormat {
  /** The prefix of keys, such as `mint_`. */
  readonly keyPrefix?: string;
  /** The strings after the prefix that identify keys that can be public, such as `dsc_`. */
  readonly safeKeyInfixes?: readonly string[];
}

export type CheckedKey =
  | {
      readonly ok: true;
      /**
       * A hint for the user, set if the key looks like a different kind of key. Only the service can determine whether
       * the key is valid.
       */
      readonly hint?: string;
    }
  | { readonly ok: false; readonly reason: string };

const keyPattern = /^[\x21-\x7e]{8,512}$/;

/**
 * Checks whether a key can be sent in a header. Call this function before the key is sent or stored. If a key that
 * contains a line break were passed to `fetch`, `fetch` would throw an error whose message contains the key. The result
 * never contains any part of the key.
 */
export function checkKey(
  key: string,
  { keyPrefix, safeKeyInfixes = [] }: KeyFormat = {},
  translate: Translate = formatInEnglish,
): CheckedKey {
  if (key === "")
    return rejectKey(translate("The API key is missing. Copy it from the API keys page of your dashboard."));
  if (key.trim() !== key || /\s/.test(key))
    return rejectKey(
      translate("The API key contains a space or a line break. Copy it again, without the surrounding text."),
    );
  if (key.length < 8)
    return rejectKey(translate("The API key is too short. Copy the complete key from your dashboard."));
  if (key.length > 512) return rejectKey(translate("The API key is too long. A key has at most 512 characters."));
  if (!keyPattern.test(key))
    return rejectKey(translate("The API key contains invalid characters. Copy it again from your dashboard."));
  if (keyPrefix === undefined || keyPrefix === "") return { ok: true };
  if (!key.startsWith(keyPrefix))
    return {
      ok: true,
      hint: translate(
        "Administrator API keys start with {0}, but this key doesn't. The service may reject it.",
        keyPrefix,
      ),
    };
  const matchedInfix = safeKeyInfixes.find((infix) => key.startsWith(keyPrefix + infix));
  if (matchedInfix === undefined) return { ok: true };
  return {
    ok: true,
    hint: translate(
      "Keys that start with {0} are for a different purpose. Feedback requires an administrator API key.",
      keyPrefix + matchedInfix,
    ),
  };
}

function rejectKey(reason: string): CheckedKey {
  return { ok: false, reason };
}
