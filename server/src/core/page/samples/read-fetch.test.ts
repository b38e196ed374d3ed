import { deepStrictEqual, equal } from "node:assert/strict";
import { readFetch } from "./read-fetch.ts";

const read = (code: string) => readFetch(code, 10)[0];
const cut = (code: string, range: { start: number; end: number } | undefined) =>
  range && code.slice(range.start - 10, range.end - 10);

describe("readFetch", () => {
  it("reads the URL, method, headers, and JSON body", () => {
    const code = `const response = await fetch("https://api.example.com/users", {\n  method: "POST",\n  headers: { "Content-Type": "application/json", Authorization: \`Bearer \${token}\` },\n  body: JSON.stringify({\n    name: 'Ada', // who\n    "age": 36,\n    tags: ["a",],\n  }),\n});`;
    const request = read(code);
    equal(request?.method.text, "POST");
    equal(cut(code, request?.method.range), "POST");
    equal(cut(code, request?.url.range), "https://api.example.com/users");
    deepStrictEqual(
      request?.headers.map(({ name, value }) => [name, value.isOpen]),
      [
        ["Content-Type", false],
        ["Authorization", true],
      ],
    );
    equal(request?.hasOpenBody, false);
    equal(request?.body?.kind, "object");
    if (request?.body?.kind === "object")
      deepStrictEqual(
        request.body.properties.map(({ keyRange, value }) => [cut(code, keyRange), cut(code, value?.range)]),
        [
          ["name", "'Ada'"],
          ['"age"', "36"],
          ["tags", '["a",]'],
        ],
      );
  });

  it("returns GET if there are no options", () => {
    equal(read("fetch('https://x.test/a')")?.method.text, "GET");
    equal(read("fetch('https://x.test/a')")?.hasBody, false);
  });

  it("keeps the known parts of a body and marks the body as incomplete", () => {
    const request = read(
      'fetch("https://x.test", { method: "PUT", body: JSON.stringify({ id, name: "a", ...rest }) })',
    );
    equal(request?.hasOpenBody, true);
    deepStrictEqual(request?.body?.kind === "object" && request.body.properties.map(({ key }) => key), ["name"]);
  });

  it("marks a body that consists only of a comment as incomplete", () => {
    const hasBody = (text: string) =>
      read(`fetch("https://x.test", { method: "POST", body: JSON.stringify(${text}) })`)?.hasOpenBody;
    deepStrictEqual([hasBody("{ /* fields */ }"), hasBody("{\n  // …\n}"), hasBody("{ }")], [true, true, false]);
  });

  it("finds a body that is stored in a constant", () => {
    const request = read(
      'const payload = { id: 7 };\nawait fetch("https://x.test", { method: "POST", body: JSON.stringify(payload) });',
    );
    deepStrictEqual(request?.body?.kind === "object" && request.body.properties.map(({ key }) => key), ["id"]);
  });

  it("returns nothing for code that it can't read", () => {
    equal(read("fetch(url)"), undefined);
    equal(read('fetch("https://x.test/a?" + query)'), undefined);
    equal(read('fetch("https://x.test", options)'), undefined);
    equal(read("prefetch('https://x.test')"), undefined);
    equal(read("fetch(`https://x.test/${id}`)")?.url.isOpen, true);
    for (const code of [
      "fetch(",
      "fetch('",
      "fetch('a', {",
      "fetch('a', { body: JSON.stringify({",
      "fetch(" + "[".repeat(40_000),
    ])
      readFetch(code, 0);
  });

  const cases: readonly [what: string, code: string, names: readonly string[], isOpen: boolean][] = [
    ["an object", "headers: { 'X-Key': key }", ["X-Key"], false],
    ["a constant", "headers: meta", ["x-key"], false],
    ["`new Headers`", "headers: new Headers(meta)", [], true],
    ["a variable that can't be read", "headers: made", [], true],
    ["spread syntax", "headers: { 'X-Key': key, ...meta }", ["X-Key"], true],
    ["spread options", "...options", [], true],
    ["a shorthand property", "method: 'GET', headers", [], true],
    ["no headers", "method: 'GET'", [], false],
  ]; // prettier-ignore
  for (const [what, code, names, isOpen] of cases)
    it(`reads the headers from ${what}`, () => {
      const script = `const meta = { "x-key": key || "" };\nconst made = new Headers(meta);\nfetch("https://x.test/a" // one\n, { ${code} });`;
      const request = readFetch(script, 10)[0];
      deepStrictEqual(
        request?.headers.map(({ name }) => name),
        names,
      );
      equal(request?.hasOpenHeaders === true, isOpen);
    });
});
