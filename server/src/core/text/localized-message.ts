import {
  choosePlural,
  formatInEnglish,
  type LocalizedMessage,
  type MessageValue,
  type PluralTexts,
} from "./message.ts";
import { formatList } from "./phrase.ts";

/** Translates a text with its values. The first value determines the plural form. */
export type TranslateForms = (text: string | PluralTexts, ...values: readonly (string | number)[]) => string;

/** Returns a message, with the messages inside it, in the language of `translate`. */
export function formatLocalizedMessage(
  { words, one, values = [] }: LocalizedMessage,
  translate: TranslateForms,
  language: string,
): string {
  return translate(
    one === undefined ? words : { one, other: words },
    ...values.map((value) => formatValue(value, translate, language)),
  );
}

function formatValue(value: MessageValue, translate: TranslateForms, language: string): string | number {
  if (typeof value !== "object") return value;
  if ("words" in value) return formatLocalizedMessage(value, translate, language);
  const texts = value.list.map((each) => String(formatValue(each, translate, language)));
  return formatList(value.last === "and" ? "conjunction" : "disjunction", texts, language);
}

/** Returns a message in English. */
export function formatMessageInEnglish(message: LocalizedMessage): string {
  return formatLocalizedMessage(
    message,
    (text, ...values) =>
      formatInEnglish(
        typeof text === "string" ? text : choosePlural(Number(values[0]), text, undefined),
        ...values.map((value) => value.toLocaleString("en")),
      ),
    "en",
  );
}

/** Joins messages in English. */
export function formatMessagesInEnglish(sentences: readonly LocalizedMessage[]): string {
  return sentences.map(formatMessageInEnglish).join(" ");
}

/** Returns the message with every name in it changed, for example, to remove secrets. */
export function mapMessageValues(
  message: LocalizedMessage,
  change: (text: string) => string,
): LocalizedMessage {
  const { values } = message;
  return values ? { ...message, values: values.map((value) => mapValue(value, change)) } : message;
}

function mapValue(value: MessageValue, change: (text: string) => string): MessageValue {
  if (typeof value === "string") return change(value);
  if (typeof value === "number") return value;
  if ("words" in value) return mapMessageValues(value, change);
  return { ...value, list: value.list.map((each) => mapValue(each, change)) };
}
