import {
  deriveFromContent,
  type JsonObject,
  type JsonString,
  getNodeLocation,
  getJsonValue,
} from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { findPage, getUnusualListings } from "../../site/navigation/navigation-pages.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const bidiOrControlCharacter = defineRule({
  code: "nav/bidi-or-control-character",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A name or path that contains invisible characters.",
  why: "Control characters, line separators, and characters that change the text direction are invisible in an editor, but they change what readers see or break paths. They're usually pasted by accident, but they can also be inserted maliciously.",
  howToFix: "Delete the text and type it again, or paste it as plain text.",
  whenToTurnOff:
    "Turn off this rule if your labels need directional embeddings or isolates, for example, in Arabic or Hebrew. Docwright never reports directional marks, such as U+200F.",
  messages: {
    label:
      "This text contains invisible characters ({characters}), which can reverse or garble what readers see in the navigation. Retype it.",
  },
  examples: [
    {
      bad: '{ "navigation": { "groups": [{ "group": [|"Ad\\u202enim"|], "pages": ["start"] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "Admin", "pages": ["start"] }] } }',
    },
  ],
  check: checkConfig(function* (config, site) {
    for (const node of listVisibleStrings(getNavigation(config).elements)) {
      const characters = formatInvisibleCharacters(node.value);
      if (characters !== "")
        yield { message: "label", args: { characters: toVerbatim(characters) }, at: getNodeLocation(node) };
    }
    // A path with such a character is reported only if the page exists. Otherwise, `nav/page-not-found` reports the
    // path.
    for (const { entry, slug } of getUnusualListings(config)) {
      const characters = formatInvisibleCharacters(entry.text);
      if (!entry.isIgnored && characters !== "" && slug !== "" && findPage(site, slug).kind === "found")
        yield {
          message: "label",
          args: { characters: toVerbatim(characters) },
          at: getNodeLocation(entry.node),
        };
    }
  }),
});

/** The keys, other than the one of the label, whose values readers see. */
const visibleKeys = ["tag", "description", "name"] as const;

function* listVisibleStrings(elements: readonly NavElement[]): Iterable<JsonString> {
  for (const element of elements) {
    if (element.isIgnored || !mayHaveInvisibleText(element.node)) continue;
    if (element.label) yield element.label;
    for (const key of visibleKeys) {
      const valueNode = getJsonValue(element.node, key);
      if (valueNode?.kind === "string") yield valueNode;
    }
  }
}

/**
 * Matches invisible characters, except for directional marks (U+200E, U+200F, U+061C) and joiners, which some languages
 * require.
 */
const invisiblePattern = /[\p{Cc}\u200b\u2028-\u202e\u2060-\u2069\ufeff\u{d800}-\u{dfff}]/gu;

/** Matches printable ASCII text. Most text matches, so the slower search is rarely needed. */
const printableAsciiPattern = /^[ -~]*$/;

/** Whether any of the object's own strings may contain an invisible character. Nested objects aren't searched. */
const mayHaveInvisibleText = deriveFromContent(({ properties }: JsonObject) =>
  properties.some(({ value }) => value?.kind === "string" && !printableAsciiPattern.test(value.value)),
);

/** Formats up to five different invisible characters in the text, such as `U+202E, U+0007`. */
function formatInvisibleCharacters(text: string): string {
  if (printableAsciiPattern.test(text)) return "";
  const characters = new Set(text.match(invisiblePattern) ?? []);
  return [...characters]
    .slice(0, 5)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`)
    .join(", ");
}
