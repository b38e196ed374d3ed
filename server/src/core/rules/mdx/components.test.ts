import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { applyFix, checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { siteFor } from "../../../../../test/harness/site-in-preview.ts";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { maxTags } from "../../page/scan-tag.ts";
import { applyAstro } from "../../site/settings/site-settings.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { missingProp } from "./missing-prop.ts";
import { misplacedComponent } from "./misplaced-component.ts";
import { propValue } from "./prop-value.ts";
import { unknownComponent } from "./unknown-component.ts";
import { unknownProp } from "./unknown-prop.ts";

/** Creates a site with one page and other files. */
function createFixture(page: string, others = ""): string {
  return `//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n---\ntitle: Page\n---\n\n${page}${others && `\n${others}`}`;
}

describe("mdx/unknown-component", () => {
  it("combines a name on a page, and on all pages that use it", () => {
    const listProblems = (count: number, text: string) => {
      const names = Array.from({ length: count }, (_, i) => `p${i}`);
      const site = siteFrom(
        `//- docs.json\n${JSON.stringify({ navigation: { pages: names } })}\n${names.map((name) => `//- ${name}.mdx\n${text}\n`).join("")}`,
      );
      return getShownProblems(unknownComponent.code, site).map(
        ({ at, message, relatedLocations }) => `${at.file} ${relatedLocations.length} ${message.slice(0, 92)}`,
      );
    };
    const own = "`<Forward>` isn't a built-in component and isn't imported or defined on this page, so reader";
    const forwardMessage =
      "`<Forward>` isn't a built-in component and isn't imported or defined in 4 places, so readers";
    const twice = "<Forward>a</Forward>\n\n<Forward>b</Forward>";
    assert.deepEqual(listProblems(1, twice), [`p0.mdx 1 ${own}`]);
    assert.deepEqual(listProblems(2, twice), [`p0.mdx 3 ${forwardMessage}`]);
    const messages = listProblems(4, "<Acordion title='a'>b</Acordion>\n\n<Forward />");
    assert.deepEqual(
      messages.map((message) => message.replace(/ isn't.*/, "")),
      ["p0.mdx 3 `<Acordion>`", "p0.mdx 3 `<Forward>`"],
    );
  });

  it("accepts HTML, code, and names that are built in, imported, or exported", () => {
    for (const page of [
      '<Card title="A" />\n\n<Tree>\n  <Tree.File name="a" />\n</Tree>',
      '<div>\n  <video src="a.mp4" />\n</div>',
      'import { Price } from "/snippets/price.jsx";\nimport Note2 from "/snippets/n.mdx";\n\n<Price />\n\n<Note2 />',
      'import * as Parts from "/snippets/price.jsx";\n\n<Parts.Price />',
      "export const Box = ({ children }) => <div>{children}</div>;\n\n<Box>a</Box>",
      "`<Nope>` and \\<Nope>\n\n```jsx\n<Nope />\n```",
      "{/* <Nope /> */}",
      "<React.Fragment>a</React.Fragment>",
    ])
      checkRule(
        unknownComponent,
        createFixture(page, "//- snippets/price.jsx\nexport const Price = () => null;\n//- snippets/n.mdx\na"),
      );
  });

  it("accepts names in a snippet if the pages that include it import them", () => {
    checkRule(
      unknownComponent,
      createFixture(
        'import S from "/snippets/s.mdx";\nimport { Price } from "/snippets/price.jsx";\n\n<S />\n\n<Price />',
        "//- snippets/price.jsx\nexport const Price = () => null;\n//- snippets/s.mdx\n<Price />\n\n<[|Nope|] />",
      ),
    );
  });

  it("ignores files that aren't on any page", () => {
    checkRule(unknownComponent, createFixture("a", "//- snippets/s.mdx\n<Nope />\n//- notes/agent.md\n<Nope />\n"));
  });

  it("reports unknown members of a built-in component", () => {
    const [problem] = checkRule(unknownComponent, createFixture('<Tree>\n  <[|Tree.Fille|] name="a" />\n</Tree>'));
    assert.match(problem?.message ?? "", /Did you mean `Tree.File`/);
  });

  it("offers to rename both tags", () =>
    checkFix(unknownComponent, createFixture("<[|Wraning|]>\n  a\n</Wraning>"), {
      "page.mdx": "---\ntitle: Page\n---\n\n<Warning>\n  a\n</Warning>",
    }));

  it("doesn't suggest the name of a direct child", () => {
    const getMessages = (page: string) =>
      checkRule(unknownComponent, createFixture(page)).map(({ message }) => /Did you mean `(.*)`/.exec(message)?.[1]);
    assert.deepEqual(
      getMessages('<[|CodeBlocks|]>\n  <CodeBlock title="a">a</CodeBlock>\n</CodeBlocks>\n\n<[|Accordions|] />'),
      ["CodeGroup", "AccordionGroup"],
    );
    assert.deepEqual(getMessages('<[|Collapsible|]>\n  <Accordion title="a">a</Accordion>\n</Collapsible>'), [
      undefined,
    ]);
  });

  it("suggests replacements for names from other tools and capitalized HTML elements", () => {
    const getSuggestion = (name: string) =>
      /Did you mean `(.*)`/.exec(checkRule(unknownComponent, createFixture(`<[|${name}|] />`))[0]?.message ?? "")?.[1];
    assert.deepEqual(["Caution", "Image", "Img", "Folder", "TabItem"].map(getSuggestion), [
      "Warning",
      "img",
      "img",
      "Tree.Folder",
      "Tab",
    ]);
  });

  it("offers to import a snippet or a component with that name", () => {
    const others = "//- snippets/price.jsx\nexport const PriceTable = () => null;\n";
    checkFix(
      unknownComponent,
      createFixture("<[|PriceTable|] />", others),
      {
        "page.mdx": '---\ntitle: Page\n---\n\nimport { PriceTable } from "/snippets/price.jsx";\n\n<PriceTable />',
      },
      /Import/,
    );
    checkFix(
      unknownComponent,
      createFixture(
        'import A from "/snippets/a.mdx";\n\n<A />\n\n<[|Big|] />',
        "//- snippets/a.mdx\na\n//- snippets/big.mdx\nb",
      ),
      {
        "page.mdx":
          '---\ntitle: Page\n---\n\nimport A from "/snippets/a.mdx";\nimport Big from "/snippets/big.mdx";\n\n<A />\n\n<Big />',
      },
      /Import/,
    );
  });

  it("offers to format a placeholder as code", () => {
    const changed = applyFix(unknownComponent, "Set <[|YourQuiteOwnKey|]/> here.\n", "Format as code");
    assert.equal(changed.get("page.mdx"), "Set `<YourQuiteOwnKey/>` here.\n");
  });
});

describe("mdx/unknown-prop", () => {
  it("ignores common props, spread props, custom components, and undocumented components", () => {
    for (const page of [
      '<Card title="a" className="b" style={{}} key="1" data-x="1" aria-label="x" onClick={go} id="a" />',
      '<ZoomImage whatever="1" />',
      'export const Card = ({ price }) => <p>{price}</p>;\n\n<Card price="1" />',
      '<div price="1" />',
      '<Frame title="a" description="b" />',
    ])
      checkRule(unknownProp, createFixture(page));
  });

  it("offers to remove the entire attribute", () =>
    checkFix(unknownProp, createFixture('<Note title="a" [|qqq|]={1 + 2}>b</Note>'), {
      "page.mdx": '---\ntitle: Page\n---\n\n<Note title="a">b</Note>',
    }));

  it("doesn't suggest a prop that is already set", () => {
    const [problem] = checkRule(unknownProp, createFixture('<Card title="a" [|titel|]="b" />'));
    assert.doesNotMatch(problem?.message ?? "", /title/);
  });

  it("suggests the correct prop for misnomers that are common on live sites", () =>
    checkFix(unknownProp, createFixture('<Callout [|type|]="info">a</Callout>'), {
      "page.mdx": '---\ntitle: Page\n---\n\n<Callout variant="info">a</Callout>',
    }));
});

describe("mdx/missing-prop", () => {
  it("reports nothing if spread props may set the prop", () =>
    checkRule(
      missingProp,
      createFixture("<Tabs>\n  <Tab {...props}>a</Tab>\n</Tabs>\n\n<Accordion title={name}>a</Accordion>"),
    ));

  it("accepts a step's content as its title", () =>
    checkRule(
      missingProp,
      createFixture(
        '<Steps>\n  <Step>\n    <Card title="One" href="/a">a</Card>\n  </Step>\n  <Step>\n    ### Two\n  </Step>\n  <[|Step|]>\n    Three <Tooltip tip="t">b</Tooltip>\n  </Step>\n</Steps>',
      ),
    ));

  it("offers to add the prop", () => {
    checkFix(missingProp, createFixture('<[|Accordion|] icon="star">a</Accordion>'), {
      "page.mdx": '---\ntitle: Page\n---\n\n<Accordion title="" icon="star">a</Accordion>',
    });
    checkFix(missingProp, createFixture('<[|Color|]>\n  <Color.Item value="#fff" />\n</Color>'), {
      "page.mdx": '---\ntitle: Page\n---\n\n<Color variant="compact">\n  <Color.Item value="#fff" />\n</Color>',
    });
  });

  it("accepts any one of several props", () => {
    checkRule(
      missingProp,
      createFixture('<ParamField query="a" type="string" />\n\n<Icon src="/a.svg" />\n\n<[|Icon|] size={3} />'),
    );
  });
});

describe("mdx/prop-value", () => {
  // Components pass `iconType` only to icons with a name (Accordion in @mintlify/components 1.0.19).
  it("accepts any type of an icon that's an element", () => {
    checkRule(propValue, createFixture('<Card title="A" icon={<svg />} iconType="filled">a</Card>'));
    checkRule(propValue, createFixture('<Card title="A" icon="star" iconType="[|filled|]">a</Card>'));
  });

  it("accepts values that are common on live sites", () => {
    for (const page of [
      '<CardGroup cols="2">\n</CardGroup>',
      "<CardGroup cols={3}>\n</CardGroup>",
      "<CardGroup cols={count}>\n</CardGroup>",
      '<Expandable title="a" defaultOpen="True">a</Expandable>',
      '<Card title="a" color="var(--x)" icon="/images/a.svg" />',
      '<Card title="a" color="red" icon={<svg />} />',
      "<Badge color={colour} stroke>a</Badge>",
      '<Visibility for="humans">a</Visibility>',
      "<Visibility for={{ groups: ['a'] }}>a</Visibility>",
      '<Icon icon="rocket" iconLibrary="lucide" size="20px" />',
      '<ParamField query="a" type="whatever" default="x" />',
    ])
      checkRule(propValue, createFixture(page));
  });

  it("reports values out of range, invalid numbers, and unknown options", () => {
    for (const page of [
      "<Columns cols={[|0|]}>\n</Columns>",
      '<Columns cols="[|two|]">\n</Columns>',
      '<Steps titleSize="[|h5|]">\n</Steps>',
      '<Visibility for="[|robots|]">a</Visibility>',
      '<Card title="a" color="[|#12345|]" />',
      '<Tip icon="[|starr|]">a</Tip>',
      '<Icon icon="[|rockt|]" iconLibrary="lucide" />',
    ])
      checkRule(propValue, createFixture(page));
  });

  it("looks up icons in the site's icon library", () => {
    const createPage = (icon: string) =>
      `//- docs.json\n{ "icons": { "library": "lucide" }, "navigation": { "pages": ["page"] } }\n//- page.mdx\n<Card title="a" icon="${icon}" />`;
    checkRule(propValue, createPage("square-activity"));
    const [problem] = checkRule(propValue, createPage("[|circle-half-stroke|]"));
    assert.match(problem?.message ?? "", /fontawesome library has it/);
  });

  it("offers to change a value to the nearest valid one", () =>
    checkFix(propValue, createFixture('<Badge size="[|lgg|]">a</Badge>'), {
      "page.mdx": '---\ntitle: Page\n---\n\n<Badge size="lg">a</Badge>',
    }));
});

describe("mdx/misplaced-component", () => {
  it("accepts HTML, custom components, and snippets between parent and child", () => {
    for (const page of [
      '<Tabs>\n  <div>\n    <Tab title="a">a</Tab>\n  </div>\n</Tabs>',
      'import { Box } from "/snippets/b.jsx";\n\n<Box>\n  <Step title="a">a</Step>\n</Box>',
      'import S from "/snippets/s.mdx";\n\n<Steps>\n  <S />\n</Steps>',
      '<Steps>\n  <s />\n</Steps>\n\nimport s from "/snippets/s.mdx";\n',
      '<Steps>\n  <>\n    <Step title="a">a</Step>\n  </>\n</Steps>',
      '<Steps>\n  <Visibility for="humans">\n    <Step title="a">a</Step>\n  </Visibility>\n</Steps>',
      "<Steps>\n  {list.map((each) => <Step title={each}>a</Step>)}\n</Steps>",
      '<Color variant="table">\n  <Color.Row title="a">\n    <Color.Item value="#fff" />\n  </Color.Row>\n</Color>',
      "<CardGroup>\n  <Column>a</Column>\n</CardGroup>",
    ])
      checkRule(
        misplacedComponent,
        createFixture(
          page,
          '//- snippets/s.mdx\n<Step title="a">a</Step>\n//- snippets/b.jsx\nexport const Box = () => null;\n',
        ),
      );
  });

  it("reports recursive inclusion only in snippets that include themselves", () => {
    const createSnippet = (name: string, text: string) => `//- snippets/${name}.mdx\n${text}\n`;
    const start = 'import A from "/snippets/a.mdx";\n\n<A />\n';
    checkRule(
      misplacedComponent,
      createFixture(start, createSnippet("a", 'import Me from "./a.mdx";\n\n<[|Me|] /> <Me />')),
    );
    checkRule(
      misplacedComponent,
      createFixture('<Snippet file="a.mdx" />', '//- _snippets/a.mdx\n<[|Snippet|] file="a.mdx" />\n'),
    );
    // B leads to a cycle but isn't part of it.
    checkRule(
      misplacedComponent,
      createFixture(
        start,
        createSnippet("a", 'import B from "/snippets/b.mdx";\n\n<B />') +
          createSnippet("b", 'import C from "/snippets/c.mdx";\n\n<C />') +
          createSnippet("c", 'import D from "/snippets/d.mdx";\n\n<[|D|] />') +
          createSnippet("d", 'import C from "/snippets/c.mdx";\n\n<[|C|] />'),
      ),
    );
    // An import cycle is fine if the imported component is unused, rendered conditionally, or only mentioned by name.
    checkRule(
      misplacedComponent,
      createFixture(
        start,
        createSnippet("a", 'import B, { v } from "/snippets/b.mdx";\n\n{v}\n\n{v > 1 && <B />}') +
          createSnippet("b", 'import A from "/snippets/a.mdx";\n\nexport const v = 1;\n\n<A />'),
      ),
    );
  });

  it("reports a step that is inside another component", () => {
    checkRule(misplacedComponent, createFixture('<Accordion title="a">\n  <[|Step|] title="a">a</Step>\n</Accordion>'));
    checkRule(
      misplacedComponent,
      createFixture('<Steps>\n  <Step title="a">\n    <[|Step|] title="b">b</Step>\n  </Step>\n</Steps>'),
    );
  });

  it("reports only direct children of a component that shows nothing else", () => {
    const createTabs = (content: string) => createFixture(`<Tabs>\n  <Tab title="a">a</Tab>\n  ${content}\n</Tabs>`);
    checkRule(misplacedComponent, createTabs('<[|Card|] title="b" />\n  <[|Card|] title="c" />'));
    checkRule(misplacedComponent, createTabs('<div>a</div>\n  <img src="/a.png" />\n  <[|Card|] title="b" />'));
    for (const content of [
      '> - See\n\n  <[|Card|] title="b" />',
      '<Tab title="b">\n- one\n</Tab>\n  <[|Card|] title="b" />',
      '<Tab title="b">\n    1. one\n\n       two\n\n  </Tab>\n\n      <[|Card|] title="b" />',
      '<Tab title="b">Use `<div>`.</Tab>\n  <[|Card|] title="b" />',
      '<Tab title="b">\n    ```html\n    <div>\n    - a\n    ```\n  </Tab>\n  <[|Card|] title="b" />',
      '{/* <div> */}\n  <[|Card|] title="b" />',
      '<Tab title="b">b</Tab> <[|Card|] title="b" /> <[|Card|] title="c" />',
      `<div>a</div>\n${"  text\n".repeat(1000)}\n  <[|Card|] title="b" />`,
      `<Tab title="b">${"x".repeat(5000)}</Tab>\n  <[|Card|] title="b" />`,
    ])
      checkRule(misplacedComponent, createTabs(content));
    for (const content of [
      '- See <Tooltip tip="b">b</Tooltip>.',
      "See <Badge>b</Badge> <Badge>c</Badge>",
      '> <Card title="b" />',
      `<div>\n${"    text\n".repeat(1000)}\n    <Card title="b" />\n  </div>`,
      `- First\n\n${"    text\n".repeat(1000)}\n    <Card title="b" />`,
      '1. First\n\n     <Card title="b" />',
      'See <Tooltip tip="b">b</Tooltip>.',
      '<div>\n    <Card title="b" />\n  </div>',
    ])
      checkRule(misplacedComponent, createTabs(content));
  });

  it("reports a step in another component in `Steps`, but not `Steps`", () =>
    checkRule(
      misplacedComponent,
      createFixture('<Steps>\n  <Note>\n    <[|Step|] title="a">b</Step>\n  </Note>\n</Steps>'),
    ));

  it("checks thousands of children quickly", () => {
    const name = `a${"-a".repeat(1300)}`;
    for (const text of [
      `<Tabs>\n${"```"}\n<${name}\n${"```"}\n${"<Card/>\n".repeat(170)}</Tabs>`,
      `<Tabs>\n${`${"text ".repeat(80)}\n\n<Card/>\n`.repeat(10_000)}</Tabs>`,
      `<Tabs>${"<Card/>".repeat(40_000)}</Tabs>`,
      `<Tabs>${"<b>x</b>".repeat(40_000)}${"<Card/>".repeat(5000)}</Tabs>`,
      `${"<Tabs>".repeat(5000)}${"<Card/>".repeat(5000)}${"</Tabs>".repeat(5000)}`,
    ]) {
      const site = siteFrom(createFixture(text), "mintlify", { parsesPages: false });
      assertQuick(500, () => void getShownProblems(misplacedComponent.code, site));
    }
  });

  it("reports `Steps` once if it doesn't contain a step", () => {
    checkRule(
      misplacedComponent,
      createFixture(
        '<[|Steps|]>\n  1. See <Tooltip tip="a">a</Tooltip>.\n  2. See <Tooltip tip="b">b</Tooltip>.\n</Steps>',
      ),
    );
    for (const content of [
      '<Step title="a">a</Step>\n  <Note>b</Note>\n  - <Tooltip tip="b">b</Tooltip>',
      '{["a"].map((title) => <Step title={title} />)}',
      '<Frame>\n    <Step title="a">a</Step>\n  </Frame>',
      "<Custom />",
      "",
    ])
      checkRule(misplacedComponent, createFixture(`<Steps>\n  ${content}\n</Steps>`));
  });

  it("doesn't report `Steps` whose content may be beyond the maximum number of tags", () => {
    const stepsText = '<Steps>\n  <Note>a</Note>\n  <Step title="a">a</Step>\n</Steps>';
    const createBadges = (count: number) => "<Badge />\n".repeat(count);
    const check = (page: string) =>
      checkRule(misplacedComponent, createFixture(page), "standard", { parsesPages: false });
    check(createBadges(maxTags - 2) + stepsText);
    check(createBadges(maxTags - 1) + stepsText);
    check(`<[|Steps|]>\n  <Note>a</Note>\n</Steps>\n${createBadges(maxTags)}`);
  });

  it("offers to wrap all consecutive components together", () =>
    checkFix(
      misplacedComponent,
      createFixture('<Tabs>\n  <Tab title="x">x</Tab>\n</Tabs>\n\n<Note>\n  <[|Tab|] title="a">a</Tab>\n</Note>'),
      {
        "page.mdx":
          '---\ntitle: Page\n---\n\n<Tabs>\n  <Tab title="x">x</Tab>\n</Tabs>\n\n<Note>\n  <Tabs>\n  <Tab title="a">a</Tab>\n  </Tabs>\n</Note>',
      },
    ));

  it("allows only one panel per view", () => {
    checkRule(
      misplacedComponent,
      createFixture('<View title="a">\n<Panel>a</Panel>\n</View>\n\n<View title="b">\n<Panel>b</Panel>\n</View>'),
    );
    checkRule(misplacedComponent, createFixture("<Panel>a</Panel>\n\n<[|Panel|]>b</Panel>"));
  });
});

describe("mdx/unknown-component", () => {
  const listSuggested = (text: string) => {
    const problems = findSiteProblems(siteFor(unknownComponent, new Map([["page.mdx", text]]), "standard"), {
      rules: [unknownComponent],
    });
    return problems.map(({ finding: { args } }) => [args?.["name"], args?.["near"]]);
  };
  const cases: readonly (readonly [what: string, text: string, expected: readonly (readonly unknown[])[]])[] = [
    ["a component with a typo", "<Cadr title='A'>a</Cadr>", [["Cadr", "Card"]]],
    ["a component with a typo in a prop", "<Cadr tilte='A'>a</Cadr>", [["Cadr", "Card"]]],
    ["no other word", "<Banner>a</Banner>", [["Banner", undefined]]],
    ["not the component around it", "<CodeGroup>\n<CodeGroupItem>\na\n</CodeGroupItem>\n</CodeGroup>", [["CodeGroupItem", undefined]]],
    ["no component without the tag's props", "<CodeGroupItem active='a'>a</CodeGroupItem>", [["CodeGroupItem", undefined]]],
    ["an element", "<Table className='a'>a</Table>", [["Table", "table"]]],
    ["no element without the tag's props", "<Table headers={['a']} />", [["Table", undefined]]],
    ["an alias, whatever its props are", "<Admonition kind='note'>a</Admonition>", [["Admonition", "Callout"]]],
    ["no button for a link", "<Button href='/a'>a</Button>", [["Button", undefined]]],
    ["a button", "<Button className='a'>a</Button>", [["Button", "button"]]],
    ["no sample in another language", "export const RestCreateUser = () => <p />;\n\n<NetCreateUser />", [["NetCreateUser", undefined]]],
    ["a definition with a typo", "export const RestCreateUser = () => <p />;\n\n<RestCraeteUser />", [["RestCraeteUser", "RestCreateUser"]]],
    ["nothing for the parts of a component that is reported", "<Parts>\n<Parts.One>a</Parts.One>\n</Parts>", [["Parts", undefined]]],
    ["nothing for a part without its component", "<Parts.One>a</Parts.One>", [["Parts.One", undefined]]],
  ]; // prettier-ignore
  for (const [caseName, text, expected] of cases)
    it(`suggests ${caseName}`, () => assert.deepEqual(listSuggested(text), expected));
});

describe("mdx/misplaced-component for a step in a step", () => {
  it("explains that the outer step isn't closed", () => {
    const [problem] = checkRule(
      misplacedComponent,
      "<Steps>\n<Step title='A'>\n\n<[|Step|] title='B'>\nb\n</Step>\n\n</Step>\n</Steps>\n",
    );
    assert.match(problem?.message ?? "", /directly inside another `<Step>`/);
  });

  it("accepts nested steps", () =>
    checkRule(
      misplacedComponent,
      "<Steps>\n<Step title='A'>\n<Steps>\n<Step title='B'>\nb\n</Step>\n</Steps>\n</Step>\n</Steps>\n",
    ));
});

// @mintlify/astro 0.1.9 leaves components, icons, and imports to the site's own Astro project.
describe("a site that is built with Astro", () => {
  it("has its own components, icons, packages, and settings", () => {
    const site = siteFrom(
      `//- docs.json
{ "theme": "mint", "name": "A", "colors": { "primary": "#0F766E" }, "navbr": {}, "navigation": { "groups": [{ "group": "A", "icon": "rocket-ship-9", "pages": ["index"] }] } }
//- index.mdx
---
title: Start
icon: rocket-ship-9
---

import { Chart } from "chart";

<Chart />

<Demo />

<Card title="A" icon="rocket-ship-9">

[Missing](/missing)

</Card>
`,
    );
    const codes = (settings: typeof site.settings) =>
      [...new Set(findSiteProblems({ ...site, settings }).map(({ code }) => code))].sort();
    assert.deepEqual(codes(site.settings), [
      "config/unknown-setting",
      "frontmatter/unknown-icon",
      "link/page-not-found",
      "mdx/package-import",
      "mdx/prop-value",
      "mdx/unknown-component",
      "nav/unknown-icon",
    ]);
    assert.deepEqual(codes(applyAstro(site.settings)), ["link/page-not-found"]);
    const rules = new Map([["mdx/unknown-component", "error" as const]]);
    assert.deepEqual(codes(applyAstro({ ...site.settings, rules })), ["link/page-not-found", "mdx/unknown-component"]);
  });
});
