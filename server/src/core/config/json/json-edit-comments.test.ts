import assert from "node:assert/strict";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { insertItems, removeItems } from "./change-members.ts";
import { insertItem, insertProperty, mergeInsertions, removeMember, removeMembers } from "./json-edit.ts";
import { type JsonArray, type JsonFile, readJson } from "./json-tree.ts";

function listIn(file: JsonFile): JsonArray {
  const list = file.root?.kind === "object" ? file.root.properties[0]?.value : undefined;
  assert.equal(list?.kind, "array");
  return list;
}

/** Applies an edit to a list with these lines, and returns the lines of the resulting list. */
function applyEdit(lines: readonly string[], edit: (file: JsonFile, list: JsonArray) => readonly TextEdit[]): string[] {
  const text = `{\n  "list": [\n    ${lines.join("\n    ")}\n  ]\n}\n`;
  const file = readJson("docs.json", text);
  const after = applyEdits(text, edit(file, listIn(file)));
  const problems = readJson("docs.json", after).problems.filter(({ kind }) => kind !== "comment");
  assert.deepEqual(problems, [], after);
  const [, insideResult = after] = /^\{\n {2}"list": \[\n?([^]*?)\n? *\]\n\}\n$/.exec(after) ?? [];
  return insideResult === "" ? [] : insideResult.split("\n").map((line) => line.trim());
}

describe("removing a member next to comments", () => {
  type Case = readonly [lines: readonly string[], removed: readonly number[], after: readonly string[]];
  const cases: Readonly<Record<string, Case>> = {
    "keeps the comment above the next member": [['"a", // About a', "// About b", '"b"'], [0], ["// About b", '"b"']],
    "keeps the comment after the previous member": [['"a", // About a', '"b" // About b'], [1], ['"a" // About a']],
    "keeps comments between the previous member and the removed one": [
      ['"a",', "// First", "/* Second */", '"b",'],
      [1],
      ['"a"', "// First", "/* Second */"],
    ],
    "keeps comments at the end of the list": [['"a",', '"b"', "// End"], [1], ['"a"', "// End"]],
    "keeps comments in a list that becomes empty": [
      ["// Start", '"a", // About a', "// End"],
      [0],
      ["// Start", "// End"],
    ],
    "keeps the comment after a middle member's predecessor": [
      ['"a", // About a', '"b", // About b', '"c" // About c'],
      [1],
      ['"a", // About a', '"c" // About c'],
    ],
    "removes the comma after a comment with the only member": [['"a" // About a', ","], [0], []],
    "removes the comments after removed members": [
      ['"a",', '"b", // About b', '"c" // About c', "// End"],
      [1, 2],
      ['"a"', "// End"],
    ],
  };
  for (const [caseName, [lines, removedIndexes, after]] of Object.entries(cases))
    it(caseName, () => {
      const remove = (file: JsonFile, list: JsonArray) =>
        removeMembers(
          file,
          removedIndexes.flatMap((index) => list.items[index]?.range ?? []),
        );
      assert.deepEqual(applyEdit(lines, remove), after);
    });
});

describe("removing a member before a closing bracket on the same line", () => {
  it("keeps the line break after a line comment", () => {
    const text = '[\n  "a", // About a\n  "b" ]\n';
    const file = readJson("docs.json", text);
    assert.ok(file.root?.kind === "array");
    const after = applyEdits(text, removeMembers(file, [file.root.items[1]?.range ?? file.root.range]));
    assert.equal(after, '[\n  "a" // About a\n   ]\n');
  });
});

describe("inserting a member next to comments", () => {
  const insert =
    (index: number | undefined, ...values: readonly string[]) =>
    (file: JsonFile, list: JsonArray) =>
      mergeInsertions(
        file,
        values.flatMap((value) =>
          insertItem(file, list, value, index === undefined ? undefined : list.items[index]?.range),
        ),
      );

  it("leaves the comment after the last member on that member's line", () =>
    assert.deepEqual(applyEdit(['"a" // About a', "// End"], insert(undefined, '"b"')), [
      '"a", // About a',
      '"b"',
      "// End",
    ]));

  it("leaves the comment after a middle member on that member's line", () =>
    assert.deepEqual(applyEdit(['"a", // About a', '"c"'], insert(0, '"b"')), ['"a", // About a', '"b",', '"c"']));

  it("doesn't repeat the comment if several members are inserted", () => {
    assert.deepEqual(applyEdit(['"a" // About a'], insert(undefined, '"b"', '"c"')), [
      '"a", // About a',
      '"b",',
      '"c"',
    ]);
    assert.deepEqual(applyEdit(['"a", // About a', '"d"'], insert(0, '"b"', '"c"')), [
      '"a", // About a',
      '"b",',
      '"c",',
      '"d"',
    ]);
  });

  it("keeps the comments in an empty list", () =>
    assert.deepEqual(applyEdit(["// None yet", "/* Really */"], insert(undefined, '"a"')), [
      "// None yet",
      "/* Really */",
      '"a"',
    ]));

  it("leaves the comment after a property on that property's line", () => {
    const text = '{\n  "a": 1 // About a\n}\n';
    const file = readJson("docs.json", text);
    assert.ok(file.root?.kind === "object");
    const after = applyEdits(text, insertProperty(file, file.root, "b", "2"));
    assert.equal(after, '{\n  "a": 1, // About a\n  "b": 2\n}\n');
  });
});

/**
 * Returns every list on one line that has up to two members, block comments before and after them and their commas, and
 * maybe a trailing comma.
 */
function createLists(): string[] {
  const gaps = ["", " /* x */", " /* x */ /* y */ "];
  const after = (text: string) => gaps.map((gap) => text + gap);
  const one = after("[").flatMap((start) => after(`${start}"a"`));
  const listsOfTwo = one.flatMap((start) => after(`${start},`)).flatMap((start) => after(`${start}"b"`));
  return [...one, ...listsOfTwo].flatMap((start) => [start, ...after(`${start},`)]).map((start) => `${start}]`);
}

describe("editing a list on one line", () => {
  const getValues = (text: string) => {
    const { root, problems } = readJson("docs.json", text);
    assert.ok(root?.kind === "array", text);
    const isValid = problems.every(({ kind }) => kind === "comment" || kind === "trailing-comma");
    assert.ok(isValid, text);
    return root.items.map((item) => (item.kind === "string" ? item.value : ""));
  };
  const findComments = (text: string) => text.match(/\/\*.*?\*\//g) ?? [];
  const lists = createLists().map((text) => {
    const file = readJson("docs.json", text);
    assert.ok(file.root?.kind === "array");
    return { text, file, list: file.root, values: getValues(text) };
  });
  const isAfterAll = (text: string) => /"new"[ ,]*\]$/.test(text);

  it("adds a member after the comments before the bracket", () => {
    for (const { text, file, list, values } of lists) {
      const last = list.items.at(-1)?.range;
      for (const edits of [insertItem(file, list, '"new"'), insertItems(file, list, ['"new"'], last)]) {
        const after = applyEdits(text, edits);
        assert.deepEqual(getValues(after), [...values, "new"]);
        assert.deepEqual(findComments(after), findComments(text), after);
        assert.ok(isAfterAll(after), `${text} → ${after}`);
        // Trailing commas are part of the list's style.
        assert.equal(/,[^"]*\]$/.test(after), /,[^"]*\]$/.test(text), `${text} → ${after}`);
      }
    }
  });

  it("adds a member between others without separating them from the comments before their commas", () => {
    for (const { text, file, list, values } of lists) {
      const [first, second] = list.items;
      if (!first || !second) continue;
      for (const edits of [
        insertItem(file, list, '"new"', first.range),
        insertItems(file, list, ['"new"'], first.range),
      ]) {
        const after = applyEdits(text, edits);
        assert.deepEqual(getValues(after), [values[0], "new", values[1]]);
        assert.deepEqual(findComments(after), findComments(text), after);
        const getOwnComments = (listText: string) => findComments(listText.slice(0, listText.indexOf(",")));
        assert.deepEqual(getOwnComments(after), getOwnComments(text), `${text} → ${after}`);
      }
    }
  });

  it("preserves the comments before the bracket if the last member is removed", () => {
    for (const { text, file, list, values } of lists) {
      const last = list.items.at(-1)?.range ?? list.range;
      for (const edits of [removeMember(file, last), removeItems(file, list, ({ start }) => start === last.start)]) {
        const after = applyEdits(text, edits);
        assert.deepEqual(getValues(after), values.slice(0, -1));
        assert.deepEqual(findComments(after), findComments(text), `${text} → ${after}`);
      }
    }
  });

  it("continues on the next line after a line comment", () => {
    for (const [text, expected] of [
      ['["a" // x\n]', '["a", // x\n"new"\n]'],
      ['["a", // x\n]', '["a", // x\n"new",\n]'],
      ['["a", "b" /* x */ // y\n  ]', '["a", "b", /* x */ // y\n"new"\n  ]'],
    ] as const) {
      const file = readJson("docs.json", text);
      assert.ok(file.root?.kind === "array");
      const last = file.root.items.at(-1)?.range;
      assert.equal(applyEdits(text, insertItem(file, file.root, '"new"')), expected);
      assert.equal(applyEdits(text, insertItems(file, file.root, ['"new"'], last)), expected);
    }
  });
});
