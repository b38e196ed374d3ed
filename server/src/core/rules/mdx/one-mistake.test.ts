import assert from "node:assert/strict";
import { applyFix, checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { fixTitles } from "../../../../../test/harness/fix-titles.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { missingProp } from "./missing-prop.ts";
import { misplacedComponent } from "./misplaced-component.ts";
import { propValue } from "./prop-value.ts";
import { undefinedName } from "./undefined-name.ts";
import { unknownComponent } from "./unknown-component.ts";
import { unknownProp } from "./unknown-prop.ts";

/** Creates a site with one page and other files. */
function createFixture(page: string, others = ""): string {
  return `//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n---\ntitle: Page\n---\n\n${page}${others && `\n${others}`}`;
}

describe("mdx/unknown-component", () => {
  it("reports components inside another one as hints, unless the problem of the outer one is ignored", () => {
    const ignore = "{/* docwright-ignore mdx/unknown-component */}\n";
    for (const [page, expected] of [
      ["<[|Checklist|]>\n  <[|Entry|]>a</Entry>\n</Checklist>\n\n<[|Plan|] />", "warning hint warning"],
      ['<[|Checklist|] title="a" icon={<[|RobotIcon|] />}>\n  b\n</Checklist>', "warning hint"],
      // The author can fix these tags one after another.
      ["<[|Checklist|]>\n  <[|Warnng|]>a</Warnng>\n</Checklist>", "warning warning"],
      [`${ignore}<Checklist>\n  <[|Entry|]>\n    <[|Part|] />\n  </Entry>\n</Checklist>`, "warning hint"],
      ["<Note icon={<[|RobotIcon|] />}>a</Note>", "warning"],
    ] as const) {
      const problems = checkRule(unknownComponent, createFixture(page));
      assert.equal(problems.map(({ severity }) => severity).join(" "), expected);
    }
  });
});

describe("mdx/unknown-component for tags that aren't text", () => {
  it("doesn't advise to format them as code", () => {
    for (const page of [
      "<Note icon={<[|RobotIcon|] />}>a</Note>",
      "<[|Checklist|]>\n  a\n</Checklist>",
      "<[|Plan|] a />",
      "<CodeGroup>\n  <[|Plan|] />\n</CodeGroup>",
      "<Tab title='a'><[|Plan|] /></Tab>",
    ])
      assert.match(
        checkRule(unknownComponent, createFixture(page))[0]?.message ?? "",
        /Import or define it, or remove it/,
      );
    assert.match(checkRule(unknownComponent, createFixture("Use <[|Plan|] />"))[0]?.message ?? "", /format it as code/);
  });

  it("suggests a built-in component instead of a file whose name only corresponds to the one of another tool", () => {
    const pages = '//- docs.json\n{ "navigation": { "pages": ["page", "b"] } }\n';
    const page = "//- page.mdx\n<[|Error|]>a</Error>\n";
    const getMessage = (files: string) => checkRule(unknownComponent, pages + page + files)[0]?.message ?? "";
    assert.match(getMessage("//- snippets/_error.mdx\na"), /Did you mean `Danger`\?/);
    assert.match(getMessage("//- snippets/Error.mdx\na"), /Import it from `snippets\/Error\.mdx`/);
    const imported = '//- snippets/_error.mdx\na\n//- b.mdx\nimport Error from "/snippets/_error.mdx";\n\n<Error />';
    assert.match(getMessage(imported), /Import it from `snippets\/_error\.mdx`/);
  });

  it("reports a component that several pages lack once, with one fix", () => {
    const text = `//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n//- snippets/plans.mdx\nx\n//- a.mdx\n<Plans />\n//- b.mdx\n<Plans />\n`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/unknown-component", site);
    assert.ok(problem && others.length === 0);
    assert.match(problem.message, /`<Plans>` is used in 2 files that don't import it.*Import it from/);
    const page = 'import Plans from "/snippets/plans.mdx";\n\n<Plans />';
    const newFiles = fixedBy("Import `Plans` in all 2 files", problem, site, text);
    assert.deepEqual([newFiles.get("a.mdx"), newFiles.get("b.mdx")], [page, `${page}\n`]);
  });

  it("suggests the component of items in the notation of other tools", () => {
    const createItems = (name: string) =>
      `<Accordion title="a">\n  <${name} title="b">c</${name.replace(/\W/g, "")}>\n</Accordion>`;
    checkFix(unknownComponent, createFixture(createItems("[|AccordionItem|]")), {
      "page.mdx": `---\ntitle: Page\n---\n\n${createItems("Accordion")}`,
    });
  });

  it("suggests files and folders for the items of a tree", () => {
    const page =
      '<Tree>\n  <[|TreeItem|] title="a">\n    <[|TreeItem|] title="b" />\n    <[|TreeItem|] title="c" />\n  </TreeItem>\n</Tree>';
    const problems = checkRule(unknownComponent, createFixture(page));
    assert.equal(problems.map(({ severity }) => severity).join(" "), "warning hint hint");
    assert.match(problems[0]?.message ?? "", /Did you mean `Tree\.Folder`\?/);
    const changed = applyFix(unknownComponent, createFixture(page));
    assert.equal(
      changed.get("page.mdx"),
      '---\ntitle: Page\n---\n\n<Tree>\n  <Tree.Folder name="a">\n    <Tree.File name="b" />\n    <Tree.File name="c" />\n  </Tree.Folder>\n</Tree>',
    );
  });
});

describe("mdx/misplaced-component after the closing tag of its container", () => {
  const createStep = (title: string) => `  <Step title="${title}">\n    a\n  </Step>`;
  const first = `<Steps>\n${createStep("1")}`;

  it("is reported for each closing tag that's too early", () => {
    const steps = `${first}\n</Steps>\n\n${createStep("2")}\n`;
    const problems = getShownProblems(
      "mdx/misplaced-component",
      siteFrom(createFixture(`${steps}\nText.\n\n${steps}`)),
    );
    assert.equal(problems.length, 2);
  });

  it("suggests to move the closing tag below the component and those after it", () => {
    for (const others of [[createStep("2")], [createStep("2"), createStep("3")]]) {
      const text = others.join("\n");
      const marked = text.replaceAll("<Step ", "<[|Step|] ");
      const fixture = createFixture(`${first}\n</Steps>\n\n${marked}\n\nText.`);
      const messages = new Set(checkRule(misplacedComponent, fixture).map(({ message }) => message));
      assert.deepEqual(
        [...messages],
        ["`<Step>` is after `</Steps>`, so it isn't part of the `<Steps>` above. Move `</Steps>` below it."],
      );
      const plain = fixture.replaceAll(/\[\||\|\]/g, "");
      const site = siteFrom(plain);
      const [problem, ...otherProblems] = getShownProblems("mdx/misplaced-component", site);
      assert.ok(problem && otherProblems.length === 0);
      assert.equal(
        fixedBy("Move `</Steps>` below", problem, site, plain).get("page.mdx"),
        `---\ntitle: Page\n---\n\n${first}\n\n${text}\n</Steps>\n\nText.`,
      );
    }
  });

  it("suggests to wrap the component if text or another component is in between", () => {
    for (const between of ["Text.", "<Note>a</Note>", "</Steps >"])
      assert.match(
        checkRule(
          misplacedComponent,
          createFixture(
            `${first}\n</Steps>\n\n${between.startsWith("</") ? `<Steps>\n${createStep("0")}\n${between}` : between}\n\n<[|Step|] title="2">\n  a\n</Step>`,
          ),
        )[0]?.message ?? "",
        /Wrap it in `<Steps>`/,
      );
  });
});

describe("mistakes that authors repeat", () => {
  it("are one problem for all placeholders in braces on a page", () => {
    const text = createFixture("Open {team} or {map}.\n\n| a |\n| --- |\n| {team} |\n| {count} |");
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/undefined-name", site);
    assert.ok(problem && others.length === 0);
    assert.match(problem.message, /^`team`, `map`, and `count` in braces are parsed as code, but they aren't defined/);
    assert.match(
      fixedBy("Escape braces in all 4 places", problem, site, text).get("page.mdx") ?? "",
      /Open \\\{team\\\} or \\\{map\\\}\.[^]*\| \\\{count\\\} \|/,
    );
  });

  it("are one problem for all comments that a formatter changed", () => {
    const text = `//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n//- a.mdx\n{/_\nx\n_/}\n//- b.mdx\nText\n\n{/_\ny\n_/}\n`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/syntax", site);
    assert.ok(problem && others.length === 0);
    assert.equal(problem.severity, "error");
    assert.match(problem.message, /^2 comments start with `\{\/_` instead of `\{\/\*`.*Change `_` to `\*`\.$/);
    const files = fixedBy("Fix all 2 comments", problem, site, text);
    assert.deepEqual([files.get("a.mdx"), files.get("b.mdx")], ["{/*\nx\n*/}", "Text\n\n{/*\ny\n*/}\n"]);
  });
});

describe("fixes that replace a component or prop", () => {
  it("use the text of a tree item as its name, and change nothing if an item would have no name", () => {
    const createTree = (item: string) => `<Tree>\n  <[|TreeItem|] title="a">\n    ${item}\n  </TreeItem>\n</Tree>`;
    const changed = applyFix(unknownComponent, createFixture(createTree("<[|TreeItem|]>src/b.ts</TreeItem>")));
    assert.equal(
      changed.get("page.mdx"),
      '---\ntitle: Page\n---\n\n<Tree>\n  <Tree.Folder name="a">\n    <Tree.File name="src/b.ts" />\n  </Tree.Folder>\n</Tree>',
    );
    for (const item of ["<TreeItem />", "<TreeItem>a {b}</TreeItem>", "<TreeItem></TreeItem>"])
      assert.deepEqual(fixTitles(unknownComponent, createFixture(createTree(item))), []);
  });

  it("put a number in quotes in braces", () => {
    const card = '  <Card title="A" href="/a" />\n';
    const columns = `---\ntitle: Page\n---\n\n<CardGroup cols={3}>\n${card}</CardGroup>`;
    checkFix(unknownComponent, createFixture(`<[|Cards|] num="3">\n${card}</Cards>`), { "page.mdx": columns });
    checkFix(unknownProp, createFixture(`<CardGroup [|columns|]="3">\n${card}</CardGroup>`), { "page.mdx": columns });
    checkFix(unknownProp, createFixture(`<CardGroup [|columns|]={3}>\n${card}</CardGroup>`), { "page.mdx": columns });
  });
});

describe("rules that skip problems reported by mdx/syntax", () => {
  it("skip names that are plain text or whose import is invalid", () => {
    for (const page of [
      "Put <API_KEY> here",
      "Use `List<T> here",
      'import Nope "/snippets/n.mdx"\n\n<Nope />',
      "```sh\nnpm i\n\nSome text\n\n```\nif (a <b) { c d }\n<Nope />\n```\n\nEnd",
    ])
      checkRule(unknownComponent, createFixture(page, "//- snippets/n.mdx\na"));
    checkRule(unknownComponent, createFixture("List<T> and\n\n<[|Nope|] />"));
  });

  it("skip names in a value without a closing brace", () => {
    checkRule(undefinedName, createFixture("<Card title={{{v}>\nText\n</Card>"));
    checkRule(undefinedName, createFixture("<Card title={{{v}>\nText [|{w}|]\n</Card>"));
  });

  it("skip components in mismatched tags", () => {
    checkRule(
      misplacedComponent,
      createFixture('<Tabs>\n<Tab title="A">\na\n</Tabs>\n<Tab title="B">\nb\n</Tab>\n</Tabs>'),
    );
  });
});

describe("mdx/misplaced-component and mdx/missing-prop", () => {
  it("report a container with the name of its items once and rename both of its tags", () => {
    for (const [name, container, rule, otherRule] of [
      ["Accordion", "AccordionGroup", missingProp, misplacedComponent],
      ["Tab", "Tabs", misplacedComponent, missingProp],
      ["Step", "Steps", misplacedComponent, missingProp],
      ["Column", "Columns", misplacedComponent, missingProp],
    ] as const) {
      const items = `\n  <${name} title="One">\n    a\n  </${name}>\n  <${name} title="Two">\n    b\n  </${name}>\n`;
      const page = createFixture(`<[|${name}|]>${items}</${name}>\n`);
      const [problem] = checkRule(rule, page);
      assert.match(problem?.message ?? "", new RegExp(`Did you mean \`<${container}>\``));
      assert.equal(problem?.severity, "warning");
      const [, , body = ""] = createFixture(`<${container}>${items}</${container}>\n`).split(/\/\/- .*\n/);
      checkFix(rule, page, { "page.mdx": body });
      checkRule(otherRule, page.replaceAll(/\[\||\|\]/g, ""));
    }
  });

  it("don't suggest a container for an item with other content, with props, or in the container", () => {
    const titles = (page: string) => fixTitles(missingProp, createFixture(page));
    const item = '<Accordion title="One">\na\n</Accordion>\n';
    assert.deepEqual(titles(`<[|Accordion|]>\n${item}</Accordion>`), ["Change to `AccordionGroup`"]);
    for (const page of [
      `<[|Accordion|]>\nText\n${item}</Accordion>`,
      `<[|Accordion|]>\n${item}\n<Card title="A" />\n</Accordion>`,
      `<[|Accordion|] icon="flag">\n${item}</Accordion>`,
      `<AccordionGroup>\n<[|Accordion|]>\n${item}</Accordion>\n</AccordionGroup>`,
    ])
      assert.deepEqual(titles(page), ["Add `title`"]);
  });
});

describe("mdx/unknown-prop and mdx/missing-prop", () => {
  it("suggests another component once per page for fields with `name`", () => {
    const page = createFixture(
      '<[|ParamField|] name="a" type="string">a</ParamField>\n\n<ParamField name="b" type="string">b</ParamField>',
    );
    const [problem] = checkRule(missingProp, page);
    assert.match(problem?.message ?? "", /Use `<ResponseField>`/);
    assert.deepEqual(fixTitles(missingProp, page), []);
  });

  it("report empty components of the same kind once", () => {
    const page = (count: number) =>
      createFixture(`<AccordionGroup>\n${"  <Accordion></Accordion>\n".repeat(count)}</AccordionGroup>`);
    const getMessages = (count: number) =>
      getShownProblems("mdx/missing-prop", siteFrom(page(count))).map(({ message }) => message);
    assert.equal(getMessages(1).length, 1);
    const [message, ...more] = getMessages(9);
    assert.match(message ?? "", /no `title` and no content in 9 places/);
    assert.deepEqual(more, []);
  });

  it("report an empty component that needs no title as a hint", () => {
    const site = siteFrom(createFixture("<Steps>\n  <Step></Step>\n</Steps>"));
    assert.deepEqual(
      getShownProblems("mdx/missing-prop", site).map(({ severity }) => severity),
      ["hint"],
    );
  });

  it("report a misnamed required prop once, as a warning", () => {
    const page = createFixture('<Icon [|name|]="flag" />\n\n<Tooltip [|text|]="A key">token</Tooltip>');
    assert.deepEqual(
      checkRule(unknownProp, page).map(({ severity }) => severity),
      ["warning", "warning"],
    );
    checkRule(missingProp, page.replaceAll(/\[\||\|\]/g, ""));
  });

  it("don't suggest a variant for a callout with a custom icon and color", () => {
    const [own, plainText] = checkRule(
      unknownProp,
      createFixture(
        '<Callout [|type|]="info" icon="key" color="#00A8FF">a</Callout>\n\n<Callout [|type|]="info">a</Callout>\n\n<Callout [|type|]="big">a</Callout>',
      ),
    ).map(({ message }) => message);
    assert.doesNotMatch(own ?? "", /variant/);
    assert.match(plainText ?? "", /variant/);
  });

  it("offer to move text inside the tags", () => {
    checkFix(unknownProp, createFixture('<Card\n  title="A"\n  [|description|]="Begin here."\n  href="/page"\n/>\n'), {
      "page.mdx": '---\ntitle: Page\n---\n\n<Card\n  title="A"\n  href="/page">\n  Begin here.\n</Card>\n',
    });
    checkFix(unknownProp, createFixture('<Card title="A" [|description|]="Begin here." />\n'), {
      "page.mdx": '---\ntitle: Page\n---\n\n<Card title="A">\n  Begin here.\n</Card>\n',
    });
  });
});

describe("mdx/prop-value", () => {
  it("explains what readers see for an invalid color", () => {
    const [icon, callout] = checkRule(
      propValue,
      createFixture('<Icon icon="flag" color="[|A8FF53|]" />\n\n<Callout color="[|#zz|]">a</Callout>'),
    ).map(({ message }) => message);
    assert.match(icon ?? "", /readers don't see the icon/);
    assert.match(callout ?? "", /readers see the default color/);
  });

  it("accepts language icons in views and doesn't suggest an icon for an unrelated word", () => {
    const [problem, ...others] = checkRule(
      propValue,
      createFixture('<View title="A" icon="js">a</View>\n\n<Card title="A" icon="[|document|]" />'),
    );
    assert.doesNotMatch(problem?.message ?? "", /monument/);
    assert.deepEqual(others, []);
  });
});

describe("suggested imports", () => {
  it("match the page's language", () => {
    const files =
      "//- fr/page.mdx\n<[|Price|] />\n//- snippets/fr/price.jsx\nexport const Price = () => null;\n//- snippets/price.jsx\nexport const Price = () => null;\n";
    const [page, french] = checkRule(
      unknownComponent,
      createFixture("<[|Price|] />", files).replace('["page"]', '["page", "fr/page"]'),
    ).map(({ message }) => message);
    assert.match(`${page} ${french}`, /`snippets\/price.jsx`/);
    assert.match(`${page} ${french}`, /`snippets\/fr\/price.jsx`/);
  });
});

describe("mdx/unknown-component for names from other tools", () => {
  const getSuggestion = (page: string) =>
    /Did you mean `(.*)`/.exec(checkRule(unknownComponent, createFixture(page))[0]?.message ?? "")?.[1];
  const checkReplacement = (page: string, expected: string) =>
    checkFix(unknownComponent, createFixture(page), { "page.mdx": `---\ntitle: Page\n---\n\n${expected}` });

  it("suggests the built-in component for a part of its container", () => {
    const names = [
      "Tabs.Tab",
      "Cards.Card",
      "Steps.Step",
      "FileTree.Folder",
      "FileTree.File",
      "Accordions",
      "CardGrid",
    ];
    assert.deepEqual(
      names.map((name) => getSuggestion(`<[|${name}|]>a</${name}>`)),
      ["Tab", "Card", "Step", "Tree.Folder", "Tree.File", "AccordionGroup", "CardGroup"],
    );
    for (const name of ["Features.Card", "Card.Check", "Layout.Note", "Title"])
      assert.equal(getSuggestion(`<[|${name}|]>a</${name}>`), undefined, name);
    assert.equal(getSuggestion('<[|Tlie|] href="/a">a</Tlie>'), "Tile");
  });

  it("moves the titles of a list of items to the tabs", () =>
    checkReplacement(
      '<Tabs items={["Two\'s"]}>\n  <[|Tabs.Tab|]>b</Tabs.Tab>\n</Tabs>\n',
      '<Tabs>\n  <Tab title="Two\'s">b</Tab>\n</Tabs>\n',
    ));

  it("offers no fix if the titles can't be assigned to the tabs", () => {
    const listFixes = (props: string) =>
      fixTitles(unknownComponent, createFixture(`<Tabs${props}>\n  <[|Tabs.Tab|]>a</Tabs.Tab>\n</Tabs>`));
    assert.deepEqual(listFixes(" items={['One']}"), ["Change to `Tab`"]);
    for (const items of ["['One', 'Two']", "[one]", "items", "[{ label: 'One' }]", "['One', ...others]", "['a\"b']"])
      assert.deepEqual(listFixes(` items={${items}}`), [], items);
    assert.deepEqual(listFixes(""), []);
  });

  it("changes a container's parts and the props with other names", () => {
    checkReplacement(
      '<[|Cards|] num={3}>\n  <Cards.Card title="A" href="/a" />\n  <Cards.Card title="B" />\n</Cards>\n',
      '<CardGroup cols={3}>\n  <Card title="A" href="/a" />\n  <Card title="B" />\n</CardGroup>\n',
    );
    checkReplacement(
      '<Tabs>\n<[|TabItem|] value="a" label="A">a</TabItem>\n</Tabs>\n',
      '<Tabs>\n<Tab value="a" title="A">a</Tab>\n</Tabs>\n',
    );
  });
});

describe("mdx/misplaced-component for several examples", () => {
  const createExample = (name: string, content: string) => `<${name}>\n${content}\n</${name}>\n`;
  const code = "```sh\na\n```";

  it("reports them once per page, and offers to show the code in place", () => {
    const first = createExample("RequestExample", code) + createExample("ResponseExample", code);
    const text = createFixture(first + first + createExample("RequestExample", code));
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/misplaced-component", site);
    assert.ok(problem && others.length === 0);
    assert.match(problem.message, /^3 examples on this page, such as this `<RequestExample>`, follow another/);
    assert.equal(
      fixedBy("Change all 3 to `CodeGroup`", problem, site, text).get("page.mdx"),
      `---\ntitle: Page\n---\n\n${first}${createExample("CodeGroup", code).repeat(3)}`,
    );
  });

  it("offers no code group for text, or for a panel", () => {
    for (const [name, content, remedy] of [
      ["[|RequestExample|]", `Run:\n\n${code}`, /or use `<CodeGroup>` here\.$/],
      ["[|Panel|]", code, /Move the content into the first one\.$/],
    ] as const) {
      const marked = createExample(name, content).replace(/<\/\[\|(\w+)\|\]/, "</$1");
      const fixture = createFixture(createExample(name.replace(/\W/g, ""), code) + marked);
      assert.match(checkRule(misplacedComponent, fixture)[0]?.message ?? "", remedy);
      assert.deepEqual(fixTitles(misplacedComponent, fixture), []);
    }
  });
});

describe("mdx/prop-value for the same value in several places", () => {
  it("is one problem with one fix", () => {
    const card = '<Card title="A" horizontal="false" />\n';
    const text = createFixture(card.repeat(3));
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("mdx/prop-value", site);
    assert.ok(problem && others.length === 0);
    assert.match(problem.message, /the opposite effect in 3 places/);
    assert.equal(
      fixedBy("Change all 3 to `{false}`", problem, site, text).get("page.mdx"),
      text.slice(text.indexOf("---\n")).replaceAll('"false"', "{false}"),
    );
    for (const cols of ['"many"', "{0}"])
      assert.equal(
        getShownProblems(
          "mdx/prop-value",
          siteFrom(createFixture(`<Columns cols=${cols}>\n  A\n</Columns>\n\n`.repeat(2))),
        ).length,
        1,
      );
  });
});

describe("mdx/prop-value for the icon of a brand with a prefix", () => {
  it("suggests the icon without the prefix", () =>
    checkFix(propValue, createFixture('<Card title="A" icon="[|brand-apple|]" />'), {
      "page.mdx": createFixture('<Card title="A" icon="apple" />').replace(/^[^]*?(?=---\n)/, ""),
    }));
});

describe("mdx/prop-value for a value of another prop", () => {
  const list = (tag: string) => checkRule(propValue, createFixture(tag)).map(({ message }) => message);

  it("suggests the other prop", () => {
    checkFix(propValue, createFixture('<Badge [|variant="green"|]>A</Badge>'), {
      "page.mdx": createFixture('<Badge color="green">A</Badge>').replace(/^[^]*?(?=---\n)/, ""),
    });
    assert.match(list('<Badge color="red" variant="[|green|]">A</Badge>')[0] ?? "", /Use `solid` or `outline`\.$/);
  });

  it("mentions the prop for colors if the value isn't a style", () =>
    assert.match(
      list('<Badge variant="[|success|]">A</Badge>')[0] ?? "",
      /Use `solid` or `outline`, or set the color with `color`\.$/,
    ));
});

describe("mdx/undefined-name in a line that several pages have", () => {
  it("is one problem with one fix", () => {
    const line = "The '{schema}' placeholder is replaced.";
    const text = `//- docs.json\n{ "navigation": { "pages": ["a", "b", "c"] } }\n//- a.mdx\n${line}\n//- b.mdx\nText.\n\n${line}\n//- c.mdx\nUse {schema}.\n`;
    const site = siteFrom(text);
    const problems = getShownProblems("mdx/undefined-name", site);
    assert.deepEqual(
      problems.map(({ relatedLocations }) => relatedLocations.length),
      [1, 0],
    );
    const [problem] = problems;
    assert.ok(problem);
    assert.match(fixedBy("Escape braces in all 2 places", problem, site, text).get("b.mdx") ?? "", /'\\\{schema/);
  });
});

describe("mdx/missing-prop", () => {
  it("suggests to remove a component without title and content", () => {
    const accordion = '<Accordion title="A">\n  B\n</Accordion>\n';
    checkFix(missingProp, createFixture(`${accordion}<[|Accordion|]></Accordion>\n`), {
      "page.mdx": createFixture(`${accordion}\n`).replace(/^[^]*?(?=---\n)/, ""),
    });
  });

  it("reports colors outside color items once", () => {
    const text = createFixture('<Color value="#1F5EFF" />\n\n<Color value="#1F5EFA" />\n');
    assert.deepEqual(
      getShownProblems("mdx/missing-prop", siteFrom(text)).map(({ message }) => message),
      [
        "`<Color>` shows only the colors of `<Color.Item>` components inside it, so readers don't see 2 colors. Move the values to `<Color.Item>` components, and add `variant`.",
      ],
    );
  });
});
