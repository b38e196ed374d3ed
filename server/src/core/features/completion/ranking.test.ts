import { deepEqual, equal } from "node:assert/strict";
import type { Offer } from "./completion.ts";
import {
  getCandidates,
  chooseOffers,
  computeSimilarity,
  computeSimilarityTo,
  getNearness,
  getNumberedWords,
  splitWords,
} from "./ranking.ts";

function offer(label: string, rank = 0, words?: string): Offer {
  return { kind: "page", label, text: label, rank, ...(words === undefined ? {} : { searchText: words }) };
}

function labels(offers: readonly Offer[], typed: string): string[] {
  return chooseOffers(offers, typed).offers.map(({ label }) => label);
}

describe("chooseOffers", () => {
  it("ranks prefix matches first, then matches of words, substrings, and individual letters in order", () =>
    // The expected order is the opposite of the order of the labels, which would otherwise decide.
    deepEqual(labels([offer("a-s-e-t"), offer("asset"), offer("guides/set-up"), offer("settings")], "set"), [
      "settings",
      "guides/set-up",
      "asset",
      "a-s-e-t",
    ]));

  it("omits suggestions that don't match", () =>
    deepEqual(labels([offer("alpha"), offer("beta")], "bt"), ["beta"]));

  it("also matches an offer's additional search terms", () =>
    deepEqual(labels([offer("x1", 0, "Get started"), offer("x2", 0, "Other")], "start"), ["x1"]));

  it("sorts equal matches by rank, then by label", () =>
    deepEqual(labels([offer("c", 1), offer("b", 1), offer("a", 2), offer("d", -1)], ""), [
      "d",
      "b",
      "c",
      "a",
    ]));

  it("returns up to 200 offers and reports whether there are more", () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => offer(`page-${i}`, i % 3));
    equal(chooseOffers(many(200), "").isComplete, true);
    equal(chooseOffers(many(201), "").isComplete, false);
    equal(chooseOffers(many(5000), "pa").offers.length, 200);
  });
});

describe("candidates among thousands of items", () => {
  const pages = Array.from({ length: 3000 }, (_, i) => {
    const slug = `${["guides", "api", "sdk"][(i * 7) % 3] ?? ""}/${(i * 37) % 11}/page-${(i * 7919) % 3000}`;
    return { slug, title: i % 4 === 0 ? `The ${slug.slice(-3)} of Pages` : "", rank: (i * 31) % 17 };
  });
  const asOffers = pages.map(({ slug, title, rank }) => offer(slug, rank, title));
  const contest = {
    lowerLabel: ({ slug }: (typeof pages)[number]) => slug.toLowerCase(),
    lowerWords: ({ title }: (typeof pages)[number]) => title.toLowerCase(),
    label: ({ slug }: (typeof pages)[number]) => slug,
    rank: ({ rank }: (typeof pages)[number]) => rank,
  };
  for (const typed of ["", "p", "gui", "PAGE-1", "the 4", "3", "zz", "g1", "of"])
    it(`are ranked in the same way as all items for ${JSON.stringify(typed)}`, () => {
      const few = getCandidates(pages, typed, contest).map(({ item, rank }) =>
        offer(item.slug, rank, item.title),
      );
      deepEqual(chooseOffers(few, typed), chooseOffers(asOffers, typed));
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
  for (const [text, words] of cases)
    it(`splits ${JSON.stringify(text)}`, () => deepEqual([...splitWords(text)].sort(), [...words].sort()));

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
      const toB = computeSimilarityTo(splitWords(b));
      equal(toB(getNumberedWords(a)), like);
      equal(toB(getNumberedWords(a)), like, "the second result differs");
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
    it(`compares ${path} and ${other}`, () => equal(getNearness(path, other), near));
});
