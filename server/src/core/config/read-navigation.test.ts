import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { navigationOf } from "../../../../test/harness/config-of.ts";
import { readJson } from "./json-tree.ts";
import type { NavElement, Navigation, NavNode } from "./navigation.ts";
import { childOrder, elementKindOf, readNavigation } from "./read-navigation.ts";

/** `tab Guides > group Start > start`, one line for each node. */
function outline(navigation: Navigation): string[] {
  const lines: string[] = [];
  const walk = (node: NavNode, path: readonly string[]) => {
    const here = [...path, node.type === "entry" ? node.text : nameOf(node)];
    lines.push(here.join(" > ") + (node.lost ? " (lost)" : ""));
    if (node.type === "element") for (const child of node.children) walk(child, here);
  };
  for (const child of navigation.root?.children ?? []) walk(child, []);
  return lines;
}

function nameOf(element: NavElement): string {
  return `${element.kind} ${element.label?.value ?? "?"}`;
}

function find(navigation: Navigation, name: string): NavElement {
  const element = navigation.elements.find((candidate) => nameOf(candidate) === name);
  assert.ok(element, `no ${name}`);
  return element;
}

describe("readNavigation", () => {
  it("gives nothing for a file without a navigation object", () => {
    for (const text of ["", "null", "[]", "3", '"x"', "{}", '{"navigation":[]}', '{"navigation":null}']) {
      const file = readJson("docs.json", text);
      assert.deepEqual(readNavigation(file.root), { root: undefined, elements: [], entries: [] }, text);
    }
  });

  it("finds every kind of element under every parent that may hold it", () => {
    for (const [parentKey, parentKind] of Object.entries(elementKindOf)) {
      for (const childKey of childOrder[parentKind]) {
        const child =
          childKey === "pages" ? "deep/page" : { [elementKindOf[childKey]]: "Inner", pages: ["deep/page"] };
        const navigation = navigationOf({ [parentKey]: [{ [parentKind]: "Outer", [childKey]: [child] }] });
        const start = `${parentKind} Outer`;
        const inner = childKey === "pages" ? start : `${start} > ${elementKindOf[childKey]} Inner`;
        const lost = parentKey === "menu" ? " (lost)" : "";
        assert.ok(
          outline(navigation).includes(`${inner} > deep/page${lost}`),
          `${parentKey} > ${childKey}: ${outline(navigation).join(" | ")}`,
        );
      }
    }
  });

  it("reads eight levels in file order, groups among pages included", () => {
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
                  menu: [
                    { item: "I", groups: [{ group: "G", pages: ["a", { group: "H", pages: ["b"] }, "c"] }] },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    const group = "language en > version v1 > tab T > item I > group G";
    assert.deepEqual(outline(navigation).slice(-5), [
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

  it("lists parents before children and the root first", () => {
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

  it("keeps entries of a pages array only when they are text, and elements only when they are objects", () => {
    const navigation = navigationOf({
      tabs: ["x", 3, null, { tab: "T", pages: ["a", 3, null, ["b"], true, { group: "G" }] }],
    });
    assert.deepEqual(outline(navigation), ["tab T", "tab T > a", "tab T > group G"]);
  });

  it("takes the last of duplicate keys, as readers of JSON do", () => {
    const file = readJson("docs.json", '{"navigation":{"pages":["a"],"pages":["b"]}}');
    assert.deepEqual(outline(readNavigation(file.root)), ["b"]);
  });

  it("says which file and range a value of a split navigation came from", () => {
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
    assert.equal(group.openapi?.value[0]?.at.file, "nav/tab.json");
    assert.deepEqual(group.openapi?.from.range, group.openapi?.value[0]?.at.range);
  });

  it("takes the first version or language as default, unless another says so", () => {
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

  it("reads global divisions apart from the children", () => {
    const navigation = navigationOf({
      global: { anchors: [{ anchor: "Blog", href: "https://example.com" }] },
      pages: ["a"],
    });
    assert.deepEqual(outline(navigation), ["a"]);
    assert.deepEqual(
      navigation.root?.globals?.children.map((child) => child.type === "element" && nameOf(child)),
      ["anchor Blog"],
    );
    assert.equal(navigation.root?.globals?.children[0]?.lost, false);
  });

  describe("knows what the service drops", () => {
    const cases: readonly [string, unknown, readonly string[]][] = [
      [
        "the key that comes later in the service's order",
        { tabs: [{ tab: "T", pages: ["lost"], groups: [{ group: "G", pages: ["kept"] }] }] },
        ["lost"],
      ],
      ["a losing root pattern", { pages: ["lost"], tabs: [{ tab: "T", pages: ["kept"] }] }, ["lost"]],
      [
        "children beside an href",
        { tabs: [{ tab: "T", href: "https://example.com", pages: ["lost"] }] },
        ["lost"],
      ],
      [
        "whatever is below something dropped",
        { pages: [{ group: "G", pages: ["lost"] }], tabs: [{ tab: "T", pages: ["kept"] }] },
        ["lost"],
      ],
      [
        "a key that has no place there",
        { tabs: [{ tab: "T", tabs: [{ tab: "U", pages: ["lost"] }] }] },
        ["lost"],
      ],
      [
        "not the pages of a group with an href, which groups do not have",
        { groups: [{ group: "G", href: "/x", pages: ["kept"] }] },
        [],
      ],
      [
        "not a key whose rival is empty and must not be",
        { tabs: [], groups: [{ group: "G", pages: ["kept"] }] },
        [],
      ],
      ["but a key whose rival may be empty", { products: [], pages: ["lost"] }, ["lost"]],
      ["not a key whose rival is no list", { tabs: "T", pages: ["kept"] }, []],
    ];
    for (const [what, value, lost] of cases)
      it(what, () => {
        const { entries } = navigationOf(value);
        assert.deepEqual(
          entries.filter((entry) => entry.lost).map(({ text }) => text),
          lost,
        );
      });
  });

  it("treats keys of JavaScript as keys like any other", () => {
    const file = readJson(
      "docs.json",
      '{"__proto__":{"navigation":{"pages":["x"]}},"navigation":{"constructor":[],"__proto__":{"pages":["x"]},"pages":["a"]}}',
    );
    assert.deepEqual(outline(readNavigation(file.root)), ["a"]);
  });

  it("reads 20,000 entries in groups in well under a second", () => {
    const groups = Array.from({ length: 1000 }, (_, g) => ({
      group: `g${g}`,
      pages: Array.from({ length: 20 }, (_, p) => `g${g}/p${p}`),
    }));
    const file = readJson("docs.json", JSON.stringify({ navigation: { groups } }));
    assertQuick(1000, () => assert.equal(readNavigation(file.root).entries.length, 20_000));
  });
});
