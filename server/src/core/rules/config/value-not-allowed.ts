import { toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { ValueNotAllowedProblem } from "../../config/settings/check-value.ts";
import type { Site } from "../../site/site.ts";
import { getSettingProblems } from "../../site/settings/site-settings.ts";
import { truncateEnd, truncateStart } from "../../text/message.ts";
import { formatPhrase } from "../../text/phrase.ts";
import { formatChoices, maxMessageLength } from "../format-message.ts";
import { getProblemEffect, formatEffect, createEffectParts } from "../findings/broken-config.ts";
import { checkConfig, defineRule, type Finding, createReplaceEdits } from "../rule.ts";

/**
 * If a setting has at least this many allowed values besides the most similar one, only the most similar value gets a
 * quick fix. Otherwise, every value gets one.
 */
const maxOfferedValues = 5;

const rejectionMessages = {
  near: "`{value}` isn't a valid value for `{path}`, so {effect}. Did you mean `{nearest}`? You can also use {values}.",
  only: "`{value}` isn't a valid value for `{path}`, so {effect}. Did you mean `{nearest}`?",
  far: "`{value}` isn't a valid value for `{path}`, so {effect}. Use {values}.",
} as const;

const messages = {
  ...rejectionMessages,
  ignored: "`{value}` isn't a valid value for `{path}`, so it has no effect. Use {values}.",
  ignoredNear: "`{value}` isn't a valid value for `{path}`, so it has no effect. Did you mean `{nearest}`?",
  disputed:
    "The service's documentation lists `{value}` for `{path}`, but its own validation rejects it. Use {values}.",
  use: "Change to `{value}`",
} as const;

export const valueNotAllowed = defineRule({
  code: "config/value-not-allowed",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A value that the setting doesn't accept.",
  why: "Some settings accept only certain values. The service rejects docs.json if it contains any other value.",
  howToFix: "Use one of the values suggested in the message.",
  whenToTurnOff: "Turn off this rule if the service supports a value that Docwright doesn't recognize yet.",
  messages,
  examples: [
    {
      bad: '{ "api": { "playground": { "display": [|"interactiv"|] } }, "navigation": { "pages": ["index"] } }',
      good: '{ "api": { "playground": { "display": "interactive" } }, "navigation": { "pages": ["index"] } }',
    },
    {
      bad: '{ "theme": [|"mintt"|], "navigation": { "pages": ["index"] } }',
      good: '{ "theme": "mint", "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig((_, site) =>
    getSettingProblems(site, "value-not-allowed").flatMap((problem) => createFinding(problem, site) ?? []),
  ),
  *createFixes({ at, data }) {
    const offeredValues = data?.["offered"];
    for (const value of typeof offeredValues === "object" ? offeredValues : [])
      yield { title: "use", args: { value }, edits: createReplaceEdits(at, toJsonString(value)) };
  },
});

type MessageKey = keyof typeof rejectionMessages | "ignored" | "ignoredNear" | "disputed";

function createFinding(
  { node, path, values, nearestValue, effect }: ValueNotAllowedProblem,
  site: Site,
): Finding<MessageKey> | undefined {
  const siteEffect = getProblemEffect(site, path);
  if (siteEffect.kind === "unread") return undefined;
  const otherValues = values.filter((value) => value !== nearestValue);
  const messageKey = nearestValue === undefined ? "far" : otherValues.length > 0 ? "near" : "only";
  const args = { path: truncateStart(path, 36), value: truncateEnd(node.value, 24), nearest: nearestValue ?? "" };
  const finding =
    effect === "refused"
      ? createEffectParts(messageKey, args, siteEffect)
      : {
          message: effect === "ignored" && nearestValue !== undefined ? ("ignoredNear" as const) : effect,
          args,
          severity: "warning" as const,
        };
  const textWithoutValues = messages[finding.message].replace(/\{\w+\}/g, "");
  const { length } = [textWithoutValues, formatPhrase(formatEffect(siteEffect)), ...Object.values(args)].join("");
  return {
    ...finding,
    at: getNodeLocation(node),
    args: { ...finding.args, values: formatChoices(otherValues, maxMessageLength - length) },
    data: {
      offered: [
        ...(nearestValue === undefined ? [] : [nearestValue]),
        ...(otherValues.length < maxOfferedValues ? otherValues : []),
      ],
    },
  };
}
