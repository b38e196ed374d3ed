import assert from "node:assert/strict";
import fc from "fast-check";
import * as jsonc from "jsonc-parser";
import { chooseByMode } from "../../../../../test/harness/choose-by-mode.ts";
import { SyntaxKind } from "./json-tokens.ts";
import { findProperty, type JsonFile, type JsonNode, readJson, getJsonString, getJsonValue } from "./json-tree.ts";

const realisticText = `{
  "$schema": "https://mintlify.com/docs.json",
  "name": "Acme \\"docs\\" \\u00e9",
  "colors": { "primary": "#0F766E", "light": "#5eead4" },
  "navigation": {
    "tabs": [
      { "tab": "Guides", "groups": [{ "group": "Start", "pages": ["index", "guides/setup"], "expanded": true }] },
      { "tab": "API", "openapi": { "source": "api.json", "directory": "reference" }, "boost": 1.5e0 },
      null
    ]
  },
  "redirects": [{ "source": "/a", "destination": "/b", "permanent": false }]
}
`;

/** Returns the kind of each problem and the text at its range. */
function listProblems(text: string): string[] {
  return readJson("docs.json", text).problems.map(({ kind, range }) => `${kind} ${text.slice(range.start, range.end)}`);
}

function getValue(node: JsonNode | undefined): unknown {
  if (!node) return undefined;
  if (node.kind === "array") return node.items.map(getValue);
  if (node.kind === "null") return null;
  if (node.kind !== "object") return node.value;
  return new Map(node.properties.map(({ key, value }) => [key, getValue(value)]));
}

function parse(text: string): unknown {
  const toMaps = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toMaps);
    if (typeof value !== "object" || value === null) return value;
    return new Map(Object.entries(value).map(([key, inner]) => [key, toMaps(inner)]));
  };
  return toMaps(JSON.parse(text));
}

function isValid(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Asserts that all ranges are within the text and that nodes are within their parents. */
function assertSound(file: JsonFile, text: string): void {
  const assertInText = ({ start, end }: { start: number; end: number }) =>
    assert.ok(0 <= start && start <= end && end <= text.length, `${start}-${end} of ${text.length}`);
  for (const { range, relatedRange: first } of file.problems) [range, first ?? range].forEach(assertInText);
  if (file.refusal) assertInText(file.refusal.range);
  const visit = (node: JsonNode): void => {
    assertInText(node.range);
    const children =
      node.kind === "array"
        ? node.items
        : node.kind === "object"
          ? node.properties.flatMap(({ value }) => value ?? [])
          : [];
    for (const child of children) {
      assert.ok(node.range.start < child.range.start && child.range.end <= node.range.end);
      visit(child);
    }
  };
  if (file.root) visit(file.root);
}

function isSaidToBeValid(file: JsonFile): boolean {
  return file.root !== undefined && !file.refusal && file.problems.every(({ kind }) => kind === "duplicate-key");
}

describe("readJson", () => {
  it("uses the same token kinds as jsonc-parser", () => {
    const scanner = jsonc.createScanner(`{}[],: null true false "a" 1 //b\n/*c*/ word`, false);
    const kinds: number[] = [];
    for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) kinds.push(kind);
    const { EOF, ...others } = SyntaxKind;
    assert.equal(EOF, scanner.scan());
    assert.deepEqual(
      [...new Set(kinds)].sort((a, b) => a - b),
      Object.values(others).sort((a, b) => a - b),
    );
  });

  it("reads the same values as JSON.parse", () => {
    const file = readJson("docs.json", realisticText);
    assert.deepEqual(file.problems, []);
    assert.deepEqual(getValue(file.root), parse(realisticText));
  });

  const faultyTexts: readonly (readonly [string, readonly string[]])[] = [
    ['{"a": 1} // end', ["comment // end"]],
    ['{/* x */"a": 1}', ["comment /* x */"]],
    ['{"a": 1,}', ["trailing-comma ,"]],
    ['{"a": [1, 2,]}', ["trailing-comma ,"]],
    ['{"a": 1 "b": 2}', ["missing-comma 1"]],
    ["[1 2]", ["missing-comma 1"]],
    ['{"a" 1}', ['missing-colon "a"']],
    ['{"a" "b", "c": 1}', ['missing-colon "a"']],
    ['{"a"\n"b": 1}', ['missing-colon "a"']],
    ['{"a":\n"b": 1}', ['missing-value "a"']],
    ['{"a"}', ['missing-colon "a"']],
    ['{"a": , "b": 1}', ['missing-value "a"']],
    ['{"a":}', ['missing-value "a"']],
    ['{"a": [1, 2}', ["missing-close 2"]],
    ['{"a": {"b": [1', ["missing-close 1"]],
    ['{"a": "x}', ['unclosed-string "x}']],
    ['{"a', ['unclosed-string "a']],
    ['{"a": ["x', ['unclosed-string "x']],
    ['{"a": "x,\n"b": 1}', ['unclosed-string "x,']],
    ['{"a": "x\\', ['unclosed-string "x\\']],
    ['{"a": {"b"', ['missing-colon "b"']],
    ['{"a": {"b":', ['missing-value "b"']],
    ['{"a": "\\q"}', ['invalid-string "\\q"']],
    ['{"a": 1.}', ["unexpected 1."]],
    ['{"a": 1e}', ["unexpected 1e"]],
    ["{} /* open", ["comment /* open"]],
    ['{"a": tru}', ["unexpected tru"]],
    ["{'a': 1}", ["unquoted 'a'"]],
    ["{a: ['b c', d]}", ["unquoted a", "unquoted 'b c'", "unquoted d"]],
    ["{'a: 1}", ["unexpected 'a: 1"]],
    ['{"a": True}', ["unexpected True"]],
    ['{"a": undefined, "b": 1}', ["unexpected undefined"]],
    ["[,1]", ["unexpected ,"]],
    ["[01]", ["missing-comma 0"]],
    ["[1,,2]", ["unexpected ,"]],
    ['{"a": 1]}', ["unexpected ]"]],
    ['{"a": 1}}', ["text-after-end }"]],
    ["{} {}", ["text-after-end {}"]],
    ["{}\u00a0", ["text-after-end \u00a0"]],
    ["@@@", ["unexpected @@@"]],
    ['{"a": 1, "a": 2}', ['duplicate-key "a"']],
  ];
  for (const [text, expected] of faultyTexts)
    it(`finds ${expected.join(" and ")} in ${text}`, () => {
      assert.deepEqual(listProblems(text), expected);
      assert.equal(isSaidToBeValid(readJson("docs.json", text)), isValid(text));
    });

  it("points to the bracket that isn't closed and to the first of two duplicate keys", () => {
    const [openProblem] = readJson("docs.json", '{"a": [1}').problems;
    assert.deepEqual(openProblem?.relatedRange, { start: 6, end: 7 });
    const [twice] = readJson("docs.json", '{"a": 1, "a": 2}').problems;
    assert.deepEqual(twice?.relatedRange, { start: 1, end: 4 });
    assert.equal(twice?.text, "a");
  });

  it("continues parsing after an error", () => {
    const { root } = readJson("docs.json", '{"a": {"x": 1]}, "b": @, "c": [2 3], "d": 3}');
    assert.deepEqual(root?.kind === "object" && root.properties.map(({ key }) => key), ["a", "b", "c", "d"]);
    assert.deepEqual(getValue(getJsonValue(root, "c")), [2, 3]);
  });

  it("reports only a missing root for an empty file", () => {
    for (const text of ["", " \n\t", "\ufeff", "\ufeff\r\n"]) {
      const { root, problems, refusal: refused } = readJson("docs.json", text);
      assert.deepEqual({ root, problems, refused }, { root: undefined, problems: [], refused: undefined });
    }
  });

  it("accepts a byte order mark and keeps offsets correct", () => {
    const file = readJson("docs.json", '\ufeff{\r\n"a": "b"\r\n}');
    assert.deepEqual(file.problems, []);
    assert.deepEqual(getJsonValue(file.root, "a")?.range, { start: 9, end: 12 });
    assert.equal(file.text.charCodeAt(0), 0xfeff);
  });

  it("treats __proto__ and constructor as ordinary keys", () => {
    const { root } = readJson("docs.json", '{"__proto__": {"polluted": "yes"}, "constructor": "c", "toString": "t"}');
    assert.equal(getJsonString(getJsonValue(root, "__proto__"), "polluted"), "yes");
    assert.equal(getJsonString(root, "constructor"), "c");
    assert.equal(getJsonValue(root, "hasOwnProperty"), undefined);
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });

  it("uses the last of several duplicate keys, as the service does", () => {
    const { root } = readJson("docs.json", '{"a": "1", "a": "2"}');
    assert.equal(root?.kind === "object" && findProperty(root, "a")?.keyRange.start, 11);
    assert.equal(getJsonString(root, "a"), "2");
  });

  it("reports nesting that is too deep at the bracket that exceeds the limit", () => {
    const createNested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    assert.equal(readJson("docs.json", createNested(200)).refusal, undefined);
    for (const text of [createNested(201), createNested(100_000), "[".repeat(1_000_000), '{"a":'.repeat(100_000)]) {
      const { refusal: refused, root } = readJson("docs.json", text);
      assert.equal(refused?.reason, "too-deep");
      assert.equal(root, undefined);
      assert.equal(refused.range.end, refused.range.start + 1);
    }
    assert.deepEqual(readJson("docs.json", createNested(201)).refusal?.range, { start: 200, end: 201 });
  });

  it("ignores brackets in comments and mismatched brackets when it counts depth", () => {
    for (const unit of ["[ // ]\n", "[ /* ] */", "[}", '{"a": [}', '{"a":{]', '["\\"]",']) {
      const text = unit.repeat(100_000);
      assertSound(readJson("docs.json", text), text);
    }
  });

  it("rejects files that are too large or aren't text, without parsing them", () => {
    assert.equal(readJson("docs.json", " ".repeat(10_000_001)).refusal?.reason, "too-large");
    assert.equal(readJson("docs.json", "{\0}").refusal?.reason, "not-text");
    assert.equal(readJson("docs.json", "", "not-text").refusal?.reason, "not-text");
    assert.equal(readJson("docs.json", "", "too-large").refusal?.reason, "too-large");
  });

  it("returns a consistent tree for a file that is cut off at any position or is missing any one character", () => {
    for (const text of [realisticText, realisticText.replaceAll("\n", "\r\n")])
      for (let i = 0; i < text.length; i++)
        for (const brokenText of [text.slice(0, i), text.slice(0, i) + text.slice(i + 1)]) {
          const file = readJson("docs.json", brokenText);
          assertSound(file, brokenText);
          assert.equal(isSaidToBeValid(file), isValid(brokenText), brokenText);
        }
  });

  it("accepts the same input as JSON.parse", () => {
    const piece = fc.constantFrom(
      ..."{}[],:\"\\/*'@-+.eE019 \n\r\ttrufalsn\u00e9\u2028\ud800\ufeff".split(""),
      "null",
      "true",
      '"a"',
      '"b":',
      "1.5",
      "//",
      "\\u00",
    );
    const mutatedText = fc
      .tuple(fc.nat(realisticText.length), fc.nat(6), fc.array(piece, { maxLength: 4 }))
      .map(
        ([at, removedCount, insertedTexts]) =>
          realisticText.slice(0, at) + insertedTexts.join("") + realisticText.slice(at + removedCount),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 30 }).map((parts) => parts.join("")),
          mutatedText,
        ),
        (text) => {
          const file = readJson("docs.json", text);
          assertSound(file, text);
          // The reader accepts a byte order mark at the start of the text, whereas `JSON.parse` doesn't.
          const plainText = text.replace(/^\ufeff/, " ");
          assert.equal(isSaidToBeValid(file), isValid(plainText));
          if (isValid(plainText)) assert.deepEqual(getValue(file.root), parse(plainText));
        },
      ),
      { numRuns: chooseByMode(1500, 5000) },
    );
  });
});
