import type { Component } from "./component.ts";
import { choice, component, icon, iconType, prop, unlisted } from "./build-component.ts";

/** Boxes that set a remark apart. */
export const calloutComponents: readonly Component[] = [
  callout("Note", "A remark worth reading."),
  callout("Warning", "What can go wrong."),
  callout("Info", "Background to the text."),
  callout("Tip", "Advice that makes it easier."),
  callout("Check", "What should be so now."),
  callout("Danger", "What does harm or cannot be undone."),
  component("Callout", "A remark in a box with an icon and colour of its own.", [
    prop("color", "text", "Colour of box and icon, as `#16A34A`.", { names: "color" }),
    prop("title", "text", "Heading of the box."),
    choice(
      "variant",
      ["info", "warning", "note", "tip", "check", "danger", "custom"],
      "Takes icon and colour of the box with this name.",
      { default: "custom" },
    ),
    prop("ariaLabel", "text", "Read out by screen readers in place of the icon."),
    icon,
    iconType,
  ]),
];

function callout(name: string, meaning: string): Component {
  return component(name, `A box in a colour of its own: ${meaning}`, [
    unlisted("title", "text"),
    icon,
    iconType,
  ]);
}
