import type { Component, ComponentProp } from "../../page/components/component.ts";
import { components } from "../../page/components/components.ts";
import type { PhraseText } from "../../text/phrase.ts";
import { formatChoices } from "../format-message.ts";
import { checkPage, defineRule, createReplaceEdits, toFileEdits } from "../rule.ts";
import { isUnknownProp, findIntendedProp } from "../subjects/fixes.ts";
import {
  createRenameEdits,
  findMisnamedContainers,
  getAttribute,
  type BuiltInTag,
  findBuiltInTags,
  getLocation,
  findTagAt,
} from "../subjects/page-subjects.ts";
import { createAllEdits, createTargetData, groupByTarget, maxSeparateFindings } from "../subjects/same-target.ts";

export const missingProp = defineRule({
  code: "mdx/missing-prop",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A component that's missing a required prop.",
  why: "Some components show nothing or an empty label if a required prop is missing. For example, readers can't tell tabs without titles apart.",
  howToFix:
    "Add the prop suggested in the message. If the component only contains others of the same name, use their container instead, such as `AccordionGroup`.",
  whenToTurnOff: "Turn off this rule if your pages leave out these props intentionally.",
  messages: {
    required: "`<{component}>` has no `{prop}`, so {effect}. Add `{prop}`.",
    requiredAll: "`<{component}>` has no `{prop}` in {count} places, so {effect}. Add `{prop}`.",
    "one-of": "`<{component}>` has no {props}, so {effect}. Add one of them.",
    "response-field":
      "`<{component}>` doesn't accept `name`, so {effect}. Use `<ResponseField>`, or replace `name` with {props}.",
    needs: "`{prop}` has no effect on `<{component}>` without `{other}`, so readers don't see it. Add `{other}`.",
    container:
      "`<{component}>` has no `{prop}` and contains only other `<{component}>` components, so {effect}. Did you mean `<{near}>`?",
    containers:
      "`<{component}>` has no `{prop}` and contains only other `<{component}>` components in {count} places, so {effect}. Did you mean `<{near}>`?",
    empty: "`<{component}>` has no `{prop}` and no content, so {effect}. Remove it, or add a title and content.",
    emptyAll:
      "`<{component}>` has no `{prop}` and no content in {count} places, so {effect}. Remove them, or add titles and content.",
    color:
      "`<{component}>` shows only the colors of `<Color.Item>` components inside it, so readers don't see this one. Move the value to a `<Color.Item>`, and add `variant`.",
    colors:
      "`<{component}>` shows only the colors of `<Color.Item>` components inside it, so readers don't see {count} colors. Move the values to `<Color.Item>` components, and add `variant`.",
    remove: "Remove `<{component}>`",
    add: "Add `{prop}`",
    rename: "Change to `{near}`",
    renameAll: "Change all {count} to `{near}`",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n<Tabs>\n  <[|Tab|]>\n    First\n  </Tab>\n  <Tab title="Second">\n    Second\n  </Tab>\n</Tabs>\n\n<[|ParamField|] type="string">The name.</ParamField>\n',
      good: '---\ntitle: Start\n---\n\n<Tabs>\n  <Tab title="First">\n    First\n  </Tab>\n  <Tab title="Second">\n    Second\n  </Tab>\n</Tabs>\n\n<ParamField body="name" type="string">The name.</ParamField>\n',
    },
    {
      bad: '---\ntitle: Start\n---\n\nSee the <Tooltip tip="A key for requests" [|cta|]="Read more">token</Tooltip>.\n',
      good: '---\ntitle: Start\n---\n\nSee the <Tooltip tip="A key for requests" cta="Read more" href="/tokens">token</Tooltip>.\n',
    },
    {
      bad: '---\ntitle: Start\n---\n\n<[|Accordion|]>\n  <Accordion title="First">\n    One\n  </Accordion>\n  <Accordion title="Second">\n    Two\n  </Accordion>\n</Accordion>\n',
      good: '---\ntitle: Start\n---\n\n<AccordionGroup>\n  <Accordion title="First">\n    One\n  </Accordion>\n  <Accordion title="Second">\n    Two\n  </Accordion>\n</AccordionGroup>\n',
    },
  ],
  check: checkPage(function* (page, site) {
    let hasResponseField = false;
    for (const builtInTag of findBuiltInTags(page, site)) {
      const { tag, component } = builtInTag;
      if (tag.hasSpread) continue;
      const container = findMisnamedContainers(page.references).get(tag);
      if (container !== undefined) {
        // The names of other containers are reported by mdx/misplaced-component.
        if (component.parents) continue;
        const [prop] = [...component.props.values()].filter(({ required }) => required);
        if (prop)
          yield {
            message: "container",
            args: { component: component.name, prop: prop.name, near: container, effect: getEffect(prop) },
            at: getLocation(page, tag.nameRange),
            data: { near: container, ...createTargetData(component.name, container, "container") },
          };
        continue;
      }
      for (const { range, ...finding } of findMissingProps(builtInTag, page.references.text)) {
        // All fields on a page usually have the same error.
        if (finding.message === "response-field" && hasResponseField) continue;
        hasResponseField ||= finding.message === "response-field";
        yield { ...finding, at: getLocation(page, range) };
      }
    }
  }),
  *createFixes({ at, data, message }, site) {
    const tag = findTagAt(site, at);
    const props = data?.["props"];
    const container = data?.["near"];
    if (tag && typeof container === "string")
      yield {
        title: "rename",
        args: { near: container },
        edits: toFileEdits(at.file, createRenameEdits(tag, container)),
      };
    if (tag && message === "empty") {
      const range = { start: tag.range.start, end: tag.closingTagRange?.end ?? tag.range.end };
      yield { title: "remove", args: { component: tag.name }, edits: createReplaceEdits({ file: at.file, range }, "") };
    }
    if (!tag || typeof props !== "object") return;
    const insertLocation = { file: at.file, range: { start: tag.nameRange.end, end: tag.nameRange.end } };
    for (const prop of props)
      yield {
        title: "add",
        args: { prop },
        edits: createReplaceEdits(insertLocation, ` ${prop}=${getStarterValue(tag.name, prop)}`),
      };
  },
  grouping: groupByTarget({
    combinedMessages: { required: "requiredAll", empty: "emptyAll", container: "containers", color: "colors" },
    maxSeparateProblems: ({ message }) => (message === "color" ? 1 : maxSeparateFindings),
    *createFixes(findings, site) {
      const container = findings[0]?.data?.["near"];
      if (typeof container !== "string") return;
      const edits = createAllEdits(findings, ({ at }) => {
        const tag = findTagAt(site, at);
        return tag ? toFileEdits(at.file, createRenameEdits(tag, container)) : [];
      });
      if (edits.length > 0) yield { title: "renameAll", args: { count: findings.length, near: container }, edits };
    },
  }),
});

function getEffect({ effectIfMissing }: ComponentProp): PhraseText {
  return effectIfMissing ?? "readers don't see it";
}

function findMissingProps(builtInTag: BuiltInTag, text: string) {
  const { tag, component } = builtInTag;
  const hasProp = (name: string) => getAttribute(tag, name) !== undefined;
  const intendedProps = new Set(
    tag.attributes
      .filter(({ name }) => isUnknownProp(component, name))
      .map((attribute) => findIntendedProp(component, tag, attribute)),
  );
  const missingProps = [];
  for (const prop of component.props.values()) {
    const args = { component: component.name, prop: prop.name };
    const hasOtherTitle = prop.isDispensable === true && startsWithTitle(text, tag);
    if (prop.required && !hasProp(prop.name) && !intendedProps.has(prop.name) && !hasOtherTitle)
      if (component.name === "Color" && hasProp("value"))
        missingProps.push({
          message: "color",
          args: { component: component.name },
          range: tag.nameRange,
          data: createTargetData(component.name, "value"),
        } as const);
      else if (prop.name === "title" && isEmpty(text, tag))
        missingProps.push({
          message: "empty",
          args: { ...args, effect: getEffect(prop) },
          range: tag.nameRange,
          data: createTargetData(component.name, "empty"),
          ...(prop.isDispensable && ({ severity: "hint" } as const)),
        } as const);
      else
        missingProps.push({
          message: "required",
          args: { ...args, effect: getEffect(prop) },
          range: tag.nameRange,
          data: { props: [prop.name], ...createTargetData(component.name, prop.name) },
          ...(prop.isDispensable && ({ severity: "hint" } as const)),
        } as const);
    const attribute = prop.requires === undefined ? undefined : getAttribute(tag, prop.name);
    if (prop.requires !== undefined && attribute && !hasProp(prop.requires))
      missingProps.push({
        message: "needs",
        args: { ...args, other: prop.requires },
        range: attribute.nameRange,
        data: { props: [prop.requires] },
      } as const);
  }
  if (component.oneOf && !component.oneOf.some((name) => hasProp(name) || intendedProps.has(name)))
    missingProps.push(createMissingChoice(component, component.oneOf, tag.nameRange, isResponseField(builtInTag)));
  return missingProps;
}

/** Whether the tag has neither attributes nor content, as when its content was moved elsewhere. */
function isEmpty(text: string, { attributes, range, closingTagRange, isSelfClosing }: BuiltInTag["tag"]): boolean {
  if (attributes.length > 0) return false;
  return isSelfClosing || (closingTagRange !== undefined && text.slice(range.end, closingTagRange.start).trim() === "");
}

/**
 * Whether the content starts with a heading or with a component that has a title, which readers see instead of the
 * missing title.
 */
function startsWithTitle(text: string, { range: { end } }: BuiltInTag["tag"]): boolean {
  return /^\s*(#{1,6}\s|<[A-Z][\w.]*\s[^<>]*\btitle\s*=)/.test(text.slice(end, end + maxStartLength));
}

/** The number of characters at the start of the content that are searched for a title. */
const maxStartLength = 500;

/** Whether a field has the props of a `<ResponseField>`, which is the only kind of field with a `name`. */
function isResponseField({ tag, component }: BuiltInTag): boolean {
  return component.name === "ParamField" && getAttribute(tag, "name") !== undefined;
}

function createMissingChoice(
  component: Component,
  props: readonly string[],
  range: BuiltInTag["tag"]["nameRange"],
  isResponseField: boolean,
) {
  return {
    message: isResponseField ? "response-field" : "one-of",
    args: {
      component: component.name,
      props: formatChoices(props, 120),
      effect: component.effectIfAllMissing ?? "it shows nothing",
    },
    range,
    ...(!isResponseField && { data: { props } }),
  } as const;
}

/** Returns the prop's first allowed value, or an empty string if any value is allowed. */
function getStarterValue(component: string, prop: string): string {
  return JSON.stringify(components.get(component)?.props.get(prop)?.values?.[0] ?? "");
}
