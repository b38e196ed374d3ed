import type { Component } from "../../page/components/component.ts";
import type { Page, PageReferences, PageTag } from "../../page/page.ts";
import { maxTags } from "../../page/scan-tag.ts";
import { findFirstInLoop, isFileUsed, isIncludedFile, findSelfInclusions } from "../../site/navigation/used-files.ts";
import type { Site } from "../../site/site.ts";
import { getPlaygroundDisplay } from "../../site/settings/site-settings.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import type { TextEdit, TextRange } from "../../text/text-edit.ts";
import { hasUnpairedTags } from "../findings/mdx-findings.ts";
import { checkPage, defineRule, toFileEdits, type Finding } from "../rule.ts";
import {
  createRenameEdits,
  findBuiltInComponent,
  findBuiltInTags,
  findMisnamedContainers,
  findTagAt,
  getFieldText,
  getLocation,
} from "../subjects/page-subjects.ts";
import { createAllEdits } from "../subjects/same-target.ts";
import { formatNames } from "../subjects/site-subjects.ts";

/** The messages of problems that represent several findings on a page, by the key of the message for one finding. */
const combinedMessageKeys = {
  parent: "parents",
  after: "afterAll",
  child: "children",
  playground: "playgrounds",
  anotherExample: "otherExamples",
} as const;

export const misplacedComponent = defineRule({
  code: "mdx/misplaced-component",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A component in a location where it doesn't work.",
  why: "Some components work only inside another one, such as `Tab` inside `Tabs`, and some work only once per page. Anywhere else, they render incorrectly or not at all. A snippet that includes itself, directly or through others, never finishes rendering.",
  howToFix:
    "Wrap the component in the parent that it needs, or move it to a location where it works. If snippets include each other in a loop, remove one of the components that form the loop.",
  whenToTurnOff:
    "Turn off this rule if the service supports a combination of components that Docwright doesn't recognize yet.",
  messages: {
    parent: "`<{component}>` is outside `<{parent}>`, so it doesn't render as intended. Wrap it in `<{parent}>`.",
    after:
      "`<{component}>` is after `</{parent}>`, so it isn't part of the `<{parent}>` above. Move `</{parent}>` below it.",
    afterAll:
      "{count} `<{component}>` components are after `</{parent}>`, so they aren't part of the `<{parent}>` above. Move `</{parent}>` below them.",
    nestedStep:
      "`<{component}>` is directly inside another `<{component}>`, so it isn't a separate step. Close the outer one first, or wrap the inner ones in `<{parent}>`.",
    container:
      "`<{component}>` contains only other `<{component}>` components, so they don't render as intended. Did you mean `<{near}>`?",
    child:
      "`<{component}>` is directly inside `<{parent}>`, which shows only {children}, so readers don't see it. Move it into a component that `<{parent}>` shows.",
    noStep:
      "`<{component}>` doesn't contain a `<Step>`, so readers don't see separate steps with titles. Wrap each step in `<Step>`.",
    twice:
      "`<{component}>` already appears on this page, and readers see only one of them in the right column. Move the content into the first one.",
    anotherExample:
      "`<{component}>` already appears on this page, and readers see only one of them in the right column. Move the content into the first one, or use `<CodeGroup>` here.",
    otherExamples:
      "{count} examples on this page, such as this `<{component}>`, follow another of their kind, and readers see only one in the right column. Move their content into the first one, or use `<CodeGroup>`.",
    playground:
      "`<{component}>` is inside `<{parent}>`, where the playground finds no fields, so readers can't fill it in. Move it out, or use `<ResponseField>` if it isn't part of the request.",
    parents:
      "{count} `<{component}>` components on this page are outside `<{parent}>`, so they don't render as intended. Wrap them in `<{parent}>`.",
    children:
      "{count} `<{component}>` components on this page are directly inside `<{parent}>`, which shows only {children}, so readers don't see them. Move them into a component that `<{parent}>` shows.",
    playgrounds:
      "{count} `<{component}>` components on this page are inside `<{parent}>`, where the playground finds no fields, so readers can't fill them in. Move them out, or use `<ResponseField>` if they aren't part of the request.",
    fields:
      "A field of type `{type}` can't contain other fields, so readers can't fill in the fields inside this one in the playground. Use `object`, or move them out.",
    itself:
      "`<{component}>` includes its own file in an infinite loop, so the page never finishes rendering. Remove it, or import another file.",
    circle:
      "`<{component}>` includes `{file}`, which includes this file again in an infinite loop, so the page never finishes rendering. Remove one of the two components.",
    first: "First used here.",
    wrap: "Wrap in `<{parent}>`",
    move: "Move `</{parent}>` below",
    rename: "Change to `{near}`",
    renameAll: "Change all {count} to `{near}`",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n<[|Tab|] title="First">\n  One\n</Tab>\n\n<[|Steps|]>\n  <Card title="Install" />\n  <Card title="Run" />\n</Steps>\n',
      good: '---\ntitle: Start\n---\n\n<Tabs>\n  <Tab title="First">\n    One\n  </Tab>\n</Tabs>\n\n<Steps>\n  <Step title="Install">\n    <Card title="Install" />\n  </Step>\n  <Step title="Run">\n    <Card title="Run" />\n  </Step>\n</Steps>\n',
    },
    {
      bad: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "/snippets/note.mdx";\n\n<Note />\n//- snippets/note.mdx\nimport More from "/snippets/more.mdx";\n\nRead this. <[|More|] />\n//- snippets/more.mdx\nimport Note from "/snippets/note.mdx";\n\nAnd this. <[|Note|] />\n',
      good: '\n//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: Start\n---\n\nimport Note from "/snippets/note.mdx";\n\n<Note />\n//- snippets/note.mdx\nimport More from "/snippets/more.mdx";\n\nRead this. <More />\n//- snippets/more.mdx\nAnd this.\n',
    },
    {
      bad: "---\ntitle: Start\n---\n\n<RequestExample>\n```bash A\na\n```\n</RequestExample>\n\n<[|RequestExample|]>\n```bash B\nb\n```\n</RequestExample>\n",
      good: "---\ntitle: Start\n---\n\n<RequestExample>\n```bash A\na\n```\n```bash B\nb\n```\n</RequestExample>\n",
    },
  ],
  check: checkPage(function* (page, site) {
    yield* findCycles(page, site);
    if (hasUnpairedTags(site, page.references)) return;
    const firstTagByName = new Map<string, PageTag>();
    const isFormShown = hasForm(page, site);
    const reportedFields = new Set<PageTag>();
    for (const { tag, component } of findBuiltInTags(page, site)) {
      if (tag.isInExpression) continue;
      const at = getLocation(page, tag.nameRange);
      const firstTag = firstTagByName.get(component.name);
      if (component.isOncePerPage) {
        if (!firstTag) firstTagByName.set(component.name, tag);
        else if (isAlwaysRendered(page.references, tag) && isAlwaysRendered(page.references, firstTag))
          yield {
            message: component.name.endsWith("Example") ? "anotherExample" : "twice",
            args: { component: component.name },
            at,
            relatedLocations: [{ at: getLocation(page, firstTag.nameRange), message: "first" }],
          };
      }
      const finding =
        findMisplacement(tag, component, page, site) ??
        (isFormShown ? findPlaygroundMismatch(tag, component, page) : undefined) ??
        findMissingStep(tag, component, page);
      if (finding) yield { ...finding, at };
      const outerField = isFormShown ? findSimpleOuterField(tag, component, page) : undefined;
      if (!outerField || reportedFields.has(outerField.tag)) continue;
      reportedFields.add(outerField.tag);
      yield { message: "fields", args: { type: outerField.type }, at: getLocation(page, outerField.range) };
    }
  }),
  *createFixes({ at, message, args }, site) {
    const references = site.references.get(at.file);
    const tag = findTagAt(site, at);
    const parent = args?.["parent"];
    const container = args?.["near"];
    if (message === "container" && tag && typeof container === "string")
      yield {
        title: "rename",
        args: { near: container },
        edits: toFileEdits(at.file, createRenameEdits(tag, container)),
      };
    const isExample = message === "anotherExample" && references !== undefined;
    if (isExample && tag && containsOnlyCode(references, tag))
      yield {
        title: "rename",
        args: { near: "CodeGroup" },
        edits: toFileEdits(at.file, createRenameEdits(tag, "CodeGroup")),
      };
    const closing = tag && references && findClosingTagsBefore(references).get(tag.range.start);
    if (message === "after" && references && tag && closing && typeof parent === "string") {
      const edits = createMoveEdits(references, tag, closing);
      if (edits.length > 0) yield { title: "move", args: { parent }, edits: toFileEdits(at.file, edits) };
    }
    if ((message !== "parent" && message !== "nestedStep") || !references || !tag || typeof parent !== "string") return;
    const tagRun = findTagRun(references, tag);
    if (!tagRun) return;
    const { eol, text } = references;
    let indentStart = tagRun.start;
    while (/[ \t]/.test(text[indentStart - 1] ?? "")) indentStart--;
    const indent = text.slice(indentStart, tagRun.start);
    const edits = [
      { range: { start: tagRun.start, end: tagRun.start }, newText: `<${parent}>${eol}${indent}` },
      { range: { start: tagRun.end, end: tagRun.end }, newText: `${eol}${indent}</${parent}>` },
    ];
    yield { title: "wrap", args: { parent }, edits: [{ kind: "edit", file: at.file, edits }] };
  },
  grouping: {
    getCause: ({ message, args, at, data }) => {
      // Removing any one of these components breaks the loop.
      if (typeof data?.["loop"] === "string") return data["loop"];
      // Authors write components of the same kind in the same way everywhere on a page.
      if (!Object.hasOwn(combinedMessageKeys, message)) return undefined;
      if (message === "anotherExample") return [at.file, message].join("\n");
      return [at.file, message, args?.["component"], args?.["parent"], data?.["closingTag"]].map(String).join("\n");
    },
    combinedMessage: ({ message }) => Object.entries(combinedMessageKeys).find(([key]) => key === message)?.[1],
    *createFixes(findings, site) {
      if (findings[0]?.message !== "anotherExample") return;
      const edits = createAllEdits(findings, ({ at }) => {
        const page = site.references.get(at.file);
        const tag = findTagAt(site, at);
        return page && tag && containsOnlyCode(page, tag)
          ? toFileEdits(at.file, createRenameEdits(tag, "CodeGroup"))
          : [];
      });
      if (edits.length > 0) yield { title: "renameAll", args: { count: findings.length, near: "CodeGroup" }, edits };
    },
  },
});

function* findCycles(page: Page, site: Site) {
  const { path } = page.references;
  if (!isFileUsed(site, path)) return;
  const inclusions = findSelfInclusions(site, page.references);
  if (inclusions.length === 0) return;
  const firstPage = findFirstInLoop(site, path);
  for (const { tag, file } of inclusions) {
    const args = { component: tag.name, ...(file !== path && { file }) };
    yield {
      message: file === path ? "itself" : "circle",
      args,
      at: getLocation(page, tag.nameRange),
      data: { loop: firstPage },
    } as const;
  }
}

type Misplacement =
  | Pick<Finding<"parent" | "after" | "child" | "nestedStep" | "container">, "message" | "args" | "data">
  | undefined;

function findMisplacement(tag: PageTag, component: Component, page: Page, site: Site): Misplacement {
  const enclosingTag = getParent(page.references, tag);
  const containerByTag = findMisnamedContainers(page.references);
  const container = component.parents ? containerByTag.get(tag) : undefined;
  if (container !== undefined) return { message: "container", args: { component: component.name, near: container } };
  if (enclosingTag && containerByTag.has(enclosingTag)) return undefined;
  if (enclosingTag === undefined) {
    if (!component.parents || isIncludedFile(site, page.references.path)) return undefined;
    return createParentFinding(tag, component, page);
  }
  const parent = findBuiltInComponent(page.references, enclosingTag.name);
  if (!parent || parent.isUnlisted || transparentComponents.has(parent.name)) return undefined;
  if (
    parent.children &&
    !parent.children.includes(component.name) &&
    !transparentComponents.has(component.name) &&
    !showsEachChild(parent) &&
    findDirectChildren(page.references).has(tag)
  )
    return {
      message: "child",
      args: {
        component: component.name,
        parent: parent.name,
        children: formatNames(parent.children),
      },
    };
  if (component.parents && !component.parents.includes(parent.name) && parent.name === "Step" && component === parent)
    return { message: "nestedStep", args: { component: component.name, parent: component.parents[0] ?? "" } };
  return component.parents && !component.parents.includes(parent.name)
    ? createParentFinding(tag, component, page)
    : undefined;
}

function createParentFinding(tag: PageTag, { name, parents = [] }: Component, page: Page): Misplacement {
  const closingTag = findClosingTagsBefore(page.references).get(tag.range.start);
  const args = { component: name, parent: parents[0] ?? "" };
  return closingTag ? { message: "after", args, data: { closingTag: closingTag.start } } : { message: "parent", args };
}

/** Whether the service displays each child as a separate item, even if it's a component that isn't meant for it. */
function showsEachChild({ name }: Component): boolean {
  return name === "Steps";
}

/**
 * Returns the problem with `<Steps>` whose content doesn't have a `<Step>`, and can't get one from other files or code.
 */
function findMissingStep(tag: PageTag, component: Component, page: Page) {
  const { text } = page.references;
  if (!showsEachChild(component) || !tag.closingTagRange) return undefined;
  const content = text.slice(tag.range.end, tag.closingTagRange.start);
  const lastTag = page.references.tags.length >= maxTags ? page.references.tags.at(-1) : undefined;
  if (lastTag && lastTag.range.start < tag.closingTagRange.start) return undefined;
  if (findStepAncestors(page.references).has(tag)) return undefined;
  const children = groupChildren(page.references).get(tag) ?? [];
  const areBuiltIn = children.every(({ name }) => {
    const child = findBuiltInComponent(page.references, name);
    return child && !transparentComponents.has(child.name);
  });
  return areBuiltIn && content.trim() !== "" && !content.includes("{")
    ? ({ message: "noStep", args: { component: component.name } } as const)
    : undefined;
}

/** The tags that contain a `<Step>` at any depth. */
const findStepAncestors = derive((page: PageReferences): ReadonlySet<PageTag> => {
  const ancestors = new Set<PageTag>();
  for (const tag of page.tags) {
    if (findBuiltInComponent(page, tag.name)?.name !== "Step") continue;
    for (
      let ancestor = getParent(page, tag);
      ancestor && !ancestors.has(ancestor);
      ancestor = getParent(page, ancestor)
    )
      ancestors.add(ancestor);
  }
  return ancestors;
});

/** Whether an example contains code blocks and nothing else, so that `<CodeGroup>` shows the same in place. */
function containsOnlyCode({ text, codeBlocks }: PageReferences, { range, closingTagRange }: PageTag): boolean {
  if (!closingTagRange) return false;
  let offset = range.end;
  for (const { range: blockRange } of codeBlocks) {
    if (blockRange.start < range.end || blockRange.end > closingTagRange.start) continue;
    if (text.slice(offset, blockRange.start).trim() !== "") return false;
    offset = blockRange.end;
  }
  return offset > range.end && text.slice(offset, closingTagRange.start).trim() === "";
}

/** Each tag's child tags, including those in Markdown and HTML elements. */
const groupChildren = derive((page: PageReferences): ReadonlyMap<PageTag, readonly PageTag[]> => {
  const childrenByParent = new Map<PageTag, PageTag[]>();
  for (const tag of page.tags) {
    const parent = getParent(page, tag);
    if (parent && !tag.isInExpression) addToGroup(childrenByParent, parent, tag);
  }
  return childrenByParent;
});

/**
 * The tags without a paragraph, list item, quote, or HTML element between them and the component around them. A tag is
 * in a paragraph if other text precedes it on its line.
 */
const findDirectChildren = derive((page: PageReferences): ReadonlySet<PageTag> => {
  const directChildren = new Set<PageTag>();
  /** For each component, the end of its last child so far, and whether text precedes it on its line. */
  const lastChildByParent = new Map<PageTag, { readonly end: number; readonly isInText: boolean }>();
  for (const tag of page.tags) {
    const parent = getParent(page, tag);
    if (!parent) continue;
    const { end, isInText } = lastChildByParent.get(parent) ?? { end: parent.range.end, isInText: false };
    const textBetween = page.text.slice(end, tag.range.start);
    const lineStart = Math.max(textBetween.lastIndexOf("\n"), textBetween.lastIndexOf("\r")) + 1;
    const hasText = hasTextBetweenTags(textBetween.slice(lineStart)) || (lineStart === 0 && isInText);
    if (!hasText && !tag.isNested && !tag.isInExpression) directChildren.add(tag);
    lastChildByParent.set(parent, { end: Math.max(end, tag.closingTagRange?.end ?? tag.range.end), isInText: hasText });
  }
  return directChildren;
});

/** Whether part of a line contains anything other than spaces, block quote markers, and tags. */
function hasTextBetweenTags(text: string): boolean {
  return /[^\s>]/.test(text.replace(/<[^<>]*>/g, ""));
}

/** Whether the page has a playground whose form contains the fields on the page. */
function hasForm(page: Page, site: Site): boolean {
  const display = getFieldText(page, "playground") ?? getPlaygroundDisplay(site);
  return getFieldText(page, "api") !== undefined && display !== "none" && display !== "simple";
}

/**
 * Returns the problem with a field that the playground doesn't support. On an `api` page, the playground supports only
 * fields at the top level and fields in other fields, regardless of the components in between
 * (`rehypeMdxExtractEndpoint` in @mintlify/common).
 */
function findPlaygroundMismatch(tag: PageTag, { name }: Component, page: Page) {
  if (name !== "ParamField") return undefined;
  let nearestParentName: string | undefined;
  for (let ancestor = getParent(page.references, tag); ancestor; ancestor = getParent(page.references, ancestor)) {
    const parent = findBuiltInComponent(page.references, ancestor.name);
    if (!parent || parent.name === name || transparentComponents.has(parent.name)) return undefined;
    nearestParentName ??= parent.name;
  }
  return nearestParentName === undefined
    ? undefined
    : ({ message: "playground", args: { component: name, parent: nearestParentName } } as const);
}

/** The types of fields that can't contain other fields. The service treats other names as objects. */
const simpleTypes: ReadonlySet<string> = new Set(
  "str string date text url uuid hash bytes xml int integer num number float decimal long double bool boolean file any json null".split(
    " ",
  ),
);

/**
 * Returns the field directly around a field if the service leaves out the inner field because the outer field has a
 * simple type, such as a string.
 */
function findSimpleOuterField(tag: PageTag, { name }: Component, page: Page) {
  if (name !== "ParamField" || !isNamed(tag)) return undefined;
  let outerField: PageTag | undefined;
  let isInComponent = false;
  for (let ancestor = getParent(page.references, tag); ancestor; ancestor = getParent(page.references, ancestor)) {
    const parent = findBuiltInComponent(page.references, ancestor.name);
    if (!parent || transparentComponents.has(parent.name)) return undefined;
    isInComponent = parent.name !== name;
    if (isInComponent) continue;
    // A field in a field that isn't part of the playground isn't part of it either.
    if (outerField && findSimpleType(ancestor) !== undefined) return undefined;
    outerField ??= ancestor;
  }
  const type = outerField && !isInComponent ? findSimpleType(outerField) : undefined;
  return outerField && type !== undefined ? { tag: outerField, type, range: outerField.nameRange } : undefined;
}

/** Returns the type of a named field if it's neither an object nor a list. */
function findSimpleType(tag: PageTag): string | undefined {
  const value = tag.attributes.find(({ name }) => name === "type")?.value;
  if (tag.hasSpread || !isNamed(tag) || value?.kind !== "text") return undefined;
  return simpleTypes.has(value.text.toLowerCase()) ? value.text : undefined;
}

function isNamed({ attributes }: PageTag): boolean {
  return attributes.some(({ name }) => /^(?:body|query|path|header|cookie)$/.test(name));
}

/** Components that render their content as is, or only under a condition. */
const transparentComponents: ReadonlySet<string> = new Set(["Visibility", "Variation", "View", "Snippet", "Frame"]);

function getParent({ tags }: PageReferences, tag: PageTag): PageTag | undefined {
  return tag.parentIndex === undefined ? undefined : tags[tag.parentIndex];
}

/** Whether all components around the tag are built-in components that always render their content. */
function isAlwaysRendered(page: PageReferences, tag: PageTag): boolean {
  for (let ancestor = getParent(page, tag); ancestor; ancestor = getParent(page, ancestor)) {
    const component = findBuiltInComponent(page, ancestor.name);
    if (!component || transparentComponents.has(component.name)) return false;
  }
  return true;
}

/** The ranges of tags that have the same name and parent, in page order. For an unclosed tag, the range's end is -1. */
const groupSiblingRanges = derive(({ tags }: PageReferences): ReadonlyMap<string, readonly TextRange[]> => {
  const rangesByKey = new Map<string, TextRange[]>();
  for (const tag of tags) {
    const { range, isSelfClosing, closingTagRange: closingRange } = tag;
    const tagRange = { start: range.start, end: isSelfClosing ? range.end : (closingRange?.end ?? -1) };
    addToGroup(rangesByKey, createSiblingKey(tag), tagRange);
  }
  return rangesByKey;
});

function createSiblingKey({ name, parentIndex }: PageTag): string {
  return `${parentIndex ?? ""} ${name}`;
}

/**
 * Maps the start of each component that directly follows its container, such as a `<Step>` after `</Steps>`, and those of
 * the components after it, to the range of the container's closing tag.
 */
const findClosingTagsBefore = derive((page: PageReferences): ReadonlyMap<number, TextRange> => {
  const { text } = page;
  const closingTags = new Map<number, TextRange>();
  for (const [key, ranges] of groupSiblingRanges(page)) {
    const [parent] = findBuiltInComponent(page, key.slice(key.indexOf(" ") + 1))?.parents ?? [];
    if (parent === undefined) continue;
    const closingText = `</${parent}>`;
    let previousEnd = -1;
    let closingTag: TextRange | undefined;
    for (const { start, end } of ranges) {
      if (previousEnd < 0 || text.slice(previousEnd, start).trim() !== "") {
        const textBefore = text.slice(Math.max(0, start - maxGap), start).trimEnd();
        const closingEnd = start - Math.min(start, maxGap) + textBefore.length;
        closingTag = textBefore.endsWith(closingText)
          ? { start: closingEnd - closingText.length, end: closingEnd }
          : undefined;
      }
      if (closingTag) closingTags.set(start, closingTag);
      previousEnd = end;
    }
  }
  return closingTags;
});

/** The maximum number of characters between a component and the closing tag before it, including that tag. */
const maxGap = 200;

/** Returns the edits that move a closing tag after a component and its siblings. */
function createMoveEdits(page: PageReferences, tag: PageTag, closingTag: TextRange): TextEdit[] {
  const { text, eol } = page;
  const tagRun = findTagRun(page, tag);
  const lineStart = text.lastIndexOf("\n", closingTag.start) + 1;
  const indent = text.slice(lineStart, closingTag.start);
  if (!tagRun || indent.trim() !== "") return [];
  const start = text.slice(0, closingTag.start).trimEnd().length;
  return [
    { range: { start, end: closingTag.end }, newText: "" },
    {
      range: { start: tagRun.end, end: tagRun.end },
      newText: `${eol}${indent}${text.slice(closingTag.start, closingTag.end)}`,
    },
  ];
}

/**
 * Returns the range of this tag and its adjacent siblings with the same name, or undefined if their lines contain
 * anything else.
 */
function findTagRun(page: PageReferences, tag: PageTag): TextRange | undefined {
  const { text } = page;
  const siblingRanges = groupSiblingRanges(page).get(createSiblingKey(tag)) ?? [];
  const index = siblingRanges.findIndex(({ start }) => start === tag.range.start);
  const isAdjacent = (a: TextRange | undefined, b: TextRange | undefined) =>
    a !== undefined && b !== undefined && a.end >= 0 && text.slice(a.end, b.start).trim() === "";
  let [firstIndex, lastIndex] = [index, index];
  while (isAdjacent(siblingRanges[firstIndex - 1], siblingRanges[firstIndex])) firstIndex--;
  while (isAdjacent(siblingRanges[lastIndex], siblingRanges[lastIndex + 1])) lastIndex++;
  const start = siblingRanges[firstIndex]?.start ?? -1;
  const end = siblingRanges[lastIndex]?.end ?? -1;
  const isAloneOnLines =
    /(^|[\r\n])[ \t]*$/.test(text.slice(Math.max(0, start - 200), start)) &&
    /^[ \t]*($|[\r\n])/.test(text.slice(end, end + 200));
  return start >= 0 && end > start && isAloneOnLines ? { start, end } : undefined;
}
