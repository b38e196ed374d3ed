import { isFileUsed } from "../../site/navigation/used-files.ts";
import { getSiteIconLibrary, toIconLibrary } from "../../site/settings/site-settings.ts";
import { createSuggestionFix, checkPage, defineRule } from "../rule.ts";
import { createSuggestionSource } from "../subjects/fixes.ts";
import {
  findIconProblem,
  getFrontmatterField,
  iconMessages,
  getFieldValueLocation,
  severalIconMessages,
} from "../subjects/page-subjects.ts";
import { createSuggestionGroupFix, groupByTarget } from "../subjects/same-target.ts";

export const unknownIcon = defineRule({
  code: "frontmatter/unknown-icon",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A page icon that isn't in the configured library.",
  why: "The service looks up the icon by name in the library set by `icons.library` in docs.json, or by the icon's own `library`. If the library doesn't have the icon, the sidebar shows no icon.",
  howToFix: "Use an icon from the library, choose another library, or use the path or URL of an image.",
  whenToTurnOff: "Turn off this rule if the service supports icons that Docwright doesn't recognize yet.",
  messages: iconMessages,
  examples: [
    {
      bad: "---\ntitle: Start\nicon: [|rockt|]\n---\n",
      good: "---\ntitle: Start\nicon: rocket\n---\n",
    },
  ],
  check: checkPage(function* (page, site) {
    const field = getFrontmatterField(page, "icon");
    if (!field || !isFileUsed(site, page.outline.path)) return;
    const { value } = field;
    const iconFields = value instanceof Map ? (value as ReadonlyMap<string, unknown>) : undefined;
    const name = iconFields ? iconFields.get("name") : value;
    const ownLibrary = iconFields?.get("library");
    // If the name starts with `fa-`, as in `fa-rocket`, another rule reports the prefix.
    if (typeof name !== "string" || /^fa-\w/.test(name)) return;
    const library = toIconLibrary(typeof ownLibrary === "string" ? ownLibrary : undefined) ?? getSiteIconLibrary(site);
    const problem = findIconProblem(library, name, createSuggestionSource());
    if (!problem) return;
    const { near, ...target } = problem.data ?? {};
    // In a map, only the name would have to change, but its range is unknown, so no fix is offered.
    const data = { ...target, ...(near !== undefined && name === value && { near }) };
    yield { ...problem, at: getFieldValueLocation(page, field), data };
  }),
  createFixes: (finding) => createSuggestionFix(finding),
  grouping: groupByTarget({
    combinedMessages: severalIconMessages,
    createFixes: (findings) => createSuggestionGroupFix(findings),
  }),
});
