import { checkField } from "../../page/check-field.ts";
import { frontmatterFields } from "../../page/frontmatter-fields.ts";
import { createFieldRemoval } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { formatChoices } from "../format-message.ts";
import { checkPage, defineRule, createSuggestionFix, type Finding } from "../rule.ts";
import { getFrontmatterFields, getFieldValueLocation } from "../subjects/page-subjects.ts";
import { createAllEdits, createSuggestionGroupFix } from "../subjects/same-target.ts";

const severalMessages = { meant: "severalMeant", listed: "severalListed", normal: "severalNormal" } as const;

export const valueNotAllowed = defineRule({
  code: "frontmatter/value-not-allowed",
  subjectKinds: ["page"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "A value that the field doesn't accept.",
  why: "Fields such as `mode` and `playground` accept a fixed set of values. The service ignores any other value.",
  howToFix: "Use one of the values suggested in the message, or remove the field.",
  whenToTurnOff: "Turn off this rule if the service supports a value that Docwright doesn't recognize yet.",
  messages: {
    meant: "`{value}` isn't a valid value for `{field}`, so it has no effect on the page. Did you mean `{near}`?",
    listed: "`{value}` isn't a valid value for `{field}`, so it has no effect on the page. Use {values}.",
    prefix:
      "`{value}` isn't found because the service automatically adds `fa-` to icon names, so readers see no icon. Use `{near}`.",
    normal: "`{value}` isn't a valid value for `{field}`, so it has no effect on the page. Remove it.",
    severalMeant:
      "`{value}` isn't a valid value for `{field}`, so it has no effect on {count} pages. Did you mean `{near}`?",
    severalListed: "`{value}` isn't a valid value for `{field}`, so it has no effect on {count} pages. Use {values}.",
    severalNormal: "`{value}` isn't a valid value for `{field}`, so it has no effect on {count} pages. Remove it.",
    use: "Change to `{near}`",
    useAll: "Change all {count} to `{near}`",
    remove: "Remove `{key}`",
    removeAll: "Remove all {count} uses of `{key}`",
  },
  examples: [
    {
      bad: "---\ntitle: Start\nmode: [|Wide|]\nplayground: [|off|]\n---\n",
      good: "---\ntitle: Start\nmode: wide\nplayground: none\n---\n",
    },
    {
      bad: "---\ntitle: Start\nicon: [|fa-home|]\n---\n",
      good: "---\ntitle: Start\nicon: home\n---\n",
    },
    {
      bad: "---\napi: GET https://api.example.com/users\nauthMethod: [|cobo|]\n---\n",
      good: "---\napi: GET https://api.example.com/users\nauthMethod: key\n---\n",
      profile: "standard",
    },
  ],
  check: checkPage(function* (page, { profile }) {
    for (const field of getFrontmatterFields(page)) {
      const info = frontmatterFields.get(field.key);
      const problem = info && checkField(info, field.value, profile.name);
      if (!problem || problem.kind === "wrong-type") continue;
      const at = getFieldValueLocation(page, field);
      const args = { field: field.key, value: problem.value };
      const suggestion = problem.suggestion;
      if (problem.kind === "icon-prefix")
        yield {
          message: "prefix",
          args: { ...args, near: problem.suggestion },
          at,
          severity: "warning",
          data: { near: problem.suggestion },
        };
      else if (suggestion !== undefined)
        yield { message: "meant", args: { ...args, near: suggestion }, at, data: { near: suggestion } };
      // A page without the field has the usual layout.
      else if (field.key === "mode" && /^(?:default|none|normal|regular|standard)$/i.test(problem.value))
        yield { message: "normal", args, at };
      else yield { message: "listed", args: { ...args, values: formatChoices(problem.values, 70) }, at };
    }
  }),
  *createFixes(finding, site) {
    yield* createSuggestionFix(finding);
    const edits = createRemovalEdits(finding, site);
    if (edits.length > 0) yield { title: "remove", args: { key: finding.args?.["field"] ?? "" }, edits };
  },
  // Sites write a field the same way on all of their pages.
  grouping: {
    getCause: ({ message, args }) =>
      message in severalMessages ? JSON.stringify([message, args?.["field"], args?.["value"]]) : undefined,
    combinedMessage: ({ message }) => severalMessages[message as keyof typeof severalMessages],
    *createFixes(findings, site) {
      yield* createSuggestionGroupFix(findings);
      const edits = createAllEdits(findings, (finding) => createRemovalEdits(finding, site));
      const key = findings[0]?.args?.["field"] ?? "";
      if (edits.length > 0) yield { title: "removeAll", args: { key, count: findings.length }, edits };
    },
  },
});

/** Returns the edits that remove a field whose value means that the page doesn't need it. */
function createRemovalEdits({ at, args, message }: Finding, site: Site): readonly FileEdit[] {
  const field = args?.["field"];
  const references = message === "normal" ? site.references.get(at.file) : undefined;
  return references && typeof field === "string" ? createFieldRemoval(references, field) : [];
}
