import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { configOf, navigationOf, plainOf } from "../../../../test/harness/config-of.ts";
import { type Config, readConfig } from "./config.ts";
import { readJson } from "./json/json-tree.ts";
import {
  childOrder,
  elementKinds,
  type NavElement,
  type Navigation,
  type NavNode,
  readNavigation,
} from "./settings/navigation.ts";

const listResults = (config: Config) =>
  config.refs.map(({ location: at, rawPath: written, result }) => [at.file, written, result.kind]);

describe("readConfig", () => {
  it("leaves a file without a $ref unchanged", () => {
    const docs = readJson("docs.json", '{ "name": "x", "navigation": { "pages": ["a"] } }');
    const config = readConfig("docs.json", new Map([["docs.json", docs]]));
    assert.equal(config.root, docs.root);
    assert.deepEqual([config.refs, config.requestedPaths], [[], []]);
  });

  it("returns an empty config if docs.json is missing, empty, or rejected", () => {
    for (const docs of [null, "text:", "text:  \n", `text:${"[".repeat(300)}`]) {
      const config = configOf({ "docs.json": docs });
      assert.equal(config.root, undefined);
      assert.deepEqual(
        config.files.map(({ path }) => path),
        docs === null ? [] : ["docs.json"],
      );
    }
  });

  it("replaces a $ref with its target, regardless of the target's type", () => {
    const config = configOf({
      "docs.json": {
        a: { $ref: "object.json" },
        b: [{ $ref: "./text.json" }, 1],
        c: { $ref: "/lists/array.json" },
      },
      "object.json": { x: 1 },
      "text.json": "guides/start",
      "lists/array.json": [1, 2],
    });
    assert.deepEqual(plainOf(config.root), [
      ["a", [["x", 1]]],
      ["b", ["guides/start", 1]],
      ["c", [1, 2]],
    ]);
    assert.deepEqual(
      config.files.map(({ path }) => path),
      ["docs.json", "object.json", "text.json", "lists/array.json"],
    );
    assert.deepEqual(
      listResults(config).map(([, , kind]) => kind),
      ["resolved", "resolved", "resolved"],
    );
  });

  it("keeps the source file and range of each node", () => {
    const { root } = configOf({
      "docs.json": { navigation: { $ref: "nav.json" } },
      "nav.json": 'text:\n  { "pages": ["a"] }',
    });
    const navigation = root?.kind === "object" ? root.properties[0]?.value : undefined;
    assert.deepEqual([navigation?.file, navigation?.range], ["nav.json", { start: 3, end: 21 }]);
    assert.equal(navigation?.kind === "object" && navigation.includedBy?.file, "docs.json");
  });

  it("merges sibling keys into an object in the target's order", () => {
    const config = configOf({
      "docs.json": { tab: { $ref: "tab.json", icon: "mine", extra: true } },
      "tab.json": { tab: "T", icon: "theirs", pages: [] },
    });
    assert.deepEqual(plainOf(config.root), [
      [
        "tab",
        [
          ["tab", "T"],
          ["icon", "mine"],
          ["pages", []],
          ["extra", true],
        ],
      ],
    ]);
    const [ref] = config.refs;
    assert.deepEqual(ref?.result.kind === "resolved" && ref.result.ignoredSiblings, []);
  });

  it("lets a sibling override a key that the target contains twice", () => {
    const config = configOf({
      "docs.json": { a: { $ref: "t.json", k: "own" } },
      "t.json": 'text:{"k":1,"j":2,"k":3}',
    });
    assert.deepEqual(plainOf(config.root), [
      [
        "a",
        [
          ["k", "own"],
          ["j", 2],
        ],
      ],
    ]);
  });

  it("ignores and reports sibling keys if the target isn't an object", () => {
    const docs = '{"a":{"$ref":"list.json","icon":"x","tag":"y"}}';
    const config = configOf({ "docs.json": `text:${docs}`, "list.json": [1] });
    assert.deepEqual(plainOf(config.root), [["a", [1]]]);
    const result = config.refs[0]?.result;
    const ignoredLocations = result?.kind === "resolved" ? result.ignoredSiblings : [];
    assert.deepEqual(
      ignoredLocations.map(({ file, range }) => [file, docs.slice(range.start, range.end)]),
      [
        ["docs.json", '"icon"'],
        ["docs.json", '"tag"'],
      ],
    );
  });

  it("follows $ref in sibling keys", () => {
    const config = configOf({
      "docs.json": { a: { $ref: "t.json", k: { $ref: "k.json" } } },
      "t.json": { x: 1 },
      "k.json": [2],
    });
    assert.deepEqual(plainOf(config.root), [
      [
        "a",
        [
          ["x", 1],
          ["k", [2]],
        ],
      ],
    ]);
  });

  it("resolves a nested $ref relative to its own file", () => {
    const config = configOf({
      "docs.json": { a: { $ref: "config/nav.json" } },
      "config/nav.json": { b: { $ref: "parts/tabs.json" }, c: { $ref: "../top.json" } },
      "config/parts/tabs.json": ["t"],
      "top.json": { d: 1 },
    });
    assert.deepEqual(plainOf(config.root), [
      [
        "a",
        [
          ["b", ["t"]],
          ["c", [["d", 1]]],
        ],
      ],
    ]);
  });

  it("follows a $ref that is the entire content of a file, even of docs.json", () => {
    const config = configOf({
      "docs.json": { $ref: "a.json" },
      "a.json": { $ref: "b.json" },
      "b.json": { name: "x" },
    });
    assert.deepEqual(plainOf(config.root), [["name", "x"]]);
  });

  it("requests a nested file only after the file that refers to it has been read", () => {
    const docs = { "docs.json": { a: { $ref: "a.json" }, b: { $ref: "b.json" } } };
    const first = configOf(docs);
    assert.deepEqual(first.requestedPaths, ["a.json", "b.json"]);
    assert.deepEqual(first.refs, []);
    assert.deepEqual(plainOf(first.root), [
      ["a", undefined],
      ["b", undefined],
    ]);
    assert.deepEqual(configOf({ ...docs, "a.json": { $ref: "c.json" }, "b.json": null }).requestedPaths, ["c.json"]);
  });

  it("removes each $ref that can't be followed and reports it once", () => {
    const config = configOf({
      "docs.json": { list: [{ $ref: "missing.json" }, { $ref: "empty.json" }, { $ref: "docs.json" }, 1] },
      "missing.json": null,
      "empty.json": "text:",
    });
    assert.deepEqual(plainOf(config.root), [["list", [1]]]);
    assert.deepEqual(listResults(config), [
      ["docs.json", "missing.json", "not-found"],
      ["docs.json", "empty.json", "unreadable"],
      ["docs.json", "docs.json", "cycle"],
    ]);
  });

  it("reports a cycle once, with its full path, at the $ref that closes it", () => {
    const config = configOf({
      "docs.json": { a: { $ref: "a.json" } },
      "a.json": { b: { $ref: "b.json" } },
      "b.json": { a: { $ref: "a.json" } },
    });
    const cycles = config.refs.filter(({ result }) => result.kind === "cycle");
    assert.deepEqual(
      cycles.map(({ location: at, result }) => [at.file, result.kind === "cycle" && result.chain]),
      [["b.json", ["a.json", "b.json", "a.json"]]],
    );
  });

  it("follows a chain of files up to the JSON depth limit, but no further", () => {
    const createLink = (i: number): [string, object] => [`${i}.json`, { $ref: `${i + 1}.json` }];
    const config = configOf({
      "docs.json": { $ref: "0.json" },
      ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => createLink(i))),
    });
    assert.deepEqual(listResults(config), [["198.json", "199.json", "too-much"]]);
  });

  it("reports one problem for a file that contains only a broken $ref", () => {
    const config = configOf({ "docs.json": { a: { $ref: "a.json" } }, "a.json": { $ref: "docs.json" } });
    assert.deepEqual(listResults(config), [["a.json", "docs.json", "cycle"]]);
  });

  it("doesn't report a $ref that isn't a string, because a rule reports it", () => {
    const config = configOf({ "docs.json": { a: { $ref: 3, x: 1 } } });
    assert.deepEqual(plainOf(config.root), [
      [
        "a",
        [
          ["$ref", 3],
          ["x", 1],
        ],
      ],
    ]);
    assert.deepEqual(config.refs, []);
  });

  it("includes a file at every location that refers to it but lists references in the file only once", () => {
    const config = configOf({
      "docs.json": [{ $ref: "a.json" }, { $ref: "a.json" }],
      "a.json": { b: { $ref: "gone.json" } },
      "gone.json": null,
    });
    assert.deepEqual(plainOf(config.root), [[["b", undefined]], [["b", undefined]]]);
    assert.deepEqual(listResults(config), [
      ["a.json", "gone.json", "not-found"],
      ["docs.json", "a.json", "resolved"],
      ["docs.json", "a.json", "resolved"],
    ]);
    assert.deepEqual(
      config.files.map(({ path }) => path),
      ["docs.json", "a.json"],
    );
  });
});

/** Returns one line for each node, for example, `tab Guides > group Start > start`. */
function createOutline(navigation: Navigation): string[] {
  const lines: string[] = [];
  const walk = (node: NavNode, path: readonly string[]) => {
    const currentPath = [...path, node.type === "entry" ? node.text : getName(node)];
    lines.push(currentPath.join(" > ") + (node.isIgnored ? " (lost)" : ""));
    if (node.type === "element") for (const child of node.children) walk(child, currentPath);
  };
  for (const child of navigation.root?.children ?? []) walk(child, []);
  return lines;
}

function getName(element: NavElement): string {
  return `${element.kind} ${element.label?.value ?? "?"}`;
}

function find(navigation: Navigation, name: string): NavElement {
  const element = navigation.elements.find((candidate) => getName(candidate) === name);
  assert.ok(element, `no ${name}`);
  return element;
}

describe("readNavigation", () => {
  it("returns nothing for a file without a navigation object", () => {
    for (const text of ["", "null", "[]", "3", '"x"', "{}", '{"navigation":[]}', '{"navigation":null}']) {
      const file = readJson("docs.json", text);
      assert.deepEqual(readNavigation(file.root), { root: undefined, elements: [], entries: [] }, text);
    }
  });

  it("finds every type of element under every parent that can contain it", () => {
    for (const [parentKey, parentKind] of Object.entries(elementKinds)) {
      for (const childKey of childOrder[parentKind]) {
        const child = childKey === "pages" ? "deep/page" : { [elementKinds[childKey]]: "Inner", pages: ["deep/page"] };
        const navigation = navigationOf({ [parentKey]: [{ [parentKind]: "Outer", [childKey]: [child] }] });
        const start = `${parentKind} Outer`;
        const inner = childKey === "pages" ? start : `${start} > ${elementKinds[childKey]} Inner`;
        const lostSuffix = parentKey === "menu" ? " (lost)" : "";
        assert.ok(
          createOutline(navigation).includes(`${inner} > deep/page${lostSuffix}`),
          `${parentKey} > ${childKey}: ${createOutline(navigation).join(" | ")}`,
        );
      }
    }
  });

  it("reads eight levels in file order, including groups among pages", () => {
    const navigation = navigationOf({
      languages: [
        {
          language: "en",
          versions: [
            {
              version: "v1",
              tabs: [
                {
                  tab: "T",
                  menu: [{ item: "I", groups: [{ group: "G", pages: ["a", { group: "H", pages: ["b"] }, "c"] }] }],
                },
              ],
            },
          ],
        },
      ],
    });
    const group = "language en > version v1 > tab T > item I > group G";
    assert.deepEqual(createOutline(navigation).slice(-5), [
      group,
      `${group} > a`,
      `${group} > group H`,
      `${group} > group H > b`,
      `${group} > c`,
    ]);
    assert.deepEqual(
      navigation.entries.map(({ text, parent }) => [text, parent.language, parent.version]),
      [
        ["a", "en", "v1"],
        ["b", "en", "v1"],
        ["c", "en", "v1"],
      ],
    );
  });

  it("lists parents before children, starting with the root", () => {
    const navigation = navigationOf({
      tabs: [
        { tab: "A", groups: [{ group: "B", pages: [] }] },
        { tab: "C", pages: [] },
      ],
    });
    assert.deepEqual(
      navigation.elements.map((element) => element.label?.value ?? element.kind),
      ["root", "A", "B", "C"],
    );
  });

  it("keeps only strings and objects in a pages array and only objects elsewhere", () => {
    const navigation = navigationOf({
      tabs: ["x", 3, null, { tab: "T", pages: ["a", 3, null, ["b"], true, { group: "G" }] }],
    });
    assert.deepEqual(createOutline(navigation), ["tab T", "tab T > a", "tab T > group G"]);
  });

  it("uses the last of duplicate keys, as JSON parsers do", () => {
    const file = readJson("docs.json", '{"navigation":{"pages":["a"],"pages":["b"]}}');
    assert.deepEqual(createOutline(readNavigation(file.root)), ["b"]);
  });

  it("returns the source file and range of each value if the navigation is split into files", () => {
    const navigation = navigationOf(
      { tabs: [{ $ref: "./nav/tab.json" }, { tab: "Here", pages: ["a"] }] },
      {
        "nav/tab.json": { tab: "There", openapi: "x.json", groups: { $ref: "./groups.json" } },
        "nav/groups.json": [{ group: "G", pages: ["b"] }],
      },
    );
    assert.deepEqual(
      navigation.entries.map(({ node }) => [node.value, node.file]),
      [
        ["b", "nav/groups.json"],
        ["a", "docs.json"],
      ],
    );
    const group = find(navigation, "group G");
    assert.equal(group.node.file, "nav/groups.json");
    assert.equal(group.openapi?.value[0]?.location.file, "nav/tab.json");
    assert.deepEqual(group.openapi?.sourceNode.range, group.openapi?.value[0]?.location.range);
  });

  it("uses the first version or language as the default unless another is marked", () => {
    const first = navigationOf({
      versions: [
        { version: "a", pages: [] },
        { version: "b", pages: [] },
      ],
    });
    assert.deepEqual(
      first.elements.map(({ isDefault }) => isDefault),
      [false, true, false],
    );
    const second = navigationOf({
      languages: [
        { language: "en", pages: [] },
        { language: "fr", default: true, pages: [] },
      ],
    });
    assert.deepEqual(
      second.elements.map(({ isDefault }) => isDefault),
      [false, false, true],
    );
  });

  it("reads global sections separately from other children", () => {
    const navigation = navigationOf({
      global: { anchors: [{ anchor: "Blog", href: "https://example.com" }] },
      pages: ["a"],
    });
    assert.deepEqual(createOutline(navigation), ["a"]);
    assert.deepEqual(
      navigation.root?.globalElement?.children.map((child) => child.type === "element" && getName(child)),
      ["anchor Blog"],
    );
    assert.equal(navigation.root?.globalElement?.children[0]?.isIgnored, false);
  });

  describe("ignored keys and children", () => {
    const cases: readonly [string, unknown, readonly string[]][] = [
      [
        "include the key with lower precedence",
        { tabs: [{ tab: "T", pages: ["lost"], groups: [{ group: "G", pages: ["kept"] }] }] },
        ["lost"],
      ],
      [
        "include a root pattern with lower precedence",
        { pages: ["lost"], tabs: [{ tab: "T", pages: ["kept"] }] },
        ["lost"],
      ],
      [
        "include children next to an href",
        { tabs: [{ tab: "T", href: "https://example.com", pages: ["lost"] }] },
        ["lost"],
      ],
      [
        "include everything below an ignored element",
        { pages: [{ group: "G", pages: ["lost"] }], tabs: [{ tab: "T", pages: ["kept"] }] },
        ["lost"],
      ],
      [
        "include a key that isn't allowed at its position",
        { tabs: [{ tab: "T", tabs: [{ tab: "U", pages: ["lost"] }] }] },
        ["lost"],
      ],
      [
        "exclude pages in a group with an href, which groups don't support",
        { groups: [{ group: "G", href: "/x", pages: ["kept"] }] },
        [],
      ],
      [
        "exclude a key if the key that would take precedence is empty and isn't allowed to be",
        { tabs: [], groups: [{ group: "G", pages: ["kept"] }] },
        [],
      ],
      [
        "include a key if the key that takes precedence is allowed to be empty",
        { products: [], pages: ["lost"] },
        ["lost"],
      ],
      ["exclude a key if the other key isn't a list", { tabs: "T", pages: ["kept"] }, []],
    ];
    for (const [caseName, value, lost] of cases)
      it(caseName, () => {
        const { entries } = navigationOf(value);
        assert.deepEqual(
          entries.filter((entry) => entry.isIgnored).map(({ text }) => text),
          lost,
        );
      });
  });

  it("treats names of JavaScript built-ins as ordinary keys", () => {
    const file = readJson(
      "docs.json",
      '{"__proto__":{"navigation":{"pages":["x"]}},"navigation":{"constructor":[],"__proto__":{"pages":["x"]},"pages":["a"]}}',
    );
    assert.deepEqual(createOutline(readNavigation(file.root)), ["a"]);
  });

  it("reads 20,000 grouped entries in well under a second", () => {
    const groups = Array.from({ length: 1000 }, (_, g) => ({
      group: `g${g}`,
      pages: Array.from({ length: 20 }, (_, p) => `g${g}/p${p}`),
    }));
    const file = readJson("docs.json", JSON.stringify({ navigation: { groups } }));
    assertQuick(1000, () => assert.equal(readNavigation(file.root).entries.length, 20_000));
  });
});
