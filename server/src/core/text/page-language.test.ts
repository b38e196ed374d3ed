import assert from "node:assert/strict";
import {
  findTranslatedLanguage,
  formatLanguageAttributes,
  getAcceptedLanguage,
  getPageLanguage,
} from "./page-language.ts";

describe("getPageLanguage", () => {
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
    it(`returns ${tag} for ${display || "nothing"}`, () => {
      const language = getPageLanguage(display);
      assert.deepEqual([language.table, language.tag, language.locale], [table, tag, locale]);
    });
});

describe("getAcceptedLanguage", () => {
  const cases: Readonly<Record<string, string>> = {
    "": "en",
    "*": "en",
    "de-AT,de;q=0.9,en;q=0.8": "de-AT",
    "ru,ja;q=0.8,en;q=0.5": "ja",
    "ru;q=0.9, en-GB": "en-GB",
    "fr;q=0.2,es;q=0.7": "es",
    "fr;q=0,es;q=0.1": "es",
    "de;q=x": "en",
  };
  for (const [header, locale] of Object.entries(cases))
    it(`returns ${locale} for ${header || "nothing"}`, () => {
      assert.equal(getAcceptedLanguage(header).locale, locale);
    });

  it("returns English if there's no header", () => {
    assert.equal(getAcceptedLanguage(undefined).locale, "en");
  });
});

describe("formatLanguageAttributes", () => {
  it("sets the language and direction of a page", () => {
    const language = { tag: "pt-BR", locale: "pt-br" };
    assert.equal(formatLanguageAttributes({ language, texts: {} }), 'lang="pt-BR" dir="ltr" data-locale="pt-br"');
    assert.match(formatLanguageAttributes({ language: { tag: "ar", locale: "ar" }, texts: {} }), /dir="rtl"/);
  });

  it("escapes values so that they can't end their attribute or its element", () => {
    const texts = { title: '"></html><img src=x onerror=alert(1)>&quot;' };
    const attributes = formatLanguageAttributes({ language: { tag: "de", locale: '"><img>' }, texts });
    assert.ok(!attributes.includes("<"));
    const attribute = /data-texts="([^"]*)"$/.exec(attributes)?.[1] ?? "";
    const unescapedText = attribute.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
    assert.deepEqual(JSON.parse(unescapedText), texts);
  });
});

describe("display language", () => {
  for (const [displayLanguage, expected] of [
    ["de", "de"],
    ["de-AT", "de"],
    ["fr_CA.UTF-8", "fr"],
    ["pt-br", "pt-br"],
    ["pt-PT", "pt-br"],
    ["zh-cn", "zh-cn"],
    ["zh-Hans-SG", "zh-cn"],
    ["zh-tw", undefined],
    ["zh-Hant", undefined],
    ["en", undefined],
    ["en-GB", undefined],
    ["nl", undefined],
    ["", undefined],
  ] as const)
    it(`is ${expected ?? "English"} for ${displayLanguage || "none"}`, () => {
      assert.equal(findTranslatedLanguage(displayLanguage), expected);
    });
});
