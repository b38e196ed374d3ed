import { createHash } from "node:crypto";
import { formatInEnglish, type Translate } from "../../core/text/message.ts";
import { type FeedbackFailure, defaultLimits } from "./types.ts";

/** What one reader, or one agent, has said. Made of the service's answer by `readEntry`, which forgives missing fields. */
export interface FeedbackEntry {
  /** Of the service. An entry that came without one has one made of what it says: `?3f9a…`. */
  readonly id: string;
  /** As the service tells it: `/guides/start`, `guides/start`, or `https://docs.example.com/guides/start?tab=2#install`. */
  readonly path: string;
  /** Absent when the reader wrote none. Up to 1 MB, with whatever characters it came with. */
  readonly comment?: string;
  /** Milliseconds since 1970; absent when it cannot be read. */
  readonly createdAt?: number;
  /** What was sent in place of a time that can be read. */
  readonly createdAtText?: string;
  /** `contextual`, `code_snippet`, `agent`, `thumbs_only`, or what the service has added since. */
  readonly source: string;
  /** `pending`, `in_progress`, `resolved`, `dismissed`, or what the service has added since. */
  readonly status: string;
  /** Absent where the service does not tell it: such entries are neither praise nor complaint. */
  readonly helpful?: boolean;
  /** An e-mail address. Kept in memory alone, masked wherever it is shown. */
  readonly contact?: string;
  readonly snippet?: FeedbackSnippet;
  /** Names of fields that were missing or of another type: `["createdAt"]`. */
  readonly incomplete: readonly string[];
}

/** The code that an entry of `code_snippet` is about, as the reader saw it. */
export interface FeedbackSnippet {
  readonly code: string;
  readonly filename?: string;
  readonly lang?: string;
}

/** An entry whose status still asks for work; unknown statuses count as open, so that nothing is overlooked. */
export const isOpen = ({ status }: FeedbackEntry): boolean => status !== "resolved" && status !== "dismissed";

const day = /^(\d{4})-(\d\d)-(\d\d)$/;
const moment =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?$/;

const minute = 60_000;
export const dayLength = 86_400_000;

/** Midnight UTC of `2026-06-30` in milliseconds since 1970; undefined for anything else and for days that no calendar has. */
export function readDay(text: string): number | undefined {
  const [, year, month, date] = day.exec(text) ?? [];
  if (year === undefined) return undefined;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(date));
  // Years below 100 are taken for those after 1900, and the 30th of February for the 2nd of March.
  return dayOf(time) === text ? time : undefined;
}

/** A day, or a day with a time (ISO 8601). Without an offset it is UTC. Undefined for what is not exactly that. */
export function readInstant(text: string): number | undefined {
  const full = readDay(text);
  if (full !== undefined) return full;
  const [
    ,
    date = "",
    hour,
    minutes,
    seconds = "0",
    fraction = "0",
    sign,
    offsetHours = "0",
    offsetMinutes = "0",
  ] = moment.exec(text) ?? [];
  const start = readDay(date);
  if (start === undefined || Number(hour) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * minute * (sign === "-" ? -1 : 1);
  const inDay = (Number(hour) * 60 + Number(minutes)) * minute + Number(seconds) * 1000;
  return start + inDay + Math.floor(Number(`0.${fraction}`) * 1000) - offset;
}

/** `2026-06-30` (UTC). */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

type Fields = Readonly<Record<string, unknown>>;

/** UTF-16 units; what is longer is cut and counts as incomplete. */
const maxTextLength = 1_000_000;
const maxNameLength = 2000;

/**
 * An entry of the service's answer. Each field is forgiven by itself: what is missing or of another type is named in
 * `incomplete`. Undefined for what is no entry at all, as null or a text.
 */
export function readEntry(value: unknown): FeedbackEntry | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = value as Fields;
  const incomplete: string[] = [];
  const text = (name: string, kind: "name" | "text"): string | undefined => {
    const found = own(fields, name);
    const maxLength = kind === "name" ? maxNameLength : maxTextLength;
    if (typeof found !== "string" || found.length > maxLength) incomplete.push(name);
    return typeof found === "string" ? found.slice(0, maxLength) : undefined;
  };
  const optional = (name: string, kind: "name" | "text"): string | undefined =>
    own(fields, name) == null ? undefined : text(name, kind);

  const reported = text("id", "name");
  const id = reported === undefined || reported === "" || incomplete.length > 0 ? madeId(fields) : reported;
  if (reported === "") incomplete.push("id");
  const path = text("path", "name") ?? "";
  // Both may be null, but have to be there.
  const comment = own(fields, "comment") === null ? undefined : text("comment", "text");
  const time = own(fields, "createdAt") === null ? {} : readTime(own(fields, "createdAt"));
  if (time.createdAt === undefined && own(fields, "createdAt") !== null) incomplete.push("createdAt");
  const source = text("source", "name") || "unknown";
  const status = text("status", "name") || "unknown";
  const helpful = own(fields, "helpful");
  if (typeof helpful !== "boolean" && (source === "contextual" || helpful != null))
    incomplete.push("helpful");
  const contact = optional("contact", "name");
  const code = source === "code_snippet" ? text("code", "text") : optional("code", "text");
  const snippet: FeedbackSnippet | undefined =
    code === undefined
      ? undefined
      : {
          code,
          ...named("filename", optional("filename", "name")),
          ...named("lang", optional("lang", "name")),
        };
  return {
    id,
    path,
    ...named("comment", comment === "" ? undefined : comment),
    ...time,
    source,
    status,
    ...(typeof helpful === "boolean" && { helpful }),
    ...named("contact", contact === "" ? undefined : contact),
    ...(snippet && { snippet }),
    incomplete,
  };
}

/** Of ISO 8601, or seconds or milliseconds since 1970. Anything else is kept as it was sent. */
export function readTime(value: unknown): Pick<FeedbackEntry, "createdAt" | "createdAtText"> {
  if (typeof value !== "string" && typeof value !== "number") return {};
  const number = typeof value === "number" ? value : /^\d{9,13}$/.test(value) ? Number(value) : undefined;
  // Seconds of the next centuries are milliseconds of early 1970.
  const time =
    number === undefined
      ? readInstant(String(value))
      : Math.abs(number) < 1e11
        ? Math.round(number * 1000)
        : Math.round(number);
  const isKnown = time !== undefined && time >= 0 && time < lastTime;
  return isKnown ? { createdAt: time } : { createdAtText: String(value).slice(0, 100) };
}

const lastTime = Date.UTC(10_000, 0);

/** The same entry gets the same one each time it is read. */
function madeId(fields: Fields): string {
  const messages = [
    "id",
    "path",
    "comment",
    "createdAt",
    "source",
    "helpful",
    "contact",
    "code",
    "filename",
    "lang",
  ];
  // What is no plain value is left out: it could be nested without end.
  const text = messages.map((name) => plain(own(fields, name)));
  return `?${createHash("sha256").update(JSON.stringify(text)).digest("hex").slice(0, 24)}`;
}

function plain(value: unknown): unknown {
  return typeof value === "object" ? null : value;
}

/** Not `fields[name]`: names as `constructor` are found on every object. */
function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function named<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, string>>);
}

/** One answer of the service. */
export interface FeedbackEntryPage {
  readonly entries: readonly FeedbackEntry[];
  /** Elements that are no entries. */
  readonly unreadable: number;
  /** Elements that were not looked at, because there are too many. */
  readonly beyond: number;
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

export type FeedbackEntryPageResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: FeedbackFailure };

/** Longer than any that a service would make, and shorter than what servers take in an address. */
const maxCursorLength = 4096;

/** The body of an answer, read as JSON, as a page of entries. Of a list without end its beginning is read. */
export function readFeedbackPage(
  body: unknown,
  translate: Translate = formatInEnglish,
): FeedbackEntryPageResult<FeedbackEntryPage> {
  const list = member(body, "feedback");
  if (!Array.isArray(list)) return { ok: false, failure: noFeedback(translate) };
  const read = list.slice(0, defaultLimits.entries).map(readEntry);
  const entries = read.filter((entry): entry is FeedbackEntry => entry !== undefined);
  const cursor = member(body, "nextCursor");
  const nextCursor =
    typeof cursor === "string" && cursor !== "" && cursor.length <= maxCursorLength ? cursor : undefined;
  const reported = member(body, "hasMore");
  return {
    ok: true,
    value: {
      entries,
      unreadable: read.length - entries.length,
      beyond: list.length - read.length,
      // A service that does not say so says it by its cursor.
      hasMore: typeof reported === "boolean" ? reported : nextCursor !== undefined,
      ...(nextCursor !== undefined && { nextCursor }),
    },
  };
}

export function noFeedback(translate: Translate): FeedbackFailure {
  return {
    kind: "bad-answer",
    message: translate(
      "The service answered with something that is no list of feedback. Check that the address is that of the analytics API.",
    ),
  };
}

/** A member of an object, never of what every object has. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** `a…@example.com`: enough to see that somebody can be asked, and whether it is a colleague. */
export function maskContact(contact: string): string {
  const at = contact.lastIndexOf("@");
  const [first = ""] = contact;
  return at > 0 ? `${first}…${contact.slice(at, at + 100)}` : `${first}…`;
}
