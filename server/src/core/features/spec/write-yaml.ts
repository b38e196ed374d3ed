import type { Completion, Completions } from "../completion/completion.ts";
import { chooseOffers } from "../completion/ranking.ts";
import { yamlItem, writeYamlText } from "../completion/write-values.ts";
import type { PlainOffer, StartValue } from "./complete-spec.ts";
import type { YamlCursor } from "./yaml-cursor.ts";

/** Converts matching offers to edits of a YAML text, with quotes where necessary and the missing space. */
export function writeInYaml(
  offers: readonly PlainOffer[],
  cursor: YamlCursor,
  step: string,
  text: string,
): Completions {
  const byLabel = new Map(offers.map((offer) => [offer.label, offer]));
  const chosen = chooseOffers(
    offers.map((offer) => ({ ...offer, text: offer.label })),
    cursor.typed,
  );
  const quote = /^["']/.exec(text.slice(cursor.replace.start, cursor.replace.end))?.[0] ?? "";
  const { commaAt } = cursor;
  const commas = commaAt === undefined ? [] : [{ range: { start: commaAt, end: commaAt }, newText: "," }];
  return {
    items: chosen.offers.flatMap((offer): Completion[] => {
      const plain = byLabel.get(offer.label);
      if (!plain) return [];
      const { newText, caret } = writtenAs(plain, cursor, step, quote, lineEndOf(text));
      const { more: _, ...rest } = offer;
      return [
        {
          ...rest,
          text: newText,
          edit: { range: cursor.replace, newText: newText + (cursor.needsComma ? "," : "") },
          ...(caret !== undefined && { caret }),
          more: commas,
          filter: `${cursor.needsBlank && cursor.replace.start === cursor.replace.end ? "" : quote}${offer.label}`,
        },
      ];
    }),
    isComplete: chosen.isComplete,
  };
}

interface Written {
  readonly newText: string;
  /** The caret position after the insertion, if it isn't at the end. */
  readonly caret?: number;
}

function writtenAs(
  { label, writes }: PlainOffer,
  cursor: YamlCursor,
  step: string,
  quote: string,
  eol: string,
): Written {
  const blank = cursor.needsBlank ? " " : "";
  if (writes.kind === "literal") return { newText: blank + label };
  if (writes.kind === "text") return { newText: blank + scalar(label, cursor.isFlow, quote) };
  const key = scalar(label, cursor.isFlow, quote);
  if (cursor.hasColon) return { newText: blank + key };
  const before = `${blank}${key}:`;
  const start = startOf(writes.start, cursor, step, eol);
  const newText = before + start.text;
  return start.back === 0 ? { newText } : { newText, caret: newText.length - start.back };
}

function startOf(
  start: StartValue,
  { isFlow, indent }: YamlCursor,
  step: string,
  eol: string,
): { readonly text: string; readonly back: number } {
  switch (start) {
    case "true":
    case "false":
      return { text: ` ${start}`, back: 0 };
    case "list":
      return { text: " []", back: 1 };
    case "object":
      return isFlow ? { text: " {}", back: 1 } : { text: `${eol}${" ".repeat(indent)}${step}`, back: 0 };
    case "text":
    case "any":
      return { text: " ", back: 0 };
  }
}

/** Keeps the existing quotes. A text that starts with `#` is always quoted. */
function scalar(text: string, isFlow: boolean, quote: string): string {
  if (quote === "'") return `'${text.replaceAll("'", "''")}'`;
  if (quote === '"') return JSON.stringify(text);
  return isFlow ? yamlItem(text) : writeYamlText(text);
}

function lineEndOf(text: string): string {
  return /\r?\n/.exec(text.slice(0, 100_000))?.[0] ?? "\n";
}
