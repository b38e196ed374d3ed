import { createHash } from "node:crypto";
import * as v from "valibot";
import { formatInEnglish, type Translate } from "../../core/text/message.ts";
import { createNonEmptyTextSchema, createTextSchema } from "../../core/text/parse-message.ts";
import { isPlainRecord } from "../../core/text/plain-record.ts";
import { defaultLimits, type FeedbackFailure } from "./types.ts";

/**
 * One rating or comment from a reader or an AI agent. The schema `feedbackEntrySchema` creates it from the service's
 * response and tolerates missing fields.
 */
export interface FeedbackEntry {
  /** The service's ID. If the service doesn't provide one, the ID is derived from the entry's content: `?3f9a…`. */
  readonly id: string;
  /**
   * The path as the service reports it, such as `/guides/start`, `guides/start`, or
   * `https://docs.example.com/guides/start?tab=2#install`.
   */
  readonly path: string;
  /**
   * The comment. Undefined if the reader didn't write one. A comment can be up to 1 MB long and contain any characters.
   */
  readonly comment?: string;
  /** The time in milliseconds since 1970. Undefined if it can't be parsed. */
  readonly createdAt?: number;
  /** The original value of the time. Set only if the value isn't a valid time. */
  readonly createdAtText?: string;
  /**
   * The source of the entry: `contextual`, `code_snippet`, `agent`, `thumbs_only`, or a value that this version of
   * Docwright doesn't recognize.
   */
  readonly source: string;
  /**
   * The status in the service: `pending`, `in_progress`, `resolved`, `dismissed`, or a value that this version of
   * Docwright doesn't recognize.
   */
  readonly status: string;
  /**
   * Whether the rating is positive. Undefined if the service doesn't report a rating. In this case, the entry is
   * neither positive nor negative.
   */
  readonly helpful?: boolean;
  /** The reader's email address. It's stored only in memory and masked wherever it's shown. */
  readonly contact?: string;
  /**
   * Whether the reader's contact details are missing because they aren't saved on disk. They become available again
   * when the service responds.
   */
  readonly isContactNotKept?: boolean;
  readonly snippet?: FeedbackSnippet;
  /** The names of fields that were missing or had the wrong type, such as `["createdAt"]`. */
  readonly incomplete: readonly string[];
}

/** The code that a `code_snippet` entry is about, as the reader saw it. */
export interface FeedbackSnippet {
  readonly code: string;
  readonly filename?: string;
  readonly lang?: string;
}

/**
 * Whether an entry still needs work. Entries with an unknown status are treated as open so that they aren't overlooked.
 */
export const isOpen = ({ status }: FeedbackEntry): boolean => status !== "resolved" && status !== "dismissed";

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timestampPattern =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?$/;

const minute = 60_000;
export const dayLength = 86_400_000;

/**
 * Returns the time of midnight UTC on a day such as `2026-06-30`, in milliseconds since 1970. Returns undefined if the
 * text isn't a day or the day doesn't exist.
 */
export function parseDay(text: string): number | undefined {
  const [, year, month, date] = dayPattern.exec(text) ?? [];
  if (year === undefined) return undefined;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(date));
  // `Date` treats years below 100 as 19xx, and February 30 as March 2.
  return toDay(time) === text ? time : undefined;
}

/**
 * Parses a day, or a date and time (ISO 8601), and returns the time in milliseconds since 1970. A time without an
 * offset is in UTC. Returns undefined for any other text.
 */
export function parseInstant(text: string): number | undefined {
  const midnight = parseDay(text);
  if (midnight !== undefined) return midnight;
  const [, date = "", hour, minutes, seconds = "0", fraction = "0", sign, offsetHours = "0", offsetMinutes = "0"] =
    timestampPattern.exec(text) ?? [];
  const dayStart = parseDay(date);
  if (dayStart === undefined || Number(hour) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * minute * (sign === "-" ? -1 : 1);
  const timeOfDay = (Number(hour) * 60 + Number(minutes)) * minute + Number(seconds) * 1000;
  return dayStart + timeOfDay + Math.floor(Number(`0.${fraction}`) * 1000) - offset;
}

/** Returns the day in UTC, such as `2026-06-30`. */
export function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

type Fields = Readonly<Record<string, unknown>>;

/** The maximum lengths in UTF-16 code units. Longer text is truncated and marked as incomplete. */
const maxTextLength = 1_000_000;
const maxNameLength = 2000;
const optionalNameSchema = v.nullish(createTextSchema(maxNameLength));

const documentedFields = {
  id: createNonEmptyTextSchema(maxNameLength),
  path: createTextSchema(maxNameLength),
  // These two fields can be null, but they must be present.
  comment: v.nullable(createTextSchema(maxTextLength)),
  createdAt: v.nullable(v.custom((time) => parseTime(time).createdAt !== undefined)),
  source: createTextSchema(maxNameLength),
  status: createTextSchema(maxNameLength),
  helpful: v.nullish(v.boolean()),
  contact: optionalNameSchema,
  code: v.nullish(createTextSchema(maxTextLength)),
};

/** Returns the names of the fields that are missing, too long, or of the wrong type. */
function listIncompleteFields(fields: Fields): readonly string[] {
  const source = getOwnMember(fields, "source");
  const expectedFields: v.ObjectEntries = {
    ...documentedFields,
    ...(source === "contextual" && { helpful: v.boolean() }),
    ...(source === "code_snippet" && { code: createTextSchema(maxTextLength) }),
    ...(typeof getOwnMember(fields, "code") === "string" && { filename: optionalNameSchema, lang: optionalNameSchema }),
  };
  const { issues = [] } = v.safeParse(v.object(expectedFields), fields);
  return issues.map(({ path }) => String(path?.[0].key));
}

/**
 * The schema of one entry in the service's response. Fields that are missing or have the wrong type are listed in
 * `incomplete`. Only values that aren't objects, such as null or a string, are invalid.
 */
export const feedbackEntrySchema = v.pipe(v.custom<Fields>(isPlainRecord), v.transform(toEntry));

function toEntry(fields: Fields): FeedbackEntry {
  const incomplete = listIncompleteFields(fields);
  const getText = (name: string, maxLength = maxNameLength): string | undefined => {
    const field = getOwnMember(fields, name);
    return typeof field === "string" ? field.slice(0, maxLength) : undefined;
  };
  const helpful = getOwnMember(fields, "helpful");
  const code = getText("code", maxTextLength);
  return {
    id: incomplete.includes("id") ? createId(fields) : (getText("id") ?? ""),
    path: getText("path") ?? "",
    ...toProperty("comment", getText("comment", maxTextLength) || undefined),
    ...parseTime(getOwnMember(fields, "createdAt")),
    source: getText("source") || "unknown",
    status: getText("status") || "unknown",
    ...(typeof helpful === "boolean" && { helpful }),
    ...toProperty("contact", getText("contact") || undefined),
    ...(code !== undefined && {
      snippet: {
        code,
        ...toProperty("filename", getText("filename")),
        ...toProperty("lang", getText("lang")),
      },
    }),
    incomplete,
  };
}

/** Parses a time in ISO 8601 format, or in seconds or milliseconds since 1970. Any other value is returned as text. */
function parseTime(value: unknown): Pick<FeedbackEntry, "createdAt" | "createdAtText"> {
  if (typeof value !== "string" && typeof value !== "number") return {};
  const number = typeof value === "number" ? value : /^\d{9,13}$/.test(value) ? Number(value) : undefined;
  // Numbers below 1e11 are treated as seconds. As milliseconds, they would be times before March 1973.
  const time =
    number === undefined
      ? parseInstant(String(value))
      : Math.abs(number) < 1e11
        ? Math.round(number * 1000)
        : Math.round(number);
  const isValid = time !== undefined && time >= 0 && time < maxTime;
  return isValid ? { createdAt: time } : { createdAtText: String(value).slice(0, 100) };
}

const maxTime = Date.UTC(10_000, 0);

/** Returns an ID derived from the content, so an entry has the same ID each time it's read. */
function createId(fields: Fields): string {
  const fieldNames = ["id", "path", "comment", "createdAt", "source", "helpful", "contact", "code", "filename", "lang"];
  // Objects and arrays are omitted, because they can be nested to any depth.
  const fieldValues = fieldNames.map((name) => toNullIfObject(getOwnMember(fields, name)));
  return `?${createHash("sha256").update(JSON.stringify(fieldValues)).digest("hex").slice(0, 24)}`;
}

function toNullIfObject(value: unknown): unknown {
  return typeof value === "object" ? null : value;
}

function toProperty<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, string>>);
}

/** A page of the service's list of entries. */
export interface FeedbackEntryBatch {
  readonly entries: readonly FeedbackEntry[];
  /** The number of elements that couldn't be read as entries. */
  readonly unreadableCount: number;
  /** The number of elements that weren't read because the list is too long. */
  readonly skippedCount: number;
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

export type FeedbackEntryPageResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: FeedbackFailure };

/** The maximum length of a cursor. It's more than any service needs, but less than the maximum length of a URL. */
const maxCursorLength = 4096;

/** The schema of a response. Values of the wrong type are treated as missing. */
const feedbackPageSchema = v.object({
  feedback: v.array(v.unknown()),
  nextCursor: v.fallback(v.optional(createNonEmptyTextSchema(maxCursorLength)), undefined),
  hasMore: v.fallback(v.optional(v.boolean()), undefined),
});

/**
 * Reads a parsed response body as a page of the list of entries. If the list is too long, only its beginning is read.
 */
export function readFeedbackPage(
  body: unknown,
  translate: Translate = formatInEnglish,
): FeedbackEntryPageResult<FeedbackEntryBatch> {
  const page = v.safeParse(feedbackPageSchema, body);
  if (!page.success) return { ok: false, failure: createInvalidListFailure(translate) };
  // If the service doesn't set `hasMore`, a cursor indicates that there are more entries.
  const { feedback, nextCursor, hasMore = nextCursor !== undefined } = page.output;
  const feedbackItems = feedback.slice(0, defaultLimits.maxEntries);
  const entries = feedbackItems.flatMap((each) => {
    const { success, output } = v.safeParse(feedbackEntrySchema, each);
    return success ? [output] : [];
  });
  return {
    ok: true,
    value: {
      entries,
      unreadableCount: feedbackItems.length - entries.length,
      skippedCount: feedback.length - feedbackItems.length,
      hasMore,
      ...(nextCursor !== undefined && { nextCursor }),
    },
  };
}

export function createInvalidListFailure(translate: Translate): FeedbackFailure {
  return {
    kind: "bad-answer",
    message: translate(
      "The service's response isn't a list of feedback. Make sure that the base URL is the URL of the analytics API.",
    ),
  };
}

/** Returns an object's own member. Inherited members are ignored. */
export function getOwnMember(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/**
 * Returns a masked email address such as `a…@example.com`, which shows only that the reader left contact details and
 * whether the reader is a colleague.
 */
export function maskContact(contact: string): string {
  const atSignIndex = contact.lastIndexOf("@");
  const [firstCharacter = ""] = contact;
  return atSignIndex > 0 ? `${firstCharacter}…${contact.slice(atSignIndex, atSignIndex + 100)}` : `${firstCharacter}…`;
}

const emailPattern = /[^\s@"'<>(),;:\\]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/**
 * Matches a number in one of the usual formats of phone numbers: digits only, with a country code, with an area code
 * that starts with 0, or with groups of digits. The number can directly follow a label such as `Tel.` or `phone=`.
 */
const phonePattern =
  /(?:(?<![\w.:/-]|\d,)|(?<=\p{L}[:=.]))(?!\d{4}-\d\d-\d\d)(?:\d{10,13}(?![\w:]|[.,/-]\d)|(?:1[ .-]\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]?\d{4}|(?:\+|\((?!\d{8})|0|\d{2,4}[ ()/.-]+(?=\d))[\d ()/.-]{5,22}\d)(?!(?!x\d{1,6}\b)\w|[.:]\d))/gu;

/** Masks the email addresses and phone numbers in a comment so that they aren't saved on disk. */
export function maskPersonalData(comment: string): string {
  const maskedComment = maskMatches(comment, emailPattern, maskContact);
  return maskMatches(maskedComment, phonePattern, (phone, textBefore, textAfter) =>
    isPhoneNumber(phone, textBefore, textAfter) ? `…${phone.replace(/\D/g, "").slice(-2)}` : undefined,
  );
}

/** A function that returns the replacement for a match, or undefined if the match should stay. */
type MaskFunction = (match: string, textBefore: string, textAfter: string) => string | undefined;

/** The number of characters before and after a match that are passed to a `MaskFunction`. */
const contextLength = 60;

/** Masks the matches of a pattern. Typographic variants of characters match as their ASCII equivalents. */
function maskMatches(text: string, pattern: RegExp, mask: MaskFunction): string {
  const asciiText = toAsciiCharacters(text);
  let maskedText = "";
  let end = 0;
  for (const { 0: match, index } of asciiText.matchAll(pattern)) {
    const matchEnd = index + match.length;
    const textBefore = asciiText.slice(Math.max(0, index - contextLength), index);
    const replacement = mask(match, textBefore, asciiText.slice(matchEnd, matchEnd + contextLength));
    if (replacement === undefined) continue;
    maskedText += text.slice(end, index) + replacement;
    end = matchEnd;
  }
  return maskedText + text.slice(end);
}

/** Replaces full-width characters, dashes, and spaces with their ASCII equivalents. The length stays the same. */
function toAsciiCharacters(text: string): string {
  return text
    .replace(/[（）＋．／＠０-９]/g, (each) => String.fromCharCode(each.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, "-")
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ");
}

/** Whether a match of `phonePattern` is a phone number and not, for example, a date, a version, or an ID. */
function isPhoneNumber(phone: string, textBefore: string, textAfter: string): boolean {
  const digits = phone.replace(/\D/g, "");
  if (digits.length < 8 || digits.length > 15) return false;
  if (phone.startsWith("+") || /^0\d(?:[ .-]\d\d){4}$/.test(phone)) return true;
  const label = findLabelBefore(textBefore);
  if (digits === phone) return phone.startsWith("0") || isPlainPhoneNumber(phone, label, textBefore, textAfter);
  const isAttached = /[.:]$/.test(textBefore);
  if (isAttached && digits.length < 9 && label !== "phone") return false;
  return !falsePositivePatterns.some((pattern) => pattern.test(phone));
}

/** Formats of dates, versions, ranges of years, IP addresses, thousands, and decimals. */
const falsePositivePatterns: readonly RegExp[] = [
  /\.\d{1,2}\./,
  /\d{4}-\d\d-\d\d/,
  /\b(?:19|20)\d\d([./-])(?:0?[1-9]|1[0-2])\1\d{1,2}\b/,
  /\b\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d\b/,
  /^(?:19|20)\d\d[ /-]+(?:19|20)\d\d$/,
  /^\d{1,3}(?:\.\d{1,3}){3}$/,
  /^\d{1,3}(?:[ .]000)+$/,
  /^\d\.\d+$/,
];

/** Times such as 1719745200 and 202606301400, round numbers, and the limits of 32-bit integers. */
const commonNumberPattern =
  /^(?:1[5-9](?:\d{8}|\d{11})|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[0-2]\d[0-5]\d|\d+0{6}|2147483648|2147483647|429496729[56])$/;

const unitPattern =
  /^\s?(?:[num\u00b5\u03bc]?s|secs?|seconds?|milliseconds?|[kmgt]?i?b|bytes?|tokens?|rows?|records?|entries|%)(?!\w)/i;

function isPlainPhoneNumber(
  digits: string,
  label: "phone" | "other" | undefined,
  textBefore: string,
  textAfter: string,
): boolean {
  if (label !== undefined) return label === "phone";
  // In code such as `seed=1234567890`, `f(1234567890)`, and `log.1234567890`, the number can be anything.
  const isInCode = /(?:[=#$]\s*|\.|\[|[\w\])}]\()$/.test(textBefore);
  return !isInCode && !commonNumberPattern.test(digits) && !unitPattern.test(textAfter);
}

// cspell:disable
const phoneWords: ReadonlySet<string> = new Set(
  "phone telephone tel telefon telefono teléfono téléphone telefone mobile mobil móvil celular cell cellphone handy call callback ring dial text sms whatsapp fax hotline".split(
    " ",
  ),
);
// cspell:enable
const otherLabelWords: ReadonlySet<string> = new Set(
  "id ids uid guid key port order invoice ticket issue case build commit revision version serial sku isbn ean project request trace hash time timestamp date epoch seed size length offset count total limit max min amount price value error code line row".split(
    " ",
  ),
);
const fillerWords: ReadonlySet<string> = new Set(
  "is was are at on me us my our the a an of to under number num no nr".split(" "),
);

/** Returns whether the closest words before a number label it as a phone number or as something else. */
function findLabelBefore(textBefore: string): "phone" | "other" | undefined {
  const line = textBefore.slice(textBefore.lastIndexOf("\n") + 1);
  const words = line.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").match(/\p{L}+/gu) ?? [];
  for (const word of words.reverse()) {
    const lowerCaseWord = word.toLowerCase();
    if (phoneWords.has(lowerCaseWord)) return "phone";
    if (otherLabelWords.has(lowerCaseWord)) return "other";
    if (!fillerWords.has(lowerCaseWord)) return undefined;
  }
  return undefined;
}
