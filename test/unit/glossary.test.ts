import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { translatedLanguages, type TranslatedLanguage } from "../../server/src/core/text/page-language.ts";
import { project } from "../harness/source-files.ts";

/** The allowed translations of each English term. */
type Glossary = Readonly<Record<string, readonly string[]>>;
/** Maps English messages, or the keys of the manifest, to translations. */
type Table = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Message {
  readonly file: string;
  readonly english: string;
  readonly translation: string;
}

const read = (file: string) => JSON.parse(readFileSync(path.join(project, file), "utf8")) as unknown;
const readGlossary = (language: TranslatedLanguage) => read(`l10n/glossary/${language}.json`) as Glossary;

/** Returns all messages in a language. Each plural form counts as a separate message. */
function listMessages(language: TranslatedLanguage): readonly Message[] {
  const manifest = read("package.nls.json") as Readonly<Record<string, string>>;
  const files = [
    `l10n/bundle.l10n.${language}.json`,
    `package.nls.${language}.json`,
    `server/translations/${language}.json`,
    `webview/translations/${language}.json`,
  ];
  return files.flatMap((file) =>
    Object.entries(read(file) as Table).flatMap(([key, value]) =>
      Object.values(typeof value === "string" ? [value] : value).map((translation) => ({
        file,
        english: manifest[key] ?? key,
        translation,
      })),
    ),
  );
}

/** Messages in which a term has a different meaning or isn't translated, with the reason. */
const exceptions: Readonly<Record<string, { readonly term: string; readonly reason: string }>> = {
  "Adds a “Feedback: …” line to the commit message for each selected entry": {
    term: "feedback",
    reason: "It's the text of the line.",
  },
  "The site has {problems}; run check without --coverage to show them": {
    term: "check",
    reason: "It's a command.",
  },
  "This row has more cells than the header ({columns}), so readers don't see `{text}`. Add a column, remove a cell, or write `\\|` for a `|` in the text.":
    { term: "header", reason: "It's the header of a table, not of a request." },
  "This row has more cells than the header ({columns}), so readers don't see `{text}`, which repeats the cell before it. Remove a cell.":
    { term: "header", reason: "It's the header of a table, not of a request." },
  "`{path}` isn't the HTTPS URL of a profile, so {effect}. Start it with `https://`, and link to a page, not a download.":
    { term: "profile", reason: "It's the profile of a person in a social network." },
  "`{source}` isn't in any snippets folder, so readers see nothing here. Create the file, or remove the tag.": {
    term: "snippet",
    reason: "It's the name of the folder.",
  },
  "`{source}` isn't in any snippets folder, so readers see nothing here. Did you mean `{near}`?": {
    term: "snippet",
    reason: "It's the name of the folder.",
  },
  "Files such as `{source}` aren't in any snippets folder, so readers see nothing in {count} places. Did you mean `{near}`?":
    {
      term: "snippet",
      reason: "It's the name of the folder.",
    },
  "`{source}` isn't in any snippets folder, so readers see nothing in {count} places. Create the file, or remove the tags.":
    {
      term: "snippet",
      reason: "It's the name of the folder.",
    },
  ...Object.fromEntries(
    ["Themes", "All themes", "No themes found in the listed comments."].map((message) => [
      message,
      { term: "theme", reason: "It's what comments have in common, not a color theme." },
    ]),
  ),
  "the site's root folder": { term: "folder", reason: "It's inserted after “the folder”." },
};

/**
 * Matches words that address the user in a form that isn't used in this language. VS Code uses the same form as
 * Docwright.
 */
const wrongAddress: Readonly<Record<TranslatedLanguage, RegExp>> = {
  de: /(?<!\p{L})(?:du|dich|dir|dein|deine[mnrs]?|euch|euer|eure[mnrs]?)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:tú|tu|tus|ti|contigo|puedes|quieres|vosotros|vuestr[ao]s?)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:tu|te|toi|ton|ta|tes|peux)(?!\p{L})/iu,
  ja: /あなた|君|お前/u,
  "pt-br": /(?<!\p{L})(?:tu|ti|teu|tua|teus|tuas|contigo|podes|queres|vosso|vossa)(?!\p{L})/iu,
  "zh-cn": /您/u,
};

/**
 * Matches incorrect spacing in French, which requires a narrow no-break space before `;`, `!`, and `?`, and a no-break
 * space before a colon and inside « ».
 */
const wrongFrenchSpace = /(?<!\u202f)[;!?]|(?<!\u00a0)»|«(?!\u00a0)|(?<!\u00a0):/u;
/**
 * Matches text to which the rules for spacing don't apply: code, URLs, links that run commands, and names and ratios
 * that contain a colon in every language.
 */
const frenchCode =
  /`[^`]*`|\{\{.*?\}\}|\(command:[^)]*\)|(?:https?|wss?):\S*|\*\*Docwright:|«\u00a0Feedback:|\{\w+\}:1/gu;

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns the source of a pattern that matches an English term and its inflected forms, such as “entries” and “fixed”.
 */
function toEnglishPattern(term: string): string {
  const stem = escapeRegExp(term.slice(0, -1));
  if (term.endsWith("y")) return `${stem}(?:y|ies|ied)`;
  if (term.endsWith("e")) return `${stem}(?:e|es|ed|ing)`;
  return `${escapeRegExp(term)}(?:s|es|ed|ing)?`;
}

/** Languages in which a term can be part of a longer word, such as a German compound. */
const languagesWithCompounds: readonly TranslatedLanguage[] = ["de", "ja", "zh-cn"];

/**
 * Returns a pattern for an allowed translation. “…” represents any text, and a note in parentheses at the end is
 * ignored.
 */
function toPattern(translation: string, language: TranslatedLanguage): RegExp {
  const parts = translation.replace(/ \([^)]*\)$/, "").split("…");
  const start = languagesWithCompounds.includes(language) ? "" : "(?<!\\p{L})";
  return new RegExp(start + parts.map(escapeRegExp).join(".*"), "iu");
}

/**
 * Returns a function that finds the terms of a glossary in an English text. If terms overlap, only the longest one
 * counts.
 */
function createTermFinder(glossary: Glossary): (english: string) => ReadonlySet<string> {
  const terms = Object.keys(glossary).sort((a, b) => b.length - a.length);
  const alternatives = terms.map((term) => `(${toEnglishPattern(term)})`).join("|");
  const anyTerm = new RegExp(`(?<![\\w./$-])(?:${alternatives})(?![\\w-]|\\.\\w)`, "gi");
  const code = /`[^`]*`|\{\{.*?\}\}|\{\w+\}|\(command:[^)]*\)|https?:\S+|\bPATH\b|\bOPTIONS\b/g;
  return (english) =>
    new Set(
      [...english.replace(code, "\0").matchAll(anyTerm)].map(
        ([, ...groups]) => terms[groups.findIndex((group) => group !== undefined)] ?? "",
      ),
    );
}

/**
 * Returns a function that lists the terms in an English message that aren't translated with one of the allowed
 * translations.
 */
function createTermCheck(
  glossary: Glossary,
  language: TranslatedLanguage,
): (message: Pick<Message, "english" | "translation">) => readonly string[] {
  const findTerms = createTermFinder(glossary);
  const patterns = new Map(
    Object.entries(glossary).map(([term, allowed]) => [term, allowed.map((text) => toPattern(text, language))]),
  );
  return ({ english, translation }) =>
    [...findTerms(english)].filter((term) => !patterns.get(term)?.some((pattern) => pattern.test(translation)));
}

describe("glossary", () => {
  const unused = new Set(Object.keys(exceptions));

  it("exists for every supported language, with the same terms", () => {
    assert.deepEqual(
      readdirSync(path.join(project, "l10n/glossary")).sort(),
      translatedLanguages.map((language) => `${language}.json`),
    );
    const terms = Object.keys(readGlossary("de"));
    for (const language of translatedLanguages) assert.deepEqual(Object.keys(readGlossary(language)), terms);
  });

  it("contains only terms that the messages use", () => {
    const findTerms = createTermFinder(readGlossary("de"));
    const used = new Set(listMessages("de").flatMap(({ english }) => [...findTerms(english)]));
    assert.deepEqual(Object.keys(readGlossary("de")).filter((term) => !used.has(term)), []); // prettier-ignore
  });

  for (const language of translatedLanguages) {
    const glossary = readGlossary(language);
    const messages = listMessages(language);

    it(`is used in every translation: ${language}`, () => {
      const check = createTermCheck(glossary, language);
      const wrong = messages.flatMap(({ file, english, translation }) =>
        check({ english, translation }).flatMap((term) => {
          if (exceptions[english]?.term !== term)
            return `“${term}” is ${glossary[term]?.join(" or ")}, but ${file} has “${translation}” for “${english}”`;
          unused.delete(english);
          return [];
        }),
      );
      assert.deepEqual(wrong, []);
    });

    it(`requires the same form of address in every translation: ${language}`, () => {
      const wrong = messages.filter(({ translation }) => wrongAddress[language].test(translation));
      assert.deepEqual(wrong, []);
    });
  }

  it("has no-break spaces before punctuation in French", () => {
    const wrong = listMessages("fr").filter(({ translation }) =>
      wrongFrenchSpace.test(translation.replace(frenchCode, "")),
    );
    assert.deepEqual(wrong, []);
  });

  it("has no unused exceptions", () => {
    assert.deepEqual([...unused], []);
  });
});

describe("wrongFrenchSpace", () => {
  for (const [text, isWrong] of [
    ["Oui\u202f; non\u202f? «\u00a0a\u00a0»\u00a0: b\u202f!", false],
    ["Oui ; non", true],
    ["Oui\u00a0; non", true],
    ["Non?", true],
    ["Non !", true],
    ["a : b", true],
    ["a\u202f: b", true],
    ["« a\u00a0»", true],
    ["«\u00a0a »", true],
  ] as const)
    it(`${isWrong ? "finds the wrong space" : "finds nothing"} in ${JSON.stringify(text)}`, () => {
      assert.equal(wrongFrenchSpace.test(text), isWrong);
    });
});

describe("createTermCheck", () => {
  const german: Glossary = {
    body: ["Text"],
    entry: ["Eintrag", "Einträge"],
    redirect: ["leit…weiter (the verb)"],
    request: ["Anfrage"],
    "request body": ["Anfragetext"],
    URL: ["URL"],
  };
  const french: Glossary = { link: ["lien"], page: ["page"] };
  const cases: readonly [TranslatedLanguage, string, string, readonly string[]][] = [
    ["de", "Two entries", "Zwei Einträge", []],
    ["de", "Two entries", "Zwei Elemente", ["entry"]],
    ["de", "It redirects to a URL", "Sie leitet zu einer URL weiter", []],
    ["de", "It redirects to a URL", "Sie zeigt auf eine Adresse", ["redirect", "URL"]],
    ["de", "The request body", "Der Anfragetext", []],
    ["de", "The request body", "Der Text der Anfrage", ["request body"]],
    ["de", "The `request` in {body} of /entry", "Das `request` in {body} von /entry", []],
    ["fr", "Two pages", "Deux pages", []],
    // “lien” as part of another word doesn't count as a translation.
    ["fr", "A link", "Un client", ["link"]],
  ];
  for (const [language, english, translation, expected] of cases)
    it(`finds ${expected.join(", ") || "nothing"} in “${translation}” for “${english}”`, () => {
      const check = createTermCheck(language === "de" ? german : french, language);
      assert.deepEqual(check({ english, translation }), expected);
    });
});
