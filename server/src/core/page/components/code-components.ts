import type { Component } from "./component.ts";
import { choice, component, flag, icon, iconType, prop, required } from "./build-component.ts";

/** Code, drawings made from code, and texts to copy. */
export const codeComponents: readonly Component[] = [
  component(
    "CodeGroup",
    "Fenced code blocks as tabs of one box; the title of each is its label.",
    [flag("dropdown", "A menu in place of tabs.", { default: "false" })],
    { content: "code" },
  ),
  component("CodeBlock", "A code block written as a component, for use in components of your own.", [
    prop("language", "text", "Language for the colours."),
    prop("filename", "text", "Title of the block."),
    prop("icon", "text", "Icon beside the title.", { names: "icon" }),
    flag("lines", "Numbers the lines."),
    flag("wrap", "Wraps long lines."),
    flag("expandable", "Shows the first lines and a button for the rest."),
    flag("nocopy", "No button to copy."),
    prop("highlight", "any", 'Numbers of the lines to mark, as `"[1,3]"`.'),
    prop("focus", "any", 'Numbers of the lines that stay clear, as `"[1,3]"`.'),
  ]),
  component("Mermaid", "A drawing in Mermaid's language; usually a `mermaid` code block.", [
    choice(
      "placement",
      ["top-left", "top-right", "bottom-left", "bottom-right"],
      "Corner of the buttons that zoom and move.",
      { default: "bottom-right" },
    ),
    flag("actions", "Shows these buttons.", { default: "on drawings higher than 120 pixels" }),
  ]),
  component("Prompt", "A text for an AI tool that readers copy or open there.", [
    required(
      prop("description", "markdown", "What readers see; the prompt itself stands between the tags."),
      "readers do not see what the prompt is for",
    ),
    prop("actions", "list", "Buttons: `copy`, `cursor`.", {
      values: ["copy", "cursor"],
      default: '["copy"]',
    }),
    icon,
    iconType,
  ]),
];
