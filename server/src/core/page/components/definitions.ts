import {
  choice,
  className,
  type Component,
  component,
  flag,
  icon,
  iconLibrary,
  iconType,
  prop,
  required,
  unlisted,
} from "./component.ts";

const inTheRightColumn = { content: "code", oncePerPage: true } as const;
const fieldType = prop("type", "text", "Type of the value, as `string` or `number[]`.", { names: "type" });
const requiredFlag = flag("required", "Marks it as required.");
const deprecatedFlag = flag("deprecated", "Marks it as deprecated.");
const dropdown = flag("dropdown", "A menu in place of tabs for several examples.", { default: "false" });

const places = [
  ["body", "A member of the request body; the value is its name."],
  ["path", "A part of the path; the value is its name."],
  ["query", "A query parameter; the value is its name."],
  ["header", "A header; the value is its name."],
  ["cookie", "A cookie; the value is its name."],
  ["auth", "A value of the authentication; the value is its name."],
] as const;
const placeNames = places.map(([name]) => name);

/** Components that document an endpoint. */
export const apiComponents: readonly Component[] = [
  parameter("ParamField"),
  { ...parameter("Param"), replacedBy: "ParamField" },
  component(
    "ResponseField",
    "Documents one field of a response.",
    [
      required(prop("name", "text", "Name of the field."), "the field has no name"),
      required(fieldType, "readers do not learn the type of the field", true),
      requiredFlag,
      deprecatedFlag,
      prop("default", "any", "Value that holds when none is given."),
      prop("pre", "list", "Labels in front of the name."),
      prop("post", "list", "Labels behind the name."),
    ],
    // Published sites link to `#param-thumbnails-background` of <ResponseField name="thumbnails.background">.
    { anchor: { from: ["name"], prefix: "param-" } },
  ),
  component("RequestExample", "Example requests for the right column.", [dropdown], inTheRightColumn),
  component("ResponseExample", "Example responses for the right column.", [dropdown], inTheRightColumn),
];

function parameter(name: string): Component {
  return component(
    name,
    "Documents one parameter of an endpoint; on `api` pages it is a field of the playground too.",
    [
      ...places.map(([place, meaning]) => prop(place, "text", meaning)),
      fieldType,
      requiredFlag,
      deprecatedFlag,
      prop("default", "any", "Value the server takes when none is given."),
      prop("placeholder", "text", "Shown in the empty field of the playground."),
      prop("id", "text", "Anchor of its own, for links to it.", {
        default: "`param-` and the name",
        names: "id",
      }),
    ],
    { oneOf: placeNames, anchor: { from: ["id", ...placeNames], prefix: "param-" } },
  );
}

/** Callout components. */
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

/** Components for code, diagrams from code, and text to copy. */
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

/** Layout components: columns, cards, tabs, steps, and expandable sections. */
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

/** Older names that still work, and names without public documentation. */
export const otherComponents: readonly Component[] = [
  component(
    "Snippet",
    "Older way to put a file of the folder `_snippets` here; today it is imported.",
    [prop("file", "text", "Path of the file within the folder.")],
    { content: "none", replacedBy: "import" },
  ),
  component("Example", "Older name of `Frame`.", [], { replacedBy: "Frame", unlisted: true }),
  ...[
    "ApiPlayground",
    "SnippetGroup",
    "CustomCode",
    "CustomComponent",
    "DynamicCustomComponent",
    "MDX",
    "Link",
    "ZoomImage",
    "OptimizedVideo",
    "zapier-zap-templates",
  ].map((name) => component(name, "Known to the service, but not documented.", [], { unlisted: true })),
];

const treeEntries = ["Tree.Folder", "Tree.File"];
const trees = ["Tree", "FileTree", "Tree.Folder"];
const name = required(prop("name", "text", "Name of the entry."), "the entry has no name");
const highlight = flag("highlight", "Marks the entry.", { default: "false" });

/** Components in or next to text: labels, icons, colors, and trees. */
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
