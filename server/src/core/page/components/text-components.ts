import type { Component } from "./component.ts";
import {
  choice,
  className,
  component,
  flag,
  icon,
  iconLibrary,
  iconType,
  prop,
  required,
  unlisted,
} from "./build-component.ts";

const treeEntries = ["Tree.Folder", "Tree.File"];
const trees = ["Tree", "FileTree", "Tree.Folder"];
const name = required(prop("name", "text", "Name of the entry."), "the entry has no name");
const highlight = flag("highlight", "Marks the entry.", { default: "false" });

/** What stands in or beside text: labels, icons, colours, trees. */
export const textComponents: readonly Component[] = [
  component(
    "Badge",
    "A small coloured label.",
    [
      choice(
        "color",
        [
          "gray",
          "blue",
          "green",
          "yellow",
          "orange",
          "red",
          "purple",
          "white",
          "surface",
          "white-destructive",
          "surface-destructive",
        ],
        "Colour of the label.",
        { default: "gray" },
      ),
      choice("size", ["xs", "sm", "md", "lg"], "How large it is.", { default: "md" }),
      choice("shape", ["rounded", "pill"], "Form of the corners.", { default: "rounded" }),
      choice("variant", ["solid", "outline"], "Filled, or a border only.", { default: "solid" }),
      flag("stroke", "A border in place of the filling.", { default: "false", deprecated: "variant" }),
      flag("disabled", "Grey.", { default: "false" }),
      prop("leadIcon", "element", "Icon in front, as an element."),
      prop("tailIcon", "element", "Icon behind, as an element."),
      prop("href", "text", "Where a click leads.", { names: "url" }),
      className,
      icon,
      iconType,
    ],
    { inline: true, content: "inline" },
  ),
  component(
    "Icon",
    "An icon.",
    [
      { ...icon, type: "text" },
      prop("src", "text", "Picture to show in place of a named icon: a path or URL.", { names: "image" }),
      iconType,
      prop("color", "text", "Colour, as `#16A34A`.", { names: "color" }),
      prop("size", "number", "Width and height in pixels.", { default: "16" }),
      className,
      iconLibrary,
    ],
    { inline: true, content: "none", oneOf: ["icon", "src"] },
  ),
  component(
    "Tooltip",
    "Words that show an explanation when the pointer rests on them.",
    [
      required(prop("tip", "text", "The explanation."), "nothing is explained"),
      prop("headline", "text", "Heading of the explanation."),
      prop("cta", "text", "Words of a link in it.", { needs: "href" }),
      prop("href", "text", "Where that link leads.", { names: "url" }),
      unlisted("title", "text"),
      unlisted("description", "text"),
    ],
    { inline: true, content: "inline" },
  ),
  component("Latex", "A formula in LaTeX; usually written between dollar signs.", [], {
    inline: true,
    content: "inline",
  }),
  component(
    "Heading",
    "A heading with a level and anchor of its own.",
    [
      prop("level", "number", "1 to 6.", { range: { min: 1, max: 6 } }),
      prop("id", "text", "Its anchor.", { names: "id" }),
    ],
    { anchor: { from: ["id"] }, content: "inline" },
  ),
  component(
    "Color",
    "Colours to copy.",
    [
      required(
        choice("variant", ["compact", "table"], "Tiles side by side, or rows with titles."),
        "the service cannot tell how to show the colours",
      ),
    ],
    { children: ["Color.Item", "Color.Row"] },
  ),
  component(
    "Color.Row",
    "A row of colours in a table of them.",
    [prop("title", "text", "Title of the row.")],
    {
      parents: ["Color"],
      children: ["Color.Item"],
    },
  ),
  component(
    "Color.Item",
    "One colour.",
    [
      prop("name", "text", "Name of the colour."),
      required(
        prop("value", "any", "The colour as in CSS, or one for `light` and one for `dark`.", {
          names: "color",
        }),
        "there is no colour to show",
      ),
    ],
    { parents: ["Color", "Color.Row"], content: "none" },
  ),
  ...["GitHub", "GitHub.Repo", "Github", "Github.Repo"].map((tag) =>
    component(
      tag,
      "A repository on GitHub with its stars and description.",
      [
        prop("repo", "text", "Owner and name, as `octocat/hello-world`, or its URL."),
        choice("variant", ["inset", "flat"], "With a box around it, or without.", { default: "inset" }),
        className,
      ],
      { content: "none" },
    ),
  ),
  ...["Tree", "FileTree"].map((tag) =>
    component(tag, "Folders and files as a tree.", [], { children: treeEntries }),
  ),
  component(
    "Tree.Folder",
    "A folder of a tree.",
    [
      name,
      flag("defaultOpen", "Open when the page loads.", { default: "false" }),
      flag("openable", "Readers can open and close it.", { default: "true" }),
      highlight,
    ],
    { parents: trees, children: treeEntries },
  ),
  component("Tree.File", "A file of a tree.", [name, highlight], { parents: trees, content: "none" }),
];
