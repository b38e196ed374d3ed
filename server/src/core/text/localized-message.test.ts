import assert from "node:assert/strict";
import {
  createMessageFormatter,
  createTableFormatter,
  createPluralFinder,
  createPageTextFinder,
  formatMessageInEnglish,
} from "./localized-message.ts";
import { createMessage, type Translations } from "./message.ts";

const seconds = { one: "{0} second", other: "{0} seconds" } as const;
const createCounted = (count: number) => createMessage("after {0}", createMessage(seconds, count));

describe("formatMessageInEnglish", () => {
  it("uses the plural form for the count and formats numbers and lists", () => {
    assert.deepEqual(
      [0, 1, 1.5, 12_000].map((count) => formatMessageInEnglish(createCounted(count))),
      ["after 0 seconds", "after 1 second", "after 1.5 seconds", "after 12,000 seconds"],
    );
    const list = createMessage("is {0}", { list: ["a", 1200, createMessage("b")], last: "or" });
    assert.equal(formatMessageInEnglish(list), "is a, 1,200, or b");
  });

  it("doesn't format strings as numbers and removes placeholders without a value", () => {
    assert.equal(formatMessageInEnglish(createMessage("Status {0}{1}.", "4010")), "Status 4010.");
  });
});

describe("createTableFormatter", () => {
  const formatAll = (translations: Translations | undefined, counts: readonly number[]) =>
    counts.map((count) => createTableFormatter(translations).formatMessage(createMessage(seconds, count)));

  it("follows the language's plural rules and number format", () => {
    const french = new Map([
      ["{0} second", "{0} seconde"],
      ["{0} seconds", "{0} secondes"],
    ]);
    assert.deepEqual(formatAll({ language: "fr", texts: french }, [0, 1, 1.5, 2]), [
      "0 seconde",
      "1 seconde",
      "1,5 seconde",
      "2 secondes",
    ]);
    const portuguese = new Map([
      ["{0} second", "{0} segundo"],
      ["{0} seconds", "{0} segundos"],
    ]);
    assert.deepEqual(formatAll({ language: "pt-br", texts: portuguese }, [0, 2, 1200]), [
      "0 segundo",
      "2 segundos",
      "1.200 segundos",
    ]);
    const japanese = new Map([["{0} seconds", "{0} 秒"]]);
    assert.deepEqual(formatAll({ language: "ja", texts: japanese }, [0, 1]), ["0 秒", "1 秒"]);
  });

  it("uses the English forms if there is no translation", () => {
    const expected = ["0 seconds", "1 second", "2 seconds"];
    assert.deepEqual(formatAll(undefined, [0, 1, 2]), expected);
    assert.deepEqual(formatAll({ language: "fr", texts: new Map() }, [0, 1, 2]), expected);
    assert.deepEqual(formatAll({ language: "ja", texts: new Map() }, [0, 1, 2]), expected);
  });

  it("joins list items as the language requires", () => {
    const translations: Translations = { language: "de", texts: new Map([["not {0}", "nicht {0}"]]) };
    const message = createMessage("not {0}", { list: ["a", "b", 1.5], last: "or" });
    assert.equal(createTableFormatter(translations).formatMessage(message), "nicht a, b oder 1,5");
  });
});

describe("findInPageTexts", () => {
  const format = (texts: Readonly<Record<string, unknown>>, count: number) =>
    createMessageFormatter("fr", createPageTextFinder(texts)).format(seconds, count).replace(/\s/g, " ");

  it("finds plural forms by the English text for `other`", () => {
    const texts = { "{0} seconds": { one: "{0} seconde", many: "{0} de secondes", other: "{0} secondes" } };
    assert.deepEqual(
      [0, 2, 1_000_000].map((count) => format(texts, count)),
      ["0 seconde", "2 secondes", "1 000 000 de secondes"],
    );
  });

  it("ignores inherited object members and entries that aren't text", () => {
    assert.equal(format({ "{0} seconds": { one: 1, other: "{0} secondes" } }, 1), "1 secondes");
    assert.equal(format({ "{0} seconds": null }, 1), "1 second");
    assert.equal(createMessageFormatter("fr", createPageTextFinder({})).format("constructor"), "constructor");
  });
});

describe("findByForm", () => {
  it("returns the result for each English form separately", () => {
    const find = createPluralFinder((text) => `<${text}>`);
    assert.equal(find(seconds, "one"), "<{0} second>");
    assert.equal(find(seconds, "many"), "<{0} seconds>");
  });
});
