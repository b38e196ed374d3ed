import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { readSpecTree } from "../../spec/read-spec.ts";
import { createOperationLenses, findOperations } from "./code-lenses.ts";

function listLenses(text: string, profile?: ProfileName, file = "api.yaml"): string[] {
  const { files } = parseFixture(text);
  return createOperationLenses(siteOf(files, profile), file).map(({ range, title, location }) => {
    const at =
      location && `${location.file}:${files.get(location.file)?.slice(location.range.start, location.range.end)}`;
    return `${files.get(file)?.slice(range.start, range.end)}: ${title}${at === undefined ? "" : ` -> ${at}`}`;
  });
}

const head = `
//- api.yaml
openapi: 3.1.0
info: { title: A, version: "1" }
paths:
`;
const createOperation = (method: string, more = "") =>
  `    ${method}: { ${more}responses: { "200": { description: ok } } }\n`;
const createDocs = (navigation: unknown) => `//- docs.json\n${JSON.stringify({ navigation })}`;

describe("operationLenses", () => {
  it("shows the path of a page generated from a fully listed specification and opens the docs.json entry", () => {
    const navigation = { groups: [{ group: "API", openapi: "api.yaml" }] };
    assert.deepEqual(
      listLenses(
        `${createDocs(navigation)}${head}  /users:\n${createOperation("get", "tags: [Users], summary: List, ")}`,
      ),
      ['get: shown at /api-reference/users/list -> docs.json:"api.yaml"'],
    );
  });

  it("places the lens at the start of an operation in a separate file", () => {
    const navigation = { groups: [{ group: "API", openapi: "api.yaml" }] };
    const text = `${createDocs(navigation)}${head}  /users:\n    get: { $ref: ops/list.yaml }\n//- ops/list.yaml\nsummary: List\nresponses: { "200": { description: ok } }\n`;
    assert.deepEqual(listLenses(text, undefined, "ops/list.yaml"), [
      'summary: shown at /api-reference/list -> docs.json:"api.yaml"',
    ]);
    assert.deepEqual(listLenses(text), []);
  });

  it("opens the entry for an operation and reports operations without an entry", () => {
    const navigation = { groups: [{ group: "API", openapi: "api.yaml", pages: ["GET /users"] }] };
    assert.deepEqual(
      listLenses(
        `${createDocs(navigation)}${head}  /users:\n${createOperation("get", "summary: List, ")}${createOperation("post")}`,
      ),
      [
        'get: shown at /api-reference/list -> docs.json:"GET /users"',
        'post: not shown: no navigation entry lists it -> docs.json:"api.yaml"',
      ],
    );
  });

  it("opens the page whose frontmatter refers to an operation, and reports if the page is unlisted", () => {
    const pages = `\n//- users/list.mdx\n---\nopenapi: GET /users\n---\n\n//- users/add.mdx\n---\nopenapi: POST /users\n---\n`;
    const text = `${createDocs({ pages: ["users/list"] })}${pages}${head}  /users:\n${createOperation("get")}${createOperation("post")}`;
    assert.deepEqual(listLenses(text), [
      "get: shown at /users/list -> users/list.mdx:",
      "post: not shown: not in the navigation (page: /users/add) -> users/add.mdx:",
    ]);
  });

  it("reports the effects of extension fields", () => {
    const navigation = { groups: [{ group: "API", openapi: "api.yaml" }] };
    const markedOperations = createOperation("get", "x-hidden: true, ") + createOperation("put", "x-excluded: true, ");
    assert.deepEqual(listLenses(`${createDocs(navigation)}${head}  /users:\n${markedOperations}`), [
      'get: not shown: marked x-hidden (page: /api-reference/get-users) -> docs.json:"api.yaml"',
      "put: not shown: marked x-excluded",
    ]);
  });

  it("counts each additional URL once", () => {
    const createTab = (name: string, directory: string) => ({
      tab: name,
      openapi: { source: "api.yaml", directory },
    });
    const navigation = { tabs: [createTab("A", "a"), createTab("B", "b"), createTab("C", "b")] };
    const [title] = listLenses(`${createDocs(navigation)}${head}  /users:\n${createOperation("get")}`);
    assert.match(title ?? "", /^get: shown at \/a\/get-users and at 1 more URL ->/);
  });

  it("reports whether an error excludes the operation or, for some services, the entire file", () => {
    const navigation = { groups: [{ group: "API", openapi: "api.yaml" }] };
    const text = `${createDocs(navigation)}${head}  /users:\n${createOperation("get")}    put: { responses: 4 }\n`;
    assert.deepEqual(listLenses(text), [
      'get: shown at /api-reference/get-users -> docs.json:"api.yaml"',
      "put: left out: has validation errors -> api.yaml:4",
    ]);
    assert.equal(listLenses(text, "mintlify")[0], "get: left out: the file has validation errors -> api.yaml:4");
  });

  it("reports why no pages are generated from the file", () => {
    const operationText = `  /users:\n${createOperation("get")}`;
    const list = { groups: [{ group: "API", openapi: ["other.yaml", "api.yaml"] }] };
    const other = "\n//- other.yaml\nopenapi: 3.1.0\npaths: {}";
    assert.deepEqual(listLenses(`${createDocs(list)}${other}${head}${operationText}`, "mintlify"), [
      'get: not shown: only the first specification in the list is used -> docs.json:"api.yaml"',
    ]);
    assert.deepEqual(listLenses(`${createDocs({ pages: [] })}${head}${operationText}`), [
      "get: not shown: no navigation entry lists it",
    ]);
  });

  it("places lenses only in the included files that contain the operations", () => {
    const navigation = { groups: [{ group: "API", openapi: "api.yaml" }] };
    const text = `${createDocs(navigation)}${head}  /users: { $ref: users.yaml }\n//- users.yaml\n${createOperation("get").trim()}\n`;
    assert.deepEqual(listLenses(text), []);
    assert.deepEqual(listLenses(text, undefined, "users.yaml"), [
      'get: shown at /api-reference/get-users -> docs.json:"api.yaml"',
    ]);
  });

  it("shows the page where readers can try an operation", () => {
    const entries = ["GET /users", "POST /users", "DELETE /users"];
    const navigation = { groups: [{ group: "API", openapi: "api.yaml", pages: [...entries, "put"] }] };
    const listPlaygrounds = (display: string) => {
      const page = `\n//- put.mdx\n---\nopenapi: PUT /users\nplayground: simple\n---\n`;
      const docs = `//- docs.json\n${JSON.stringify({ navigation, api: { playground: { display } } })}${page}`;
      const markedOperations = `x-service: { metadata: { playground: interactive } }, summary: Remove, `;
      const text = `${docs}${head}  /users:\n${createOperation("get", "summary: List, ")}${createOperation("post", "summary: Add, ")}${createOperation("put")}${createOperation("delete", markedOperations)}`;
      const { files } = parseFixture(text);
      return createOperationLenses(siteOf(files), "api.yaml").map(({ playground }) => playground);
    };
    assert.deepEqual(listPlaygrounds("interactive"), [
      "/api-reference/list",
      "/api-reference/add",
      undefined,
      "/api-reference/remove",
    ]);
    assert.deepEqual(listPlaygrounds("auth").slice(0, 2), ["/api-reference/list", "/api-reference/add"]);
    assert.deepEqual(listPlaygrounds("none"), [undefined, undefined, undefined, "/api-reference/remove"]);
  });
});

const listKeys = (text: string) => findOperations(readSpecTree("a.yaml", text)).map(({ keys }) => keys.join(" "));

describe("operationsIn", () => {
  const table: readonly (readonly [what: string, text: string, keys: readonly string[]])[] = [
    ["a specification", "openapi: 3.1.0\npaths: { /a: { get: {} } }\ncomponents: { pathItems: { B: { put: {} } } }", ["paths /a get", "components pathItems B put"]],
    ["a path item", "get: {}\nadditionalOperations: { COPY: {} }", ["get", "additionalOperations COPY"]],
    ["named path items", "users: { get: {} }\norders: { put: {} }", ["users get", "orders put"]],
    ["an operation", "operationId: list\nresponses: {}\ncallbacks: { done: { x: { post: {} } } }", ["", "callbacks done x post"]],
    ["named operations", "list: { responses: {} }\nread: { responses: {} }\nUser: { type: object }", ["list", "read"]],
    ["components (which contain responses but no operations)", "schemas: {}\nresponses: {}", []],
    ["a specification without operations", "openapi: 3.1.0\ncomponents: { responses: {} }", []],
    ["schemas", "User: { properties: { responses: { type: string } } }", []],
  ]; // prettier-ignore
  for (const [caseName, text, keys] of table)
    it(`finds the operations of ${caseName}`, () => assert.deepEqual(listKeys(text), keys));
});
