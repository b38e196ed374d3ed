import type { Component } from "./component.ts";
import {
  choice,
  className,
  component,
  flag,
  icon,
  iconType,
  prop,
  required,
  unlisted,
} from "./build-component.ts";

const columns = prop("cols", "number", "Columns on a wide screen; a narrow one has fewer.", {
  range: { min: 1, max: 4 },
  default: "2",
});
const openAtStart = flag("defaultOpen", "Open when the page loads.", { default: "false" });
const titleSize = choice(
  "titleSize",
  ["p", "h2", "h3", "h4"],
  "How large the titles are; a heading size also puts them into the table of contents.",
  { default: "p" },
);

/** What orders a page: columns, cards, tabs, steps and parts that open. */
export const layoutComponents: readonly Component[] = [
  component(
    "Accordion",
    "A part that readers open with a click.",
    [
      required(prop("title", "text", "Shown on the line that opens it."), "the line to click says nothing"),
      prop("description", "text", "Smaller text below the title."),
      openAtStart,
      prop("id", "text", "Anchor of its own, for links to it.", {
        default: "made from the title",
        names: "id",
      }),
      icon,
      iconType,
    ],
    { anchor: { from: ["id", "title"] } },
  ),
  component("AccordionGroup", "Joins several accordions into one box.", [className]),
  component("Card", "A box with a title that can lead elsewhere.", [
    prop("title", "text", "Heading of the card."),
    prop("href", "text", "Where a click leads: a page of the site or a URL.", { names: "url" }),
    flag("horizontal", "Icon beside the text and less height.", { default: "false" }),
    prop("img", "text", "Picture above the title: a path or URL.", { names: "image" }),
    prop("cta", "text", "Words of the link at the foot of the card."),
    flag("arrow", "Shows the arrow of a link.", { default: "only on links that leave the site" }),
    prop("color", "text", "Colour of the icon, as `#16A34A`.", { names: "color" }),
    choice(
      "type",
      ["info", "warning", "note", "tip", "check", "danger"],
      "Colours the card like the callout of this name.",
    ),
    flag("disabled", "Grey and without effect on a click.", { default: "false" }),
    icon,
    iconType,
  ]),
  component("CardGroup", "Cards side by side; another name for `Columns`.", [columns]),
  component("Columns", "Puts what stands in it side by side.", [columns]),
  component("Column", "One column of `Columns`, for content that is no card.", [], {
    parents: ["Columns", "CardGroup"],
  }),
  component("Tile", "A picture with a title that leads elsewhere.", [
    required(prop("href", "text", "Where a click leads.", { names: "url" }), "a click leads nowhere"),
    prop("title", "text", "Shown below the picture."),
    prop("description", "text", "Smaller text below the title."),
  ]),
  component(
    "Tabs",
    "Content of which readers see one part at a time.",
    [
      prop("defaultTabIndex", "number", "The tab that is open at first, counted from 0.", {
        default: "0",
        range: { min: 0, max: 1000 },
      }),
      flag("sync", "Follows tabs with the same titles elsewhere on the page.", { default: "true" }),
      flag("borderBottom", "A line below the content.", { default: "false" }),
    ],
    { children: ["Tab"] },
  ),
  component(
    "Tab",
    "One part of `Tabs`.",
    [
      required(prop("title", "text", "Label of the tab."), "the tab has no label"),
      prop("id", "text", "Anchor of its own, for links to it.", {
        default: "made from the title",
        names: "id",
      }),
      icon,
      iconType,
    ],
    { parents: ["Tabs"], anchor: { from: ["id", "title"] } },
  ),
  component("Steps", "A numbered sequence of what to do.", [titleSize], { children: ["Step"] }),
  component(
    "Step",
    "One step of `Steps`.",
    [
      required(
        prop("title", "text", "What the step is about."),
        "the step has no heading and no anchor",
        true,
      ),
      prop("stepNumber", "number", "Number in front, when it is not its place.", {
        default: "its place among the steps",
      }),
      titleSize,
      prop("id", "text", "Anchor of its own, for links to it.", {
        default: "made from the title",
        names: "id",
      }),
      flag("noAnchor", "Makes no anchor for links to the step.", { default: "false" }),
      icon,
      iconType,
    ],
    { parents: ["Steps"], anchor: { from: ["id", "title"], unless: "noAnchor" } },
  ),
  component("Expandable", "Hides details, such as the fields of an object, behind a line to click.", [
    prop("title", "text", "Shown on the line that opens it."),
    openAtStart,
  ]),
  component("Frame", "A border around a picture or video.", [
    prop("caption", "markdown", "Text below the frame."),
    prop("hint", "text", "Text above the frame."),
    unlisted("title", "text"),
    unlisted("description", "text"),
  ]),
  component("Panel", "Takes the place of the right column of the page.", [], { oncePerPage: true }),
  component(
    "View",
    "Content for one choice, as a language; readers choose in a menu of the page.",
    [required(prop("title", "text", "The choice in the menu."), "nobody can choose it"), icon, iconType],
    { anchor: { from: ["title"] } },
  ),
  component("Visibility", "Content for some readers only.", [
    required(
      prop(
        "for",
        "any",
        'Who sees it: `humans`, `agents`, `signed-in`, `signed-out`, or the groups of `{{ groups: ["beta"] }}`.',
        { values: ["humans", "agents", "signed-in", "signed-out"] },
      ),
      "the service cannot tell who may see the content",
    ),
  ]),
  component("Variation", "Content for some of the variations a site is shown in.", [
    prop("is", "any", "Id of the variation, or a list of ids."),
  ]),
  component(
    "Update",
    "One entry of a changelog.",
    [
      required(
        prop("label", "text", "Date or version, shown at the side."),
        "the entry has no date and no anchor",
      ),
      prop("tags", "list", "Words by which readers filter the entries."),
      prop("description", "text", "Smaller text below the label."),
      prop("rss", "map", "Title and description of the entry in the feed."),
      prop("id", "text", "Anchor of its own, for links to it.", {
        default: "made from the label",
        names: "id",
      }),
    ],
    { anchor: { from: ["id", "label"] } },
  ),
];
