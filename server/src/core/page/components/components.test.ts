import assert from "node:assert/strict";
import { codeMetaByName, parseCodeMeta } from "./code-meta.ts";
import type { Component, ComponentProp } from "./component.ts";
import { isCommonProp } from "./component.ts";
import { components } from "./components.ts";

/**
 * The expected components, with their props in order of importance. `!` marks a required prop, and `*` marks props of
 * which one is required. Brackets contain the allowed values, or the minimum and maximum of a number.
 */
const facts = `
Accordion: title! description defaultOpen id icon iconType
AccordionGroup: className
Badge: color(gray|blue|green|yellow|orange|red|purple|white|surface|white-destructive|surface-destructive) size(xs|sm|md|lg) shape(rounded|pill) variant(solid|outline) stroke disabled leadIcon tailIcon href className icon iconType
Note: title icon iconType
Warning: title icon iconType
Info: title icon iconType
Tip: title icon iconType
Check: title icon iconType
Danger: title icon iconType
Callout: color title variant(info|warning|note|tip|check|danger|custom) ariaLabel icon iconType
Card: title href horizontal img cta arrow color type(info|warning|note|tip|check|danger) disabled icon iconType
CardGroup: cols(1|2|3|4)
Columns: cols(1|2|3|4)
Column:
CodeGroup: dropdown
CodeBlock: language filename icon lines wrap expandable nocopy highlight focus
Color: variant!(compact|table)
Color.Row: title
Color.Item: name value!
Expandable: title defaultOpen
Frame: caption hint
GitHub: repo variant(inset|flat) className
GitHub.Repo: repo variant(inset|flat) className
Github: repo variant(inset|flat) className
Github.Repo: repo variant(inset|flat) className
Icon: icon src iconType color size className iconLibrary
Mermaid: placement(top-left|top-right|bottom-left|bottom-right) actions
Panel:
ParamField: body* query* path* header* cookie* auth* type required deprecated default placeholder id
Param: body* query* path* header* cookie* auth* type required deprecated default placeholder id
ResponseField: name! type! required deprecated default pre post
RequestExample: dropdown
ResponseExample: dropdown
Prompt: description! actions icon iconType
Steps: titleSize(p|h2|h3|h4)
Step: title! stepNumber titleSize(p|h2|h3|h4) id noAnchor icon iconType
Tabs: defaultTabIndex sync borderBottom
Tab: title! id icon iconType
Tile: href! title description
Tooltip: tip! headline cta href
Tree:
FileTree:
Tree.Folder: name! defaultOpen openable highlight
Tree.File: name! highlight
Update: label! tags description rss id
View: title! icon iconType
Visibility: for!(humans|agents|signed-in|signed-out)
Variation: is
Latex:
Heading: level id
Snippet: file
`;

const withoutDocs =
  "ApiPlayground SnippetGroup CustomCode CustomComponent DynamicCustomComponent MDX Link ZoomImage OptimizedVideo zapier-zap-templates Example";

function formatNecessity({ oneOf = [] }: Component, { name, required }: ComponentProp): string {
  if (required) return "!";
  return oneOf.includes(name) && oneOf.length > 2 ? "*" : "";
}

function formatValues({ names, type, values: known }: ComponentProp): string {
  const isOwnChoice = type !== "list" && names !== "icon-type" && names !== "icon-library";
  return known && isOwnChoice ? `(${known.join("|")})` : "";
}

describe("list of components", () => {
  for (const line of facts.trim().split("\n")) {
    const [name = "", content = ""] = line.split(/: ?/);
    it(`defines the documented props of ${name}`, () => {
      const component = components.get(name);
      assert.ok(component);
      const documented = [...component.props.values()].filter(
        ({ isUnlisted, name: prop }) => !isUnlisted || content.split(" ").includes(prop),
      );
      const messages = documented.map((prop) => `${prop.name}${formatNecessity(component, prop)}${formatValues(prop)}`);
      assert.deepEqual(messages.sort(), content.split(" ").filter(Boolean).sort());
    });
  }

  it("recognizes undocumented components but doesn't offer them", () => {
    for (const name of withoutDocs.split(" ")) assert.equal(components.get(name)?.isUnlisted, true, name);
  });

  it("doesn't define any other components", () => {
    const names = [
      ...facts
        .trim()
        .split("\n")
        .map((line) => line.split(":")[0]),
      ...withoutDocs.split(" "),
    ];
    assert.deepEqual(new Set(components.keys()), new Set(names));
  });

  it("refers only to existing components as parents and children", () => {
    for (const { name, parents = [], children = [], oneOf = [], anchor, props } of components.values()) {
      for (const other of [...parents, ...children]) assert.ok(components.has(other), `${name}: ${other}`);
      for (const prop of [...oneOf, ...(anchor?.sourcePropNames ?? [])]) assert.ok(props.has(prop), `${name}: ${prop}`);
    }
  });

  it("defines where heading anchors come from", () => {
    assert.deepEqual(components.get("Step")?.anchor, { sourcePropNames: ["id", "title"], disabledBy: "noAnchor" });
    assert.equal(components.get("ParamField")?.anchor?.prefix, "param-");
    assert.deepEqual(
      [...components.values()].filter(({ anchor, isUnlisted }) => anchor && !isUnlisted).map(({ name }) => name),
      ["Accordion", "Tab", "Step", "View", "Update", "ParamField", "Param", "ResponseField", "Heading"],
    );
  });

  it("accepts the props that every element accepts", () => {
    for (const name of ["className", "key", "style", "id", "data-x", "aria-label", "onClick"])
      assert.ok(isCommonProp(name), name);
    for (const name of ["once", "title", "only"]) assert.ok(!isCommonProp(name), name);
  });
});

describe("readCodeMeta", () => {
  const read = (meta: string) =>
    parseCodeMeta(meta, 10).map(({ key, range, value }) => {
      const slice = (at: { start: number; end: number }) => meta.slice(at.start - 10, at.end - 10);
      return value
        ? `${key ?? "?"}=${value.text} at ${slice(range)}, ${slice(value.range)}`
        : `${key ?? "?"} at ${slice(range)}`;
    });

  it("reads keys, flags, braces without a key, and words in the title", () => {
    assert.deepEqual(read(`title="My app" {1,3-4} wrap icon='star' highlight={2} lang=js`), [
      "title=My app at title, My app",
      "highlight=1,3-4 at {1,3-4}, 1,3-4",
      "wrap at wrap",
      "icon=star at icon, star",
      "highlight=2 at highlight, 2",
      "lang=js at lang, js",
    ]);
    assert.deepEqual(read("Step one {x} a="), ["? at Step", "? at one", "? at {x}", "? at a="]);
  });

  it("recognizes the documented options", () =>
    assert.deepEqual(
      [...codeMetaByName.keys()].sort(),
      "actions expandable focus highlight icon lang lines nocopy placement theme title twoslash wrap".split(" "),
    ));
});
