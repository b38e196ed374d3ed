import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { isCustomId, maskCustomIds } from "./custom-heading-id.ts";
import { scanPage } from "./scan-page.ts";

const idsOf = (text: string) => scanPage("a.mdx", text).references.headings.map(({ id }) => id);

describe("custom heading IDs", () => {
  // The results of `mint` 4.2.941.
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
      assert.deepEqual(idsOf(heading), [id]);
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
    it(`aren't supported, so the braces contain an expression: ${JSON.stringify(heading)}`, () => {
      assert.equal(maskCustomIds(heading, "x"), heading);
      assert.doesNotMatch(idsOf(heading).join(), /setup/);
    });

  it("don't include the line break", () => {
    const text = "\uFEFF---\r\ntitle: x\r\n---\r\n## Run {#setup}\r\n\r\n## Stop {#end}\r\n";
    assert.deepEqual(idsOf(text), ["setup", "end"]);
    assert.equal(maskCustomIds(text, "x"), text.replace("{#setup}", "xxxxxxxx").replace("{#end}", "xxxxxx"));
  });

  it("are recognized only if they're the entire text", () => {
    assert.ok(isCustomId("{#setup}"));
    for (const text of ["", "{setup}", "{#a}{#b}", "a {#setup}", "{#setup} "])
      assert.ok(!isCustomId(text), text);
  });

  it("are masked in linear time", () => {
    for (const part of ["{#", "{ #", "{#a} ", " ", "# "]) {
      const text = `# ${part.repeat(100_000)}x\n`;
      assertQuick(500, () => maskCustomIds(text.repeat(2), "x"));
    }
  });
});
