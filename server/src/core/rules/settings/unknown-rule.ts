import { toJsonString, removeMember } from "../../config/json/json-edit.ts";
import { type JsonNode, type JsonProperty, getKeyLocation, getJsonValue } from "../../config/json/json-tree.ts";
import { isRuleName, ruleAreas, ruleSummaries } from "../../config/settings/settings-file-schema.ts";
import type { SettingsSource } from "../../site/settings/site-settings.ts";
import { findNearestName } from "../../text/similarity.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { createIgnoredRuleRemovalEdits } from "../ignore-comments.ts";
import { defineRule, toFileEdits, type Finding, createReplaceEdits, type Subject } from "../rule.ts";
import { createSuggestionSource } from "../subjects/fixes.ts";

export const unknownRule = defineRule({
  code: "settings/unknown-rule",
  subjectKinds: ["settings", "page"],
  severity: "warning",
  summary: "An unknown rule name in .docwright.json or in an ignore comment.",
  why: "An unknown name doesn't turn off a rule or change a severity, so the rule you meant still reports its problems.",
  howToFix: "Use the name of an existing rule, or remove the unknown name.",
  whenToTurnOff: "Turn off this rule if some members of your team use a newer version of Docwright that has the rule.",
  messages: {
    near: "`{name}` isn't a rule, so it has no effect. Did you mean `{nearest}`?",
    unknown: "`{name}` isn't a rule, so it has no effect. Remove the name.",
    write: "Change to `{nearest}`",
    remove: "Remove `{name}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { [|"nav/page-not-fond"|]: "warning" } }\n',
      good: '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- .docwright.json\n{ "rules": { "nav/page-not-found": "warning" } }\n',
    },
  ],
  *check(subject) {
    const guess = createSuggestionSource();
    for (const [name, at] of listRuleNames(subject))
      if (!isRuleName(name))
        yield createFinding(
          name,
          at,
          guess(name, () => findNearestRule(name)),
        );
  },
  *createFixes({ at, args = {}, data }, { settings, references }) {
    const nearest = data?.["nearest"];
    const page = references.get(at.file);
    if (typeof nearest === "string")
      yield {
        title: "write",
        args: { nearest },
        edits: createReplaceEdits(at, page ? nearest : toJsonString(nearest)),
      };
    const edits = page
      ? createIgnoredRuleRemovalEdits(page, at.range)
      : settings.source
        ? removeMember(settings.source, at.range)
        : [];
    if (edits.length > 0)
      yield { title: "remove", args: { name: args["name"] ?? "" }, edits: toFileEdits(at.file, edits) };
  },
});

function* listRuleNames(subject: Subject): Iterable<readonly [string, SiteLocation]> {
  if (subject.kind === "settings")
    for (const property of listRuleProperties(subject.value)) yield [property.key, getKeyLocation(property)];
  if (subject.kind === "page")
    for (const { codes } of subject.value.references.ignoreComments)
      for (const { code, range } of codes) yield [code, { file: subject.value.references.path, range }];
}

function createFinding(name: string, at: SiteLocation, nearest: string | undefined): Finding<"near" | "unknown"> {
  return {
    message: nearest === undefined ? "unknown" : "near",
    at,
    args: { name, nearest: nearest ?? "" },
    ...(nearest === undefined ? {} : { data: { nearest } }),
  };
}

function findNearestRule(name: string): string | undefined {
  return findNearestName(name, ruleSummaries.keys()) ?? findNearestName(name, ruleAreas) ?? findRuleWithSameName(name);
}

/**
 * If only one area has a rule with this name, returns that rule. Otherwise, returns undefined. The given name has
 * either no area, such as `page-not-found`, or the wrong area.
 */
function findRuleWithSameName(name: string): string | undefined {
  const lastSegment = name.slice(name.lastIndexOf("/"));
  const [onlyCode, ...otherCodes] = [...ruleSummaries.keys()].filter((code) =>
    code.endsWith(lastSegment.startsWith("/") ? lastSegment : `/${name}`),
  );
  return otherCodes.length === 0 ? onlyCode : undefined;
}

/** Returns the properties of all rule tables. Their keys are the names of rules or areas. */
function listRuleProperties({ root }: SettingsSource): readonly JsonProperty[] {
  const overrides = getJsonValue(root, "overrides");
  const tables = [
    getJsonValue(root, "rules"),
    ...(overrides?.kind === "array" ? overrides.items.map((item) => getJsonValue(item, "rules")) : []),
  ];
  return tables.flatMap((table: JsonNode | undefined) => (table?.kind === "object" ? table.properties : []));
}
