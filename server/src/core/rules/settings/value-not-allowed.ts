import { toJsonString } from "../../config/json/json-edit.ts";
import { getHeadLocation, getKeyLocation } from "../../config/json/json-tree.ts";
import type { ValueKind } from "../../config/settings/setting-schema.ts";
import type { SettingProblem, ValueNotAllowedProblem, WrongTypeProblem } from "../../config/settings/check-value.ts";
import { listSettingsFileProblems } from "../../site/settings/site-settings.ts";
import { truncateEnd, truncateStart } from "../../text/message.ts";
import { toCode, type Phrase } from "../../text/phrase.ts";
import { formatChoices } from "../format-message.ts";
import { checkSettingsSource, defineRule, type Finding, createReplaceEdits } from "../rule.ts";

const effectClause = "so Docwright ignores it";

export const settingsValueNotAllowed = defineRule({
  code: "settings/value-not-allowed",
  subjectKinds: ["settings"],
  severity: "error",
  summary: "An invalid value in .docwright.json.",
  why: "Docwright ignores an invalid value, so the setting has no effect.",
  howToFix: "Use one of the values suggested in the message.",
  whenToTurnOff: "Keep this rule on. If a value is invalid, Docwright ignores it.",
  messages: {
    notAllowed: `\`{value}\` isn't a valid value for \`{path}\`, ${effectClause}. Use {values}.`,
    wrongType: `\`{path}\` must be {expected}, not {found}, ${effectClause}. Change the value.`,
    basePath: `\`{path}\` isn't a valid path, ${effectClause}. Use a path such as \`/docs\`, without a host, spaces, \`?\`, \`#\`, or \`..\`.`,
    url: `\`{path}\` isn't a valid URL, ${effectClause}. Use a URL such as \`https://docs.example.com\`, without \`?\` or \`#\`.`,
    glob: "`{path}` would take too long to match, so Docwright ignores it. Use at most 1,000 characters, six wildcards, and three `**`.",
    empty: `\`{path}\` is empty, ${effectClause}. Enter a value, or remove the setting.`,
    invalid: `\`{path}\` isn't valid, ${effectClause}. Change the value, or remove the setting.`,
    missing: `\`{path}\` is missing, so Docwright ignores this entry. Add it.`,
    use: "Change to `{value}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": [|"warn"|] } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/*": "warning" } }\n',
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "authentication": [|"no"|] }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "authentication": false }\n',
    },
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "ignore": [[|"**/a/**/b/**/c/**/*.mdx"|]] }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "ignore": ["**/a/**/*.mdx"] }\n',
    },
  ],
  check: checkSettingsSource(function* (source) {
    for (const problem of listSettingsFileProblems(source)) {
      const finding = createFinding(problem);
      if (finding) yield finding;
    }
  }),
  *createFixes({ at, data }) {
    const suggestedValues = data?.["offered"];
    for (const value of typeof suggestedValues === "object" ? suggestedValues : [])
      yield { title: "use", args: { value }, edits: createReplaceEdits(at, value) };
  },
});

type MessageKey = "notAllowed" | "wrongType" | "basePath" | "url" | "glob" | "empty" | "invalid" | "missing";

function createFinding(problem: SettingProblem): Finding<MessageKey> | undefined {
  const args = { path: truncateStart(problem.path, 40) };
  switch (problem.kind) {
    case "unknown-setting":
      return undefined;
    case "value-not-allowed":
      return createNotAllowedFinding(problem, args);
    case "wrong-type":
      return createWrongTypeFinding(problem, args);
    case "invalid-value": {
      const { reason, node } = problem;
      const message = reason === "base-path" ? "basePath" : reason === "site-url" || reason === "url" ? "url" : reason;
      return {
        message:
          message === "basePath" || message === "url" || message === "glob" || message === "empty"
            ? message
            : "invalid",
        at: getHeadLocation(node),
        args,
      };
    }
    case "missing-setting":
      return {
        message: "missing",
        at: problem.parentProperty ? getKeyLocation(problem.parentProperty) : getHeadLocation(problem.parent),
        args,
      };
  }
}

function createNotAllowedFinding(
  { node, values, nearestValue }: ValueNotAllowedProblem,
  args: { path: string },
): Finding<MessageKey> {
  // Other tools call these values `warn` and `info`.
  const intendedValue = nearestValue ?? values.find((value) => node.value !== "" && value.startsWith(node.value));
  const otherValues = values.filter((value) => value !== intendedValue);
  const suggestedValues = intendedValue === undefined ? otherValues : [intendedValue, ...otherValues];
  return {
    message: "notAllowed",
    at: getHeadLocation(node),
    args: { ...args, value: truncateEnd(node.value, 24), values: formatChoices(suggestedValues, 90) },
    data: { offered: suggestedValues.map(toJsonString) },
  };
}

const kindPhrases: Readonly<Record<ValueKind | "array" | "null", Phrase>> = {
  string: "a string",
  number: "a number",
  boolean: "`true` or `false`",
  list: "a list",
  array: "a list",
  object: "an object",
  null: toCode("null"),
};

function createWrongTypeFinding(
  { node, expectedKinds: valueKinds }: WrongTypeProblem,
  args: { path: string },
): Finding<MessageKey> {
  const [kind = "string"] = valueKinds;
  const text = node.kind === "string" ? node.value : undefined;
  const suggestedValues = kind === "boolean" ? (text === "true" || text === "false" ? [text] : ["true", "false"]) : [];
  return {
    message: "wrongType",
    at: getHeadLocation(node),
    args: { ...args, found: kindPhrases[node.kind], expected: kindPhrases[kind] },
    ...(suggestedValues.length > 0 ? { data: { offered: suggestedValues } } : {}),
  };
}
