import assert from "node:assert/strict";
import { navigationOf } from "../../../../../test/harness/config-of.ts";
import type { NavElement, Navigation } from "./navigation.ts";

describe("readNavigation", () => {
  const navigation = navigationOf({
    openapi: "root.json",
    directory: "card",
    versions: [
      {
        version: "v1",
        boost: 2,
        asyncapi: ["chat.yaml"],
        tabs: [
          {
            tab: "T",
            openapi: { source: "tab.json", directory: "reference" },
            groups: [
              { group: "Plain", pages: [{ group: "Deep", boost: 0.5, directory: "none", pages: [] }] },
              { group: "Faulty", openapi: 3, directory: "list", boost: -1, asyncapi: [], pages: [] },
            ],
          },
        ],
      },
    ],
  });

  it("inherits openapi, and the position of its value, from the nearest element that sets it", () => {
    const tab = find(navigation, "tab T");
    assert.deepEqual(
      tab.openapi?.value.map(({ source, directory }) => [source, directory]),
      [["tab.json", "reference"]],
    );
    assert.equal(tab.openapi?.isInherited, false);
    const deepGroup = find(navigation, "group Deep");
    assert.equal(deepGroup.openapi?.sourceNode, tab.openapi?.sourceNode);
    assert.equal(deepGroup.openapi?.isInherited, true);
    assert.equal(find(navigation, "version v1").openapi?.value[0]?.source, "root.json");
  });

  it("inherits asyncapi, directory, and boost unless the element sets its own value", () => {
    const deepGroup = find(navigation, "group Deep");
    assert.deepEqual(
      deepGroup.asyncapi?.value.map(({ source }) => source),
      ["chat.yaml"],
    );
    assert.deepEqual([deepGroup.boost?.value, deepGroup.boost?.isInherited], [0.5, false]);
    assert.deepEqual([deepGroup.directory?.value, deepGroup.directory?.isInherited], ["none", false]);
    const plainGroup = find(navigation, "group Plain");
    assert.deepEqual([plainGroup.boost?.value, plainGroup.boost?.isInherited], [2, true]);
    assert.deepEqual([plainGroup.directory?.value, plainGroup.directory?.isInherited], ["card", true]);
  });

  it("skips values that can't be read", () => {
    const faultyGroup = find(navigation, "group Faulty");
    assert.equal(faultyGroup.openapi?.value[0]?.source, "tab.json");
    assert.equal(faultyGroup.directory?.value, "card");
    assert.equal(faultyGroup.boost?.value, 2);
    assert.equal(faultyGroup.asyncapi?.value[0]?.source, "chat.yaml");
  });

  it("inherits the nearest language and version, regardless of which one contains the other", () => {
    const nestedNavigation = navigationOf({
      versions: [
        {
          version: "v2",
          languages: [{ language: "fr", tabs: [{ tab: "T", pages: [{ group: "G", pages: ["p"] }] }] }],
        },
      ],
    });
    const [entry] = nestedNavigation.entries;
    assert.deepEqual([entry?.parent.language, entry?.parent.version], ["fr", "v2"]);
    assert.equal(find(nestedNavigation, "version v2").language, undefined);
  });

  it("doesn't inherit from siblings", () => {
    const siblings = navigationOf({
      tabs: [
        { tab: "A", openapi: "a.json", pages: [] },
        { tab: "B", pages: [] },
      ],
    });
    assert.equal(find(siblings, "tab B").openapi, undefined);
  });
});

function getName(element: NavElement): string {
  return `${element.kind} ${element.label?.value ?? "?"}`;
}

function find(navigation: Navigation, name: string): NavElement {
  const element = navigation.elements.find((candidate) => getName(candidate) === name);
  assert.ok(element, `no ${name}`);
  return element;
}
