import { checkField } from "../../page/check-field.ts";
import { frontmatterFields } from "../../page/frontmatter-fields.ts";
import { formatChoices } from "../format-message.ts";
import { checkPage, defineRule, createSuggestionFix } from "../rule.ts";
import { getFrontmatterFields, getFieldValueLocation } from "../subjects/page-subjects.ts";

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
    use: "Change to `{near}`",
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
      else yield { message: "listed", args: { ...args, values: formatChoices(problem.values, 70) }, at };
    }
  }),
  createFixes: (finding) => createSuggestionFix(finding),
});
