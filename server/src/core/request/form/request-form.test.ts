import assert from "node:assert/strict";
import { formOfOperation } from "../../../../../test/harness/form-of-operation.ts";
import { readOperationModel } from "../../spec/model/operation-model.ts";
import { readJsonTree } from "../../spec/parse-json.ts";
import { createSpecFiles } from "../../spec/spec-tree.ts";
import { createInitialValues } from "./initial-values.ts";
import { defaultFormSettings, type FormSource, createRequestForm, type SourceField } from "./request-form.ts";

const noAuth = { method: undefined, name: undefined } as const;

describe("form for a page without a specification", () => {
  const createField = (place: SourceField["location"], name: string, more: Partial<SourceField> = {}): SourceField => ({
    location: place,
    name,
    type: "string",
    required: false,
    example: undefined,
    ...more,
  });
  const createPage = (path: string, fields: readonly SourceField[], more: Partial<FormSource> = {}) =>
    createRequestForm({
      kind: "page",
      page: "api/users.mdx",
      method: "POST",
      path,
      fields,
      servers: [{ url: "https://a.example/v1", description: undefined, variables: [] }],
      settings: defaultFormSettings,
      auth: noAuth,
      ...more,
    } as FormSource);

  it("uses the page's server or, if it has none, the site's", () => {
    assert.deepEqual(createPage("/users", []).servers.map(({ url }) => url), ["https://a.example/v1"]); // prettier-ignore
    const fullForm = createPage("https://{host}/users/{id}", []);
    assert.deepEqual(fullForm.servers.map(({ url, variables }) => [url, variables[0]?.name]), [["https://{host}", "host"]]); // prettier-ignore
    assert.equal(fullForm.path, "/users/{id}");
    assert.equal(fullForm.key, "api/users.mdx POST /users/{id}");
    assert.deepEqual(
      fullForm.parameters.map(({ name, in: place }) => `${place} ${name}`),
      ["path id"],
    );
  });

  it("has a JSON body with values of the types that the page's fields specify", () => {
    const { body } = createPage("/users", [
      createField("body", "name", { required: true, example: "Ada" }),
      createField("body", "age", { type: "integer", example: "36" }),
      createField("body", "tags", { type: "string[]" }),
      createField("body", "address", { type: "object" }),
      createField("body", "active", { type: "boolean" }),
      createField("body", "__proto__", { type: "number" }),
    ]);
    assert.equal(
      body?.mediaTypes[0]?.text,
      JSON.stringify(JSON.parse('{"name":"Ada","age":36,"tags":[],"address":{},"active":false,"__proto__":0}'), null, 2), // prettier-ignore
    );
    assert.equal(body?.required, true);
    assert.equal(createPage("/users", [createField("body", "a")], { method: "GET" }).body, undefined);
  });

  it("uses the page's authentication fields unless docs.json or the page sets a method", () => {
    const auth = [createField("auth", "X-Key"), createField("auth", "Authorization")];
    const listKinds = (form: ReturnType<typeof createPage>) => form.security.map((way) => way.map(({ kind }) => kind));
    assert.deepEqual(listKinds(createPage("/x", auth)), [["apiKey", "bearer"]]);
    assert.deepEqual(listKinds(createPage("/x", auth, { auth: { method: "basic", name: undefined } })), [["basic"]]);
    assert.deepEqual(listKinds(createPage("/x", auth, { auth: { method: "none", name: undefined } })), []);
  });
});

const createParameter = (name: string, place: string, more: object = {}) => ({
  name,
  in: place,
  schema: { type: "string" },
  ...more,
});

describe("form for an operation", () => {
  it("is identified by its file, method, and path", () => {
    assert.equal(formOfOperation({}, { path: "/users/{id}", method: "PUT" }).key, "api.json PUT /users/{id}");
  });

  it("contains each parameter with the default style for its location", () => {
    const { parameters } = formOfOperation({
      parameters: [
        createParameter("a", "path"),
        createParameter("b", "query"),
        createParameter("c", "header", { required: true, deprecated: true, description: "C" }),
        createParameter("d", "cookie", { style: "cookie", explode: false }),
        createParameter("e", "query", { style: "pipeDelimited", allowReserved: true, allowEmptyValue: true }),
      ],
    }, { path: "/x/{a}" }); // prettier-ignore
    assert.deepEqual(
      parameters.map(({ name, anchor, in: place, required, style, explode }) => [name, anchor, place, required, style, explode]),
      [
        ["a", "a", "path", true, "simple", false],
        ["b", "b", "query", false, "form", true],
        ["c", "c", "header", true, "simple", false],
        ["d", "d", "cookie", false, "cookie", false],
        ["e", "e", "query", false, "pipeDelimited", false],
      ],
    ); // prettier-ignore
    assert.equal(parameters[2]?.description, "C");
    assert.equal(parameters[2]?.deprecated, true);
    assert.equal(parameters[4]?.allowEmptyValue, true);
    assert.ok(parameters[0]?.location);
  });

  it("omits headers that OpenAPI doesn't allow as parameters and adds parameters that appear only in the path", () => {
    const { parameters } = formOfOperation(
      {
        parameters: [
          createParameter("accept", "header"),
          createParameter("Content-Type", "header"),
          createParameter("x", "body"),
        ],
      },
      { path: "/x/{id}/{{not}}" },
    );
    assert.deepEqual(parameters.map(({ name, in: place, required }) => [name, place, required]), [["id", "path", true]]); // prettier-ignore
  });

  it("contains servers with all of their URL variables", () => {
    const url = "https://{region}.example.com/{version}";
    const { servers } = formOfOperation({
      servers: [{ url, description: "Live", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
    });
    assert.deepEqual(servers, [
      {
        url,
        description: "Live",
        variables: [
          { name: "region", default: "eu", values: ["eu", "us"], description: undefined },
          { name: "version", default: "", values: [], description: undefined, isUndescribed: true },
        ],
      },
    ]);
  });

  it("contains only the schemas that it refers to, including circular ones", () => {
    const createRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const { schemas } = formOfOperation(
      {
        parameters: [createParameter("a", "query", { schema: createRef("A") })],
        requestBody: { content: { "application/json": { schema: { oneOf: [createRef("B")] } } } },
      },
      {
        method: "POST",
        schemas: {
          A: { type: "string" },
          B: { properties: { c: { items: createRef("C") } } },
          C: { properties: { b: createRef("B") } },
          D: { type: "string" },
        },
      },
    );
    assert.deepEqual(Object.keys(schemas).sort(), ["A", "B", "C"].map((name) => `api.json#/components/schemas/${name}`)); // prettier-ignore
  });

  it("prefers JSON among several media types and selects an input for each", () => {
    const content = {
      "text/csv": {},
      "application/xml": {},
      "multipart/form-data": { schema: { type: "object" } },
      "application/x-www-form-urlencoded": { schema: { type: "object" } },
      "application/octet-stream": {},
      "image/*": {},
      "application/vnd.acme": { schema: { type: "object", properties: { a: {} } } },
      "application/graphql": { schema: { type: "string" } },
      "application/pdf": { schema: { type: "string", format: "binary" } },
      "application/problem+json; v=1": {},
    };
    const { body } = formOfOperation({ requestBody: { required: true, content } }, { method: "POST" });
    assert.equal(body?.required, true);
    assert.deepEqual(
      body?.mediaTypes.map(({ type, kind }) => `${type} ${kind}`),
      [
        "application/vnd.acme json",
        "application/problem+json; v=1 json",
        "text/csv text",
        "application/xml xml",
        "multipart/form-data multipart",
        "application/x-www-form-urlencoded urlencoded",
        "application/octet-stream binary",
        "image/* binary",
        "application/graphql text",
        "application/pdf binary",
      ],
    );
  });

  it("lists form fields in schema order, with file inputs for binary fields", () => {
    const schema = {
      allOf: [
        {
          type: "object",
          required: ["photo"],
          properties: { name: { type: "string", description: "Whose" } },
        },
        {
          properties: {
            photo: { type: "string", format: "binary" },
            scans: { type: "array", items: { type: "string", contentMediaType: "image/png" } },
            any: {},
            id: { type: "string", readOnly: true },
            tags: { type: "array", items: { type: "string" } },
          },
        },
      ],
    };
    const listFields = (type: string) =>
      formOfOperation({ requestBody: { content: { [type]: { schema } } } }, { method: "POST" }).body?.mediaTypes[0]
        ?.fields;
    assert.deepEqual(
      listFields("multipart/form-data")?.map(({ name, kind, required }) => [name, kind, required]),
      [["name", "value", false], ["photo", "file", true], ["scans", "files", false], ["any", "file", false], ["tags", "value", false]],
    ); // prettier-ignore
    assert.equal(listFields("multipart/form-data")?.[0]?.description, "Whose");
    assert.ok(
      listFields("application/x-www-form-urlencoded")?.every(({ kind }) => kind === "value"),
      "an urlencoded form contains a file field",
    );
  });

  it("uses the fields of the first alternative if a form has several alternatives", () => {
    const createGrant = (name: string, field: string) => ({
      type: "object",
      properties: { grant_type: { const: name }, [field]: { type: "string" } },
    });
    const schema = {
      oneOf: [{ type: "null" }, createGrant("authorization_code", "code"), createGrant("refresh_token", "token")],
    };
    const form = formOfOperation(
      { requestBody: { content: { "application/x-www-form-urlencoded": { schema } } } },
      { method: "POST" },
    );
    assert.deepEqual(
      form.body?.mediaTypes[0]?.fields.map(({ name, initial }) => [name, initial?.value]),
      [["grant_type", "authorization_code"], ["code", undefined]],
    ); // prettier-ignore
  });
});

describe("form for a webhook", () => {
  it("has neither a server nor a path because the URL depends on the receiver", () => {
    const hook = {
      post: { parameters: [createParameter("id", "path"), createParameter("X-Id", "header")], responses: {} },
    };
    const info = { title: "t", version: "1" };
    const text = JSON.stringify({ openapi: "3.1.1", info, servers: [{ url: "https://a.example" }], webhooks: { "order/{id}": hook } }); // prettier-ignore
    const spec = createSpecFiles("api.json", readJsonTree("api.json", text));
    const model = readOperationModel(spec, { method: "POST", path: "order/{id}", isWebhook: true });
    assert.ok(model);
    const form = createRequestForm({
      kind: "operation",
      ...model,
      settings: defaultFormSettings,
      auth: noAuth,
    });
    assert.deepEqual([form.key, form.path, form.servers], ["api.json webhook POST order/{id}", "", []]);
    assert.deepEqual(form.parameters.map(({ name }) => name), ["X-Id"]); // prettier-ignore
  });
});

describe("authentication in a form", () => {
  const securitySchemes = {
    token: { type: "http", scheme: "Bearer" },
    login: { type: "http", scheme: "basic" },
    digest: { type: "http", scheme: "digest" },
    key: { type: "apiKey", in: "cookie", name: "sid" },
    oauth: { type: "oauth2", description: "O", flows: { authorizationCode: { authorizationUrl: "/a", tokenUrl: "/t", refreshUrl: "/r", scopes: { read: "Read" } }, deviceAuthorization: { deviceAuthorizationUrl: "/d", tokenUrl: "/t" } } },
    oidc: { type: "openIdConnect", openIdConnectUrl: "https://a.example/c" },
    tls: { type: "mutualTLS" },
    odd: { type: "apiKey", in: "body", name: "x" },
  }; // prettier-ignore
  const listSchemeKinds = (security: readonly object[] | undefined, auth: FormSource["auth"] = noAuth) =>
    formOfOperation({ ...(security && { security }) }, { securitySchemes, auth }).security.map((way) =>
      way.map(({ kind, name }) => `${name} ${kind}`),
    );

  it("lists every authentication method of the operation with all of its requirements", () => {
    const all = [{ token: [] }, { login: [], tls: [] }, { digest: [] }, { key: [] }, { oauth: ["read"] }, { oidc: [] }, { odd: [] }, { gone: [] }, {}]; // prettier-ignore
    assert.deepEqual(listSchemeKinds(all), [
      ["token bearer"], ["login basic", "tls mutualTLS"], ["digest http"], ["key apiKey"], ["oauth oauth2"],
      ["oidc openIdConnect"], ["odd unknown"], ["gone unknown"], [],
    ]); // prettier-ignore
    const [way] = formOfOperation({ security: [{ oauth: ["read"] }] }, { securitySchemes }).security;
    assert.deepEqual(way, [
      {
        name: "oauth",
        scopes: ["read"],
        description: "O",
        kind: "oauth2",
        flows: [
          { flow: "authorizationCode", authorizationUrl: "/a", tokenUrl: "/t", refreshUrl: "/r", scopes: { read: "Read" } },
          { flow: "deviceAuthorization", authorizationUrl: "/d", tokenUrl: "/t", refreshUrl: undefined, scopes: {} },
        ],
      },
    ]); // prettier-ignore
  });

  it("starts with an API key from the specification unless the key refers to a secret or a variable", () => {
    const getKey = (scheme: object) => {
      const form = formOfOperation({ security: [{ key: [] }] }, { securitySchemes: { key: scheme } });
      return createInitialValues(form).credentials["key"];
    };
    const bearer = { type: "http", scheme: "bearer" };
    assert.deepEqual(getKey({ ...bearer, "x-default": "demo" }), { kind: "value", value: "demo" });
    const header = { type: "apiKey", in: "header", name: "X-Key", "x-default": " demo " };
    assert.deepEqual(getKey(header), { kind: "value", value: "demo" });
    for (const refused of ["{{secret:token}}", "a{{name}}", "", 7, "a".repeat(2001), "a\r\nX-A: 1", "a\u202eb"])
      assert.equal(getKey({ ...bearer, "x-default": refused }), undefined, String(refused).slice(0, 20));
    assert.equal(getKey({ type: "http", scheme: "Basic", "x-default": "demo" }), undefined);
    assert.equal(getKey(bearer), undefined);
  });

  it("falls back to docs.json if the operation doesn't declare any authentication", () => {
    assert.deepEqual(listSchemeKinds(undefined, { method: "bearer", name: undefined }), [["bearer bearer"]]);
    assert.deepEqual(listSchemeKinds([], { method: "bearer", name: undefined }), [[]]);
    assert.deepEqual(listSchemeKinds([{ login: [] }], { method: "bearer", name: undefined }), [["login basic"]]);
    assert.deepEqual(listSchemeKinds(undefined, { method: "none", name: undefined }), []);
    const [way] = formOfOperation({}, { auth: { method: "key", name: "X-Acme" } }).security;
    assert.deepEqual(way, [{ name: "key", scopes: [], description: undefined, kind: "apiKey", in: "header", field: "X-Acme" }]); // prettier-ignore
  });
});
