import assert from "node:assert/strict";
import { createTableFormatter } from "./localized-message.ts";
import { createMessage, type Translations } from "./message.ts";
import { fillTemplate, formatPhrase, toCode, type Phrase, toMessageValue, toVerbatim } from "./phrase.ts";

const german: Translations = {
  language: "de",
  texts: new Map([
    ["a string", "eine Zeichenfolge"],
    ["a number", "eine Zahl"],
    ["more than {limit}", "mehr als {limit}"],
  ]),
};

describe("formatPhrase", () => {
  it("returns phrases, values, and lists in the given language", () => {
    const table: readonly (readonly [phrase: Phrase, english: string, german: string])[] = [
      ["a string", "a string", "eine Zeichenfolge"],
      [{ phrase: "more than {limit}", values: { limit: 3 } }, "more than 3", "mehr als 3"],
      [{ anyOf: ["a string", "a number"] }, "a string or a number", "eine Zeichenfolge oder eine Zahl"],
      [{ allOf: [toCode("a"), toCode("b"), toCode("c")] }, "`a`, `b`, and `c`", "`a`, `b` und `c`"],
    ];
    for (const [phrase, ...expected] of table)
      assert.deepEqual([formatPhrase(phrase), formatPhrase(phrase, german)], expected);
  });

  it("separates code from “or” in Japanese and Chinese, but not from a comma or other text", () => {
    const list = (language: Translations["language"], ...parts: readonly string[]) =>
      formatPhrase({ anyOf: parts.map(toVerbatim) }, { language, texts: new Map() });
    assert.equal(list("ja", "`a`", "`b`"), "`a` または `b`");
    assert.equal(list("ja", "`a`", "`b`", "`c`"), "`a`、`b`、または `c`");
    assert.equal(list("ja", "文字列", "数値"), "文字列または数値");
    assert.equal(list("zh-cn", "`a`", "`b`", "数字"), "`a`、`b` 或数字");
    assert.equal(list("es", "siete", "`{0}`", "ocho"), "siete, `{0}` u ocho");
  });

  it("doesn't translate a name that looks like a phrase", () => {
    assert.equal(formatPhrase(toVerbatim("a string"), german), "a string");
  });
});

describe("toMessageValue", () => {
  it("causes lists and their items, but not names, to be translated with the message", () => {
    const { formatMessage } = createTableFormatter(german);
    const phrase: Phrase = { anyOf: ["a string", { allOf: ["a number", toVerbatim("a string")] }] };
    assert.equal(
      formatMessage(createMessage("{0}", toMessageValue(phrase))),
      "eine Zeichenfolge oder eine Zahl und a string",
    );
  });
});

describe("fillIn", () => {
  it("removes spaces only between two Chinese or Japanese characters", () => {
    assert.equal(fillTemplate("値が {a} ではない", { a: "文字列" }), "値が文字列ではない");
    assert.equal(fillTemplate("値が {a} ではない", { a: "`x` または数値" }), "値が `x` または数値ではない");
    assert.equal(fillTemplate("It is {a} here.", { a: "文字列" }), "It is 文字列 here.");
  });

  it("keeps placeholders without a value and braces in values", () => {
    assert.equal(fillTemplate("{a} {b} {toString}", { a: "{b}" }), "{b} {b} {toString}");
  });
});
