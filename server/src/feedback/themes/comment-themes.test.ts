import assert from "node:assert/strict";
import fc from "fast-check";
import { entryOf, stateOf } from "../../../../test/harness/feedback-state-of.ts";
import type { FeedbackEntry } from "../entries/entry.ts";
import { normalizeText } from "../entries/listed-page.ts";
import { createEntryIndex } from "../panel/entry-index.ts";
import { defaultQuery } from "../view/panel-protocol.ts";
import { TermFinder, getWordKey, splitComment } from "./comment-terms.ts";
import { ThemeSearch, type ThemeSource } from "./comment-themes.ts";

/** Comments that don't share any words with each other or with the tested comments. */
const others = [
  "Zebra crossing",
  "Violet umbrella",
  "Mountain river",
  "Copper kettle",
  "Paper lantern",
  "Silver bridge",
];

const createSource = (comments: readonly string[], negative: readonly number[] = []): ThemeSource => ({
  positions: Int32Array.from(comments.keys()),
  getComment: (place) => comments[place] ?? "",
  getFoldedText: (place) => normalizeText(comments[place] ?? ""),
  isNegative: (place) => negative.includes(place),
});

function run(source: ThemeSource) {
  const search = new ThemeSearch(source);
  let steps = 0;
  for (;;) {
    const themes = search.runStep();
    steps++;
    if (themes) return { themes, steps, cost: search.cost };
  }
}

const listLabels = (comments: readonly string[], negative?: readonly number[]) =>
  run(createSource(comments, negative)).themes.map(({ label, count }) => `${label} ${count}`);

describe("comment themes", () => {
  it("are terms of one or two words that occur in at least three different comments", () => {
    const two = ["The webhook is late", "No webhook arrives"];
    assert.deepEqual(listLabels([...two, ...others]), []);
    assert.deepEqual(listLabels([...two, "Which webhook?", ...others]), ["webhook 3"]);
    assert.deepEqual(
      listLabels(["What is the rate limit?", "Rate limit unclear", "Explain the rate limit", ...others]),
      ["rate limit 3"],
    );
  });

  it("don't include text that is sent repeatedly, or words that occur in more than half of the comments", () => {
    assert.deepEqual(listLabels([...Array<string>(5).fill("Broken webhook"), ...others]), []);
    const most = ["webhook a1", "webhook b2", "webhook c3", "webhook d4", "webhook e5", "webhook f6", "webhook g7"]; // prettier-ignore
    assert.deepEqual(listLabels([...most, ...others]), []);
    assert.deepEqual(listLabels([...most.slice(0, 6), ...others]), ["webhook 6"]);
  });

  it("combine singular and plural forms, ignore case and accents, and are counted once per comment", () => {
    const comments = ["Tokens, tokens, tokens", "My TOKEN expired", "A token or a tokén", "tokenization", ...others]; // prettier-ignore
    assert.deepEqual(listLabels(comments), ["tokens 3"]);
    for (const [one, many] of [
      ["query", "queries"],
      ["class", "classes"],
      ["key", "keys"],
      ["branch", "branches"],
      ["api", "APIs"],
      ["response", "responses"],
    ] as const) {
      assert.equal(getWordKey(one), getWordKey(many));
      const [theme] = run(createSource([`Which ${one}`, `No ${many}`, `Another ${one}`, ...others])).themes;
      assert.equal(theme?.count, 3, many);
    }
  });

  it("are ranked by number of entries, where negative entries count twice", () => {
    const webhook = ["webhook one1", "webhook two2", "webhook three3", "webhook four4"];
    const token = ["token five5", "token six6", "token seven7"];
    const comments = [...webhook, ...token, ...others];
    assert.deepEqual(listLabels(comments), ["webhook 4", "token 3"]);
    assert.deepEqual(listLabels(comments, [4, 5]), ["token 3", "webhook 4"]);
    assert.equal(run(createSource(comments, [4, 5])).themes[0]?.down, 2);
  });

  it("don't contain short words, numbers, URLs, email addresses, or function words of the supported languages", () => {
    const texts = [
      "you should have been able to do this with the page",
      "das ist nicht für die und wird doch auch dem",
      "esto no es para los que también están como",
      "ce n'est pas dans cette avec nous pour être",
      "isso não é para você com uma pela essa",
      "go to id 12 2026 555 https://example.com/webhook me@example.com",
      "これはのでそして",
      "我们没有这个",
    ];
    for (const text of texts)
      assert.deepEqual(listLabels([`${text} alpha`, `beta ${text}`, `gamma ${text} delta`, ...others]), [], text); // prettier-ignore
  });

  it("include status codes, and words in scripts without spaces", () => {
    assert.deepEqual(
      listLabels(["レート制限が不明です。", "制限はどこ?", "制限の説明がない", "Error 404", "404 again", "A 404!", ...others]), // prettier-ignore
      ["404 3", "制限 3"],
    );
  });

  it("don't depend on the time or on earlier searches", () => {
    const word = fc.constantFrom("webhook", "Token", "rate limits", "the", "größe", "制限", "404", ".", "@");
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 40 }), (wordLists) => {
        const comments = wordLists.map((words) => words.join(" "));
        const { themes } = run(createSource(comments));
        assert.deepEqual(run(createSource(comments)).themes, themes);
        assert.ok(themes.length <= 10);
      }),
    );
  });

  it("match every word of the comment that they come from", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), (text) => {
        for (const { surface, key } of splitComment(text))
          if (key !== "") assert.equal(new TermFinder([key]).find(normalizeText(surface)), 1, surface);
      }),
      { numRuns: 500 },
    );
  });

  it("don't match anything if their key isn't a term, for example, if it's a regular expression", () => {
    for (const key of ["", ".*", "(a+)+", "a b c", "a  b", "\\w", "x".repeat(200)])
      assert.equal(new TermFinder([key]).find(`a ${key} aaaa`), 0, key);
  });

  describe("for 20,000 comments", () => {
    const hostile: Readonly<Record<string, (at: number) => string>> = {
      "usual words": (at) => `Comment ${at} about the rate limits of webhooks ${at % 7}`,
      "many different words": (at) => `word${at} `.repeat(300),
      "incomplete email addresses": () => "a@".repeat(5000),
      "one long word": () => "a".repeat(10_000),
      "scripts without spaces": () => "制限".repeat(1000),
      "combining characters": () => "e\u0301\u0302\u0303".repeat(3000),
      "unpaired surrogates and direction marks": () => "\ud800 \u202e ﷺ ".repeat(2000),
    };
    for (const [what, text] of Object.entries(hostile))
      it(`require a limited amount of work if the comments consist of ${what}`, () => {
        let entryTotal = 0;
        const texts = Array.from({ length: 64 }, (_, n) => text(n));
        const folded = texts.map(normalizeText);
        const { steps, cost } = run({
          positions: Int32Array.from({ length: 20_000 }, (_, place) => place),
          getComment: (place) => (entryTotal++, texts[place % 64] ?? ""),
          getFoldedText: (place) => folded[place % 64] ?? "",
          isNegative: () => false,
        });
        // The cost exceeds the limit of 500,000 by at most one comment, which has 1,000 characters that each cost 30 in
        // scripts without spaces.
        assert.ok(cost <= 530_000, String(cost));
        assert.ok(entryTotal <= 12_000, String(entryTotal));
        assert.ok(steps <= 12_000 / 32 + 20_000 / 512 + 10, String(steps));
      });
  });

  it("show the same number of entries as the list does when a theme is selected", () => {
    const words = ["webhook", "Webhooks", "rate limit", "rate-limits", "token", "page", "webhook: token"];
    const entry = fc.record({
      comment: fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((each) => each.join(", ")),
      helpful: fc.boolean(),
      isCode: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 8, maxLength: 40 }), (entryList) => {
        const entries = entryList.map(({ comment, helpful, isCode }, at): FeedbackEntry =>
          entryOf(`e${at}`, {
            comment,
            helpful,
            ...(isCode && { source: "code_snippet", snippet: { code: "webhook(token)" } }),
          }),
        );
        const index = createEntryIndex(stateOf(entries));
        const query = { ...defaultQuery, ratings: ["down" as const] };
        const search = index.themes.search(index.find(query));
        let themes = search.runStep();
        while (!themes) themes = search.runStep();
        for (const { key, count, down } of themes) {
          assert.equal(index.find({ ...query, theme: key }).length, count, key);
          assert.equal(down, count);
        }
      }),
    );
  });
});
