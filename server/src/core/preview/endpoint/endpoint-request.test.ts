import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import type { RequestForm } from "../../request/form/request-form.ts";
import { readOperationModel } from "../../spec/model/operation-model.ts";
import type { Audience } from "../source/page-source.ts";
import { createEndpointForm, readFileEndpoint } from "./endpoint-request.ts";

const anonymous: Audience = { reader: "human", signedIn: false, groups: [] };
const spec = `
//- api.yaml
openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: "https://api.example.com/v1" }]
security: [{ key: [] }]
paths:
  /users/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: ok } }
  /health:
    get: { security: [], responses: { "200": { description: ok } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`;

/** Returns the playground form of `page.mdx`. */
function getForm(
  frontmatter: string,
  { docs = {}, text = "", audience = anonymous }: { docs?: object; text?: string; audience?: Audience } = {},
): RequestForm | undefined {
  const config = JSON.stringify({ navigation: { pages: ["page"] }, ...docs });
  const { files } = parseFixture(
    `//- docs.json\n${config}\n//- page.mdx\n---\n${frontmatter}\n---\n\n${text}\n${spec}`,
  );
  const site = siteOf(files);
  const [outline, references] = [site.pages.get("page.mdx"), site.references.get("page.mdx")];
  assert.ok(outline && references);
  const request = readFileEndpoint(site, outline, references, audience);
  assert.ok(request && request.kind !== "channel");
  if (request.kind === "page") return createEndpointForm(request, "page.mdx");
  const api = files.get("api.yaml") ?? "";
  const wholeOperation = readOperationModel(specFilesOf({ "api.yaml": api }), request);
  assert.ok(wholeOperation);
  return createEndpointForm({ kind: "operation", wholeOperation, spec: "api.yaml", facts: request.facts }, "page.mdx");
}

const listSchemes = (form: RequestForm | undefined) =>
  form?.security.map((requirement) => requirement.map((scheme) => `${scheme.name} ${scheme.kind}`));

describe("playground form", () => {
  it("uses the operation that the page documents", () => {
    const form = getForm("openapi: GET /users/{id}");
    assert.equal(form?.method, "GET");
    assert.equal(form?.path, "/users/{id}");
    assert.deepEqual(
      form?.servers.map(({ url }) => url),
      ["https://api.example.com/v1"],
    );
    assert.deepEqual(listSchemes(form), [["key apiKey"]]);
  });

  it("uses the page's authentication method, if set, instead of the operation's", () => {
    assert.deepEqual(listSchemes(getForm("openapi: GET /users/{id}\nauthMethod: bearer")), [["bearer bearer"]]);
    assert.deepEqual(listSchemes(getForm("openapi: GET /users/{id}\nauthMethod: none")), []);
    assert.deepEqual(listSchemes(getForm("openapi: GET /health\nauthMethod: basic")), [["basic basic"]]);
  });

  it("uses the site's authentication for pages without a specification, unless the page overrides it", () => {
    const docs = { api: { server: "https://a.example.com", auth: { method: "bearer" } } };
    assert.deepEqual(listSchemes(getForm("api: GET /me", { docs })), [["bearer bearer"]]);
    assert.deepEqual(listSchemes(getForm("api: GET /me\nauthMethod: none", { docs })), []);
    assert.deepEqual(listSchemes(getForm("openapi: GET /users/{id}", { docs })), [["key apiKey"]]);
  });

  it("uses the site's server or the full URL in the page", () => {
    const docs = { server: "https://a.example.com/v1" };
    const listServers = (frontmatter: string) => getForm(frontmatter, { docs })?.servers.map(({ url }) => url);
    assert.deepEqual(listServers("api: GET /me"), ["https://a.example.com/v1"]);
    assert.deepEqual(listServers("api: GET https://b.example.com/me"), ["https://b.example.com"]);
  });

  it("is available only to readers who can use the playground", () => {
    const docs = { api: { playground: { display: "auth" } } };
    const signedIn: Audience = { reader: "human", signedIn: true, groups: ["partners"] };
    assert.equal(getForm("openapi: GET /health", { docs }), undefined);
    assert.ok(getForm("openapi: GET /health", { docs, audience: signedIn }));
    assert.ok(getForm("openapi: GET /health\ngroups: [partners]", { docs, audience: signedIn }));
    assert.equal(getForm("openapi: GET /health\ngroups: [staff]", { docs, audience: signedIn }), undefined);
    assert.equal(getForm("openapi: GET /health\nplayground: simple"), undefined);
  });

  it("uses the playground settings in docs.json", () => {
    const api = {
      playground: { proxy: false },
      url: "full",
      examples: { defaults: "required", prefill: true, languages: ["curl", "go"] },
    };
    assert.deepEqual(getForm("openapi: GET /health", { docs: { api } })?.settings, {
      usesProxy: false,
      siteUrl: undefined,
      showsFullUrl: true,
      onlyRequired: true,
      prefillsExamples: true,
      languages: ["curl", "go"],
    });
  });
});
