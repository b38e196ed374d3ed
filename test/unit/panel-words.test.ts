import assert from "node:assert/strict";
import { translatedLanguages } from "../../server/src/core/text/display-language.ts";
import { readdirSync } from "node:fs";
import path from "node:path";
import { panelDocument, panelLanguage } from "../../server/src/feedback/panel/panel-document.ts";
import { english } from "../../webview/src/feedback/english.ts";
import { createTranslate } from "../../webview/src/feedback/language.ts";
import { wordsOf } from "../harness/panel-words-of.ts";
import { project } from "../harness/source-files.ts";

type Forms = Readonly<Record<string, unknown>>;

/** Returns `{0} {1}` in numeric order, each once. */
const placeholders = (text: unknown): string => [...new Set(String(text).match(/\{\d\}/g))].sort().join(" ");
const isForms = (words: unknown): words is Forms => typeof words === "object";
/** Returns the plural forms. A plain message has one form. */
const formsOf = (words: unknown): readonly [string, unknown][] =>
  isForms(words) ? Object.entries(words).filter(([name]) => name !== "of") : [["other", words]];
/** Returns the plural categories of a language. */
const categoriesOf = (locale: string) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

describe("feedback panel translations", () => {
  it("exist for every supported language and no other", () => {
    const files = readdirSync(path.join(project, "webview/src/feedback/words"));
    assert.deepEqual(files.sort(), translatedLanguages.map((name) => `${name}.json`).sort());
  });

  it("have every plural form in English", () => {
    for (const [word, words] of Object.entries(english))
      if (isForms(words)) assert.deepEqual(formsOf(words).map(([name]) => name).sort(), [...categoriesOf("en")].sort(), word); // prettier-ignore
  });

  for (const language of translatedLanguages)
    describe(language, () => {
      const table = wordsOf(language);
      const { tag } = panelLanguage(language);

      it("contain every message and no other", () =>
        assert.deepEqual(Object.keys(table).sort(), Object.keys(english).sort()));

      it("have the same placeholders as in English, and the language's plural forms", () => {
        for (const [word, words] of Object.entries(english)) {
          const own = table[word];
          const expected = isForms(words) ? [...categoriesOf(tag)].sort() : ["other"];
          assert.equal(isForms(own), isForms(words), word);
          assert.deepEqual(formsOf(own).map(([name]) => name).sort(), expected, word); // prettier-ignore
          if (isForms(words) && isForms(own)) assert.equal(own["of"], words["of"], word);
          for (const [form, text] of formsOf(own))
            assert.equal(placeholders(text), placeholders(formsOf(words)[0]?.[1]), `${word}.${form}`);
        }
      });

      it("have no empty messages and hardly any untranslated ones", () => {
        const same = Object.keys(english).filter((word) => {
          const [[, text] = ["", ""]] = formsOf(table[word]);
          assert.ok(typeof text === "string" && text !== "", word);
          return text === formsOf(english[word as keyof typeof english])[0]?.[1];
        });
        // “Status”, “Agent”, “Code”: words that are the same in some of these languages.
        assert.ok(same.length <= 14, same.join());
      });
    });

  it("use the plural form for the deciding number, and the language's number format", () => {
    const german = createTranslate(wordsOf("de"), "de");
    assert.equal(german("listed", 1, 1), "1 von 1 Eintrag");
    assert.equal(german("listed", 1, 12_345), "1 von 12.345 Einträgen");
    const french = createTranslate(wordsOf("fr"), "fr");
    assert.equal(french("exportWords", 0), "0 avis, tel que listé");
    assert.equal(french("exportWords", 2), "2 avis, tels que listés");
    assert.equal(french("groupCount", 1_000_000).replace(/\s/g, " "), "1 000 000 d’avis");
    const japanese = createTranslate(wordsOf("ja"), "ja");
    assert.equal(japanese("listed", 3, 1200), "1,200 件中 3 件");
    assert.equal(createTranslate({}, "en")("groupCount", 1), "1 entry");
    assert.equal(createTranslate({ title: "T" }, "en")("refresh"), "Refresh");
  });

  it("insert reader text unchanged, even if it looks like a placeholder", () => {
    assert.equal(createTranslate({}, "en")("failed", "{1}", "now"), "{1} (last updated now)");
  });
});

describe("panelLanguage", () => {
  const cases: Readonly<Record<string, readonly [table: string | undefined, tag: string, locale: string]>> = {
    en: [undefined, "en", "en"],
    "en-GB": [undefined, "en", "en-GB"],
    de: ["de", "de", "de"],
    "de-AT": ["de", "de", "de-AT"],
    "pt-br": ["pt-br", "pt-BR", "pt-br"],
    pt: ["pt-br", "pt-BR", "pt"],
    "zh-cn": ["zh-cn", "zh-CN", "zh-cn"],
    "zh-Hans": ["zh-cn", "zh-CN", "zh-Hans"],
    // Readers of Traditional Chinese don't get Simplified Chinese.
    "zh-tw": [undefined, "en", "en"],
    "zh-Hant-HK": [undefined, "en", "en"],
    ru: [undefined, "en", "en"],
    "": [undefined, "en", "en"],
  };
  for (const [display, [table, tag, locale]] of Object.entries(cases))
    it(`${display || "nothing"} is ${tag}`, () => {
      const found = panelLanguage(display);
      assert.deepEqual([found.table, found.tag, found.locale], [table, tag, locale]);
    });
});

describe("panelDocument", () => {
  const parts = { nonce: "n", script: "/a.js", style: "/a.css" };

  it("set the page's language and direction, and embed messages that can't end their element", () => {
    const words = { title: "</script><img src=x onerror=alert(1)>" };
    const html = panelDocument({ ...parts, language: { tag: "pt-BR", locale: "pt-br" }, words });
    assert.match(html, /<html lang="pt-BR" dir="ltr" data-locale="pt-br">/);
    assert.ok(!html.includes("<img"));
    const data = /<script type="application\/json" id="dwf-words">([^<]*)<\/script>/.exec(html)?.[1] ?? "";
    assert.deepEqual(JSON.parse(data), words);
  });

  it("load only the panel's own script and style sheet, and use no HTML strings", () => {
    const html = panelDocument({ ...parts, language: { tag: "en", locale: "en" } });
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "";
    assert.deepEqual(policy.split("; "), [
      "default-src 'none'",
      "script-src 'nonce-n'",
      "style-src 'nonce-n'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });

  it("set right-to-left direction where the language requires it", () => {
    const html = panelDocument({ ...parts, language: { tag: "ar", locale: "ar" } });
    assert.match(html, /<html lang="ar" dir="rtl" /);
  });
});
