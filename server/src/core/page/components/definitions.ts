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
  suggested,
} from "./component.ts";

const inTheRightColumn = { content: "code", oncePerPage: true } as const;
const fieldType = prop("type", "text", "Type of the value, such as `string` or `number[]`.", {
  names: "type",
});
const requiredFlag = flag("required", "Marks the field as required.");
const deprecatedFlag = flag("deprecated", "Marks the field as deprecated.");
const dropdown = flag("dropdown", "Shows several examples in a dropdown instead of tabs.", {
  default: "false",
});

const locations = [
  ["body", "Name of the request body field."],
  ["path", "Name of the path parameter."],
  ["query", "Name of the query parameter."],
  ["header", "Name of the header."],
  ["cookie", "Name of the cookie."],
  ["auth", "Name of the authentication value."],
] as const;
const locationNames = locations.map(([name]) => name);

/** Components that document an endpoint. */
export const apiComponents: readonly Component[] = [
  parameter("ParamField"),
  { ...parameter("Param"), replacedBy: "ParamField" },
  component(
    "ResponseField",
    "Documents a response field.",
    // If the name is missing, the line with the type and labels isn't displayed (Property in @mintlify/components
    // 1.0.19).
    [
      required(prop("name", "text", "Name of the field."), "readers see only its description"),
      required(fieldType, "readers don't see the type of the field", true),
      requiredFlag,
      deprecatedFlag,
      prop("default", "any", "Default value of the field."),
      prop("pre", "list", "Labels before the field name."),
      prop("post", "list", "Labels shown after the field name."),
    ],
    // For example, published sites link to <ResponseField name="thumbnails.background"> with
    // `#param-thumbnails-background`.
    { anchor: { from: ["name"], prefix: "param-" } },
  ),
  component("RequestExample", "Example requests, shown in the right column.", [dropdown], inTheRightColumn),
  component("ResponseExample", "Example responses, shown in the right column.", [dropdown], inTheRightColumn),
];

function parameter(name: string): Component {
  return component(
    name,
    "Documents an endpoint parameter. On `api` pages, it's also a field in the playground.",
    [
      ...locations.map(([location, meaning]) => prop(location, "text", meaning)),
      suggested(fieldType),
      requiredFlag,
      deprecatedFlag,
      prop("default", "any", "Value that the server uses by default."),
      prop("placeholder", "text", "Placeholder text in the playground field."),
      prop("id", "text", "Custom anchor for links to this component.", {
        default: "`param-` followed by the name",
        names: "id",
      }),
    ],
    {
      // Completion inserts the first one.
      oneOf: ["path", "query", "body", "header", "cookie", "auth"] satisfies typeof locationNames,
      effectIfAllMissing: "readers see only its description",
      anchor: { from: ["id", ...locationNames], prefix: "param-" },
    },
  );
}

export const calloutComponents: readonly Component[] = [
  callout("Note", "useful information."),
  callout("Warning", "possible problems."),
  callout("Info", "background information."),
  callout("Tip", "advice that makes a task easier."),
  callout("Check", "the expected result."),
  callout("Danger", "anything that causes damage or can't be undone."),
  component("Callout", "A callout with a custom icon and color.", [
    prop("color", "text", "Color of the callout and its icon, such as `#16A34A`.", { names: "color" }),
    prop("title", "text", "Title of the callout."),
    choice(
      "variant",
      ["info", "warning", "note", "tip", "check", "danger", "custom"],
      "Uses the icon and color of this callout type.",
      { default: "custom" },
    ),
    prop("ariaLabel", "text", "Text that screen readers announce instead of the icon."),
    icon,
    iconType,
  ]),
];

function callout(name: string, meaning: string): Component {
  return component(name, `A colored callout for ${meaning}`, [unlisted("title", "text"), icon, iconType]);
}

/** Components for code, diagrams defined in code, and text that readers can copy. */
export const codeComponents: readonly Component[] = [
  component(
    "CodeGroup",
    "Shows fenced code blocks as tabs. Each block's title is its tab label.",
    [flag("dropdown", "Shows a dropdown instead of tabs.", { default: "false" })],
    { content: "code" },
  ),
  component("CodeBlock", "A code block as a component, for use in your own components.", [
    prop("language", "text", "Language for syntax highlighting."),
    prop("filename", "text", "Title of the code block."),
    prop("icon", "text", "Icon next to the title.", { names: "icon" }),
    flag("lines", "Shows line numbers."),
    flag("wrap", "Wraps long lines."),
    flag("expandable", "Shows only the first few lines, with a button to expand the rest."),
    flag("nocopy", "Hides the copy button."),
    prop("highlight", "any", 'Line numbers to highlight, such as `"[1,3]"`.'),
    prop("focus", "any", 'Line numbers to focus on, such as `"[1,3]"`.'),
  ]),
  component("Mermaid", "A Mermaid diagram, usually written as a `mermaid` code block.", [
    choice(
      "placement",
      ["top-left", "top-right", "bottom-left", "bottom-right"],
      "Position of the zoom and pan buttons.",
      { default: "bottom-right" },
    ),
    flag("actions", "Shows the zoom and pan buttons.", {
      default: "only on diagrams taller than 120 pixels",
    }),
  ]),
  component("Prompt", "A prompt that readers can copy or open in an AI tool.", [
    required(
      prop("description", "markdown", "Text that readers see. The prompt itself is between the tags."),
      "readers can't tell what the prompt is for",
    ),
    prop("actions", "list", "Buttons to show: `copy`, `cursor`, or both.", {
      values: ["copy", "cursor"],
      default: '["copy"]',
    }),
    icon,
    iconType,
  ]),
];

const columns = prop("cols", "number", "Number of columns on wide screens. Narrow screens show fewer.", {
  values: ["1", "2", "3", "4"],
  range: { min: 1, max: 100 },
  default: "2",
});
const openAtStart = flag("defaultOpen", "Expands the section when the page loads.", { default: "false" });
const titleSize = choice(
  "titleSize",
  ["p", "h2", "h3", "h4"],
  "Title size. Heading sizes also add titles to the table of contents.",
  { default: "p" },
);

/** Layout components: columns, cards, tabs, steps, and expandable sections. */
export const layoutComponents: readonly Component[] = [
  component(
    "Accordion",
    "A section that readers can expand and collapse.",
    [
      required(
        prop("title", "text", "Title that readers click to expand the section."),
        "the line that expands it is blank",
      ),
      prop("description", "text", "Smaller text below the title."),
      openAtStart,
      prop("id", "text", "Custom anchor for links to this component.", {
        default: "generated from the title",
        names: "id",
      }),
      icon,
      iconType,
    ],
    { anchor: { from: ["id", "title"] } },
  ),
  component("AccordionGroup", "Combines several accordions into one box.", [className]),
  component("Card", "A box with a title and an optional link.", [
    suggested(prop("title", "text", "Title of the card.")),
    suggested(prop("href", "text", "Link target: a path on this site or a URL.", { names: "url" })),
    flag("horizontal", "Shows the icon next to the text, in a more compact card.", { default: "false" }),
    prop("img", "text", "Image above the title: a path or URL.", { names: "image" }),
    prop("cta", "text", "Link text at the bottom of the card."),
    flag("arrow", "Shows a link arrow.", { default: "only on links to other sites" }),
    prop("color", "text", "Color of the icon, such as `#16A34A`.", { names: "color" }),
    choice(
      "type",
      ["info", "warning", "note", "tip", "check", "danger"],
      "Colors the card like this callout type.",
    ),
    flag("disabled", "Grays out the card and disables clicks.", { default: "false" }),
    suggested(icon),
    iconType,
  ]),
  component("CardGroup", "Shows cards side by side. Same as `<Columns>`.", [suggested(columns)]),
  component("Columns", "Arranges its content side by side.", [suggested(columns)]),
  component("Column", "One column in `<Columns>`, for content other than cards.", [], {
    parents: ["Columns", "CardGroup"],
  }),
  component("Tile", "An image with a title that links to a page or URL.", [
    required(
      prop("href", "text", "Link target: a path on this site or a URL.", { names: "url" }),
      "it doesn't link to anything",
    ),
    suggested(prop("title", "text", "Title below the image.")),
    prop("description", "text", "Smaller text below the title."),
  ]),
  component(
    "Tabs",
    "Tabbed content. Readers see one tab at a time.",
    [
      prop("defaultTabIndex", "number", "Zero-based index of the tab that's initially open.", {
        default: "0",
        range: { min: 0, max: 1000 },
      }),
      flag("sync", "Syncs with tabs elsewhere on the page that have the same titles.", {
        default: "true",
      }),
      flag("borderBottom", "Shows a line below the content.", { default: "false" }),
    ],
    { children: ["Tab"] },
  ),
  component(
    "Tab",
    "One tab in `<Tabs>`.",
    [
      required(prop("title", "text", "Label of the tab."), "the tab has no label"),
      prop("id", "text", "Custom anchor for links to this component.", {
        default: "generated from the title",
        names: "id",
      }),
      icon,
      iconType,
    ],
    { parents: ["Tabs"], anchor: { from: ["id", "title"] } },
  ),
  component("Steps", "A numbered sequence of steps.", [titleSize], { children: ["Step"] }),
  component(
    "Step",
    "One step in `<Steps>`.",
    [
      required(prop("title", "text", "Title of the step."), "the step has no heading or anchor", true),
      prop("stepNumber", "number", "Overrides the step number.", {
        default: "its position among the steps",
      }),
      titleSize,
      prop("id", "text", "Custom anchor for links to this component.", {
        default: "generated from the title",
        names: "id",
      }),
      flag("noAnchor", "Removes the step's anchor, so links can't point to the step.", { default: "false" }),
      icon,
      iconType,
    ],
    { parents: ["Steps"], anchor: { from: ["id", "title"], unless: "noAnchor" } },
  ),
  component(
    "Expandable",
    "A section that readers can expand to see details, such as the fields of an object.",
    [suggested(prop("title", "text", "Title that readers click to expand the section.")), openAtStart],
  ),
  component("Frame", "A border around an image or video.", [
    prop("caption", "markdown", "Caption below the frame."),
    prop("hint", "text", "Text above the frame."),
    unlisted("title", "text"),
    unlisted("description", "text"),
  ]),
  component("Panel", "Replaces the right column of the page.", [], { oncePerPage: true }),
  component(
    "View",
    "Content for one choice, such as a language. Readers choose from a menu on the page.",
    [
      required(prop("title", "text", "Name of the choice in the menu."), "readers can't choose it"),
      icon,
      iconType,
    ],
    { anchor: { from: ["title"] } },
  ),
  component("Visibility", "Content that only some readers see.", [
    required(
      prop(
        "for",
        "any",
        'Who sees the content: `humans`, `agents`, `signed-in`, `signed-out`, or groups such as `{{ groups: ["beta"] }}`.',
        { values: ["humans", "agents", "signed-in", "signed-out"] },
      ),
      "the service can't determine who sees the content",
    ),
  ]),
  component("Variation", "Content for specific variations of the site.", [
    prop("is", "any", "ID of the variation, or a list of IDs."),
  ]),
  component(
    "Update",
    "A changelog entry.",
    [
      required(
        prop("label", "text", "Date or version, shown next to the entry."),
        "the entry has no date or anchor",
      ),
      prop("tags", "list", "Tags that readers can filter entries by."),
      suggested(prop("description", "text", "Smaller text below the label.")),
      prop("rss", "map", "Title and description of the entry in the RSS feed."),
      prop("id", "text", "Custom anchor for links to this component.", {
        default: "generated from the label",
        names: "id",
      }),
    ],
    { anchor: { from: ["id", "label"] } },
  ),
];

/** Components with outdated names that still work, and components without public documentation. */
export const otherComponents: readonly Component[] = [
  component(
    "Snippet",
    "Includes a file from the `_snippets` folder.",
    [prop("file", "text", "Path of the file in the `_snippets` folder.")],
    { content: "none", replacedBy: "import" },
  ),
  component("Example", "Older name for `<Frame>`.", [], { replacedBy: "Frame", unlisted: true }),
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
  ].map((name) => component(name, "Supported by the service, but not documented.", [], { unlisted: true })),
];

const treeEntries = ["Tree.Folder", "Tree.File"];
const trees = ["Tree", "FileTree", "Tree.Folder"];
const name = required(prop("name", "text", "Name of the file or folder."), "the file or folder has no name");
const highlight = flag("highlight", "Highlights the file or folder.", { default: "false" });

/** Components that appear in or next to text: labels, icons, colors, and trees. */
export const textComponents: readonly Component[] = [
  component(
    "Badge",
    "A small colored label.",
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
        "Color of the label.",
        { default: "gray" },
      ),
      choice("size", ["xs", "sm", "md", "lg"], "Size of the label.", { default: "md" }),
      choice("shape", ["rounded", "pill"], "Shape of the corners.", { default: "rounded" }),
      choice("variant", ["solid", "outline"], "Style of the label: filled or outlined.", {
        default: "solid",
      }),
      flag("stroke", "Shows a border instead of a fill.", { default: "false", deprecated: "variant" }),
      flag("disabled", "Grays out the label.", { default: "false" }),
      prop("leadIcon", "element", "JSX element to use as the icon before the text."),
      prop("tailIcon", "element", "JSX element to use as the icon after the text."),
      prop("href", "text", "Link target: a path on this site or a URL.", { names: "url" }),
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
      suggested({ ...icon, type: "text" }),
      prop("src", "text", "Image to show instead of a named icon: a path or URL.", { names: "image" }),
      iconType,
      prop("color", "text", "Color of the icon, such as `#16A34A`.", { names: "color" }),
      prop("size", "number", "Width and height in pixels.", { default: "16" }),
      className,
      iconLibrary,
    ],
    { inline: true, content: "none", oneOf: ["icon", "src"], effectIfAllMissing: "it shows nothing" },
  ),
  component(
    "Tooltip",
    "Text with an explanation that appears on hover.",
    [
      required(prop("tip", "text", "Text of the tooltip."), "the tooltip is empty"),
      prop("headline", "text", "Title of the tooltip."),
      prop("cta", "text", "Link text in the tooltip.", { needs: "href" }),
      prop("href", "text", "Link target: a path on this site or a URL.", {
        names: "url",
      }),
      unlisted("title", "text"),
      unlisted("description", "text"),
    ],
    { inline: true, content: "inline" },
  ),
  component("Latex", "A LaTeX formula, usually written between dollar signs.", [], {
    inline: true,
    content: "inline",
  }),
  component(
    "Heading",
    "A heading with a custom level and anchor.",
    [
      prop("level", "number", "Heading level, from 1 to 6.", { range: { min: 1, max: 6 } }),
      prop("id", "text", "Heading anchor.", { names: "id" }),
    ],
    { anchor: { from: ["id"] }, content: "inline" },
  ),
  component(
    "Color",
    "Colors that readers can copy.",
    [
      required(
        choice(
          "variant",
          ["compact", "table"],
          "Layout: tiles side by side (`compact`), or rows with titles (`table`).",
        ),
        "the service can't determine how to show the colors",
      ),
    ],
    { children: ["Color.Item", "Color.Row"] },
  ),
  component("Color.Row", "A row of colors in a table.", [prop("title", "text", "Title of the row.")], {
    parents: ["Color"],
    children: ["Color.Item"],
  }),
  component(
    "Color.Item",
    "A color.",
    [
      prop("name", "text", "Name of the color."),
      required(
        prop("value", "any", "CSS color, or an object with `light` and `dark` colors.", {
          names: "color",
        }),
        "there's no color to show",
      ),
    ],
    { parents: ["Color", "Color.Row"], content: "none" },
  ),
  ...["GitHub", "GitHub.Repo", "Github", "Github.Repo"].map((tag) =>
    component(
      tag,
      "A GitHub repository, including its stars and description.",
      [
        prop("repo", "text", "Owner and name, such as `octocat/hello-world`, or the repository's URL."),
        choice("variant", ["inset", "flat"], "Style: with (`inset`) or without (`flat`) a box around it.", {
          default: "inset",
        }),
        className,
      ],
      { content: "none" },
    ),
  ),
  ...["Tree", "FileTree"].map((tag) =>
    component(tag, "A tree of folders and files.", [], { children: treeEntries }),
  ),
  component(
    "Tree.Folder",
    "A folder in a tree.",
    [
      name,
      flag("defaultOpen", "Expands the folder when the page loads.", { default: "false" }),
      flag("openable", "Lets readers expand and collapse the folder.", { default: "true" }),
      highlight,
    ],
    { parents: trees, children: treeEntries },
  ),
  component("Tree.File", "A file in a tree.", [name, highlight], { parents: trees, content: "none" }),
];
