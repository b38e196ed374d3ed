import { quoted } from "../../config/json/json-edit.ts";
import { locationOfNode } from "../../config/json/json-tree.ts";
import type { ValueNotAllowedFault } from "../../config/validate-config.ts";
import { settingFaults } from "../../site/settings/config-settings.ts";
import { truncateEnd, truncateStart } from "../../text/message.ts";
import { checkConfig, defineRule, type Finding, replaceAt } from "../rule.ts";

/** Up to this number of allowed values, each gets a quick fix, not only the most similar one. */
const fewValues = 5;

export const valueNotAllowed = defineRule({
  code: "config/value-not-allowed",
  on: ["config"],
  severity: "error",
  summary: "A value that the setting doesn't accept.",
  why: "Some settings accept only certain values. The service rejects docs.json if it contains any other value.",
  messages: {
    near: "`{value}` isn't a valid value for `{path}`, so the service rejects the file. Use `{nearest}`, or one of {values}.",
    far: "`{value}` isn't a valid value for `{path}`, so the service rejects the file. Use one of {values}.",
    ignored:
      "`{value}` isn't a valid value for `{path}`, so it has no effect for readers. Use one of {values}.",
    disputed:
      "The service's documentation lists `{value}` for `{path}`, but its own validation rejects it. Use one of {values}.",
    use: "Change to `{value}`",
  },
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
  check: checkConfig((_, site) => settingFaults(site, "value-not-allowed").map(findingOf)),
  *fixes({ at, data }) {
    const offered = data?.["offered"];
    for (const value of typeof offered === "object" ? offered : [])
      yield { title: "use", args: { value }, edits: replaceAt(at, quoted(value)) };
  },
});

type Key = "near" | "far" | "ignored" | "disputed";

function findingOf({ node, path, values, nearest, effect }: ValueNotAllowedFault): Finding<Key> {
  const refused = nearest === undefined ? "far" : "near";
  const others = values.filter((value) => value !== nearest);
  return {
    message: effect === "refused" ? refused : effect,
    at: locationOfNode(node),
    args: {
      path: truncateStart(path, 36),
      value: truncateEnd(node.value, 24),
      values: listed(others, nearest === undefined ? 70 : 50),
      ...(nearest === undefined ? {} : { nearest }),
    },
    ...(effect === "refused" ? {} : { severity: "warning" }),
    data: {
      offered: [...(nearest === undefined ? [] : [nearest]), ...(others.length < fewValues ? others : [])],
    },
  };
}

/** Formats `a, b, c`, with `…` for values beyond the maximum length. */
function listed(values: readonly string[], maxLength: number): string {
  let text = "";
  for (const value of values) {
    const next = text === "" ? value : `${text}, ${value}`;
    if (next.length > maxLength) return `${text}, …`;
    text = next;
  }
  return text;
}
