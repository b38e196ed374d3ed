import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { getPageLanguage, translatedLanguages } from "../../server/src/core/text/page-language.ts";
import { createMessage } from "../../server/src/core/text/message.ts";
import { buildRequest } from "../../server/src/core/request/build/build-request.ts";
import { createInitialValues } from "../../server/src/core/request/form/initial-values.ts";
import type { RequestValues } from "../../server/src/core/request/form/request-values.ts";
import { getSentences } from "../../server/src/core/request/protocol/relay-protocol.ts";
import { parseRelayRequest } from "../../server/src/relay/exchange/envelope.ts";
import { formOfOperation } from "../harness/form-of-operation.ts";
import { toRelayFailure, RelayError, toRelayError } from "../../server/src/relay/policy/errors.ts";
import { startCheckServer } from "../harness/check-server.ts";
import { createTranslator, type PageLanguage } from "../../webview/src/language/translate.ts";
import { pageMessages, textsOf } from "../harness/page-messages.ts";
import { project } from "../harness/source-files.ts";

type Forms = Readonly<Record<string, unknown>>;
type Language = Pick<PageLanguage, "locale" | "texts">;

/** Returns the placeholders in a text, such as `{0} {1}`, in numeric order and without duplicates. */
const placeholders = (text: unknown): string => [...new Set(String(text).match(/\{\d\}/g))].sort().join(" ");
/** Returns the parts of a message that must be the same in all languages, such as code and names of elements. */
const codeIn = (text: string): string[] => (text.match(/`[^`]*`|<\w+>|docwright \w+/g) ?? []).sort();
const isForms = (message: unknown): message is Forms => typeof message === "object";
/** Returns the plural forms of a message. A plain message has only the form `other`. */
const formsOf = (message: unknown): readonly [string, unknown][] =>
  isForms(message) ? Object.entries(message) : [["other", message]];
/** Returns the plural categories of a locale. */
const categoriesOf = (locale: string) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

describe("webview translations", () => {
  const messages = pageMessages();

  it("exist for every supported language and no others", () => {
    const files = readdirSync(path.join(project, "webview/translations"));
    assert.deepEqual(files.sort(), translatedLanguages.map((name) => `${name}.json`).sort());
  });

  for (const language of translatedLanguages)
    describe(language, () => {
      const texts = textsOf(language);
      const { tag } = getPageLanguage(language);

      it("contain every message that the webviews use and no others", () => {
        assert.ok(messages.size > 400, `${messages.size}`);
        assert.deepEqual([...messages.keys()].filter((key) => !Object.hasOwn(texts, key)), []); // prettier-ignore
        assert.deepEqual(Object.keys(texts).filter((key) => !messages.has(key)), []); // prettier-ignore
      });

      it("have the same placeholders and code as in English, and the language's plural forms", () => {
        for (const [key, message] of messages) {
          const own = texts[key];
          const expected = isForms(message) ? [...categoriesOf(tag)].sort() : ["other"];
          assert.equal(isForms(own), isForms(message), key);
          assert.deepEqual(formsOf(own).map(([name]) => name).sort(), expected, key); // prettier-ignore
          for (const [form, text] of formsOf(own)) {
            assert.ok(typeof text === "string" && text !== "", key);
            // The form for one, such as “1 entry”, may spell out the number.
            if (form !== "one") assert.equal(placeholders(text), placeholders(key), `${key}: ${form}`);
            assert.deepEqual(codeIn(text), codeIn(key), key);
          }
        }
      });

      it("differ from English in every sentence", () => {
        for (const [key, message] of Object.entries(texts))
          for (const [, text] of formsOf(message)) if (/ [a-z’]+ [a-z’]+/.test(key)) assert.notEqual(text, key);
      });
    });
});

describe("translate", () => {
  const german: Language = { locale: "de", texts: textsOf("de") };
  const french: Language = { locale: "fr", texts: textsOf("fr") };
  const japanese: Language = { locale: "ja", texts: textsOf("ja") };
  const english: Language = { locale: "en", texts: {} };
  const listed = { one: "{1} of {0} entry", other: "{1} of {0} entries" } as const;
  const exported = { one: "{0} entry, as listed", other: "{0} entries, as listed" } as const;
  const counted = { one: "{0} entry", other: "{0} entries" } as const;

  it("uses the plural form for the first value and the language's number format", () => {
    const { translate } = createTranslator(german);
    assert.equal(translate(listed, 1, 1), "1 von 1 Eintrag");
    assert.equal(translate(listed, 12_345, 1), "1 von 12.345 Einträgen");
    assert.equal(createTranslator(french).translate(exported, 0), "0 avis, tel que listé");
    assert.equal(createTranslator(french).translate(exported, 2), "2 avis, tels que listés");
    assert.equal(createTranslator(french).translate(counted, 1_000_000).replace(/\s/g, " "), "1 000 000 d’avis");
    assert.equal(createTranslator(japanese).translate(listed, 1200, 3), "1,200 件中 3 件");
    assert.equal(createTranslator(english).translate(counted, 1), "1 entry");
    assert.equal(createTranslator(english).translate(counted, 2000), "2,000 entries");
  });

  it("uses English if a translation is missing, even for a key such as `constructor`", () => {
    const { translate } = createTranslator({ locale: "de", texts: { Refresh: "R" } });
    assert.equal(translate("Refresh"), "R");
    assert.equal(translate("Cancel"), "Cancel");
    assert.equal(translate("constructor"), "constructor");
  });

  it("inserts values unchanged, even if they look like a placeholder", () => {
    const { translate, translateNodes } = createTranslator(english);
    assert.equal(translate("{0} (last updated {1})", "{1}", "now"), "{1} (last updated now)");
    assert.deepEqual(translateNodes("Did you mean {0}?", "{0}"), ["Did you mean ", "{0}", "?"]);
  });

  it("translates relay errors, including the values in them", () => {
    const { localized } = toRelayFailure(new RelayError("connect-refused", { origin: "http://localhost:4010" }));
    assert.deepEqual(localized?.message.map(createTranslator(german).translateMessage), [
      "Auf localhost:4010 nimmt kein Programm Verbindungen an.",
    ]);
    assert.match(localized ? createTranslator(french).translateMessage(localized.hint) : "", /^Si l’API n’est pas/);
  });

  it("translates relay errors, including a reason embedded in the sentence", () => {
    const reason = createMessage("only http:// and https:// URLs are allowed");
    const { localized } = toRelayFailure(new RelayError("refused-target", { reason }));
    assert.deepEqual(localized?.message.map(createTranslator(german).translateMessage), [
      "Die Anfrage wurde nicht gesendet: nur URLs mit http:// und https:// sind zulässig.",
    ]);
    const { localized: late } = toRelayFailure(
      new RelayError("lookup-timeout", { origin: "https://api.example.com", limit: 10_000 }),
    );
    assert.deepEqual(late?.message.map(createTranslator(german).translateMessage), [
      "Bei der Suche nach dem Host api.example.com wurde das Zeitlimit von 10 Sekunden überschritten.",
    ]);
  });

  it("translates request errors, including a reason embedded in the sentence", () => {
    const operation = {
      servers: [{ url: "https://a.example" }],
      parameters: [{ name: "X-Key", in: "header", schema: {} }],
      requestBody: { content: { "application/json": {} } },
    };
    const form = formOfOperation(operation, { method: "POST" });
    const initial = createInitialValues(form);
    const values: RequestValues = {
      ...initial,
      parameters: { "header X-Key": { sent: true, value: "a\nb" } },
      body: { kind: "text", type: "application/json", text: '{"a":\n  1]' },
    };
    const { problems } = buildRequest(form, values, { baseUrl: undefined, variables: {} });
    const { translateMessage } = createTranslator(german);
    assert.deepEqual(problems.map(({ localizedMessage: localizedText }) => translateMessage(localizedText)).sort(), [
      "Der Textkörper ist kein gültiges JSON. Zeile 2, Spalte 4: hier wird ein Komma oder `}` erwartet.",
      "`X-Key`: Der Wert enthält einen Zeilenumbruch, der den Header beenden würde. Entfernen Sie den Zeilenumbruch.",
    ]);
  });

  it("translates the relay's protocol errors, including the names in them", () => {
    const fault = (envelope: object) => {
      try {
        parseRelayRequest(envelope);
      } catch (error) {
        return getSentences(toRelayFailure(toRelayError(error))).map(createTranslator(german).translateMessage);
      }
      return assert.fail();
    };
    const request = { method: "GET", url: "https://a.example" };
    assert.deepEqual(fault({ ...request, options: { id: "?" } }).slice(0, 1), ["`options.id` ist kein gültiger Name."]);
    assert.deepEqual(fault({ ...request, body: "a", bodyFile: "b" }).slice(0, 1), [
      "Die Anfrage hat mehr als einen Textkörper: body und bodyFile.",
    ]);
  });

  it("translates mismatches found by validation, with lists and plural forms", () => {
    const translations = (value: unknown, schema: object) =>
      startCheckServer(
        { value },
        { responses: { 200: { content: { "application/json": { schema } } } } },
      ).mismatches.map(({ localizedText }) =>
        [german, japanese].map((language) => createTranslator(language).translateMessage(localizedText)),
      );
    assert.deepEqual(translations(1, { type: ["string", "null"] }), [
      [
        "ist eine Zahl, aber die Spezifikation erfordert den Typ string oder null",
        "は 数値 ですが、仕様では型 string または null が必要です",
      ],
    ]);
    assert.deepEqual(translations([1], { minItems: 2 }), [
      [
        "hat 1 Element, aber die Spezifikation erfordert mindestens 2",
        "の項目は 1 個ですが、仕様では 2 以上が必要です",
      ],
    ]);
  });

  it("puts elements in the order that the language requires", () => {
    const { translateNodes } = createTranslator({ locale: "ja", texts: { "{0} of {1}": "{1} の {0}" } });
    assert.deepEqual(translateNodes("{0} of {1}", "a", 2000), ["", "2,000", " の ", "a", ""]);
  });
});
