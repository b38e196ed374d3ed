import type { Case } from "./case.ts";
import { pageCase, type PageRow } from "./page-case.ts";

const unknown = (name: string) => [`warning mdx/unknown-component \`${name}\``];
const lacks = ["warning mdx/missing-prop"];
const badValue = ["warning mdx/prop-value"];
const misplaced = ["warning mdx/misplaced-component"];

// The expected results follow from the documented props, prop values, and children of each component.
const rows: readonly PageRow[] = [
  // A component is unknown if it isn't built in, imported, or exported.
  ["an unknown component", "<Zebra>x</Zebra>", unknown("Zebra")],
  ["a self-closing unknown component", "<Zebra />", unknown("Zebra")],
  ["a typo in a built-in name", '<Cardd title="A">x</Cardd>', unknown("Cardd")],
  ["an unknown component in the middle of a line", "Text <Zebra>x</Zebra> text", unknown("Zebra")],
  ["an unknown component inside another", "<Note>\n  <Zebra>x</Zebra>\n</Note>", unknown("Zebra")],
  ["an unknown component in a list", "- one\n- <Zebra>x</Zebra>", unknown("Zebra")],
  // Published pages use these names, but they aren't built-in components.
  ...["Img", "Details", "Folder", "Caution", "Important"].map((name): PageRow => [
    `${name}, which isn't built in`,
    `<${name}>x</${name}>`,
    unknown(name),
  ]),
  ["an unknown component in inline code", "Write `<Zebra />` so.", "clean"],
  ["an unknown component in a code block", "```mdx\n<Zebra />\n```", "clean"],
  ["an unknown component in a code block with tildes", "~~~\n<Zebra />\n~~~", "clean"],
  ["an unknown component in a comment", "{/* <Zebra /> */}", "clean"],
  ["an escaped tag", "Use \\<Zebra> here", "clean"],
  ["a component that the page exports", "export const Zebra = () => <b>x</b>;\n\n<Zebra />", "clean"],
  [
    "a component that the page exports as a function",
    "export function Zebra() {\n  return <b>x</b>;\n}\n\n<Zebra />",
    "clean",
  ],
  [
    "a component that a snippet exports",
    'import { Zebra } from "/snippets/zebra.jsx";\n\n<Zebra />',
    "clean",
    { files: { "snippets/zebra.jsx": "export const Zebra = () => <b>x</b>;\n" } },
  ],
  [
    "a Markdown snippet as a component",
    'import Zebra from "/snippets/zebra.mdx";\n\n<Zebra />',
    "clean",
    { files: { "snippets/zebra.mdx": "Hello.\n" } },
  ],
  ["a fragment", "<>\n  text\n</>", "clean"],
  // Raw HTML is common on published pages.
  [
    "HTML elements",
    '<div className="a"><span>x</span><sup>1</sup><br /><a href="https://e.com">e</a></div>\n\n<iframe src="https://e.com/v" />\n\n<video src="https://e.com/v.mp4" />',
    "clean",
  ],
  ["an SVG image", '<svg viewBox="0 0 1 1"><path d="M0 0" /><use href="#x" /></svg>', "clean"],
  // All components in the catalog, used correctly.
  ["accordions", '<AccordionGroup>\n  <Accordion title="A">x</Accordion>\n</AccordionGroup>', "clean"],
  ["a single accordion", '<Accordion title="A" defaultOpen icon="star">x</Accordion>', "clean"],
  ["a badge", 'Text <Badge color="green" size="sm" shape="pill">new</Badge>', "clean"],
  ...["Note", "Warning", "Info", "Tip", "Check", "Danger"].map((name): PageRow => [
    `the callout ${name}`,
    `<${name}>x</${name}>`,
    "clean",
  ]),
  ["a custom callout", '<Callout variant="tip" title="A">x</Callout>', "clean"],
  ["cards", '<CardGroup cols={2}>\n  <Card title="A" icon="star">x</Card>\n</CardGroup>', "clean"],
  ["a card without a title", "<Card>x</Card>", "clean"],
  ["columns", "<Columns cols={3}>\n  <Column>x</Column>\n  <Column>y</Column>\n</Columns>", "clean"],
  ["a code group", "<CodeGroup>\n```js a.js\n1\n```\n```py b.py\n1\n```\n</CodeGroup>", "clean"],
  [
    "colors",
    '<Color variant="compact">\n  <Color.Item name="A" value="#fff" />\n</Color>\n\n<Color variant="table">\n  <Color.Row title="R">\n    <Color.Item name="A" value="#fff" />\n  </Color.Row>\n</Color>',
    "clean",
  ],
  ["an expandable", '<Expandable title="A">x</Expandable>', "clean"],
  ["a frame", '<Frame caption="A">x</Frame>', "clean"],
  ["an icon", '<Icon icon="flag" size={32} />', "clean"],
  ["a panel", "<Panel>x</Panel>", "clean"],
  ["a prompt", '<Prompt description="A" actions={["copy", "cursor"]}>x</Prompt>', "clean"],
  ["fields", '<ResponseField name="a" type="string" required>x</ResponseField>', "clean"],
  ["parameters", '<ParamField query="a" type="string" required>x</ParamField>', "clean"],
  [
    "a parameter in each location",
    ["path", "query", "body", "header", "cookie"]
      .map((place) => `<ParamField ${place}="a_${place}" type="string">x</ParamField>`)
      .join("\n\n"),
    "clean",
  ],
  [
    "examples",
    "<RequestExample>\n```bash\ncurl a\n```\n</RequestExample>\n\n<ResponseExample>\n```json\n{}\n```\n</ResponseExample>",
    "clean",
  ],
  ["steps", '<Steps titleSize="h3">\n  <Step title="A">x</Step>\n  <Step title="B">y</Step>\n</Steps>', "clean"],
  ["tabs", '<Tabs>\n  <Tab title="A">x</Tab>\n  <Tab title="B">y</Tab>\n</Tabs>', "clean"],
  ["a tile", '<Tile href="https://e.com" title="A">x</Tile>', "clean"],
  ["a tooltip", 'A <Tooltip tip="B" headline="C">word</Tooltip>.', "clean"],
  [
    "a tree",
    '<Tree>\n  <Tree.Folder name="a" defaultOpen>\n    <Tree.File name="b.js" />\n  </Tree.Folder>\n</Tree>',
    "clean",
  ],
  ["an update", '<Update label="v1" description="May" tags={["a"]}>x</Update>', "clean"],
  ["a view", '<View title="A" icon="star">x</View>', "clean"],
  ["visibility", '<Visibility for="humans">x</Visibility>', "clean"],
  ["visibility of groups", '<Visibility for={{ groups: ["a"] }}>x</Visibility>', "clean"],
  // Component names that are valid but aren't documented.
  ...["ApiPlayground", "SnippetGroup", "CustomCode", "CustomComponent", "Latex", "ZoomImage"].map((name): PageRow => [
    `the undocumented component ${name}`,
    `<${name}>x</${name}>`,
    "clean",
  ]),
  // A missing required prop is a warning.
  ["an accordion without a title", "<Accordion>x</Accordion>", lacks],
  [
    "a step without a title, which still shows its number and text",
    "<Steps>\n  <Step>x</Step>\n</Steps>",
    ["hint mdx/missing-prop"],
  ],
  ["a tab without a title", "<Tabs>\n  <Tab>x</Tab>\n</Tabs>", lacks],
  ["a tile without a URL", '<Tile title="A">x</Tile>', lacks],
  ["a tooltip without its text", "A <Tooltip>word</Tooltip>.", lacks],
  ["a prompt without its description", "<Prompt>x</Prompt>", lacks],
  ["an update without a label", "<Update>x</Update>", lacks],
  ["a view without a title", "<View>x</View>", lacks],
  ["visibility without an audience", "<Visibility>x</Visibility>", lacks],
  ["an unnamed field", '<ResponseField type="string">x</ResponseField>', lacks],
  ["an unnamed file", "<Tree>\n  <Tree.File />\n</Tree>", lacks],
  ["an unnamed folder", "<Tree>\n  <Tree.Folder />\n</Tree>", lacks],
  ["a color without its value", '<Color variant="compact">\n  <Color.Item name="A" />\n</Color>', lacks],
  ["colors without a variant", '<Color>\n  <Color.Item name="A" value="#fff" />\n</Color>', lacks],
  ["a parameter without a location", '<ParamField type="string">x</ParamField>', lacks],
  ["an accordion around accordions", '<Accordion>\n  <Accordion title="A">x</Accordion>\n</Accordion>', lacks],
  ["two accordions without titles", "<Accordion>x</Accordion>\n\n<Accordion>y</Accordion>", [...lacks, ...lacks]],
  // If the props of a component can't be determined, for example, because of a spread, nothing is reported.
  [
    "a spread that may contain the title",
    'export const all = { title: "A" };\n\n<Accordion {...all}>x</Accordion>',
    "clean",
  ],
  ["an expression as the title", 'export const name = "A";\n\n<Accordion title={name}>x</Accordion>', "clean"],
  // An invalid prop value is a warning.
  ["a badge with an unknown color", '<Badge color="pinkish">x</Badge>', badValue],
  ["a badge with an unknown size", '<Badge size="huge">x</Badge>', badValue],
  ["a badge with an unknown shape", '<Badge shape="square">x</Badge>', badValue],
  ["a badge with an unknown variant", '<Badge variant="ghost">x</Badge>', badValue],
  ["five columns", "<Columns cols={5}>x</Columns>", "clean"],
  ["six columns of cards", '<CardGroup cols="6">x</CardGroup>', "clean"],
  ["zero columns", "<CardGroup cols={0}>\n  <Card>x</Card>\n</CardGroup>", badValue],
  ["a word as the number of columns", '<Columns cols="two">x</Columns>', badValue],
  ["a string as the number of columns", '<Columns cols="2">x</Columns>', "clean"],
  ["a callout with an unknown variant", '<Callout variant="alert">x</Callout>', badValue],
  ["colors with an unknown variant", '<Color variant="grid">\n  <Color.Item value="#fff" />\n</Color>', badValue],
  ["steps with an unknown size", '<Steps titleSize="h9">\n  <Step title="A">x</Step>\n</Steps>', badValue],
  ["visibility for robots", '<Visibility for="robots">x</Visibility>', badValue],
  ["an icon with a translated name", '<Icon icon="支払い" />', badValue],
  ["an emoji as icon", '<Icon icon="👨‍👩‍👧" />', "clean"],
  ["an icon with an unknown style", '<Icon icon="flag" iconType="heavy" />', badValue],
  ["a value in an expression", '<Badge color={"pinkish"}>x</Badge>', badValue],
  // A parameter must have exactly one location.
  [
    "a parameter with two locations",
    '<ParamField query="a" body="b" type="string">x</ParamField>',
    ["warning mdx/prop-value `body`"],
  ],
  // An unknown prop is a hint.
  ["a typo in a prop", '<Card titel="A">x</Card>', ["hint mdx/unknown-prop `titel`"]],
  ["a prop of another component", '<Accordion title="A" cols={2}>x</Accordion>', ["hint mdx/unknown-prop `cols`"]],
  [
    "props of a custom component",
    "export const Zebra = () => <b>x</b>;\n\n<Zebra any={1} thing />",
    ["no mdx/unknown-prop"],
  ],
  ["HTML attributes", '<div data-a="1" aria-label="b">x</div>', ["no mdx/unknown-prop"]],
  // A misplaced component is a warning.
  ["a tab outside tabs", '<Tab title="A">x</Tab>', misplaced],
  ["a tab around tabs", '<Tab>\n  <Tab title="A">x</Tab>\n  <Tab title="B">y</Tab>\n</Tab>', misplaced],
  ["a step around steps", '<Step>\n  <Step title="A">x</Step>\n  <Step title="B">y</Step>\n</Step>', misplaced],
  ["a step outside steps", '<Step title="A">x</Step>', misplaced],
  ["a step in a card", '<Card>\n  <Step title="A">x</Step>\n</Card>', misplaced],
  ["a tab in steps", '<Steps>\n  <Tab title="A">x</Tab>\n</Steps>', "fault"],
  [
    "a second request example",
    "<RequestExample>\n```bash\na\n```\n</RequestExample>\n\n<RequestExample>\n```bash\nb\n```\n</RequestExample>",
    misplaced,
  ],
  [
    "a second response example",
    "<ResponseExample>\n```json\n1\n```\n</ResponseExample>\n\n<ResponseExample>\n```json\n2\n```\n</ResponseExample>",
    misplaced,
  ],
  ["a second panel", "<Panel>x</Panel>\n\n<Panel>y</Panel>", misplaced],
  ["a file outside a tree", '<Tree.File name="a" />', misplaced],
  ["a color outside colors", '<Color.Item name="A" value="#fff" />', misplaced],
  [
    "steps in a fragment, which is transparent",
    '<Steps>\n  <>\n    <Step title="A">x</Step>\n  </>\n</Steps>',
    "clean",
  ],
  [
    "a tab in a custom component, which may render the tabs",
    'export const Zebra = ({ children }) => <Tabs>{children}</Tabs>;\n\n<Zebra>\n  <Tab title="A">x</Tab>\n</Zebra>',
    "clean",
  ],
  [
    "steps in a snippet inside steps",
    'import More from "/snippets/more.mdx";\n\n<Steps>\n  <Step title="A">x</Step>\n  <More />\n</Steps>',
    "clean",
    { files: { "snippets/more.mdx": '<Step title="B">y</Step>\n' } },
  ],
  [
    "tabs in tabs",
    '<Tabs>\n  <Tab title="A">\n    <Tabs>\n      <Tab title="B">x</Tab>\n    </Tabs>\n  </Tab>\n</Tabs>',
    "clean",
  ],
  [
    "steps in a tab",
    '<Tabs>\n  <Tab title="A">\n    <Steps>\n      <Step title="B">x</Step>\n    </Steps>\n  </Tab>\n</Tabs>',
    "clean",
  ],
];

/** Components of MDX pages and their props. */
export const mdxComponents: readonly Case[] = rows.map(pageCase);
