import assert from "node:assert/strict";
import { plainSettings } from "../../../../test/harness/form-of-operation.ts";
import type { FormSource, SourceField } from "./form-source.ts";
import { requestForm } from "./request-form-of.ts";

const noAuth = { method: undefined, name: undefined } as const;

describe("the form of a page that describes itself", () => {
  const field = (
    place: SourceField["place"],
    name: string,
    more: Partial<SourceField> = {},
  ): SourceField => ({
    place,
    name,
    type: "string",
    required: false,
    example: undefined,
    ...more,
  });
  const page = (path: string, fields: readonly SourceField[], more: Partial<FormSource> = {}) =>
    requestForm({
      kind: "page",
      page: "api/users.mdx",
      method: "POST",
      path,
      fields,
      servers: [{ url: "https://a.example/v1", description: undefined, variables: [] }],
      settings: plainSettings,
      auth: noAuth,
      ...more,
    } as FormSource);

  it("takes the site's server, or the one that it names itself", () => {
    assert.deepEqual(page("/users", []).servers.map(({ url }) => url), ["https://a.example/v1"]); // prettier-ignore
    const full = page("https://{host}/users/{id}", []);
    assert.deepEqual(full.servers.map(({ url, variables }) => [url, variables[0]?.name]), [["https://{host}", "host"]]); // prettier-ignore
    assert.equal(full.path, "/users/{id}");
    assert.equal(full.key, "api/users.mdx POST /users/{id}");
    assert.deepEqual(
      full.parameters.map(({ name, in: place }) => `${place} ${name}`),
      ["path id"],
    );
  });

  it("has a body of JSON with values of the kinds that its fields name", () => {
    const { body } = page("/users", [
      field("body", "name", { required: true, example: "Ada" }),
      field("body", "age", { type: "integer", example: "36" }),
      field("body", "tags", { type: "string[]" }),
      field("body", "address", { type: "object" }),
      field("body", "active", { type: "boolean" }),
      field("body", "__proto__", { type: "number" }),
    ]);
    assert.equal(
      body?.media[0]?.text,
      JSON.stringify(JSON.parse('{"name":"Ada","age":36,"tags":[],"address":{},"active":false,"__proto__":0}'), null, 2), // prettier-ignore
    );
    assert.equal(body?.required, true);
    assert.equal(page("/users", [field("body", "a")], { method: "GET" }).body, undefined);
  });

  it("signs in by docs.json and the page, else by its own fields", () => {
    const auth = [field("auth", "X-Key"), field("auth", "Authorization")];
    const kinds = (form: ReturnType<typeof page>) => form.security.map((way) => way.map(({ kind }) => kind));
    assert.deepEqual(kinds(page("/x", auth)), [["apiKey", "bearer"]]);
    assert.deepEqual(kinds(page("/x", auth, { auth: { method: "basic", name: undefined } })), [["basic"]]);
    assert.deepEqual(kinds(page("/x", auth, { auth: { method: "none", name: undefined } })), []);
  });
});
