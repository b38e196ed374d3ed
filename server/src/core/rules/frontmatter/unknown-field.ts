import { frontmatterFields } from "../../page/frontmatter-fields.ts";
import { computeEditDistance } from "../../text/similarity.ts";
import { checkPage, defineRule, createReplaceEdits } from "../rule.ts";
import { getFrontmatterFields, getFieldKeyLocation, formatYamlText } from "../subjects/page-subjects.ts";

export const unknownField = defineRule({
  code: "frontmatter/unknown-field",
  subjectKinds: ["page"],
  severity: "hint",
  summary: "A field that looks like a misspelled built-in field.",
  why: "Sites can define their own frontmatter fields, so the service ignores names that it doesn't recognize, including misspelled ones.",
  howToFix: "Use the name of a built-in field.",
  whenToTurnOff: "Turn off this rule if your site has its own fields with names that are similar to built-in ones.",
  messages: {
    meant:
      "`{key}` isn't a built-in field, so the service ignores it and the page has no `{near}`. Did you mean `{near}`?",
    rename: "Change to `{near}`",
  },
  examples: [
    {
      bad: "---\n[|Title|]: Start\n[|sidebar_title|]: First\nauthor: Ada\ntags: [a]\n---\n",
      good: "---\ntitle: Start\nsidebarTitle: First\nauthor: Ada\ntags: [a]\n---\n",
    },
  ],
  check: checkPage(function* (page) {
    for (const field of getFrontmatterFields(page)) {
      if (frontmatterFields.has(field.key)) continue;
      const suggestion = findIntendedField(field.key);
      if (suggestion === undefined || page.references.frontmatter.fields.has(suggestion)) continue;
      yield {
        message: "meant",
        args: { key: field.key, near: suggestion },
        at: getFieldKeyLocation(page, field),
        data: { near: suggestion },
        // Readers see a title that is derived from the file name.
        ...(suggestion === "title" && { severity: "information" }),
      };
    }
  }),
  *createFixes({ at, data }) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield {
        title: "rename",
        args: { near: suggestion },
        edits: createReplaceEdits(at, suggestion.includes(":") ? formatYamlText(suggestion) : suggestion),
      };
  },
});

const suggestedFields = [...frontmatterFields.values()]
  .filter(({ isUnlisted }) => !isUnlisted)
  .map(({ name }) => ({ name, known: simplifyFieldName(name) }));

/** Translations of `title` that translators or their tools use as the name of the field, in lowercase. */
const translatedTitles: ReadonlySet<string> = new Set([
  "titel",
  "titre",
  "titolo",
  "título",
  "titulo",
  "tytuł",
  "titlu",
  "tittel",
  "otsikko",
  "başlık",
  "judul",
  "заголовок",
  "название",
  "タイトル",
  "标题",
  "標題",
  "제목",
  "العنوان",
]);

/**
 * Returns the built-in field that the author most likely meant. It differs from the key only in case or separators, in
 * one letter, or, for a long name, in two letters. Names that differ only in a plural `s` (`tags`, `group`) and short
 * names are treated as custom fields. A translation of `title` is also recognized.
 */
export function findIntendedField(key: string): string | undefined {
  if (translatedTitles.has(key.normalize("NFC").toLowerCase())) return "title";
  const simplifiedKey = simplifyFieldName(key);
  const fieldWithSameName = suggestedFields.find(({ known }) => known === simplifiedKey);
  if (fieldWithSameName) return fieldWithSameName.name;
  return suggestedFields.find(({ known }) => {
    if (`${simplifiedKey}s` === known || simplifiedKey === `${known}s`) return false;
    const shorterLength = Math.min(simplifiedKey.length, known.length);
    const maxDistance = shorterLength >= 10 ? 2 : 1;
    return shorterLength >= 5 && computeEditDistance(simplifiedKey, known, maxDistance) <= maxDistance;
  })?.name;
}

function simplifyFieldName(key: string): string {
  return key.toLowerCase().replace(/[-_:.\s]/g, "");
}
