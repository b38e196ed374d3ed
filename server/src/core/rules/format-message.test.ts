import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { formatPhrase, type Phrase, toCode, toVerbatim } from "../text/phrase.ts";
import { rules } from "./engine/registry.ts";
import { formatChoices, formatMessage, maxMessageLength, prosePlaceholders } from "./format-message.ts";

describe("formatMessage", () => {
  it("replaces placeholders with values and keeps unknown names", () => {
    assert.equal(formatMessage("`{a}` has {n} of {x}.", { a: "T", n: 3 }), "`T` has 3 of {x}.");
  });

  it("adds thousands separators to numbers outside code", () => {
    assert.equal(formatMessage("{count} links, {limit} or `{value}`.", { count: 5000, limit: 1234567.8, value: 5000 }), "5,000 links, 1,234,567.8 or `5000`."); // prettier-ignore
    assert.equal(formatMessage("Use {boost}.", { boost: -0.00001 }), "Use -0.00001.");
    const expected: Phrase = { phrase: "an object with at most {limit} keys", values: { limit: 5000 } };
    assert.equal(formatMessage("Not {expected}.", { expected }), "Not an object with at most 5,000 keys.");
  });

  it("shows an empty string in code as a pair of quotation marks", () => {
    assert.equal(formatMessage("`{a}` isn't {b}.", { a: "", b: "" }), '`""` isn\'t .');
  });

  it("ignores placeholders in values", () => {
    assert.equal(formatMessage("{a} {b}", { a: "{b}", b: "$&" }), "{b} $&");
  });

  it("escapes characters that could spoof terminal output or reverse text", () => {
    assert.equal(formatMessage("{a}", { a: "x\u001b[31m\u202ey\u2028\n" }), "x\\u{1b}[31m\\u{202e}y\\u{2028}\\u{a}");
    assert.equal(formatMessage("{a}", { a: "👩‍💻" }), "👩‍💻");
  });

  it("keeps a full path if the message is short", () => {
    const path = `guides/${"x".repeat(100)}`;
    assert.equal(formatMessage("No `{a}`.", { a: path }), `No \`${path}\`.`);
  });

  it("shortens values in the middle until the message is short enough", () => {
    const template = `{a} and {b}${".".repeat(140)}`;
    const message = formatMessage(template, { a: "a".repeat(99) + "Z", b: "short" });
    assert.ok(message.length <= maxMessageLength);
    assert.match(message, /^a{20,}…a+Z and short\.+$/);
  });

  it("doesn't shorten a phrase in the middle", () => {
    const expected: Phrase = {
      phrase: "one of {values}, or {count} more",
      values: { values: '"proposal", "cancellation"', count: 4 },
    };
    assert.equal(
      formatMessage(`\`{a}\` is {expected}${".".repeat(160)}`, { a: "a".repeat(50), expected }),
      `\`aaaaaaa…aaaa\` is one of "proposal", "cancellation", or 4 more${".".repeat(160)}`,
    );
    // A type from the site can have any length.
    const found = toVerbatim("a".repeat(50));
    assert.equal(formatMessage(`Not {found}${".".repeat(184)}`, { found }), `Not aaaaaaa…aaaa${".".repeat(184)}`);
  });

  it("keeps the first and last segments of a path or setting", () => {
    // Values are shortened to 60 characters. At most 40 of them come from the end.
    const formatShort = (a: string) => formatMessage(`{a}${".".repeat(140)}`, { a }).replace(/\.{140}$/, "");
    assert.equal(
      formatShort("/guides/getting-started/with-the-command-line/for-maintainers/install.mdx"),
      "/guides/getting-started/…/for-maintainers/install.mdx",
    );
    assert.equal(
      formatShort("https://example.com/a/long/way/to/the/folder/that/contains/the/page"),
      "https://example.com/a/…/to/the/folder/that/contains/the/page",
    );
    assert.equal(
      formatShort("navigation.dropdowns[2].versions[0].tabs[0].groups[3].pages[1].collapsed"),
      "navigation.…tabs[0].groups[3].pages[1].collapsed",
    );
    const host = `https://${"host".repeat(10)}.com/`;
    assert.match(formatShort(`${host}a/long/way/to/the/page`), /^https:\/\/hosthost[a-z]*…[a-z/]+$/);
    assert.match(formatShort(`guides/${"x".repeat(100)}`), /^guides\/x{10,}…x{10,}$/);
    assert.match(formatShort(`${"x".repeat(100)}.png`), /^x{10,}…x{10,}\.png$/);
    const a = "game-runtimes/unity/data-binding.mdx";
    assert.equal(formatMessage(`{a}${".".repeat(188)}`, { a }), `…binding.mdx${".".repeat(188)}`);
  });

  it("keeps the backticks of code in pairs in all messages", () => {
    const path = (name: string) => `${name}/api-reference/version-2/endpoint-groups/${name.repeat(20)}/list`;
    const phrases: readonly Phrase[] = [
      toCode(path("a")),
      { allOf: ["a", "b", "c"].map((name) => toCode(path(name))) },
      { anyOf: [toCode(path("b")), toCode("c")] },
    ];
    const prose = new Set<string>(prosePlaceholders);
    for (const { code, messages } of rules)
      for (const template of Object.values<string>(messages))
        for (const phrase of phrases) {
          const names = [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
          const args = Object.fromEntries(names.map((name) => [name, prose.has(name) ? phrase : path(name)]));
          const message = formatMessage(template, args);
          assert.equal(message.split("`").length % 2, 1, `${code}: ${message}`);
        }
    const template = "{count} pages in {place}, such as `{page}`, aren't in the navigation.";
    const folder = `guides/${"x".repeat(30)}/endpoint`;
    assert.match(
      formatMessage(template + ".".repeat(80), { count: 4, place: toCode(folder), page: `${folder}/create` }),
      /^4 pages in `guides[^`]*…[^`]*endpoint`, such as `guides[^`]*…[^`]*create`, aren't/,
    );
  });

  it("keeps the start of an anchor and a difference that would be left out of two anchors", () => {
    const end = "x".repeat(60);
    const format = (anchor: string, near: string) => formatMessage("`{anchor}` isn't `{near}`.", { anchor, near });
    assert.match(format(`#pay-as-you-go-/-${end}-${end}-${end}`, "#a"), /^`#pay-as-you-go-/);
    const message = format(`#${end}-grub-reboot-${end}-${end}`, `#${end}-grub--reboot-${end}-${end}`);
    assert.match(message, /grub-reboot.*grub--reboot/);
  });

  it("keeps the difference between two long values visible", () => {
    const createAnchor = (word: string) => `#1-create-a-builder-project-${word}-obtain-an-access-key`;
    const values = {
      a: createAnchor("-"),
      file: "guides/typed-on-chain-signatures.mdx",
      b: createAnchor("&"),
    };
    const template = `\`{a}\` doesn't exist on \`{file}\`. Did you mean \`{b}\`?${".".repeat(60)}`;
    const message = formatMessage(template, values);
    assert.ok(message.length <= maxMessageLength, message);
    assert.match(message, /project---obtain-.+project-&-obtain-/);
  });

  it("doesn't split characters and takes little time for a value of several megabytes", () => {
    const a = "😀".repeat(2_000_000);
    assertQuick(100, () => formatMessage("{a}", { a }));
    const message = formatMessage("{a}", { a });
    assert.doesNotMatch(message, /[\ud800-\udfff]/u);
    assert.ok(message.length <= 120);
  });

  describe("in another language", () => {
    const template = "`{path}` isn't {expected}.";
    const formatInGerman = (
      args: Parameters<typeof formatMessage>[1],
      translation = "`{path}` ist nicht {expected}.",
    ) =>
      formatMessage(template, args, {
        language: "de",
        texts: new Map([
          [template, translation],
          ["a list", "eine Liste"],
        ]),
      });

    it("translates phrases outside code, but never the site's text", () => {
      assert.equal(formatInGerman({ path: "a list", expected: "a list" }), "`a list` ist nicht eine Liste.");
    });

    it("formats numbers as is common in the language", () => {
      const count = "{count} links";
      const formatCount = (language: "de" | "es" | "fr" | "ja" | "pt-br" | "zh-cn", value: number) =>
        formatMessage(count, { count: value }, { language, texts: new Map() });
      assert.equal(formatCount("de", 5000), "5.000 links");
      assert.equal(formatCount("es", 50_000), "50.000 links");
      assert.equal(formatCount("fr", 5000), "5\u202f000 links");
      for (const language of ["ja", "zh-cn"] as const) assert.equal(formatCount(language, 5000), "5,000 links");
      assert.equal(formatCount("pt-br", 5000), "5.000 links");
    });

    it("shows an empty string in code as a pair of quotation marks", () => {
      assert.equal(formatInGerman({ path: "", expected: "a list" }), '`""` ist nicht eine Liste.');
    });

    it("contains as much of a value as the English message does, even if the translation is longer", () => {
      const path = "x".repeat(100);
      const longTemplate = `{path} ${"ä".repeat(200)} {expected}`;
      assert.equal(formatInGerman({ path, expected: "a list" }, longTemplate), `${path} ${"ä".repeat(200)} eine Liste`);
      const longText = "y".repeat(500);
      const shownText = /`(y+…y+)`/.exec(formatMessage(template, { path: longText, expected: "a list" }))?.[1] ?? "?";
      assert.equal(formatInGerman({ path: longText, expected: "a list" }), `\`${shownText}\` ist nicht eine Liste.`);
    });
  });
});

const formatInEnglish = (values: readonly string[], maxLength: number) =>
  formatPhrase(formatChoices(values, maxLength));

describe("formatChoices", () => {
  const themes = ["mint", "maple", "palm", "willow"];

  it("lists all values if they fit", () => {
    assert.equal(formatInEnglish(["dark"], 20), "`dark`");
    assert.equal(formatInEnglish(["dark", "light"], 20), "`dark` or `light`");
    assert.equal(formatInEnglish(themes, 40), "`mint`, `maple`, `palm`, or `willow`");
  });

  it("lists the first values and mentions that there are others if not all fit", () => {
    assert.equal(formatInEnglish(themes, 34), "`mint` or another valid value");
    assert.equal(
      formatInEnglish([...themes, "aspen", "linden"], 50),
      "`mint`, `maple`, `palm`, or another valid value",
    );
  });

  it("doesn't list any values if even the first one doesn't fit", () => {
    assert.equal(formatInEnglish(["a-very-long-value", "another-long-value"], 30), "another valid value");
  });
});
