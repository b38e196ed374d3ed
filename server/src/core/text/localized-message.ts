import {
  type LocalizedMessage,
  type MessageValue,
  type PluralForms,
  replacePlaceholders,
  type Translations,
} from "./message.ts";
import { getPageLanguage } from "./page-language.ts";
import { formatList } from "./phrase.ts";

/**
 * A function that returns the translation of a string, or undefined if the string isn't translated. `category` is the
 * plural form that the count requires in the target language, or `other` if there's no count.
 */
export type TranslationFinder = (text: PluralForms, category: Intl.LDMLPluralRule) => string | undefined;

/** Returns a function that finds translations in a table with separate entries for the English singular and plural. */
export function createPluralFinder(find: (text: string) => string | undefined): TranslationFinder {
  return ({ one, other }, category) => find(category === "one" ? one : other);
}

/**
 * Returns a function that finds translations in one of the webviews' message tables (`webview/translations`). Each key
 * is the English plural form (`other`). Each value is the translation, or an object with the plural forms in the target
 * language.
 */
export function createPageTextFinder(texts: Readonly<Record<string, unknown>>): TranslationFinder {
  return ({ other: key }, category) => {
    const entry = Object.hasOwn(texts, key) ? texts[key] : undefined;
    if (typeof entry !== "object" || entry === null) return toText(entry);
    const forms: { readonly [Category in Intl.LDMLPluralRule]?: unknown } = entry;
    return toText(forms[category]) ?? toText(forms.other);
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A formatter for messages in one language. */
export interface MessageFormatter {
  /** Returns the translation of a string without inserting values. `count` determines the plural form. */
  readonly translate: (text: string | PluralForms, count?: unknown) => string;
  readonly formatNumber: (value: number) => string;
  /**
   * Returns the translation of a string, with `{0}` and `{1}` replaced by the values. If the string has plural forms,
   * the first value determines the form.
   */
  readonly format: (text: string | PluralForms, ...values: readonly (string | number)[]) => string;
  /** Returns the translation of a message. Values that are messages themselves are translated, too. */
  readonly formatMessage: (message: LocalizedMessage) => string;
}

/**
 * Creates a formatter. `locale` determines plural forms and the formats of numbers and lists. Text without a
 * translation stays in English.
 */
export function createMessageFormatter(
  locale: string,
  findTranslation: TranslationFinder = () => undefined,
): MessageFormatter {
  let numberFormat: Intl.NumberFormat | undefined;
  let pluralRules: Intl.PluralRules | undefined;
  const formatNumber = (value: number): string => (numberFormat ??= new Intl.NumberFormat(locale)).format(value);
  const translate: MessageFormatter["translate"] = (text, count) => {
    if (typeof text === "string") return findTranslation({ one: text, other: text }, "other") ?? text;
    const category = typeof count === "number" ? (pluralRules ??= new Intl.PluralRules(locale)).select(count) : "other";
    return findTranslation(text, category) ?? (count === 1 ? text.one : text.other);
  };
  const format: MessageFormatter["format"] = (text, ...values) =>
    replacePlaceholders(
      translate(text, values[0]),
      values.map((value) => (typeof value === "number" ? formatNumber(value) : value)),
    );
  const formatMessage = ({ text, one, values = [] }: LocalizedMessage): string =>
    format(one === undefined ? text : { one, other: text }, ...values.map(formatValue));
  const formatValue = (value: MessageValue): string | number => {
    if (typeof value !== "object") return value;
    if ("text" in value) return formatMessage(value);
    const parts = value.list.map((each) => {
      const part = formatValue(each);
      return typeof part === "number" ? formatNumber(part) : part;
    });
    return formatList(value.last === "and" ? "conjunction" : "disjunction", parts, locale);
  };
  return { translate, formatNumber, format, formatMessage };
}

/** Creates a formatter for the language of the translations, or for English if there are no translations. */
export function createTableFormatter(translations: Translations | undefined): MessageFormatter {
  return createMessageFormatter(
    getPageLanguage(translations?.language ?? "en").tag,
    createPluralFinder((text) => translations?.texts.get(text)),
  );
}

const englishFormatter = createMessageFormatter("en");

export function formatMessageInEnglish(message: LocalizedMessage): string {
  return englishFormatter.formatMessage(message);
}

/** Formats messages in English and joins them. */
export function formatMessagesInEnglish(messages: readonly LocalizedMessage[]): string {
  return messages.map(englishFormatter.formatMessage).join(" ");
}

/** Sentences about a completed action, both in English and as messages that are translated when they're shown. */
export interface ActionResult {
  readonly text: string;
  readonly messages: readonly LocalizedMessage[];
}

export function createActionResult(...messages: readonly LocalizedMessage[]): ActionResult {
  return { text: formatMessagesInEnglish(messages), messages };
}

/**
 * Applies `change` to all string values in the message (for example, to remove secrets) and returns the resulting
 * message.
 */
export function mapMessageValues(message: LocalizedMessage, change: (text: string) => string): LocalizedMessage {
  const { values } = message;
  return values ? { ...message, values: values.map((value) => mapValue(value, change)) } : message;
}

function mapValue(value: MessageValue, change: (text: string) => string): MessageValue {
  if (typeof value === "string") return change(value);
  if (typeof value === "number") return value;
  if ("text" in value) return mapMessageValues(value, change);
  return { ...value, list: value.list.map((each) => mapValue(each, change)) };
}
