import { deepEqual, equal } from "node:assert/strict";
import type { Suggestion } from "./completion.ts";
import {
  selectCandidates,
  chooseSuggestions,
  computeSimilarity,
  createSimilarityScorer,
  computeNearness,
  getWordNumbers,
  splitWords,
} from "./ranking.ts";

function createSuggestion(label: string, rank = 0, searchText?: string): Suggestion {
  return { kind: "page", label, text: label, rank, ...(searchText === undefined ? {} : { searchText }) };
}

function listLabels(suggestions: readonly Suggestion[], typedText: string): string[] {
  return chooseSuggestions(suggestions, typedText).suggestions.map(({ label }) => label);
}

describe("chooseOffers", () => {
  it("ranks prefix matches first, then matches of words, substrings, and individual letters in order", () =>
    // The expected order is the opposite of the order of the labels, which would otherwise decide.
    deepEqual(
      listLabels(
        [
          createSuggestion("a-s-e-t"),
          createSuggestion("asset"),
          createSuggestion("guides/set-up"),
          createSuggestion("settings"),
        ],
        "set",
      ),
      ["settings", "guides/set-up", "asset", "a-s-e-t"],
    ));

  it("omits suggestions that don't match", () =>
    deepEqual(listLabels([createSuggestion("alpha"), createSuggestion("beta")], "bt"), ["beta"]));

  it("also matches an offer's additional search terms", () =>
    deepEqual(listLabels([createSuggestion("x1", 0, "Get started"), createSuggestion("x2", 0, "Other")], "start"), [
      "x1",
    ]));

  it("sorts equal matches by rank, then by label", () =>
    deepEqual(
      listLabels(
        [createSuggestion("c", 1), createSuggestion("b", 1), createSuggestion("a", 2), createSuggestion("d", -1)],
        "",
      ),
      ["d", "b", "c", "a"],
    ));

  it("returns up to 200 offers and reports whether there are more", () => {
    const createMany = (count: number) => Array.from({ length: count }, (_, i) => createSuggestion(`page-${i}`, i % 3));
    equal(chooseSuggestions(createMany(200), "").isComplete, true);
    equal(chooseSuggestions(createMany(201), "").isComplete, false);
    equal(chooseSuggestions(createMany(5000), "pa").suggestions.length, 200);
  });
});

describe("candidates among thousands of items", () => {
  const pages = Array.from({ length: 3000 }, (_, i) => {
    const slug = `${["guides", "api", "sdk"][(i * 7) % 3] ?? ""}/${(i * 37) % 11}/page-${(i * 7919) % 3000}`;
    return { slug, title: i % 4 === 0 ? `The ${slug.slice(-3)} of Pages` : "", rank: (i * 31) % 17 };
  });
  const asSuggestions = pages.map(({ slug, title, rank }) => createSuggestion(slug, rank, title));
  const access = {
    getLowerLabel: ({ slug }: (typeof pages)[number]) => slug.toLowerCase(),
    getLowerSearchText: ({ title }: (typeof pages)[number]) => title.toLowerCase(),
    getSortKey: ({ slug }: (typeof pages)[number]) => slug,
    getRank: ({ rank }: (typeof pages)[number]) => rank,
  };
  for (const typedText of ["", "p", "gui", "PAGE-1", "the 4", "3", "zz", "g1", "of"])
    it(`are ranked in the same way as all items for ${JSON.stringify(typedText)}`, () => {
      const candidates = selectCandidates(pages, typedText, access).map(({ item, rank }) =>
        createSuggestion(item.slug, rank, item.title),
      );
      deepEqual(chooseSuggestions(candidates, typedText), chooseSuggestions(asSuggestions, typedText));
    });
});

describe("splitWords", () => {
  const cases: readonly (readonly [text: string, words: readonly string[]])[] = [
    ["", []],
    ["---", []],
    ["Manage API-keys", ["manage", "api", "key"]],
    ["guides/getStarted2", ["guide", "get", "started2"]],
    ["getAPIKey", ["get", "apikey"]],
    ["HTTPServer v2Beta", ["httpserver", "v2beta"]],
    ["snake_case", ["snake", "case"]],
    ["s as bus news", ["s", "as", "bus", "new"]],
    ["one one ones", ["one"]],
    ["Clés d’API", ["clé", "d", "api"]],
    ["Äpfel", ["äpfel"]],
    ["设置 webhooks", ["设置", "webhook"]],
    ["設定方法", ["設定", "定方", "方法"]],
  ];
  for (const [text, searchText] of cases)
    it(`splits ${JSON.stringify(text)}`, () => deepEqual([...splitWords(text)].sort(), [...searchText].sort()));

  it("returns up to 40 words from the first 400 characters", () => {
    const numbers = Array.from({ length: 60 }, (_, i) => String(i));
    equal(splitWords(numbers.join(" ")).size, 40);
    equal(splitWords(`${numbers.join(" ")} é`).size, 40);
    equal(splitWords("-".repeat(399) + "ab").has("a"), true);
  });
});

describe("likeness", () => {
  const cases = [
    { a: "", b: "api", like: 0 },
    { a: "api", b: "", like: 0 },
    { a: "api keys", b: "API key", like: 1 },
    { a: "install", b: "installation guide", like: 1 / 3 },
    { a: "egg", b: "eggshell", like: 0 },
  ];
  for (const { a, b, like } of cases)
    it(`compares ${a} and ${b}`, () => {
      equal(computeSimilarity(splitWords(a), splitWords(b)), like);
      const toB = createSimilarityScorer(splitWords(b));
      equal(toB(getWordNumbers(a)), like);
      equal(toB(getWordNumbers(a)), like, "the second result differs");
    });
});

describe("nearness", () => {
  const cases = [
    { path: "a", other: "b", near: 1 },
    { path: "a/b", other: "a/c", near: 1 },
    { path: "a/b/c", other: "a/d", near: 0.5 },
    { path: "a/b", other: "c/d", near: 0 },
  ];
  for (const { path, other, near } of cases)
    it(`compares ${path} and ${other}`, () => equal(computeNearness(path, other), near));
});
