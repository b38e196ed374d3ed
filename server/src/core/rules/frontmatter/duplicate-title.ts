import { duplicateTitles } from "../../site/navigation/navigation-suggestions.ts";
import { getFrontmatterField, locationOfFieldValue } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const duplicateTitle = defineRule({
  code: "frontmatter/duplicate-title",
  on: ["page"],
  needs: ["pages"],
  severity: "information",
  summary: "Two pages with the same title and description.",
  why: "Search results, browser tabs, and AI assistants show the title and description. Readers can't tell pages apart if they share both.",
  messages: {
    same: "`{other}` has the same title and description, so readers can't tell the two pages apart in search results. Make one of them unique.",
    other: "Also used here.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n//- a.mdx\n---\ntitle: [|Start|]\ndescription: First steps.\n---\n//- b.mdx\n---\ntitle: [|Start|]\ndescription: First steps.\n---\n',
      good: '//- docs.json\n{ "navigation": { "versions": [{ "version": "1", "pages": ["a"] }, { "version": "2", "pages": ["b"] }] } }\n//- a.mdx\n---\ntitle: Start\ndescription: First steps.\n---\n//- b.mdx\n---\ntitle: Start\ndescription: First steps.\n---\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const other = duplicateTitles(site).get(page.outline.path);
    const field = getFrontmatterField(page, "title");
    if (other === undefined || !field) return;
    const range = site.references.get(other)?.frontmatter.fields.get("title")?.valueRange;
    const related = range ? [{ at: { file: other, range }, message: "other" as const }] : [];
    yield { message: "same", args: { other }, at: locationOfFieldValue(page, field), related };
  }),
});
