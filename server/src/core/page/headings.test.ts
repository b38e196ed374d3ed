import assert, { deepStrictEqual, strictEqual } from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { normalizeAnchor } from "../text/decode-text.ts";
import { countUnmarkedHeadings, HeadingIdGenerator, isCustomId, maskCustomIds, getPageSections } from "./headings.ts";
import { scanPage } from "./scan-page.ts";

const getId = (text: string) => new HeadingIdGenerator().createId(text);

describe("HeadingIdMaker", () => {
  // These anchors were generated with the service's own package on 2026-11-26.
  const published: [string, string][] = [
    ["Install the CLI", "install-the-cli"],
    ["Step 2: Create", "step-2-create"],
    ["Split configuration with $ref", "split-configuration-with-$ref"],
    ["CONSOLE_API_URL", "console_api_url"],
    ["statement.where.require", "statement-where-require"],
    ["What's new", "whats-new"],
    ["What's up, it's Bob's", "whats-up-its-bobs"],
    ["Identify the triggering event(s)", "identify-the-triggering-events"],
    ["What s new", "whats-new"],
    ["a-s-t-s", "as-ts"],
    ["T shirts", "t-shirts"],
    ["the 's'", "thes"],
    ["foo_s", "foo_s"],
    ["名前(s)", "名前s"],
    ["I'm", "i-m"],
    ["you're", "you-re"],
    ["a'b", "a-b"],
    ["L'été", "l-été"],
    ["Don’t do", "don’t-do"],
    ["A / B", "a-/-b"],
    ["robots.txt", "robots-txt"],
    ["Configuración básica", "configuración-básica"],
    ["Straße", "straße"],
    ["新しい agent", "新しい-agent"],
    ["100% sure", "100%-sure"],
    ["x%41", "x%41"],
    ["partition_pdf", "partition_pdf"],
    ["_private", "_private"],
    ["a_ b", "a_-b"],
    ["code_name()", "code_name"],
    ["Hello, World!", "hello-world"],
    ["  A   -  B  ", "a-b"],
    ["C++", "c++"],
    ["Q&A", "q&a"],
    ["a|b", "a|b"],
    ["Foo (bar)", "foo-bar"],
    ["1. First", "1-first"],
    ["10.000", "10-000"],
    ["--flag", "flag"],
    ["<T>", "<t>"],
    ["a – b", "a-–-b"],
    ["Emoji 😀 here", "emoji--here"],
    ["👨‍👩‍👧 family", "-family"],
    ["😀", ""],
    ["!!!", ""],
    ["GET /users/{id}", "get-/users/id"],
  ];
  for (const [text, id] of published) it(`turns ${text} into ${id}`, () => strictEqual(getId(text), id));

  // Generated with the packages of `mint` on 2026-11-30. A custom ID starts with `#`.
  const numbered: [string, readonly string[], readonly string[]][] = [
    [
      "IDs that differ in case and punctuation",
      ["A b", "a B", "c", "A-b", "A: b", "a b"],
      ["a-b", "a-b-2", "c", "a-b-3", "a-b-4", "a-b-4-2"],
    ],
    ["code and text with the same letters", ["V::b()", "Vb", "V::b()"], ["vb", "vb-2", "vb-2-2"]],
    ["a heading that ends in a number", ["Use 2", "Use", "Use"], ["use-2", "use", "use-2-2"]],
    ["a number after several headings", ["Use", "Use", "Use", "Use 1"], ["use", "use-2", "use-3", "use-1-1"]],
    ["custom IDs", ["#use", "Use", "#use", "Use"], ["use", "use-2", "use-3", "use-2-2"]],
    ["headings without letters", ["!!!", "🚀", "???", "🚀"], ["", "", "", "-2"]],
  ];
  for (const [name, texts, ids] of numbered)
    it(`numbers ${name}`, () => {
      const generator = new HeadingIdGenerator();
      deepStrictEqual(
        texts.map((text) =>
          text.startsWith("#") ? generator.createCustomId(text.slice(1)) : generator.createId(text),
        ),
        ids,
      );
    });

  it("numbers many custom IDs quickly", () => {
    const generator = new HeadingIdGenerator();
    for (let i = 2; i <= 5000; i++) generator.createCustomId(`use-${i}`);
    assertQuick(1000, () => {
      for (let i = 0; i < 5000; i++) generator.createCustomId("use");
    });
    assert.equal(generator.createCustomId("use-5001"), "use-5001-2");
  });

  it("replaces an unpaired surrogate", () => strictEqual(getId("a \ud800"), "a-\ufffd"));
});

describe("normalizeAnchor", () => {
  const same: [string, string][] = [
    ["step-2%3A-create", "step-2-create"],
    ["step-2:-create", "step-2-create"],
    ["hello%2C-world!", "hello-world"],
    ["what's-new", "whats-new"],
    ["%E6%96%B0%E3%81%97%E3%81%84-agent", "新しい-agent"],
    ["emoji-😀-here", "emoji--here"],
    ["My_Custom:2", "My_Custom2"],
    ["a%zz", "a%zz"],
  ];
  for (const [fragment, normal] of same)
    it(`turns ${fragment} into ${normal}`, () => strictEqual(normalizeAnchor(fragment), normal));
});

/** Returns the first and last lines of each section. */
function listSections(text: string): string[] {
  return getPageSections(scanPage("a.mdx", text).references).map(({ range }) => {
    const lines = text.slice(range.start, range.end).split("\n");
    return `${lines[0] ?? ""} … ${lines.at(-1) ?? ""}`;
  });
}

describe("page sections", () => {
  it("end before the next heading at the same or a higher level", () =>
    assert.deepEqual(listSections("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n\n# E\n"), [
      "# A … d",
      "## B … c",
      "### C … c",
      "## D … d",
      "# E … # E",
    ]));

  it("end with the component that contains them, without ending outer sections", () =>
    assert.deepEqual(
      listSections(
        "## A\n\n<Tab title='x'>\n\n## B\n\nb\n\n</Tab>\n\nrest\n\n<Tab title='y'>\n\n### C\n\nc\n\n</Tab>\n\n## D\n\nd\n",
      ),
      ["## A … </Tab>", "## B … b", "### C … c", "## D … d"],
    ));

  it("extend to the end of the page if a component isn't closed", () =>
    assert.deepEqual(listSections("<Card>\n\n## A\n\na\n"), ["## A … a"]));

  it("are found in time proportional to the length of the page", () => {
    const text = "<A>\n\n## B\n\nb\n\n</A>\n\n".repeat(4000);
    const page = scanPage("a.mdx", text).references;
    assertQuick(1000, () => assert.equal(getPageSections(page).length, 4000));
  });
});

describe("unmarked headings", () => {
  const headings = [
    "**Setup**",
    " \t **Setup** \t",
    "##Setup",
    "######Setup",
    "#\u00a0Setup",
    "######\u3000Setup",
    "＃Setup",
    "＃＃",
  ];
  const others = [
    "# Setup",
    "#Setup",
    "## Setup",
    "#######\u00a0Setup",
    "**Setup** now",
    "****",
    "a **b**",
    "a ##b",
    "a ＃",
    "- ##b",
  ];
  for (const eol of ["\n", "\r\n", "\r"])
    it(`are counted in lines that end with ${JSON.stringify(eol)}`, () => {
      for (const text of headings) assert.equal(countUnmarkedHeadings(["", text, "", text].join(eol)), 2, text);
      for (const text of others) assert.equal(countUnmarkedHeadings(["", text, "", text].join(eol)), 0, text);
    });
});

const listIds = (text: string) => scanPage("a.mdx", text).references.headings.map(({ id }) => id);

describe("custom heading IDs", () => {
  // These anchors were generated with `mint` 4.2.941.
  const supported: readonly (readonly [heading: string, id: string])[] = [
    ["## Run {#setup}", "setup"],
    ["   ### Run {#setup}", "setup"],
    ["## Run{#setup}  ", "setup"],
    ["## Run {# setup }", "setup"],
    ["## Run {#first run}", "first-run"],
    ["## Run {#a.b/ü}", "a.b/ü"],
    ["## Run {#first, <second> & third!}", "first-second-third"],
    ["## `run` {#setup}", "setup"],
  ];
  for (const [heading, id] of supported)
    it(`are supported: ${heading}`, () => {
      assert.deepEqual(listIds(heading), [id]);
      const masked = maskCustomIds(heading, "x");
      assert.doesNotMatch(masked, /\{/);
      assert.equal(masked.length, heading.length);
    });

  for (const heading of [
    "    ## Run {#setup}",
    "\t## Run {#setup}",
    "> ## Run {#setup}",
    "- ## Run {#setup}",
    "## Run {#setup} ##",
    "## Run {#setup} more",
    "Run {#setup}\n---",
    "## {#setup}",
    "## Run {#}",
  ])
    it(`aren't recognized, and the braces are treated as an expression: ${JSON.stringify(heading)}`, () => {
      assert.equal(maskCustomIds(heading, "x"), heading);
      assert.doesNotMatch(listIds(heading).join(), /setup/);
    });

  it("don't include the line break", () => {
    const text = "\uFEFF---\r\ntitle: x\r\n---\r\n## Run {#setup}\r\n\r\n## Stop {#end}\r\n";
    assert.deepEqual(listIds(text), ["setup", "end"]);
    assert.equal(maskCustomIds(text, "x"), text.replace("{#setup}", "xxxxxxxx").replace("{#end}", "xxxxxx"));
  });

  it("are recognized only if they make up the entire text", () => {
    assert.ok(isCustomId("{#setup}"));
    for (const text of ["", "{setup}", "{#a}{#b}", "a {#setup}", "{#setup} "]) assert.ok(!isCustomId(text), text);
  });

  it("are masked in linear time", () => {
    for (const part of ["{#", "{ #", "{#a} ", " ", "# "]) {
      const text = `# ${part.repeat(100_000)}x\n`;
      assertQuick(500, () => maskCustomIds(text.repeat(2), "x"));
    }
  });
});
