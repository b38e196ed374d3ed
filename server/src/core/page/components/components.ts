import {
  createAnchorProp,
  createChoiceProp,
  classNameProp,
  type Component,
  columnsProp,
  createComponent,
  createFlagProp,
  defaultOpenProp,
  deprecatedProp,
  fieldTypeProp,
  hrefProp,
  iconProp,
  iconLibraryProp,
  iconTypeProp,
  createProp,
  requiredProp,
  toRequiredProp,
  createUnlistedProp,
  toSuggestedProp,
  titleSizeProp,
} from "./component.ts";

const rightColumnOptions = { content: "code", isOncePerPage: true } as const;
const dropdownProp = createFlagProp("dropdown", "Shows several examples in a dropdown instead of tabs.", {
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
const apiComponents: readonly Component[] = [
  createParamComponent("ParamField"),
  { ...createParamComponent("Param"), replacedBy: "ParamField" },
  createComponent(
    "ResponseField",
    "Documents a response field.",
    // If the name is missing, the line with the type and labels isn't displayed (Property in @mintlify/components
    // 1.0.19).
    [
      toRequiredProp(createProp("name", "text", "Name of the field."), "readers see only its description"),
      toRequiredProp(fieldTypeProp, "readers don't see the type of the field", true),
      requiredProp,
      deprecatedProp,
      createProp("default", "any", "Default value of the field."),
      createProp("pre", "list", "Labels before the field name."),
      createProp("post", "list", "Labels shown after the field name."),
    ],
    // For example, published sites link to <ResponseField name="thumbnails.background"> with
    // `#param-thumbnails-background`.
    { anchor: { sourcePropNames: ["name"], prefix: "param-" } },
  ),
  createComponent("RequestExample", "Example requests, shown in the right column.", [dropdownProp], rightColumnOptions),
  createComponent(
    "ResponseExample",
    "Example responses, shown in the right column.",
    [dropdownProp],
    rightColumnOptions,
  ),
];

function createParamComponent(name: string): Component {
  return createComponent(
    name,
    "Documents an endpoint parameter. On `api` pages, it's also a field in the playground.",
    [
      ...locations.map(([location, meaning]) => createProp(location, "text", meaning)),
      toSuggestedProp(fieldTypeProp),
      requiredProp,
      deprecatedProp,
      createProp("default", "any", "Value that the server uses by default."),
      createProp("placeholder", "text", "Placeholder text in the playground field."),
      createAnchorProp("`param-` followed by the name"),
    ],
    {
      // Completion inserts the first of these props.
      oneOf: ["path", "query", "body", "header", "cookie", "auth"] satisfies typeof locationNames,
      effectIfAllMissing: "readers see only its description",
      anchor: { sourcePropNames: ["id", ...locationNames], prefix: "param-" },
    },
  );
}

const calloutComponents: readonly Component[] = [
  createCalloutComponent("Note", "useful information."),
  createCalloutComponent("Warning", "possible problems."),
  createCalloutComponent("Info", "background information."),
  createCalloutComponent("Tip", "advice that makes a task easier."),
  createCalloutComponent("Check", "the expected result."),
  createCalloutComponent("Danger", "anything that causes damage or can't be undone."),
  createComponent("Callout", "A callout with a custom icon and color.", [
    createProp("color", "text", "Color of the callout and its icon, such as `#16A34A`.", { names: "color" }),
    createProp("title", "text", "Title of the callout."),
    createChoiceProp(
      "variant",
      ["info", "warning", "note", "tip", "check", "danger", "custom"],
      "Uses the icon and color of this callout type.",
      { default: "custom" },
    ),
    createProp("ariaLabel", "text", "Text that screen readers announce instead of the icon."),
    iconProp,
    iconTypeProp,
  ]),
];

function createCalloutComponent(name: string, meaning: string): Component {
  const props = [createUnlistedProp("title", "text"), iconProp, iconTypeProp];
  return createComponent(name, `A colored callout for ${meaning}`, props);
}

/** Components for code, diagrams defined in code, and text that readers can copy. */
const codeComponents: readonly Component[] = [
  createComponent(
    "CodeGroup",
    "Shows fenced code blocks as tabs. Each block's title is its tab label.",
    [createFlagProp("dropdown", "Shows a dropdown instead of tabs.", { default: "false" })],
    { content: "code" },
  ),
  createComponent("CodeBlock", "A code block as a component, for use in your own components.", [
    createProp("language", "text", "Language for syntax highlighting."),
    createProp("filename", "text", "Title of the code block."),
    createProp("icon", "text", "Icon next to the title.", { names: "icon" }),
    createFlagProp("lines", "Shows line numbers."),
    createFlagProp("wrap", "Wraps long lines."),
    createFlagProp("expandable", "Shows only the first few lines, with a button to expand the rest."),
    createFlagProp("nocopy", "Hides the copy button."),
    createProp("highlight", "any", 'Line numbers to highlight, such as `"[1,3]"`.'),
    createProp("focus", "any", 'Line numbers to focus on, such as `"[1,3]"`.'),
  ]),
  createComponent("Mermaid", "A Mermaid diagram, usually written as a `mermaid` code block.", [
    createChoiceProp(
      "placement",
      ["top-left", "top-right", "bottom-left", "bottom-right"],
      "Position of the zoom and pan buttons.",
      { default: "bottom-right" },
    ),
    createFlagProp("actions", "Shows the zoom and pan buttons.", {
      default: "only on diagrams taller than 120 pixels",
    }),
  ]),
  createComponent("Prompt", "A prompt that readers can copy or open in an AI tool.", [
    toRequiredProp(
      createProp("description", "markdown", "Text that readers see. The prompt itself is between the tags."),
      "readers can't tell what the prompt is for",
    ),
    createProp("actions", "list", "Buttons to show: `copy`, `cursor`, or both.", {
      values: ["copy", "cursor"],
      default: '["copy"]',
    }),
    iconProp,
    iconTypeProp,
  ]),
];

/** Layout components: columns, cards, tabs, steps, and expandable sections. */
const layoutComponents: readonly Component[] = [
  createComponent(
    "Accordion",
    "A section that readers can expand and collapse.",
    [
      toRequiredProp(
        createProp("title", "text", "Title that readers click to expand the section."),
        "the line that expands it is blank",
      ),
      createProp("description", "text", "Smaller text below the title."),
      defaultOpenProp,
      createAnchorProp("generated from the title"),
      iconProp,
      iconTypeProp,
    ],
    { anchor: { sourcePropNames: ["id", "title"] } },
  ),
  createComponent("AccordionGroup", "Combines several accordions into one box.", [classNameProp]),
  createComponent("Card", "A box with a title and an optional link.", [
    toSuggestedProp(createProp("title", "text", "Title of the card.")),
    toSuggestedProp(hrefProp),
    createFlagProp("horizontal", "Shows the icon next to the text, in a more compact card.", {
      default: "false",
    }),
    createProp("img", "text", "Image above the title: a path or URL.", { names: "image" }),
    createProp("cta", "text", "Link text at the bottom of the card."),
    createFlagProp("arrow", "Shows a link arrow.", { default: "only on links to other sites" }),
    createProp("color", "text", "Color of the icon, such as `#16A34A`.", { names: "color" }),
    createChoiceProp(
      "type",
      ["info", "warning", "note", "tip", "check", "danger"],
      "Colors the card like this callout type.",
    ),
    createFlagProp("disabled", "Grays out the card and disables clicks.", { default: "false" }),
    toSuggestedProp(iconProp),
    iconTypeProp,
  ]),
  createComponent("CardGroup", "Shows cards side by side. Same as `<Columns>`.", [toSuggestedProp(columnsProp)]),
  createComponent("Columns", "Arranges its content side by side.", [toSuggestedProp(columnsProp)]),
  createComponent("Column", "One column in `<Columns>`, for content other than cards.", [], {
    parents: ["Columns", "CardGroup"],
  }),
  createComponent("Tile", "An image with a title that links to a page or URL.", [
    toRequiredProp(hrefProp, "it doesn't link to anything"),
    toSuggestedProp(createProp("title", "text", "Title below the image.")),
    createProp("description", "text", "Smaller text below the title."),
  ]),
  createComponent(
    "Tabs",
    "Tabbed content. Readers see one tab at a time.",
    [
      createProp("defaultTabIndex", "number", "Zero-based index of the tab that's initially open.", {
        default: "0",
        range: { min: 0, max: 1000 },
      }),
      createFlagProp("sync", "Syncs with tabs elsewhere on the page that have the same titles.", {
        default: "true",
      }),
      createFlagProp("borderBottom", "Shows a line below the content.", { default: "false" }),
    ],
    { children: ["Tab"] },
  ),
  createComponent(
    "Tab",
    "One tab in `<Tabs>`.",
    [
      toRequiredProp(createProp("title", "text", "Label of the tab."), "the tab has no label"),
      createAnchorProp("generated from the title"),
      iconProp,
      iconTypeProp,
    ],
    { parents: ["Tabs"], anchor: { sourcePropNames: ["id", "title"] } },
  ),
  createComponent("Steps", "A numbered sequence of steps.", [titleSizeProp], { children: ["Step"] }),
  createComponent(
    "Step",
    "One step in `<Steps>`.",
    [
      toRequiredProp(createProp("title", "text", "Title of the step."), "the step has no heading or anchor", true),
      createProp("stepNumber", "number", "Overrides the step number.", {
        default: "its position among the steps",
      }),
      titleSizeProp,
      createAnchorProp("generated from the title"),
      createFlagProp("noAnchor", "Removes the step's anchor, so links can't point to the step.", {
        default: "false",
      }),
      iconProp,
      iconTypeProp,
    ],
    { parents: ["Steps"], anchor: { sourcePropNames: ["id", "title"], disabledBy: "noAnchor" } },
  ),
  createComponent("Expandable", "A section that readers can expand to see details, such as the fields of an object.", [
    toSuggestedProp(createProp("title", "text", "Title that readers click to expand the section.")),
    defaultOpenProp,
  ]),
  createComponent("Frame", "A border around an image or video.", [
    createProp("caption", "markdown", "Caption below the frame."),
    createProp("hint", "text", "Text above the frame."),
    createUnlistedProp("title", "text"),
    createUnlistedProp("description", "text"),
  ]),
  createComponent("Panel", "Replaces the right column of the page.", [], { isOncePerPage: true }),
  createComponent(
    "View",
    "Content for one choice, such as a language. Readers choose from a menu on the page.",
    [
      toRequiredProp(createProp("title", "text", "Name of the choice in the menu."), "readers can't choose it"),
      iconProp,
      iconTypeProp,
    ],
    { anchor: { sourcePropNames: ["title"] } },
  ),
  createComponent("Visibility", "Content that only some readers see.", [
    toRequiredProp(
      createProp(
        "for",
        "any",
        'Who sees the content: `humans`, `agents`, `signed-in`, `signed-out`, or groups such as `{{ groups: ["beta"] }}`.',
        { values: ["humans", "agents", "signed-in", "signed-out"] },
      ),
      "the service can't determine who sees the content",
    ),
  ]),
  createComponent("Variation", "Content for specific variations of the site.", [
    createProp("is", "any", "ID of the variation, or a list of IDs."),
  ]),
  createComponent(
    "Update",
    "A changelog entry.",
    [
      toRequiredProp(
        createProp("label", "text", "Date or version, shown next to the entry."),
        "the entry has no date or anchor",
      ),
      createProp("tags", "list", "Tags that readers can filter entries by."),
      toSuggestedProp(createProp("description", "text", "Smaller text below the label.")),
      createProp("rss", "map", "Title and description of the entry in the RSS feed."),
      createAnchorProp("generated from the label"),
    ],
    { anchor: { sourcePropNames: ["id", "label"] } },
  ),
];

/** Components with outdated names that still work, and components without public documentation. */
const otherComponents: readonly Component[] = [
  createComponent(
    "Snippet",
    "Includes a file from the `_snippets` folder.",
    [createProp("file", "text", "Path of the file in the `_snippets` folder.")],
    { content: "none", replacedBy: "import" },
  ),
  createComponent("Example", "Older name for `<Frame>`.", [], { replacedBy: "Frame", isUnlisted: true }),
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
  ].map((name) => createComponent(name, "Supported by the service, but not documented.", [], { isUnlisted: true })),
];

const treeEntryNames = ["Tree.Folder", "Tree.File"];
const treeParentNames = ["Tree", "FileTree", "Tree.Folder"];
const nameProp = toRequiredProp(
  createProp("name", "text", "Name of the file or folder."),
  "the file or folder has no name",
);
const highlightProp = createFlagProp("highlight", "Highlights the file or folder.", { default: "false" });

/** Components that appear in or next to text: labels, icons, colors, and trees. */
const textComponents: readonly Component[] = [
  createComponent(
    "Badge",
    "A small colored label.",
    [
      createChoiceProp(
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
      createChoiceProp("size", ["xs", "sm", "md", "lg"], "Size of the label.", { default: "md" }),
      createChoiceProp("shape", ["rounded", "pill"], "Shape of the corners.", { default: "rounded" }),
      createChoiceProp("variant", ["solid", "outline"], "Style of the label: filled or outlined.", {
        default: "solid",
      }),
      createFlagProp("stroke", "Shows a border instead of a fill.", { default: "false", deprecated: "variant" }),
      createFlagProp("disabled", "Grays out the label.", { default: "false" }),
      createProp("leadIcon", "element", "JSX element to use as the icon before the text."),
      createProp("tailIcon", "element", "JSX element to use as the icon after the text."),
      hrefProp,
      classNameProp,
      iconProp,
      iconTypeProp,
    ],
    { isInline: true, content: "inline" },
  ),
  createComponent(
    "Icon",
    "An icon.",
    [
      toSuggestedProp({ ...iconProp, type: "text" }),
      createProp("src", "text", "Image to show instead of a named icon: a path or URL.", { names: "image" }),
      iconTypeProp,
      createProp("color", "text", "Color of the icon, such as `#16A34A`.", { names: "color" }),
      createProp("size", "number", "Width and height in pixels.", { default: "16" }),
      classNameProp,
      iconLibraryProp,
    ],
    { isInline: true, content: "none", oneOf: ["icon", "src"], effectIfAllMissing: "it shows nothing" },
  ),
  createComponent(
    "Tooltip",
    "Text with an explanation that appears on hover.",
    [
      toRequiredProp(createProp("tip", "text", "Text of the tooltip."), "the tooltip is empty"),
      createProp("headline", "text", "Title of the tooltip."),
      createProp("cta", "text", "Link text in the tooltip.", { requires: "href" }),
      hrefProp,
      createUnlistedProp("title", "text"),
      createUnlistedProp("description", "text"),
    ],
    { isInline: true, content: "inline" },
  ),
  createComponent("Latex", "A LaTeX formula, usually written between dollar signs.", [], {
    isInline: true,
    content: "inline",
  }),
  createComponent(
    "Heading",
    "A heading with a custom level and anchor.",
    [
      createProp("level", "number", "Heading level, from 1 to 6.", { range: { min: 1, max: 6 } }),
      createProp("id", "text", "Heading anchor.", { names: "id" }),
    ],
    { anchor: { sourcePropNames: ["id"] }, content: "inline" },
  ),
  createComponent(
    "Color",
    "Colors that readers can copy.",
    [
      toRequiredProp(
        createChoiceProp(
          "variant",
          ["compact", "table"],
          "Layout: tiles side by side (`compact`), or rows with titles (`table`).",
        ),
        "the service can't determine how to show the colors",
      ),
    ],
    { children: ["Color.Item", "Color.Row"] },
  ),
  createComponent("Color.Row", "A row of colors in a table.", [createProp("title", "text", "Title of the row.")], {
    parents: ["Color"],
    children: ["Color.Item"],
  }),
  createComponent(
    "Color.Item",
    "A color.",
    [
      createProp("name", "text", "Name of the color."),
      toRequiredProp(
        createProp("value", "any", "CSS color, or an object with `light` and `dark` colors.", {
          names: "color",
        }),
        "there's no color to show",
      ),
    ],
    { parents: ["Color", "Color.Row"], content: "none" },
  ),
  ...["GitHub", "GitHub.Repo", "Github", "Github.Repo"].map((tag) =>
    createComponent(
      tag,
      "A GitHub repository, including its stars and description.",
      [
        createProp("repo", "text", "Owner and name, such as `octocat/hello-world`, or the repository's URL."),
        createChoiceProp("variant", ["inset", "flat"], "Style: with (`inset`) or without (`flat`) a box around it.", {
          default: "inset",
        }),
        classNameProp,
      ],
      { content: "none" },
    ),
  ),
  ...["Tree", "FileTree"].map((tag) =>
    createComponent(tag, "A tree of folders and files.", [], { children: treeEntryNames }),
  ),
  createComponent(
    "Tree.Folder",
    "A folder in a tree.",
    [
      nameProp,
      createFlagProp("defaultOpen", "Expands the folder when the page loads.", { default: "false" }),
      createFlagProp("openable", "Lets readers expand and collapse the folder.", { default: "true" }),
      highlightProp,
    ],
    { parents: treeParentNames, children: treeEntryNames },
  ),
  createComponent("Tree.File", "A file in a tree.", [nameProp, highlightProp], {
    parents: treeParentNames,
    content: "none",
  }),
];

/** Every component that the service provides without an import, by name. */
export const components: ReadonlyMap<string, Component> = new Map(
  [layoutComponents, calloutComponents, apiComponents, codeComponents, textComponents, otherComponents]
    .flat()
    .map((component) => [component.name, component]),
);
