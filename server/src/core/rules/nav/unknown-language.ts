import { toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { findNearestName } from "../../text/similarity.ts";
import { findSectionAbove } from "../findings/broken-config.ts";
import { checkConfig, defineRule, createReplaceEdits } from "../rule.ts";
import { createSuggestionSource } from "../subjects/fixes.ts";
import { getElementName } from "../subjects/site-subjects.ts";

export const unknownLanguage = defineRule({
  code: "nav/unknown-language",
  subjectKinds: ["config"],
  severity: "error",
  summary: "An unsupported language code.",
  why: "The service supports a fixed list of case-sensitive language codes. If the navigation contains any other code, the service rejects the whole navigation, or leaves out the languages of the tab, version, or other section that lists the code.",
  howToFix: "Use a code that the service supports, with the same letter case.",
  whenToTurnOff: "Turn off this rule if the service supports a language that Docwright doesn't recognize yet.",
  messages: {
    meant: "`{code}` isn't a supported language code, so the service rejects the navigation. Did you mean `{near}`?",
    unknown:
      "`{code}` isn't a supported language code, so the service rejects the navigation. Use one of the {count} codes, such as `en`, `fr`, or `pt-BR`.",
    empty:
      "This language code is empty, so the service rejects the navigation. Use one of the {count} codes, such as `en`, `fr`, or `pt-BR`.",
    "meant-in":
      "`{code}` isn't a supported language code, so readers see nothing under `{parent}`. Did you mean `{near}`?",
    "unknown-in":
      "`{code}` isn't a supported language code, so readers see nothing under `{parent}`. Use one of the {count} codes, such as `en`, `fr`, or `pt-BR`.",
    "empty-in":
      "This language code is empty, so readers see nothing under `{parent}`. Use one of the {count} codes, such as `en`, `fr`, or `pt-BR`.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: '{ "navigation": { "languages": [{ "language": [|"EN"|], "pages": ["start"] }, { "language": [|"zh-hant"|], "pages": ["zh/start"] }] } }',
      good: '{ "navigation": { "languages": [{ "language": "en", "pages": ["start"] }, { "language": "zh-Hant", "pages": ["zh/start"] }] } }',
    },
    {
      bad: '{ "navigation": { "languages": [{ "language": [|"ja"|], "pages": ["start"] }] } }',
      good: '{ "navigation": { "languages": [{ "language": "jp", "pages": ["start"] }] } }',
      profile: "standard",
    },
  ],
  check: checkConfig(function* (config, { profile }) {
    const codes = profile.languageCodes;
    const guess = createSuggestionSource();
    for (const element of getNavigation(config).elements) {
      const { kind, label, isIgnored } = element;
      if (isIgnored || kind !== "language" || !label || codes.includes(label.value)) continue;
      const suggestion = guess(label.value, () => findNearestCode(label.value, codes));
      const section = findSectionAbove(element);
      const args = {
        code: label.value,
        count: codes.length,
        parent: section ? getElementName(section) : "",
      };
      const at = getNodeLocation(label);
      const message = suggestion !== undefined ? "meant" : label.value === "" ? "empty" : "unknown";
      yield {
        message: section ? `${message}-in` : message,
        args: { ...args, near: suggestion ?? "" },
        at,
        ...(suggestion !== undefined && { data: { near: suggestion } }),
      };
    }
  }),
  *createFixes({ at, data }) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield {
        title: "use",
        args: { near: suggestion },
        edits: createReplaceEdits(at, toJsonString(suggestion)),
      };
  },
});

/** The codes that authors may have meant, keyed by the incorrect code or name that they used. */
const codesByAlias: ReadonlyMap<string, readonly string[]> = new Map([
  ["ja", ["jp"]],
  ["jp", ["ja"]],
  ["zh", ["cn"]],
  ["zh-cn", ["cn"]],
  ["zh-hans", ["cn"]],
  ["zh-tw", ["zh-Hant"]],
  ["pt", ["pt-BR"]],
  ["nb", ["no"]],
  ["nn", ["no"]],
  ["ua", ["uk"]],
  ["cz", ["cs"]],
  ["kr", ["ko"]],
  ["gb", ["en"]],
  ["english", ["en"]],
  ["french", ["fr"]],
  ["german", ["de"]],
  ["spanish", ["es"]],
  ["japanese", ["ja", "jp"]],
  ["chinese", ["zh", "cn"]],
  ["korean", ["ko"]],
]);

/**
 * Returns the supported code that the author most likely meant, or undefined if there is none. Corrects the case of a
 * code, another name for the language, an unsupported region, or a typo. Typos in short codes can't be corrected,
 * because these codes are too similar to each other.
 */
function findNearestCode(code: string, codes: readonly string[]): string | undefined {
  const normalizedCode = code.trim().toLowerCase().replace(/_/g, "-");
  const [baseCode = ""] = normalizedCode.split("-");
  const aliasCode = (codesByAlias.get(normalizedCode) ?? []).find((candidate) => codes.includes(candidate));
  return (
    codes.find((candidate) => candidate.toLowerCase() === normalizedCode) ??
    aliasCode ??
    (baseCode === normalizedCode ? undefined : findNearestCode(baseCode, codes)) ??
    (normalizedCode.length > 3 ? findNearestName(normalizedCode, codes) : undefined)
  );
}
