import { getHeadLocation, type JsonNode } from "../../config/json/json-tree.ts";
import type { ValueKind } from "../../config/settings/setting-schema.ts";
import type { WrongTypeProblem } from "../../config/settings/check-value.ts";
import { getSettingProblems } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { getProblemEffect, createEffectParts } from "../findings/broken-config.ts";
import { checkConfig, defineRule, type Finding, createReplaceEdits } from "../rule.ts";

/** The types that settings accept. Each has a description and the fix for a value of a different type. */
const expectedPhrases = {
  string: ["a string", "Use a string in double quotes."],
  boolean: ["true or false", "Use `true` or `false` without quotes."],
  number: ["a number", "Use a number without quotes."],
  list: ["a list", "Put the values between `[` and `]`."],
  object: ["an object", "Put the settings between `{` and `}`."],
  "string-object": ["a string or an object", "Use a string in double quotes, or put the settings between `{` and `}`."],
  "string-list": ["a string or a list", "Use a string in double quotes, or a list between `[` and `]`."],
  "string-list-object": [
    "a string, a list, or an object",
    "Use a string in double quotes, a list in `[]`, or an object in `{}`.",
  ],
} as const;

const actualPhrases = {
  string: "a string",
  boolean: "true or false",
  number: "a number",
  list: "a list",
  object: "an object",
  nothing: "`null`",
} as const;

type ExpectedKind = keyof typeof expectedPhrases;
type ActualKind = keyof typeof actualPhrases;
type KindPair = `${ExpectedKind} not ${ActualKind}`;
type MessageKey = KindPair | "disputed" | "write";

/**
 * The messages by expected and actual type. Each pair of types has its own full sentence, because sentences can't be
 * assembled from parts in other languages.
 */
const pairMessages = Object.fromEntries(
  Object.entries(expectedPhrases).flatMap(([expectedKind, [expectedPhrase, fixText]]) =>
    Object.entries(actualPhrases).map(([actualKind, actualPhrase]) => [
      `${expectedKind} not ${actualKind}`,
      `\`{path}\` must be ${expectedPhrase}, not ${actualPhrase}, so {effect}. ${fixText}`,
    ]),
  ),
) as Record<KindPair, string>;

export const wrongType = defineRule<MessageKey>({
  code: "config/wrong-type",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A setting with a value of the wrong type.",
  why: "The service rejects docs.json if a value doesn't have the type that its setting accepts, for example, a string where `true` or `false` is expected. If the value is in a list of a tab, version, or other section, the service leaves out the section's content instead.",
  howToFix: "Use a value of the type that the message specifies. Don't put `true`, `false`, or numbers in quotes.",
  whenToTurnOff: "Keep this rule on. If a value has the wrong type, the service rejects docs.json.",
  messages: {
    ...pairMessages,
    disputed:
      "The service's documentation allows a string for `{path}`, but its own validation rejects it, so the site might not be published. Use an object instead.",
    write: "Change to `{replacement}`",
  },
  examples: [
    {
      bad: '{ "interaction": { "drilldown": [|"true"|] }, "navigation": { "pages": ["index"] } }',
      good: '{ "interaction": { "drilldown": true }, "navigation": { "pages": ["index"] } }',
    },
    {
      bad: '{ "navigation": { "groups": [{ "group": "Start", "expanded": [|"yes"|], "pages": [] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "Start", "expanded": true, "pages": [] }] } }',
    },
    {
      bad: '{ "navigation": { "versions": [{ "version": [|1|], "pages": ["index"] }] } }',
      good: '{ "navigation": { "versions": [{ "version": "1", "pages": ["index"] }] } }',
    },
  ],
  check: checkConfig((_, site) =>
    getSettingProblems(site, "wrong-type").flatMap((problem) => createFinding(problem, site) ?? []),
  ),
  *createFixes({ at, data }) {
    const replacement = data?.["replacement"];
    if (typeof replacement === "string")
      yield { title: "write", args: { replacement }, edits: createReplaceEdits(at, replacement) };
  },
});

function createFinding(
  { node, path, expectedKinds: valueKinds, isDisputed, allowsAnyText }: WrongTypeProblem,
  site: Site,
): Finding<MessageKey> | undefined {
  const effect = getProblemEffect(site, path);
  if (effect.kind === "unread") return undefined;
  const replacement = convertValue(node, valueKinds, allowsAnyText);
  return {
    ...(isDisputed
      ? { message: "disputed", args: { path }, severity: "warning" }
      : createEffectParts(`${getExpectedKind(valueKinds)} not ${getValueKind(node)}`, { path }, effect)),
    at: getHeadLocation(node),
    ...(replacement === undefined ? {} : { data: { replacement } }),
  };
}

function getExpectedKind(kinds: readonly ValueKind[]): ExpectedKind {
  const key = kinds.join("-");
  return Object.keys(expectedPhrases).find((candidate): candidate is ExpectedKind => candidate === key) ?? "object";
}

function getValueKind(node: JsonNode): ActualKind {
  if (node.kind === "array") return "list";
  return node.kind === "null" ? "nothing" : node.kind;
}

/**
 * Returns the JSON text of the value converted to the expected type, such as `true` for `"true"` or `"1"` for `1`.
 * Returns undefined if the value can't be converted or if it's unclear how.
 */
function convertValue(node: JsonNode, expectedKinds: readonly ValueKind[], allowsAnyText: boolean): string | undefined {
  if (node.kind === "string") {
    const text = node.value.trim().toLowerCase();
    if (expectedKinds.includes("boolean") && /^(true|yes|on)$/.test(text)) return "true";
    if (expectedKinds.includes("boolean") && /^(false|no|off)$/.test(text)) return "false";
    if (expectedKinds.includes("number") && /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return text;
  }
  return (node.kind === "number" || node.kind === "boolean") && allowsAnyText ? `"${node.value}"` : undefined;
}
