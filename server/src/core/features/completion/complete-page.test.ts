import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { complete } from "./complete.ts";
import type { Completion } from "./completion.ts";

const site = `
//- docs.json
{ "navigation": { "tabs": [{ "tab": "Guides", "pages": ["index", "guides/start"] }, { "tab": "API", "openapi": "api/eggs.json" }] }, "variables": { "version": "2.1" }, "icons": { "library": "lucide" } }
//- index.mdx
---
title: Home
icon: rocket
---
//- guides/start.mdx
---
title: Start here
---
## Install the CLI
### Run it
//- guides/next.mdx
---
title: What comes next
icon: rocket
tag: NEW
---
//- snippets/api-note.mdx
Notes.
//- images/egg.png
//- images/nest.svg
//- api/eggs.json
{ "openapi": "3.1.0", "info": { "title": "Eggs", "version": "1" }, "paths": {
  "/eggs": { "get": { "summary": "List eggs", "responses": {} }, "post": { "responses": {} } } },
  "webhooks": { "egg.laid": { "post": { "responses": {} } } } }
//- guides/page.mdx
`;

interface Case {
  readonly items: readonly Completion[];
  readonly text: string;
}

function completeIn(fixture: string, profile: ProfileName = "mintlify"): Case {
  const { files, cursor } = parseFixture(`${site}${fixture}`);
  assert.ok(cursor, "no $0");
  const text = files.get(cursor.file) ?? "";
  return { items: complete(siteOf(files, profile), cursor.file, text, cursor.offset).items, text };
}

function listLabels(fixture: string): string[] {
  return completeIn(fixture).items.map(({ label }) => label);
}

/** Accepts the item and compares the resulting page with the expected one, in which `$0` marks the caret. */
function check(fixture: string, label: string, expected: string): void {
  const { items, text } = completeIn(fixture);
  const item = items.find((candidate) => candidate.label === label);
  assert.ok(
    item,
    `no ${label} among ${items
      .map((completion) => completion.label)
      .slice(0, 30)
      .join(" ")}`,
  );
  const { start, end } = item.edit.range;
  assert.doesNotMatch(text.slice(start, end), /\n/);
  const caret = item.caret ?? item.edit.newText.length;
  const newText = `${item.edit.newText.slice(0, caret)}$0${item.edit.newText.slice(caret)}`;
  assert.equal(applyEdits(text, [...item.additionalEdits, { ...item.edit, newText }]), expected);
}

describe("frontmatter completion", () => {
  it("inserts a frontmatter block in an empty page and after an opening fence", () => {
    check("$0", "---", "---\ntitle: Page$0\n---\n");
    check("---$0", "---", "---\ntitle: Page$0\n---\n");
    assert.deepEqual(listLabels("Text$0"), []);
  });

  it("inserts a field with its colon and places the cursor after it", () => {
    check("---\n$0\n---\n", "title", "---\ntitle: $0\n---\n");
    check("---\r\ntitle: x\r\nmo$0\r\n---\r\n", "mode", "---\r\ntitle: x\r\nmode: $0\r\n---\r\n");
    check("---\nkey$0\n---\n", "keywords", "---\nkeywords: [$0]\n---\n");
    check("---\ntitle: x\nmo$0", "mode", "---\ntitle: x\nmode: $0");
    check("---\nmo$0: wide\n---\n", "mode", "---\nmode$0: wide\n---\n");
  });

  it("omits existing fields and ranks API fields last unless the page is an endpoint page", () => {
    const fields = listLabels("---\ntitle: x\n$0\n---\n");
    assert.ok(!fields.includes("title"));
    assert.ok(fields.indexOf("description") < fields.indexOf("playground"));
    assert.ok(fields.indexOf("description") < 5);
  });

  it("inserts values, with quotes only if YAML requires them", () => {
    check("---\nmode: $0\n---\n", "wide", "---\nmode: wide$0\n---\n");
    check("---\nmode:$0\n---\n", "wide", "---\nmode: wide$0\n---\n");
    check('---\nmode: "cu$0"\n---\n', "custom", "---\nmode: custom$0\n---\n");
    check("---\nhidden: $0\n---", "true", "---\nhidden: true$0\n---");
    check("---\ntag: $0\n---", "NEW", "---\ntag: NEW$0\n---");
    assert.equal(listLabels("---\nicon: $0\n---\n")[0], "rocket");
  });

  it("offers operations and webhooks in the shortest valid form", () => {
    check("---\nopenapi: $0\n---\n", "GET /eggs", "---\nopenapi: GET /eggs$0\n---\n");
    check("---\nopenapi: web$0\n---\n", "webhook egg.laid", "---\nopenapi: webhook egg.laid$0\n---\n");
    const twoSpecs = `//- api/more.json\n{ "openapi": "3.1.0", "info": { "title": "More", "version": "1" }, "paths": { "/eggs": { "get": { "responses": {} } } } }\n`;
    const { items } = completeIn(`---\nopenapi: $0\n---\n${twoSpecs}`);
    assert.deepEqual(items.map(({ label }) => label).sort(), [
      "/api/eggs.json GET /eggs",
      "/api/more.json GET /eggs",
      "POST /eggs",
      "webhook egg.laid",
    ]);
  });

  it("offers the operations with the method before the caret", () => {
    check("---\nopenapi: GET $0\n---\n", "GET /eggs", "---\nopenapi: GET /eggs$0\n---\n");
    check("---\nopenapi: GET $0 # list\n---\n", "GET /eggs", "---\nopenapi: GET /eggs$0 # list\n---\n");
    for (const value of ["GET $0", '"GET $0"', '"GET $0', "get $0"])
      assert.deepEqual(listLabels(`---\nopenapi: ${value}\n---\n`), ["GET /eggs"], value);
    assert.deepEqual(listLabels("---\nopenapi: webhook $0\n---\n"), ["webhook egg.laid"]);
    assert.deepEqual(listLabels("---\nmode: wide $0\n---\n"), []);
  });

  it("offers the operations in the file before the caret", () => {
    const twoSpecs = `//- api/more.json
{ "openapi": "3.1.0", "info": { "title": "More", "version": "1" }, "components": { "schemas": { "Nest": {} } },
  "paths": { "/eggs": { "get": { "responses": {} } }, "/nests": { "put": { "responses": {} } } } }
//- api/ws.json
{ "asyncapi": "3.0.0", "info": { "title": "W", "version": "1" }, "channels": { "chat": { "address": "chat" } } }
`;
    const createPage = (value: string) => `---\n${value}\n---\n${twoSpecs}`;
    const formatAfter = (value: string) => `---\n${value}\n---`;
    for (const file of ["api/eggs.json", "/api/eggs.json", "../api/eggs.json", "api/eggs", "eggs.json"]) {
      const references = [`${file} GET /eggs`, `${file} POST /eggs`, `${file} webhook egg.laid`];
      for (const value of [`${file} $0`, `"${file} $0"`, `"${file} $0`, `${file} G$0`, `${file}  $0`])
        assert.deepEqual(listLabels(createPage(`openapi: ${value}`)).sort(), references, value);
      for (const value of [`${file} GET $0`, `"${file} get $0"`, `"${file} GET /$0`])
        assert.deepEqual(listLabels(createPage(`openapi: ${value}`)), references.slice(0, 1), value);
    }
    check(
      createPage('openapi: "api/more.json PUT $0"'),
      "api/more.json PUT /nests",
      formatAfter("openapi: api/more.json PUT /nests$0"),
    );
    assert.deepEqual(listLabels(createPage("openapi-schema: api/more.json $0")), ["api/more.json Nest"]);
    assert.deepEqual(listLabels(createPage("asyncapi: ws.json $0")), ["ws.json chat"]);
    assert.deepEqual(listLabels(createPage("openapi: api/ws.json GET $0")), []);
  });

  it("offers the files that start with the text before the caret, in its style", () => {
    const listFiles = (value: string) =>
      completeIn(`---\n${value}\n---\n`).items.flatMap(({ kind, label }) => (kind === "file" ? [label] : []));
    assert.deepEqual(listFiles("openapi: api$0"), ["api/eggs.json"]);
    assert.deepEqual(listFiles('openapi: "/ap$0"'), ["/api/eggs.json"]);
    assert.deepEqual(listFiles("openapi: ../$0"), ["../api/eggs.json"]);
    assert.deepEqual(listFiles("openapi: eg$0"), ["api/eggs.json"]);
    for (const value of ["openapi: $0", "openapi: GET$0", "openapi: api/eggs.json $0", "asyncapi: api$0"])
      assert.deepEqual(listFiles(value), [], value);
    check("---\nopenapi: api$0\n---\n", "api/eggs.json", "---\nopenapi: api/eggs.json$0\n---\n");
  });

  it("completes list items", () => {
    const other = "//- guides/other.mdx\n---\nkeywords: [egg, nest]\n---\n";
    check(`---\nkeywords: [egg, $0]\n---\n${other}`, "nest", "---\nkeywords: [egg, nest$0]\n---");
    check(`---\nkeywords:\n  - $0\n---\n${other}`, "egg", "---\nkeywords:\n  - egg$0\n---");
  });
});

describe("completion before a comment in frontmatter", () => {
  it("preserves the comment", () => {
    const checkValue = (before: string, after: string) =>
      check(`---\n${before} # note\n---\n`, "wide", `---\n${after} # note\n---\n`);
    checkValue("mode: wi$0de", "mode: wide$0");
    checkValue("mode: 'wi$0'", "mode: wide$0");
    checkValue("mode: $0", "mode: wide$0");
    checkValue("mode:$0", "mode: wide$0");
    check(
      "---\nrelated:\n  - /gui$0 # note\n---\n",
      "/guides/start",
      "---\nrelated:\n  - /guides/start$0 # note\n---\n",
    );
    check(
      "---\nrelated: [/x, /gui$0] # note\n---\n",
      "/guides/start",
      "---\nrelated: [/x, /guides/start$0] # note\n---\n",
    );
  });

  it("adds a space if the caret is directly before the comment", () => {
    check("---\nmode: $0# note\n---\n", "wide", "---\nmode: wide$0 # note\n---\n");
    check("---\nrelated:\n  - $0# note\n---\n", "/guides/start", "---\nrelated:\n  - /guides/start$0 # note\n---\n");
  });

  it("offers nothing in the comment", () => {
    for (const text of ["mode: # no$0te", "mode: wide # no$0te", "related:\n  - # $0"])
      assert.deepEqual(listLabels(`---\n${text}\n---\n`), []);
  });
});

describe("link completion in values rendered as Markdown", () => {
  it("offers pages and images within text without changing the surrounding text", () => {
    check(
      '<Frame caption="See [start](/gui$0)." />',
      "/guides/start",
      '<Frame caption="See [start](/guides/start$0)." />',
    );
    check(
      '<Frame caption="See [start](/gui$0" />',
      "/guides/start",
      '<Frame caption="See [start](/guides/start)$0" />',
    );
    check("<Prompt description={'[a](/gui$0)'} />", "/guides/next", "<Prompt description={'[a](/guides/next$0)'} />");
    check('<Frame caption="![egg](/im$0)" />', "/images/egg.png", '<Frame caption="![egg](/images/egg.png$0)" />');
    check(
      '<Frame caption="[a](/guides/start#$0)" />',
      "/guides/start#run-it",
      '<Frame caption="[a](/guides/start#run-it$0)" />',
    );
  });

  it("doesn't offer links if the value is plain text", () => {
    assert.ok(!listLabels('<Card title="[a](/gui$0)" />').includes("/guides/start"));
  });
});

describe("component completion", () => {
  it("inserts the component with its required props", () => {
    check("<Acc$0\n", "Accordion", '<Accordion title="$0">\n  \n</Accordion>\n');
    check("  <No$0", "Note", "  <Note>\n    $0\n  </Note>");
    check("Text <$0", "Icon", 'Text <Icon icon="$0" />');
    check("a\r\n\r\n<Ste$0", "Steps", "a\r\n\r\n<Steps>\r\n  $0\r\n</Steps>");
  });

  it("inserts common props with a tab stop for each value and a final one for the content", () => {
    check("<Car$0", "Card", '<Card title="$0" href="" icon="">\n  \n</Card>');
    check("<CardG$0", "CardGroup", "<CardGroup cols={$0}>\n  \n</CardGroup>");
    check("<Colu$0", "Columns", "<Columns cols={$0}>\n  \n</Columns>");
    const getStops = (fixture: string, label: string) => {
      const item = completeIn(fixture).items.find((candidate) => candidate.label === label);
      const text = item?.edit.newText ?? "";
      return item?.stops?.map((index) => `${text.slice(0, index)}|${text.slice(index)}`);
    };
    assert.deepEqual(getStops("<Car$0", "Card"), [
      'Card title="" href="|" icon="">\n  \n</Card>',
      'Card title="" href="" icon="|">\n  \n</Card>',
      'Card title="" href="" icon="">\n  |\n</Card>',
    ]);
    assert.deepEqual(getStops("Text <$0", "Icon"), ['Icon icon="" />|']);
    assert.equal(getStops("<No$0", "Note"), undefined);
  });

  it("inserts the props that documentation of a parameter needs, with a choice of its location", () => {
    check("<Para$0", "ParamField", '<ParamField path$0="" type="">\n  \n</ParamField>');
    const field = completeIn("<Para$0").items.find(({ label }) => label === "ParamField");
    assert.deepEqual(field?.choices, ["path", "query", "body", "header", "cookie", "auth"]);
    const icon = completeIn("Text <$0").items.find(({ label }) => label === "Icon");
    assert.equal(icon?.choices, undefined);
  });

  it("keeps the lines of a component in the same list item and block quote", () => {
    check("- <No$0", "Note", "- <Note>\n    $0\n  </Note>");
    check("> 1. <No$0", "Note", "> 1. <Note>\n>      $0\n>    </Note>");
    check("  Text - <No$0", "Note", "  Text - <Note>\n    $0\n  </Note>");
  });

  it("inserts only the name before existing content", () => {
    check('<$0 title="x">\n</Card>', "Card", '<Card$0 title="x">\n</Card>');
    check("<Ca$0></Card>", "Card", "<Card$0></Card>");
  });

  it("first lists components that fit the parent, or the one that the next closing tag would close", () => {
    assert.equal(listLabels("<Tabs>\n  <$0\n</Tabs>")[0], "Tab");
    const folderLabels = listLabels("<Tree><Tree.Folder name='a'><$0</Tree.Folder></Tree>");
    assert.deepEqual(folderLabels.slice(0, 2).sort(), ["Tree.File", "Tree.Folder"]);
    assert.equal(listLabels('<$0 title="x">\n</Expandable>')[0], "Expandable");
    assert.ok(listLabels("<$0").indexOf("Tab") > listLabels("<$0").indexOf("Card"));
  });

  it("closes the open component", () => {
    check("<Tabs>\n<Tab title='a'>\nText\n</$0", "Tab", "<Tabs>\n<Tab title='a'>\nText\n</Tab>$0");
    check("<Tabs>\n<Tab title='a'>\n</Tab>\n</$0>", "Tabs", "<Tabs>\n<Tab title='a'>\n</Tab>\n</Tabs$0>");
    assert.deepEqual(listLabels("Text </$0"), []);
  });

  it("imports a snippet", () => {
    const line = 'import ApiNote from "/snippets/api-note.mdx";';
    check("---\ntitle: x\n---\n\n<Api$0\n", "ApiNote", `---\ntitle: x\n---\n\n${line}\n\n<ApiNote />$0\n`);
    check("---\ntitle: x\n---\n<Api$0\n", "ApiNote", `---\ntitle: x\n---\n\n${line}\n\n<ApiNote />$0\n`);
    check("---\ntitle: x\n---\nText <Api$0", "ApiNote", `---\ntitle: x\n---\n\n${line}\n\nText <ApiNote />$0`);
    check(
      "---\r\ntitle: x\r\n---\r\nText <Api$0",
      "ApiNote",
      `---\r\ntitle: x\r\n---\r\n\r\n${line}\r\n\r\nText <ApiNote />$0`,
    );
    check("<Api$0", "ApiNote", `${line}\n\n<ApiNote />$0`);
    check(
      'import A from "../snippets/a.mdx"\r\n\r\n<Api$0',
      "ApiNote",
      'import A from "../snippets/a.mdx"\r\nimport ApiNote from "../snippets/api-note.mdx"\r\n\r\n<ApiNote />$0',
    );
  });
});

describe("prop completion", () => {
  it("inserts each prop in the syntax for its type, lists required props first, and omits existing props", () => {
    check('<Card title="a" hr$0>', "href", '<Card title="a" href="$0">');
    check("<Card $0>", "horizontal", "<Card horizontal$0>");
    check("<Columns $0>", "cols", "<Columns cols={$0}>");
    check('<Card ti$0="a">', "title", '<Card title$0="a">');
    assert.equal(listLabels("<Accordion $0>")[0], "title");
    assert.ok(!listLabels('<Card title="a" $0>').includes("title"));
  });

  it("ranks props that accept the existing value first", () => {
    assert.equal(listLabels('<Card $0="/guides/start">')[0], "href");
    assert.equal(listLabels('<Card $0="rocket">')[0], "icon");
    assert.equal(listLabels("<Columns $0={2}>")[0], "cols");
  });

  it("inserts values with any missing quotes or braces", () => {
    check('<Badge color="$0">', "green", '<Badge color="green$0">');
    check('<Badge color="gr$0', "green", '<Badge color="green"$0');
    check("<Badge color=$0>", "green", '<Badge color="green"$0>');
    check("<Columns cols={$0}>", "3", "<Columns cols={3$0}>");
    check("<Accordion defaultOpen=$0>", "true", "<Accordion defaultOpen={true}$0>");
  });

  it("ranks icons that match the title first and adds the icon library", () => {
    const { items } = completeIn('<Card title="Egg timer" icon="$0">');
    assert.ok(items.slice(0, 5).some(({ label }) => label === "egg"));
    assert.deepEqual(items[0]?.icon?.library, "lucide");
  });
});

describe("completion of a name that contains a quote", () => {
  const files = "Hi\n//- guides/it's.mdx\n//- snippets/it's.mdx\n//- images/it's.png\n//- guides/page2.mdx\n";

  it("escapes the quote of an attribute", () => {
    check(`${files}<a href='/guides/it$0'>`, "/guides/it's", "<a href='/guides/it&apos;s$0'>");
    check(`${files}<a href="/guides/it$0">`, "/guides/it's", '<a href="/guides/it\'s$0">');
    check(`${files}<img src='/images/it$0' />`, "/images/it's.png", "<img src='/images/it&apos;s.png$0' />");
  });

  it("omits an import source that contains the quote around it", () => {
    assert.ok(!listLabels(`${files}import A from '/snippets/$0'`).includes("/snippets/it's.mdx"));
    assert.ok(listLabels(`${files}import A from "/snippets/$0"`).includes("/snippets/it's.mdx"));
  });
});

describe("link completion", () => {
  it("finds pages by title and path", () => {
    assert.equal(listLabels("[What comes next]($0)")[0], "/guides/next");
    check("[x](comes ne$0)".replace(" ", ""), "/guides/next", "[x](/guides/next$0)");
    check("[x](/gui$0", "/guides/start", "[x](/guides/start)$0");
    check('<Card href="/gui$0">', "/guides/start", '<Card href="/guides/start$0">');
    check("[x](./$0)", "./next", "[x](./next$0)");
  });

  it("offers generated pages and preserves an existing heading anchor", () => {
    assert.ok(listLabels("[x]($0)").includes("/api-reference/list-eggs"));
    check("[x](/g$0#run-it)", "/guides/start", "[x](/guides/start$0#run-it)");
  });

  it("offers heading anchors of the target and the current page", () => {
    check("[x](/guides/start#$0)", "/guides/start#run-it", "[x](/guides/start#run-it$0)");
    check("## Own one\n\n[x](#$0)", "#own-one", "## Own one\n\n[x](#own-one$0)");
    assert.equal(listLabels("[install the CLI](/guides/start#$0)")[0], "/guides/start#install-the-cli");
  });

  it("offers headings of other pages that match the typed text or the link text", () => {
    assert.ok(listLabels("[Install the CLI]($0)").slice(0, 3).includes("/guides/start#install-the-cli"));
    check("[x](run$0)", "/guides/start#run-it", "[x](/guides/start#run-it$0)");
    check("[x](/run$0)", "/guides/start#run-it", "[x](/guides/start#run-it$0)");
    assert.ok(!listLabels("[it]($0)").some((label) => label.includes("#run-it")));
  });

  it("offers heading anchors in which letters stay readable and other characters are encoded", () => {
    check("## Übung\n\n[x](#$0)", "#übung", "## Übung\n\n[x](#übung$0)");
    check("## C & D\n\n[x](#$0)", "#c-%26-d", "## C & D\n\n[x](#c-%26-d$0)");
  });

  it("offers the folder URL for a folder's index page", () => {
    const nest = "//- nests/index.mdx\n---\ntitle: All nests\n---\n## Twigs\n//- guides/page.mdx\n";
    const listFound = (typedText: string) => listLabels(`${nest}${typedText}`);
    assert.ok(listFound("[All nests]($0)").slice(0, 2).includes("/nests"));
    assert.ok(listFound("[x](/nes$0)").includes("/nests/index"));
    assert.ok(listFound("[x](../$0)").includes("../nests"));
    assert.ok(listFound("[x](/nests#$0)").includes("/nests#twigs"));
    assert.equal(listLabels("[Home]($0)")[0], "/");
  });

  it("offers image files for images", () => {
    check("![An egg]($0)", "/images/egg.png", "![An egg](/images/egg.png$0)");
    assert.equal(listLabels('<img src="$0" alt="A nest" />')[0], "/images/nest.svg");
  });
});

describe("completion in imports, variables, and code blocks", () => {
  it("offers files to import and ranks those that match the name first", () => {
    check('import ApiNote from "$0"', "/snippets/api-note.mdx", 'import ApiNote from "/snippets/api-note.mdx$0"');
    check("import ApiNote from $0", "/snippets/api-note.mdx", 'import ApiNote from "/snippets/api-note.mdx"$0');
  });

  it("offers variables", () => {
    check("Version {{$0", "version", "Version {{version}}$0");
    check("Version {{v$0}}", "version", "Version {{version$0}}");
  });

  it("offers code block languages and the options after them", () => {
    check("```py$0", "python", "```python\n$0\n```");
    check("```$0\nx\n```", "json", "```json$0\nx\n```");
    assert.equal(listLabels('```$0\n{ "a": 1 }\n```')[0], "json");
    check("```js ti$0\n```", "title", '```js title="$0"\n```');
    assert.deepEqual(listLabels("```js\n$0\n```"), []);
  });
});
