import { checkField } from "../../page/check-field.ts";
import { describeFieldType, frontmatterFields } from "../../page/frontmatter-fields.ts";
import type { FieldValue } from "../../page/page.ts";
import { checkPage, defineRule, createReplaceEdits, type Finding } from "../rule.ts";
import {
  getFrontmatterFields,
  isEndpointField,
  getInvalidKind,
  getFieldValueLocation,
} from "../subjects/page-subjects.ts";
import { createAllEdits } from "../subjects/same-target.ts";

export const wrongType = defineRule({
  code: "frontmatter/wrong-type",
  subjectKinds: ["page"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "A field with a value of the wrong type.",
  why: "The service ignores a value that it can't use, such as text where it expects `true`. If the field is `api`, `openapi`, or `asyncapi`, the service stops and publishes nothing.",
  howToFix: "Use a value of the type that the message specifies.",
  whenToTurnOff: "Keep this rule on. If a value has the wrong type, the service ignores it or rejects the page.",
  messages: {
    ignored: "`{field}` can't be {found}, so it has no effect on the page. Change it to {expected}.",
    severalIgnored: "`{field}` can't be {found}, so it has no effect on {count} pages. Change it to {expected}.",
    refused: "`{field}` can't be {found}, so the service rejects the page. Change it to {expected}.",
    semicolon:
      "`{field}` ends with a semicolon, which makes it text, so it may have no effect on the page. Remove the semicolon.",
    quoted: "`{field}` is text because of its quotes, so it may have no effect on the page. Remove the quotes.",
    severalQuoted:
      "`{field}` is text because of its quotes, so it may have no effect on {count} pages. Remove the quotes.",
    use: "Change to `{better}`",
    useAll: "Change `{field}` on all {count} pages",
  },
  examples: [
    {
      bad: '---\ntitle: 2024\nhidden: [|"yes"|]\nboost: [|"2"|]\nkeywords: [|setup, install|]\n---\n',
      good: '---\ntitle: 2024\nhidden: true\nboost: 2\nkeywords: ["setup", "install"]\n---\n',
    },
    {
      bad: '---\nopenapi: [|["GET /users"]|]\n---\n',
      good: '---\nopenapi: "GET /users"\n---\n',
    },
  ],
  check: checkPage(function* (page, { profile }) {
    for (const field of getFrontmatterFields(page)) {
      const info = frontmatterFields.get(field.key);
      const problem = info && checkField(info, field.value, profile.name);
      if (!info || problem?.kind !== "wrong-type") continue;
      const args = {
        field: field.key,
        expected: describeFieldType(info.type),
        found: getInvalidKind(info.type, field.value),
      };
      const at = getFieldValueLocation(page, field);
      const booleanText = info.type.kind === "flag" ? getBooleanBeforeSemicolon(field.value) : undefined;
      if (booleanText !== undefined) {
        yield { message: "semicolon", args: { field: field.key }, at, data: { better: booleanText } };
        continue;
      }
      // The service's own guides once had `noindex: "true"`.
      if (info.type.kind === "flag" && profile.name === "mintlify" && isQuotedFlag(field.value)) {
        yield {
          message: "quoted",
          args: { field: field.key },
          at,
          severity: "information",
          data: { better: field.value },
        };
        continue;
      }
      const dataProperty = problem.suggestion === undefined ? {} : { data: { better: problem.suggestion } };
      if (isEndpointField(field.key)) yield { message: "refused", args, at, severity: "error", ...dataProperty };
      else yield { message: "ignored", args, at, ...dataProperty };
    }
  }),
  *createFixes(finding) {
    const correctValue = getCorrectValue(finding);
    if (correctValue !== undefined)
      yield { title: "use", args: { better: correctValue }, edits: createReplaceEdits(finding.at, correctValue) };
  },
  // Sites write a field the same way on all of their pages.
  grouping: {
    getCause: ({ message, args }) =>
      message === "ignored" || message === "quoted"
        ? JSON.stringify([args?.["field"], args?.["found"], args?.["expected"]])
        : undefined,
    combinedMessage: ({ message }) => (message === "quoted" ? "severalQuoted" : "severalIgnored"),
    *createFixes(findings) {
      const edits = createAllEdits(findings, (finding) => {
        const correctValue = getCorrectValue(finding);
        return correctValue === undefined ? [] : createReplaceEdits(finding.at, correctValue);
      });
      const field = findings[0]?.args?.["field"] ?? "";
      if (edits.length > 0) yield { title: "useAll", args: { field, count: findings.length }, edits };
    },
  },
});

function getCorrectValue({ data }: Finding): string | undefined {
  const correctValue = data?.["better"];
  return typeof correctValue === "string" ? correctValue : undefined;
}

function isQuotedFlag(value: FieldValue): value is "true" | "false" {
  return value === "true" || value === "false";
}

/** Returns `true` or `false` for text such as `true;`. YAML has no semicolons, so it's text. */
function getBooleanBeforeSemicolon(value: FieldValue): string | undefined {
  return typeof value === "string" ? /^(true|false)\s*;$/.exec(value)?.[1] : undefined;
}
