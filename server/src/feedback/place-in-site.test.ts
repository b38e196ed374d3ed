import assert from "node:assert/strict";
import { siteOf } from "../../../test/harness/site-of.ts";
import { placeInSite } from "./place-in-site.ts";

const docs = JSON.stringify({
  name: "Docs",
  navigation: { pages: ["start"] },
  variables: { apiHost: "api.widgets.example", version: "2.1" },
});
const call = "curl https://{{apiHost}}/v1/widgets\ncurl https://{{ apiHost }}/v1/gadgets";
const siteFiles = {
  "docs.json": docs,
  "start.mdx": `import Keys from "/snippets/keys.mdx";

# Start

\`\`\`bash
${call}
\`\`\`

\`\`\`bash
echo {{unknown}} {{version}}
\`\`\`

<Keys />
`,
  "snippets/keys.mdx": `import Deep from "./deep.mdx";

\`\`\`bash
export WIDGETS_KEY=secret
\`\`\`

<Deep />
`,
  "snippets/deep.mdx": `import Keys from "./keys.mdx";

\`\`\`js
await rotate(keys);
\`\`\`
`,
  "other.mdx": "```js\nnowhere(imported);\n```\n",
};

/** `snippets/keys.mdx 3`: the file and the line of the fence. */
function placed(code: string, more: Record<string, string> = {}): string | undefined {
  const all = new Map(Object.entries({ ...siteFiles, ...more }));
  const found = placeInSite(siteOf(all), "start.mdx", { code });
  return (
    found && `${found.file} ${(all.get(found.file) ?? "").slice(0, found.range.start).split("\n").length}`
  );
}

describe("placeInSite", () => {
  it("finds a block as readers see it, with the values of variables", () => {
    const seen = "curl https://api.widgets.example/v1/widgets\ncurl https://api.widgets.example/v1/gadgets";
    assert.equal(placed(seen), "start.mdx 5");
    assert.equal(placed("echo {{unknown}} 2.1"), "start.mdx 10");
  });

  it("finds a block of a file that the page imports, and of what that imports", () => {
    assert.equal(placed("export WIDGETS_KEY=secret"), "snippets/keys.mdx 3");
    assert.equal(placed("await rotate(keys);"), "snippets/deep.mdx 3");
    assert.equal(placed("nowhere(imported);"), undefined);
  });

  it("takes the same code before code that is like it, and the page before what it imports", () => {
    const long = Array.from({ length: 12 }, (_, at) => `step_${at}(widget, ${at});`).join("\n");
    const block = (code: string) => `\n\`\`\`js\n${code}\n\`\`\`\n`;
    const like = { "start.mdx": siteFiles["start.mdx"] + block(`${long}\nlast();`) };
    assert.match(placed(long, like) ?? "", /^start/);
    assert.match(placed(long, { ...like, "snippets/keys.mdx": block(long) }) ?? "", /^snippets\/keys/);
    assert.match(
      placed(long, { "start.mdx": siteFiles["start.mdx"] + block(long), "snippets/keys.mdx": block(long) }) ?? "",
      /^start/,
    );
  });
});
