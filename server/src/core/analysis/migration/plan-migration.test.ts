import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { readOperationModel } from "../../spec/model/operation-model.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { type Migration, type MigrationOptions, planMigration } from "./plan-migration.ts";

interface Planned extends Migration {
  /** Maps each changed file to its new text, or to undefined if the file is deleted. */
  readonly after: ReadonlyMap<string, string | undefined>;
}

function runPlan(fixture: string, options?: MigrationOptions): Planned {
  const { files } = parseFixture(fixture);
  const site = siteOf(files);
  const steps = planMigration(
    site,
    (spec, name) => {
      const texts = { [spec.path]: files.get(spec.path) ?? "", ...Object.fromEntries(files) };
      const wholeOperation = readOperationModel(specFilesOf(texts), name);
      return (
        wholeOperation && {
          operation: wholeOperation.operation,
          models: { operations: new Map(), schemas: wholeOperation.schemas },
        }
      );
    },
    options,
  );
  let step = steps.next();
  while (!step.done) step = steps.next();
  const migration = step.value;
  const after = new Map(
    migration.edits.map((edit) => {
      assert.notEqual(edit.kind, "create");
      return [
        edit.file,
        edit.kind === "edit" ? applyEdits(files.get(edit.file) ?? "", edit.edits) : undefined,
      ] as const;
    }),
  );
  return { ...migration, after };
}

const spec = `//- api.yaml
openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://api.test/v1 }]
paths:
  /users:
    get:
      summary: List users
      description: All of them.
      tags: [Users]
      parameters:
        - { name: limit, in: query, description: How many., schema: { type: integer, default: 20 } }
      responses: { "200": { description: Fine } }
  /ping:
    get: { summary: Ping, responses: { "200": { description: Fine } } }
`;
const config = `//- docs.json
{ "navigation": { "groups": [{ "group": "API", "pages": ["page"] }] } }
`;
const createFixture = (text: string) => `${config}${spec}//- page.mdx\n${text}`;
const openapi = "openapi: GET /users";

/** Returns the verdict for `page.mdx`, followed by the reasons. */
function getVerdict(text: string, options?: MigrationOptions): string {
  const [page, ...more] = runPlan(createFixture(text), options).pages;
  assert.ok(page && more.length === 0);
  return [page.outcome, ...page.reasons].join(": ");
}

const limit = '<ParamField query="limit" type="integer" default="20">How many.</ParamField>';

describe("migration plan", () => {
  for (const [caseName, text, expected] of [
    ["nothing but an operation", `---\n${openapi}\n---\n`, "loss-free"],
    ["the summary as its title", `---\ntitle: List users\n${openapi}\n---\n`, "loss-free"],
    ["the description", `---\ntitle: List users\ndescription: "All of\\n them."\n${openapi}\n---\n`, "loss-free"],
    ["a field that matches the specification", `---\n${openapi}\n---\n\n## Query\n\n${limit}\n`, "loss-free"],
    ["a comment", `---\n${openapi}\n---\n\n{/* soon */}\n`, "loss-free"],
    ["a different title", `---\ntitle: Users\n${openapi}\n---\n`, "extension"],
    ["text", `---\n${openapi}\n---\n\nText.\n`, "extension"],
    [
      "a different description of a field",
      `---\n${openapi}\n---\n\n${limit.replace("How many", "So many")}\n`,
      "extension",
    ],
    ["a sidebar tag", `---\n${openapi}\ntag: NEW\n---\n`, "extension"],
    ["an import", `---\n${openapi}\n---\n\nimport A from "/a.jsx";\n\n<A />\n`, /^keep: It imports \/a\.jsx/],
    ["an unknown component", `---\n${openapi}\n---\n\n<Price />\n`, /^keep: It uses <Price>/],
    ["an expression", `---\n${openapi}\n---\n\nAt {now}.\n`, /^keep: It uses \{now\}/],
    [
      "no operation",
      "---\nopenapi: GET /gone\n---\n",
      /^keep: None of the site's specifications defines this operation/,
    ],
    ["an external URL", `---\n${openapi}\nurl: https://x.test\n---\n`, /^keep: Its frontmatter sets url/],
    [
      "a manual copy of the operation",
      `---\ntitle: List users\ndescription: All of them.\napi: GET /users\n---\n\n${limit}\n`,
      "loss-free",
    ],
    [
      "a manual copy of the operation and additional text",
      `---\ntitle: List users\ndescription: All of them.\napi: GET https://api.test/v1/users\n---\n\nText.\n\n${limit}\n`,
      "extension",
    ],
    [
      "less information than the specification",
      "---\ntitle: List users\napi: GET /users\n---\n",
      /The specification contains more than the page: the description and 1 more/,
    ],
    [
      "information that contradicts the specification",
      `---\ntitle: List users\ndescription: All of them.\napi: GET /users\n---\n\n${limit.replace("integer", "string")}\n`,
      /would differ from this one: the query parameter limit would change/,
    ],
    [
      "a parameter that isn't in the specification",
      `---\ntitle: List users\ndescription: All of them.\napi: GET /users\n---\n\n${limit}\n<ParamField query="after" type="string">Start.</ParamField>\n`,
      "extension",
    ],
    [
      "a different server",
      `---\ntitle: List users\ndescription: All of them.\napi: GET https://eu.test/v1/users\n---\n\n${limit}\n`,
      /^keep: None of the site's specifications defines this operation/,
    ],
  ] as const)
    it(`decides whether to migrate a page with ${caseName}`, () => {
      const result = getVerdict(text);
      if (typeof expected === "string") assert.equal(result, expected);
      else assert.match(result, expected);
    });

  it("migrates a page with fewer details than the specification if requested, and lists the details that are added", () => {
    const text = "---\ntitle: List users\napi: GET /users\n---\n";
    assert.equal(getVerdict(text, { acceptMore: true }), "loss-free");
    const [page] = runPlan(createFixture(text), { acceptMore: true }).pages;
    assert.deepEqual(
      page?.differences.map(({ kind, subject }) => `${kind} ${subject}`),
      ["gained the description", "gained the query parameter limit"],
    );
  });

  it("keeps pages that share an operation, are listed twice, or already have a generated page", () => {
    const fixture = `//- docs.json
{ "navigation": { "groups": [
  { "group": "A", "pages": ["one", "two", "twice", "twice"] },
  { "group": "B", "openapi": "other.yaml", "pages": ["made"] }
] } }
${spec}//- other.yaml
openapi: 3.1.0
info: { title: O, version: "1" }
paths:
  /made: { get: { summary: Made, responses: { "200": { description: Fine } } } }
//- one.mdx
---
openapi: api.yaml GET /users
---
//- two.mdx
---
openapi: api.yaml GET /users
---
//- twice.mdx
---
openapi: api.yaml GET /ping
---
//- made.mdx
---
openapi: other.yaml GET /made
---
`;
    const { pages, edits } = runPlan(fixture);
    const reasons = new Map(pages.map(({ file, reasons: own }) => [file, own.join(" ")]));
    assert.match(reasons.get("one.mdx") ?? "", /2 pages document this operation, including two\.mdx/);
    assert.match(reasons.get("twice.mdx") ?? "", /lists it 2 times/);
    assert.match(reasons.get("made.mdx") ?? "", /already has a generated page: \/\S+\.$/);
    assert.deepEqual(edits, []);
  });
});

describe("migration edits", () => {
  it("list the operation, set the specification once, update links and redirects, and delete the page", () => {
    const { after } = runPlan(`//- docs.json
{
  "navigation": {
    "tabs": [
      {
        "tab": "API",
        "groups": [
          { "group": "One", "pages": ["users", "start"] },
          { "group": "Two", "pages": ["ping"] }
        ]
      }
    ]
  },
  "redirects": [{ "source": "/old", "destination": "/users" }]
}
${spec}//- users.mdx
---
openapi: GET /users
---
//- ping.mdx
---
openapi: GET /ping
---
//- start.mdx
See [users](/users#a), [again](users) and [ping](./ping).
`);
    assert.equal(
      after.get("docs.json"),
      `{
  "navigation": {
    "tabs": [
      {
        "tab": "API",
        "openapi": "api.yaml",
        "groups": [
          { "group": "One", "pages": ["GET /users", "start"] },
          { "group": "Two", "pages": ["GET /ping"] }
        ]
      }
    ]
  },
  "redirects": [{ "source": "/old", "destination": "/api-reference/users/list-users" }, { "source": "/ping", "destination": "/api-reference/ping" }, { "source": "/users", "destination": "/api-reference/users/list-users" }]
}`,
    );
    assert.equal(
      after.get("start.mdx"),
      "See [users](/api-reference/users/list-users#a), [again](/api-reference/users/list-users) and [ping](/api-reference/ping).\n",
    );
    assert.ok(after.has("users.mdx") && after.get("users.mdx") === undefined);
    assert.ok(!after.has("api.yaml"));
  });

  it("set the specification in each tab, on the innermost element that contains all of its operations there", () => {
    const { after } = runPlan(`//- docs.json
{
  "navigation": {
    "tabs": [
      { "tab": "API", "groups": [{ "group": "One", "pages": ["users"] }, { "group": "Two", "pages": ["ping"] }] },
      { "tab": "More", "groups": [{ "group": "Three", "pages": ["pets"] }, { "group": "Four", "pages": ["start"] }] }
    ]
  }
}
${spec}  /pets:
    get: { summary: Pets, responses: { "200": { description: Fine } } }
//- users.mdx
---
openapi: GET /users
---
//- ping.mdx
---
openapi: GET /ping
---
//- pets.mdx
---
openapi: GET /pets
---
//- start.mdx
Text.
`);
    const { navigation } = JSON.parse(after.get("docs.json") ?? "") as {
      navigation: { tabs: { openapi?: string; groups: { openapi?: string }[] }[] };
    };
    assert.deepEqual(
      navigation.tabs.map(({ openapi, groups }) => [openapi, groups.map((group) => group.openapi)]),
      [
        ["api.yaml", [undefined, undefined]],
        [undefined, ["api.yaml", undefined]],
      ],
    );
  });

  it("move a page's content into the operation and keep the page's path", () => {
    const { after, pages } = runPlan(
      createFixture(`---\ntitle: Users\n${openapi}\nkeywords: [a]\n---\n\n## Start\n\n  See [this](./ping).\n`),
    );
    assert.equal(pages[0]?.newSlug, "page");
    assert.match(
      after.get("api.yaml") ?? "",
      / {4}get:\n {6}x-service:\n {8}href: \/page\n {8}metadata:\n {10}title: "Users"\n {10}keywords: \["a"\]\n {10}sidebarTitle: "Users"\n {8}content: \|-\n {10}## Start\n\n {12}See \[this\]\(\/ping\)\.\n {6}summary: List users\n/,
    );
    assert.doesNotMatch(after.get("docs.json") ?? "", /redirects/);
  });

  it("update redirects whose destination starts with the base path", () => {
    const { after } = runPlan(`//- .docwright.json
{ "basePath": "/docs" }
//- docs.json
{
  "navigation": { "groups": [{ "group": "One", "pages": ["users"] }] },
  "redirects": [{ "source": "/old", "destination": "/docs/users#a" }]
}
${spec}//- users.mdx
---
openapi: GET /users
---
`);
    assert.match(
      after.get("docs.json") ?? "",
      /"source": "\/old", "destination": "\/docs\/api-reference\/users\/list-users#a"/,
    );
  });

  it("keep the encoding of relative links in a page's content", () => {
    const { after } = runPlan(
      createFixture(`---\ntitle: Users\n${openapi}\n---\n\n## Start\n\nSee ![this](./my%20images/a%20%28b%29.png).\n`),
    );
    assert.match(after.get("api.yaml") ?? "", /See !\[this\]\(\/my%20images\/a%20%28b%29\.png\)\./);
  });

  it("keep the entities of links in a page's content and of links to the page", () => {
    const createLink = (path: string) => `[it](${path}?x=&amp;lt;)`;
    const content = runPlan(
      createFixture(`---\ntitle: Users\n${openapi}\n---\n\n## Start\n\nSee ${createLink("./a")}.\n`),
    );
    assert.match(content.after.get("api.yaml") ?? "", /See \[it\]\(\/a\?x=&amp;lt;\)\./);
    const { after } = runPlan(`${createFixture(`---\n${openapi}\n---\n`)}//- other.mdx\n${createLink("/page")}\n`);
    assert.equal(after.get("other.mdx"), `${createLink("/api-reference/users/list-users")}\n`);
  });

  it("include the specification in the entry if the group sets a different one", () => {
    const { after } = runPlan(`//- docs.json
{ "navigation": { "groups": [{ "group": "A", "openapi": "other.yaml", "pages": ["GET /made", "page"] }] } }
${spec}//- other.yaml
openapi: 3.1.0
info: { title: O, version: "1" }
paths:
  /made: { get: { summary: Made, responses: { "200": { description: Fine } } } }
//- page.mdx
---
openapi: api.yaml GET /users
---
`);
    assert.match(after.get("docs.json") ?? "", /"pages": \["GET \/made", "api\.yaml GET \/users"\]/);
  });

  it("keep a page if its counterpart in another language can't be migrated", () => {
    const { pages } = runPlan(`//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["a", "b", "page"] }, { "language": "fr", "pages": ["fr/a", "fr/b", "fr/page"] }
] } }
${spec}//- a.mdx
A
//- b.mdx
B
//- fr/a.mdx
A
//- fr/b.mdx
B
//- page.mdx
---
openapi: GET /users
---
//- fr/page.mdx
---
openapi: GET /gone
---
`);
    assert.match(pages.find(({ file }) => file === "page.mdx")?.reasons[0] ?? "", /Its counterpart fr\/page/);
  });

  it("keep the page's path if another page already uses the generated path", () => {
    const { pages } = runPlan(`//- docs.json
{ "navigation": { "groups": [{ "group": "API", "pages": ["page", "api-reference/users/list-users"] }] } }
${spec}//- page.mdx
---
${openapi}
---
//- api-reference/users/list-users.mdx
Here already.
`);
    assert.deepEqual(
      [pages[0]?.outcome, pages[0]?.newSlug, pages[0]?.extension?.["href"]],
      ["extension", "page", "/page"],
    );
  });
});
