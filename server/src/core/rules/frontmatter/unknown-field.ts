import { frontmatterFields } from "../../page/frontmatter-fields.ts";
import { editDistance } from "../../text/similarity.ts";
import { checkPage, defineRule, replaceAt } from "../rule.ts";
import { getFrontmatterFields, locationOfFieldKey, formatYamlText } from "../subjects/page-subjects.ts";

export const unknownField = defineRule({
  code: "frontmatter/unknown-field",
  on: ["page"],
  severity: "hint",
  summary: "A field that looks like a misspelled built-in field.",
  why: "Sites can define their own frontmatter fields, so the service ignores names that it doesn't recognize, including misspelled ones.",
  howToFix: "Use the name of a built-in field.",
  whenToTurnOff:
    "Turn off this rule if your site has its own fields with names that are similar to built-in ones.",
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
      const near = meantField(field.key);
      if (near === undefined || page.references.frontmatter.fields.has(near)) continue;
      yield {
        message: "meant",
        args: { key: field.key, near },
        at: locationOfFieldKey(page, field),
        data: { near },
        // Readers see a title that is derived from the file name.
        ...(near === "title" && { severity: "information" }),
      };
    }
  }),
  *fixes({ at, data }) {
    const near = data?.["near"];
    if (typeof near === "string")
      yield {
        title: "rename",
        args: { near },
        edits: replaceAt(at, near.includes(":") ? formatYamlText(near) : near),
      };
  },
});

const offered = [...frontmatterFields.values()]
  .filter(({ unlisted }) => !unlisted)
  .map(({ name }) => ({ name, known: simplify(name) }));

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
 * Returns the known field that the author most likely meant. It differs from the key only in case or separators, in one
 * letter, or, for a long name, in two letters. Names that differ only in a plural `s` (`tags`, `group`) and short names
 * are treated as custom fields. A translation of `title` is also recognized.
 */
export function meantField(key: string): string | undefined {
  if (translatedTitles.has(key.normalize("NFC").toLowerCase())) return "title";
  const plain = simplify(key);
  const same = offered.find(({ known }) => known === plain);
  if (same) return same.name;
  return offered.find(({ known }) => {
    if (`${plain}s` === known || plain === `${known}s`) return false;
    const shorter = Math.min(plain.length, known.length);
    const limit = shorter >= 10 ? 2 : 1;
    return shorter >= 5 && editDistance(plain, known, limit) <= limit;
  })?.name;
}

function simplify(key: string): string {
  return key.toLowerCase().replace(/[-_:.\s]/g, "");
}
