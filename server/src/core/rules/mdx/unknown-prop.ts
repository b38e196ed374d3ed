import type { Component } from "../../page/components/component.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation, TextEdit, TextRange } from "../../text/text-edit.ts";
import { checkPage, defineRule, createReplaceEdits, toFileEdits } from "../rule.ts";
import { createPropRenameEdits, isUnknownProp, findIntendedProp } from "../subjects/fixes.ts";
import { findBuiltInComponent, findBuiltInTags, getLocation, findTagAt } from "../subjects/page-subjects.ts";

export const unknownProp = defineRule({
  code: "mdx/unknown-prop",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "hint",
  summary: "A prop that the component doesn't support.",
  why: "Built-in components ignore props they don't recognize, so those props have no effect.",
  howToFix: "Fix the name of the prop, or remove the prop.",
  whenToTurnOff: "Turn off this rule if the service supports a prop that Docwright doesn't recognize yet.",
  messages: {
    meant: "`{prop}` isn't a prop of `<{component}>`, so it has no effect. Did you mean `{near}`?",
    needed:
      "`{prop}` isn't a prop of `<{component}>`. The component needs `{near}` to work as intended. Use `{near}` instead.",
    unknown:
      "`{prop}` isn't a prop of `<{component}>`, so the component ignores it. Remove it, or check which props the component supports.",
    text: "`{prop}` isn't a prop of `<{component}>`, so readers don't see this text. Move the text inside the tags.",
    move: "Move text inside the tags",
    rename: "Change to `{near}`",
    remove: "Remove `{prop}`",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n<Card [|tilte|]="Install" href="/install">\n  Begin here.\n</Card>\n\n<Note [|size|]="large">Read this.</Note>\n',
      good: '---\ntitle: Start\n---\n\n<Card title="Install" href="/install" data-step="1">\n  Begin here.\n</Card>\n\n<Note>Read this.</Note>\n',
    },
  ],
  check: checkPage(function* (page, site) {
    for (const { tag, component } of findBuiltInTags(page, site))
      for (const attribute of tag.attributes) {
        const { name, nameRange, value } = attribute;
        if (!isUnknownProp(component, name)) continue;
        const at = getLocation(page, nameRange);
        const args = { component: component.name, prop: name };
        const suggestion = findIntendedProp(component, tag, attribute);
        const isTextProp = value?.kind === "text" && textProps.has(name) && component.content === "blocks";
        if (suggestion !== undefined)
          yield {
            message: isRequiredProp(component, suggestion) ? "needed" : "meant",
            args: { ...args, near: suggestion },
            at,
            data: { near: suggestion },
            ...(isRequiredProp(component, suggestion) && { severity: "warning" as const }),
          };
        else yield { message: isTextProp ? "text" : "unknown", args, at };
      }
  }),
  *createFixes({ at, args, data, message }, site) {
    const suggestion = data?.["near"];
    const tag = findTagAt(site, at);
    const attribute = tag?.attributes.find(({ nameRange }) => nameRange.start === at.range.start);
    const page = site.references.get(at.file);
    if (typeof suggestion === "string" && tag && attribute && page) {
      const prop = findBuiltInComponent(page, tag.name)?.props.get(suggestion);
      const edits = toFileEdits(at.file, createPropRenameEdits(attribute, prop, suggestion));
      yield { title: "rename", args: { near: suggestion }, edits };
    }
    const range = findAttributeRange(site, at);
    const textEdits = message === "text" && range ? createMoveTextEdits(site, at, range) : undefined;
    if (textEdits) yield { title: "move", edits: [{ kind: "edit", file: at.file, edits: textEdits }] };
    if (range) yield { title: "remove", args: args ?? {}, edits: createReplaceEdits({ file: at.file, range }, "") };
  },
});

/** Props that authors often set on components that show the text between their tags instead. */
const textProps: ReadonlySet<string> = new Set(["description", "text", "content", "body"]);

/** Whether the component shows nothing, or leaves out part of its content, without this prop. */
function isRequiredProp({ oneOf = [], props }: Component, name: string): boolean {
  return oneOf.includes(name) || (props.get(name)?.required === true && !props.get(name)?.isDispensable);
}

/**
 * Returns the edits that move the attribute's text between the tags. For example, a self-closing tag becomes `<Card
 * title="x">\n  text\n</Card>`.
 */
function createMoveTextEdits(site: Site, at: SiteLocation, attributeRange: TextRange): TextEdit[] | undefined {
  const page = site.references.get(at.file);
  const tag = findTagAt(site, at);
  const value = tag?.attributes.find(({ nameRange }) => nameRange.start === at.range.start)?.value;
  if (!page || !tag?.isSelfClosing || tag.isInExpression || !value || !/^[^<>{}&\\`*_\r\n]+$/.test(value.text))
    return undefined;
  const { text, eol } = page;
  const lineStart =
    Math.max(text.lastIndexOf("\n", tag.range.start - 1), text.lastIndexOf("\r", tag.range.start - 1)) + 1;
  const indent = text.slice(lineStart, tag.range.start);
  const slashOffset = tag.range.end - "/>".length;
  if (indent.trim() !== "" || text.slice(slashOffset, tag.range.end) !== "/>") return undefined;
  const end = text.slice(0, slashOffset).trimEnd().length;
  const indentUnit = indent.includes("\t") ? "\t" : "  ";
  const newText = `>${eol}${indent}${indentUnit}${value.text.trim()}${eol}${indent}</${tag.name}>`;
  return attributeRange.end === end
    ? [{ range: { start: attributeRange.start, end: tag.range.end }, newText }]
    : [
        { range: attributeRange, newText: "" },
        { range: { start: end, end: tag.range.end }, newText },
      ];
}

/** Returns the range of an attribute, including the spaces before it. */
function findAttributeRange(site: Site, at: SiteLocation) {
  const references = site.references.get(at.file);
  const attribute = findTagAt(site, at)?.attributes.find(({ nameRange }) => nameRange.start === at.range.start);
  if (!references || !attribute) return undefined;
  let { start } = attribute.nameRange;
  while (/\s/.test(references.text[start - 1] ?? "")) start--;
  return { start, end: attribute.value?.fullRange.end ?? attribute.nameRange.end };
}
