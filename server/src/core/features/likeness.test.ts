import { deepEqual, equal } from "node:assert/strict";
import { likeness, likenessTo, nearness, numberedWordsOf, wordsOf } from "./likeness.ts";

describe("words of a text", () => {
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
    it(JSON.stringify(text), () => deepEqual([...wordsOf(text)].sort(), [...words].sort()));

  it("forty at most, of the first four hundred characters", () => {
    const numbers = Array.from({ length: 60 }, (_, i) => String(i));
    equal(wordsOf(numbers.join(" ")).size, 40);
    equal(wordsOf(`${numbers.join(" ")} é`).size, 40);
    equal(wordsOf("-".repeat(399) + "ab").has("a"), true);
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
    it(`${a} and ${b}`, () => {
      equal(likeness(wordsOf(a), wordsOf(b)), like);
      const toB = likenessTo(wordsOf(b));
      equal(toB(numberedWordsOf(a)), like);
      equal(toB(numberedWordsOf(a)), like, "asked again");
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
    it(`${path} and ${other}`, () => equal(nearness(path, other), near));
});
