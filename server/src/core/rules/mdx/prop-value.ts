import { hasIcon } from "../../config/icons/icons.ts";
import type { Component, ComponentProp } from "../../page/components/component.ts";
import type { PageAttribute, PageTag } from "../../page/page.ts";
import { toIconLibrary, getSiteIconLibrary } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { findNearestName } from "../../text/similarity.ts";
import { formatChoices } from "../format-message.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { checkPage, defineRule, toFileEdits, type Finding, createReplaceEdits } from "../rule.ts";
import { createSuggestionSource, type SuggestionSource } from "../subjects/fixes.ts";
import {
  type BuiltInTag,
  countPageIconsElsewhere,
  findBuiltInTags,
  findIconProblem,
  getAttribute,
  iconMessages,
  getLocation,
} from "../subjects/page-subjects.ts";
import {
  createSuggestionGroupFix,
  createAllEdits,
  groupByTarget,
  maxSeparateFindings,
  createTargetData,
} from "../subjects/same-target.ts";

const messages = {
  choice: "`{value}` isn't a valid value for `{prop}`, so it has no effect. Use {values}.",
  meant: "`{value}` isn't a valid value for `{prop}`, so it has no effect. Did you mean `{near}`?",
  choices: "`{value}` isn't a valid value for `{prop}`, so {count} uses of it have no effect. Use {values}.",
  "choices-meant":
    "`{value}` isn't a valid value for `{prop}`, so {count} uses of it have no effect. Did you mean `{near}`?",
  "choice-color":
    "`{value}` isn't a valid value for `{prop}`, so it has no effect. Use {values}, or set the color with `color`.",
  "choices-color":
    "Values such as `{value}` aren't valid for `{prop}`, so they have no effect in {count} places. Use {values}, or set the color with `color`.",
  number: "`{value}` isn't a number, so `{prop}` has no effect. Use only digits.",
  numbers: "`{value}` isn't a number, so `{prop}` has no effect in {count} places. Use only digits.",
  range: "`{value}` isn't between {min} and {max}, so `{prop}` doesn't work as intended. Use a number in this range.",
  ranges:
    "`{value}` isn't between {min} and {max}, so `{prop}` doesn't work as intended in {count} places. Use a number in this range.",
  "no-flag":
    "`{value}` is treated as true, like any other text in `{prop}`, so it has the opposite effect. Use `false` in braces.",
  "no-flags":
    "`{value}` is treated as true, like any other text in `{prop}`, so it has the opposite effect in {count} places. Use `false` in braces.",
  "icon-color":
    "`{value}` isn't a valid color, so readers don't see the icon. Use a hex color, for example, `#0a7` or `#00aa77`.",
  color:
    "`{value}` isn't a valid color, so readers see the default color. Use a hex color, for example, `#0a7` or `#00aa77`.",
  colors:
    "`{value}` isn't a valid color, so it has no effect in {count} places. Use a hex color, for example, `#0a7` or `#00aa77`.",
  hash: "`{value}` lacks the `#` of a hex color, so readers see the default color. Did you mean `{near}`?",
  "icon-hash": "`{value}` lacks the `#` of a hex color, so readers don't see the icon. Did you mean `{near}`?",
  hashes:
    "Colors in {count} places, such as `{value}`, lack the `#`, so they have no effect. Start them with `#`, as in `{near}`.",
  addHash: "Add `#` in all {count} places",
  "icon-meant": iconMessages.meant,
  icon: iconMessages.unknown,
  "icon-elsewhere": iconMessages.elsewhere,
  "icons-meant": iconMessages.meantAll,
  icons: iconMessages.unknownAll,
  "icons-elsewhere": iconMessages.elsewhereAll,
  second:
    "`<{component}>` has both `{first}` and `{prop}` but accepts only one of them, so readers don't see the other. Remove one of them.",
  seconds:
    "`<{component}>` has both `{first}` and `{prop}` in {count} places but accepts only one of them, so readers don't see the other. Remove one of them.",
  "second-name":
    "`<{component}>` has both `{first}` and `{prop}` but accepts only one of them, so readers don't see the other. Did you mean `{near}`?",
  "second-names":
    "`<{component}>` has both `{first}` and `{prop}` in {count} places but accepts only one of them, so readers don't see the other. Move the value to `{prop}`.",
  use: "Change to `{near}`",
  "use-no": "Change to `{false}`",
  "use-no-all": "Change all {count} to `{false}`",
  "use-prop": "Move all {count} values to `{prop}`",
  useAll: "Change all {count} to `{near}`",
} as const;

type MessageKey = keyof typeof messages;
type PropProblem = Pick<Finding<MessageKey>, "message" | "args" | "data" | "severity">;

const combinedMessageKeys = {
  choice: "choices",
  meant: "choices-meant",
  "choice-color": "choices-color",
  "no-flag": "no-flags",
  number: "numbers",
  range: "ranges",
  color: "colors",
  "icon-color": "colors",
  hash: "hashes",
  "icon-hash": "hashes",
  icon: "icons",
  "icon-meant": "icons-meant",
  "icon-elsewhere": "icons-elsewhere",
  second: "seconds",
  "second-name": "second-names",
} as const;

export const propValue = defineRule({
  code: "mdx/prop-value",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A prop value that the built-in component doesn't accept.",
  why: "The service uses values such as keywords, numbers, colors, and icon names exactly as written. It silently ignores any that it doesn't recognize.",
  howToFix: "Use one of the values suggested in the message.",
  whenToTurnOff: "Turn off this rule if the service supports a value that Docwright doesn't recognize yet.",
  messages,
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n<Badge color="[|grene|]">New</Badge>\n\n<Columns cols={[|0|]}>\n  <Card title="Install" icon="[|rockt|]" />\n</Columns>\n\n<Icon icon="flag" color="[|A8FF53|]" />\n',
      good: '---\ntitle: Start\n---\n\n<Badge color="green">New</Badge>\n\n<Columns cols={3}>\n  <Card title="Install" icon="rocket" />\n</Columns>\n\n<Icon icon="flag" color="#A8FF53" />\n',
    },
    {
      bad: '---\ntitle: Start\n---\n\n<Expandable title="Address" defaultOpen=[|"false"|]>\n  Street\n</Expandable>\n',
      good: '---\ntitle: Start\n---\n\n<Expandable title="Address" defaultOpen={false}>\n  Street\n</Expandable>\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const guess = createSuggestionSource();
    for (const builtInTag of findBuiltInTags(page, site)) {
      const { tag, component } = builtInTag;
      const [firstAttribute, ...otherAttributes] = tag.attributes.filter(({ name }) => component.oneOf?.includes(name));
      for (const otherAttribute of otherAttributes)
        if (firstAttribute && otherAttribute.name !== firstAttribute.name)
          yield {
            ...createExtraPropProblem(component.name, firstAttribute, otherAttribute, otherAttributes.length),
            at: getLocation(page, otherAttribute.nameRange),
          };
      for (const attribute of tag.attributes) {
        const prop = component.props.get(attribute.name);
        const { value } = attribute;
        const problem = prop && value ? findPropProblem(prop, value, builtInTag, site, guess) : undefined;
        if (!problem || !value) continue;
        const { nameRange } = attribute;
        yield {
          ...problem,
          at: getLocation(
            page,
            problem.data?.["isAttribute"] === true
              ? { start: nameRange.start, end: value.fullRange.end }
              : problem.message === "no-flag"
                ? value.fullRange
                : value.range,
          ),
        };
      }
    }
  }),
  *createFixes(finding, site) {
    const { at, message, data } = finding;
    const suggestion = data?.["near"] ?? (message === "second-name" ? finding.args?.["near"] : undefined);
    if (message === "second-name" && typeof suggestion === "string") {
      const edits = createMoveNameEdits(finding, site);
      if (edits.length > 0) yield { title: "use", args: { near: suggestion }, edits };
    } else if (message === "no-flag") yield { title: "use-no", edits: createReplaceEdits(at, "{false}") };
    else if (typeof suggestion === "string")
      yield { title: "use", args: { near: suggestion }, edits: createReplaceEdits(at, suggestion) };
  },
  grouping: groupByTarget({
    combinedMessages: combinedMessageKeys,
    // Each field with two locations needs its own change.
    maxSeparateProblems: ({ message }) => (message.startsWith("second") ? maxSeparateFindings : 1),
    *createFixes(findings, site) {
      const [firstFinding] = findings;
      if (firstFinding?.message.endsWith("hash")) {
        const edits = createAllEdits(findings, ({ at, data }) =>
          typeof data?.["near"] === "string" ? createReplaceEdits(at, data["near"]) : [],
        );
        if (edits.length > 0) yield { title: "addHash", args: { count: findings.length }, edits };
        return;
      }
      if (firstFinding?.message === "no-flag") {
        const edits = createAllEdits(findings, ({ at }) => createReplaceEdits(at, "{false}"));
        if (edits.length > 0) yield { title: "use-no-all", args: { count: findings.length }, edits };
        return;
      }
      if (firstFinding?.message !== "second-name") {
        yield* createSuggestionGroupFix(findings);
        return;
      }
      const edits = createAllEdits(findings, (finding) => createMoveNameEdits(finding, site));
      const prop = firstFinding.args?.["prop"] ?? "";
      if (edits.length > 0) yield { title: "use-prop", args: { prop, count: findings.length }, edits };
    },
  }),
});

/**
 * Returns the problem with a second prop where only one is accepted, such as `query` in `<ParamField path="a" query>`.
 */
function createExtraPropProblem(
  component: string,
  firstAttribute: PageAttribute,
  { name, value }: PageAttribute,
  otherPropCount: number,
): PropProblem {
  const args = { component, first: firstAttribute.name, prop: name };
  const text = firstAttribute.value?.kind === "text" ? firstAttribute.value.text : undefined;
  const isFlag = component === "ParamField" && otherPropCount === 1 && !value;
  return !isFlag || !text || /["\n]/.test(text)
    ? { message: "second", args, data: createTargetData(component, firstAttribute.name, name) }
    : {
        message: "second-name",
        args: { ...args, near: `${name}="${text}"` },
        data: createTargetData(component, firstAttribute.name, name, "name"),
      };
}

/** Returns the edits that remove the second prop and rename the first one, which contains the name. */
function createMoveNameEdits({ at, args }: Finding, site: Site): FileEdit[] {
  const page = site.references.get(at.file);
  const tag = page?.tags.find(({ range }) => range.start <= at.range.start && at.range.end <= range.end);
  const firstAttribute = tag?.attributes.find(({ name }) => name === args?.["first"]);
  const secondAttribute = tag?.attributes.find(({ nameRange }) => nameRange.start === at.range.start);
  if (!page || !firstAttribute || !secondAttribute || secondAttribute.value) return [];
  const { start, end } = secondAttribute.nameRange;
  const spaceLength = /[ \t]*$/.exec(page.text.slice(Math.max(0, start - 10), start))?.[0].length ?? 0;
  return toFileEdits(at.file, [
    { range: firstAttribute.nameRange, newText: secondAttribute.name },
    { range: { start: start - spaceLength, end }, newText: "" },
  ]);
}

type AttributeValue = NonNullable<PageAttribute["value"]>;

/**
 * The flags that components compare with `true` and `"true"`, so any other text has the effect of `false`
 * (@mintlify/components 1.0.19, accordion.js).
 */
const textFlags: ReadonlySet<string> = new Set(["Accordion defaultOpen"]);

/** Returns the problem with a static value, or undefined if the value is valid or uncertain. */
function findPropProblem(
  prop: ComponentProp,
  value: AttributeValue,
  { tag, component }: BuiltInTag,
  site: Site,
  guess: SuggestionSource,
): PropProblem | undefined {
  const { kind, text } = value;
  if (prop.type === "number") return findNumberProblem(prop, kind === "text" ? text : readNumberText(text));
  if (kind !== "text" || /[&{]/.test(text)) return undefined;
  if (prop.type === "flag" && !textFlags.has(`${tag.name} ${prop.name}`))
    return /^\s*(false|no|off|0)\s*$/i.test(text)
      ? { message: "no-flag", args: createMessageArgs(prop, text), data: createTargetData("flag", prop.name, text) }
      : undefined;
  if (prop.names === "icon" && tag.name !== "CodeBlock") return findIconPropProblem(text, tag, site, guess);
  if (prop.names === "color") return findColorProblem(prop, text, tag);
  const isChoice = prop.type === "enum" || prop.type === "any";
  if (!isChoice || !prop.values || prop.values.includes(text)) return undefined;
  if (prop.name === "iconType" && hasIconElement(tag)) return undefined;
  const data = createTargetData(tag.name, prop.name, text);
  const otherProp = findPropWithValue(component, prop, text, tag);
  if (otherProp) {
    const near = `${otherProp.name}="${text}"`;
    return {
      message: "meant",
      args: { ...createMessageArgs(prop, text), near },
      data: { ...createTargetData(tag.name, prop.name, text, "attribute"), near, isAttribute: true },
    };
  }
  const suggestion = findNearestName(text, prop.values);
  if (suggestion !== undefined)
    return {
      message: "meant",
      args: { ...createMessageArgs(prop, text), near: suggestion },
      data: { ...data, near: suggestion },
    };
  const color = prop.name === "variant" ? component.props.get("color") : undefined;
  const isColor = color?.values !== undefined && !getAttribute(tag, "color");
  return {
    message: isColor ? "choice-color" : "choice",
    args: { ...createMessageArgs(prop, text), values: formatChoices(prop.values, 80) },
    // Values such as `success` and `warning` are names of colors in another library.
    data: isColor ? createTargetData(tag.name, prop.name, "color") : data,
  };
}

/**
 * Whether the icon is an element or another expression. Components pass `iconType` only to icons with a name, so its
 * value never matters here (Accordion and Card in @mintlify/components 1.0.19).
 */
function hasIconElement(tag: PageTag): boolean {
  const value = getAttribute(tag, "icon")?.value;
  return value !== undefined && value.kind !== "text";
}

/** Returns the only other prop that the value is valid for, such as `color` for `green`, unless the tag has that prop. */
function findPropWithValue(
  component: Component,
  prop: ComponentProp,
  value: string,
  tag: PageTag,
): ComponentProp | undefined {
  const [otherProp, ...others] = [...component.props.values()].filter(
    ({ name, values }) => name !== prop.name && values?.includes(value),
  );
  return otherProp && others.length === 0 && !getAttribute(tag, otherProp.name) ? otherProp : undefined;
}

function createMessageArgs(prop: ComponentProp, text: string) {
  return { prop: prop.name, value: text };
}

function readNumberText(expression: string): string | undefined {
  const text = expression.trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? text : undefined;
}

function findNumberProblem(prop: ComponentProp, text: string | undefined): PropProblem | undefined {
  if (text === undefined) return undefined;
  const data = createTargetData("number", prop.name, text);
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(number))
    return /^\d+(px|rem|em|%)$/.test(text)
      ? undefined
      : { message: "number", args: createMessageArgs(prop, text), data };
  const { min, max } = prop.range ?? { min: -Infinity, max: Infinity };
  return number < min || number > max
    ? { message: "range", args: { ...createMessageArgs(prop, text), min, max }, data }
    : undefined;
}

/**
 * Returns the problem with a color, or undefined if it's valid. CSS names and functions are assumed to be valid. An
 * icon is a shape filled with its color, so an invalid color makes it invisible (Icon and Card in @mintlify/components
 * 1.0.19). A callout with an invalid color is gray.
 */
function findColorProblem(prop: ComponentProp, text: string, tag: PageTag): PropProblem | undefined {
  const isCallout = tag.name === "Callout";
  const message = isCallout ? "color" : "icon-color";
  const color = text.trim();
  const digits = color.replace(/^#/, "");
  const isHex = /^([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(digits);
  const data = createTargetData("color", color);
  if (color.startsWith("#")) return isHex ? undefined : { message, args: createMessageArgs(prop, text), data };
  if (!isHex || !/\d/.test(digits)) return undefined;
  // A forgotten `#` is one habit, whatever the colors are.
  const near = `#${digits}`;
  const args = { ...createMessageArgs(prop, text), near };
  return { message: isCallout ? "hash" : "icon-hash", args, data: { ...createTargetData("color", "#"), near } };
}

const iconMessageKeys = { meant: "icon-meant", unknown: "icon", elsewhere: "icon-elsewhere" } as const;

function findIconPropProblem(text: string, tag: PageTag, site: Site, guess: SuggestionSource): PropProblem | undefined {
  const ownLibrary = getAttribute(tag, "iconLibrary");
  if (site.settings.isAstro) return undefined;
  if (ownLibrary && ownLibrary.value?.kind !== "text") return undefined;
  const library = toIconLibrary(ownLibrary?.value?.text) ?? getSiteIconLibrary(site);
  // The service itself renders the menu of views, which supports language icons with any library.
  if (tag.name === "View" && hasIcon("fontawesome", text)) return undefined;
  const problem = findIconProblem(library, text, guess);
  if (!problem) return undefined;
  // `frontmatter/unknown-icon` reports that the site's library is wrong.
  const isReportedForPages =
    problem.message === "elsewhere" &&
    ownLibrary === undefined &&
    (countPageIconsElsewhere(site).get(problem.data?.["target"]) ?? 0) > maxSeparateFindings;
  return {
    ...problem,
    message: iconMessageKeys[problem.message],
    ...(isReportedForPages && { severity: "hint" as const }),
  };
}
