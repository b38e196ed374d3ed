import assert from "node:assert/strict";
import { formOfOperation, type OperationSurroundings } from "../../../../../test/harness/form-of-operation.ts";
import { createInitialValues } from "../form/initial-values.ts";
import type { RequestValues } from "../form/request-values.ts";
import { type BuildEnvironment, buildRequest } from "./build-request.ts";

/**
 * A filled-in operation and the problems that are reported for it. A problem has the form `place: sentence`. The prefix
 * `!` means that the problem prevents the request from being sent.
 */
interface Row {
  readonly operation?: object;
  readonly around?: OperationSurroundings;
  /** The parameter values. All of them are sent. */
  readonly fill?: Readonly<Record<string, unknown>>;
  readonly values?: Partial<RequestValues>;
  readonly environment?: Partial<BuildEnvironment>;
  readonly messages: readonly string[];
}

const servers = [{ url: "https://a.example" }];
const createParameter = (name: string, place: string, more: object = {}) => ({
  name,
  in: place,
  schema: {},
  ...more,
});
const createOne = (name: string, place: string, more: object = {}) => ({
  parameters: [createParameter(name, place, more)],
});
const json = { requestBody: { required: true, content: { "application/json": {} } } };
const post = { method: "POST" };
const file = { fileRef: "f", name: "a", size: 1, type: "" };
const securitySchemes = {
  token: { type: "http", scheme: "bearer" },
  login: { type: "http", scheme: "basic" },
  odd: { type: "odd" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
};
const createValues = (own: string): Partial<RequestValues> => ({ server: { at: -1, variables: {}, own } });

const rows: Readonly<Record<string, Row>> = {
  "nothing for a valid request": { messages: [] },
  "a path parameter without a value": {
    operation: createOne("id", "path"),
    around: { path: "/x/{id}" },
    messages: ["!path id: `id` is part of the path but has no value. Enter a value."],
  },
  "an empty path parameter": {
    operation: createOne("id", "path"),
    around: { path: "/x/{id}" },
    fill: { "path id": "" },
    messages: ["!path id: `id` is part of the path but has no value. Enter a value."],
  },
  "a path parameter with dot segments": {
    operation: createOne("id", "path"),
    around: { path: "/x/{id}" },
    fill: { "path id": ".." },
    messages: [
      "!path: The path contains a `.` or `..` segment, which resolves to a different path. Enter another value.",
    ],
  },
  "a required parameter without a value": {
    operation: createOne("q", "query", { required: true }),
    messages: ["query q: `q` is required but has no value."],
  },
  "an empty required string, which is sent": {
    operation: createOne("q", "query", { required: true }),
    fill: { "query q": "" },
    messages: ["query q: `q` is required but has no value."],
  },
  "nothing for an empty string that is allowed": {
    operation: createOne("q", "query", { required: true, allowEmptyValue: true }),
    fill: { "query q": "" },
    messages: [],
  },
  "an empty optional array": {
    operation: createOne("q", "query"),
    fill: { "query q": [] },
    messages: ["query q: `q` has no value, so it isn't sent."],
  },
  "a header with a line break": {
    operation: createOne("X-A", "header"),
    fill: { "header X-A": "a\r\nX-Evil: 1" },
    messages: [
      "!header X-A: `X-A`: the value contains a line break, which would end the header. Remove the line break.",
    ],
  },
  "a header with an invalid character": {
    operation: createOne("X-A", "header"),
    fill: { "header X-A": "名" },
    messages: ["!header X-A: `X-A`: the value contains characters that aren't allowed in headers. Use Latin letters, or encode the value as the API requires."], // prettier-ignore
  },
  "an invalid header name": {
    operation: createOne("X A", "header"),
    fill: { "header X A": "1" },
    messages: ["!header X A: `X A` isn't a valid header name."],
  },
  "a header that is set automatically": {
    operation: createOne("Content-Length", "header"),
    fill: { "header Content-Length": "1" },
    messages: ["header Content-Length: `Content-Length` is set automatically when the request is sent, so your value is ignored."], // prettier-ignore
  },
  "a cookie value that would start another cookie": {
    operation: createOne("c", "cookie", { style: "cookie" }),
    fill: { "cookie c": "a; b=c" },
    messages: [
      "!cookie c: The value of `c` contains a character that isn't allowed in cookies. Encode it, or remove it.",
    ],
  },
  "invalid JSON in a parameter": {
    operation: { parameters: [{ name: "f", in: "query", content: { "application/json": {} } }] },
    fill: { "query f": "{a" },
    messages: ["query f: `f` isn't valid JSON, so it's sent as a JSON string."],
  },
  "an unknown variable": {
    operation: createOne("q", "query"),
    fill: { "query q": "{{who}}" },
    environment: { variables: { whom: "x" } },
    messages: ["query q: `{{who}}` isn't a variable in this environment, so it's sent as written."],
  },
  "a missing server": {
    operation: { servers: undefined },
    values: { server: { at: -1, variables: {} } },
    messages: ["!server: The API has no server URL. Enter one, for example, `https://api.example.com`."],
  },
  "a relative server URL": {
    operation: { servers: [{ url: "/v1" }] },
    messages: ["!server: `/v1` isn't a full URL, and its base URL is unknown. Enter the full URL of the API."],
  },
  "a relative server URL that is resolved against the published site": {
    operation: { servers: [{ url: "/v1" }] },
    around: { settings: { siteUrl: "https://docs.example.com" } },
    messages: ["server: `/v1` isn't a full URL, so it's resolved against https://docs.example.com. If the API is elsewhere, enter its URL."], // prettier-ignore
  },
  "a server variable without a value": {
    operation: { servers: [{ url: "https://{r}.example" }] },
    messages: ["!server: `r` is part of the server URL but has no value. Enter a value."],
  },
  "a path variable in the server URL that the specification doesn't define": {
    operation: { servers: [{ url: "https://api.example.com/{version}" }] },
    messages: ["!server: `version` is part of the server URL but has no value. Enter a value."],
  },
  "a path variable in the server URL whose default is empty": {
    operation: { servers: [{ url: "https://api.example.com/{prefix}", variables: { prefix: { default: "" } } }] },
    messages: [],
  },
  "a server variable with a value that isn't allowed": {
    operation: {
      servers: [{ url: "https://{r}.example", variables: { r: { default: "eu", enum: ["eu"] } } }],
    },
    values: { server: { at: 0, variables: { r: "us" } } },
    messages: ["server: `us` isn't one of the values that the specification allows for `r`."],
  },
  "a URL with another scheme": {
    values: createValues("localhost:4010"),
    messages: ["!server: `localhost:4010` doesn't start with `http://` or `https://`. Enter the full URL."],
  },
  "a URL with a password": {
    values: createValues("https://me:pw@a.example"),
    messages: ["!server: The URL contains a username or password. Enter credentials under Authorization instead."],
  },
  "a URL with a username": {
    values: createValues("https://me@a.example"),
    messages: ["!server: The URL contains a username or password. Enter credentials under Authorization instead."],
  },
  "a secret as the host of a URL": {
    values: createValues("https://{{secret:host}}"),
    messages: ["!server: The URL's host can't be a variable or a secret. Enter the actual host."],
  },
  "a URL with a line break": {
    values: createValues("https://a.example/\nb"),
    messages: ["!server: The URL contains a line break or an invisible character. Remove it."],
  },
  "a missing body": {
    operation: json,
    around: post,
    values: { body: undefined },
    messages: ["body: The API requires a request body, but you haven't entered one."],
  },
  "a body that isn't JSON": {
    operation: json,
    around: post,
    values: { body: { type: "application/json", kind: "text", text: '{\n  "a": 1,\n}' } },
    messages: ["body: The body isn't valid JSON. Line 3, column 1: expected a property name in double quotes here."],
  },
  "a body in a GET request": {
    operation: json,
    values: { body: { type: "application/json", kind: "text", text: "{}" } },
    messages: ["body: Many servers ignore the body of a GET request."],
  },
  "a file in a form that can't contain files": {
    around: post,
    values: {
      body: {
        type: "application/x-www-form-urlencoded",
        kind: "parts",
        parts: [{ name: "f", sent: true, value: { kind: "files", files: [file] } }],
      },
    },
    messages: ["body f: This type of body can't contain files, so the file isn't sent."],
  },
  "an invalid media type of a part": {
    around: post,
    values: {
      body: {
        type: "multipart/form-data",
        kind: "parts",
        parts: [{ name: "a", sent: true, value: { kind: "value", value: "x" }, contentType: "a\nb" }],
      },
    },
    messages: [
      "!body a: Media type of this part: the value contains a line break, which would end the header. Remove the line break.",
    ],
  },
  "required parts without a value": {
    operation: {
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["f", "a"],
              properties: { f: { type: "string", format: "binary" }, a: { type: "string" } },
            },
          },
        },
      },
    },
    around: post,
    messages: ["body f: `f` is required but has no file.", "body a: `a` is required but has no value."],
  },
  "missing credentials": {
    operation: { security: [{ token: [], odd: [] }] },
    messages: [
      "credential token: You haven't entered credentials for `token`, so the request is sent without them.",
      "credential odd: The specification doesn't define how `odd` authenticates, so no credentials are sent for it.",
    ],
  },
  "a username with a colon": {
    operation: { security: [{ login: [] }] },
    values: { credentials: { login: { kind: "basic", user: "a:b", password: "c" } } },
    messages: ["!credential login: A username can't contain a colon (RFC 7617). Remove it."],
  },
  "two authentication methods that use the same header": {
    operation: { security: [{ token: [], login: [] }] },
    values: {
      credentials: {
        token: { kind: "value", value: "a" },
        login: { kind: "basic", user: "b", password: "c" },
      },
    },
    messages: ["credential login: Multiple security schemes use the `Authorization` header, but a request can have only one. The last one is sent."], // prettier-ignore
  },
  "an API key with a line break": {
    operation: { security: [{ key: [] }] },
    values: { credentials: { key: { kind: "value", value: "a\nb" } } },
    messages: [
      "!credential key: `X-Key`: the value contains a line break, which would end the header. Remove the line break.",
    ],
  },
  "an invalid method": {
    around: { method: "GET\r\nX: 1", version: "3.2.0" },
    messages: ["!method: This isn't a valid HTTP method."],
  },
};

describe("building a request", () => {
  for (const [what, { operation = {}, around, fill = {}, values, environment, messages: reported }] of Object.entries(
    rows,
  ))
    it(`reports ${what}`, () => {
      const form = formOfOperation({ servers, ...operation }, { securitySchemes, ...around });
      const initial = createInitialValues(form);
      const givenValues = Object.fromEntries(Object.entries(fill).map(([key, value]) => [key, { sent: true, value }]));
      const filled = { ...initial, parameters: { ...initial.parameters, ...givenValues }, ...values };
      const { problems } = buildRequest(form, filled, { baseUrl: undefined, variables: {}, ...environment });
      assert.deepEqual(
        problems.map(({ formKey, text, isBlocking: stops }) => `${stops ? "!" : ""}${formKey}: ${text}`),
        reported,
      );
    });

  it("prefers the typed URL over the environment's URL, and the environment's URL over the server's", () => {
    const form = formOfOperation({ servers });
    const values = createInitialValues(form);
    const environment = { baseUrl: "http://localhost:4010/api", variables: {} };
    const buildUrl = (...filled: [RequestValues, BuildEnvironment?]) => buildRequest(form, ...filled).request.url;
    assert.equal(buildUrl(values), "https://a.example/x");
    assert.equal(buildUrl(values, environment), "http://localhost:4010/api/x");
    assert.equal(buildUrl({ ...values, ...createValues("https://b.example") }, environment), "https://b.example/x");
  });

  it("preserves secret placeholders everywhere and encodes the surrounding text", () => {
    const form = formOfOperation(
      {
        servers,
        parameters: [createParameter("p", "path"), createParameter("q", "query"), createParameter("c", "cookie")],
      },
      { path: "/x/{p}" },
    );
    const value = { sent: true, value: "a b{{secret:s}}/" };
    const { request } = buildRequest(form, {
      ...createInitialValues(form),
      parameters: { "path p": value, "query q": value, "cookie c": value },
    });
    assert.equal(request.url, "https://a.example/x/a%20b{{secret:s}}%2F?q=a%20b{{secret:s}}%2F");
    assert.deepEqual(request.cookies, [["c", "a%20b{{secret:s}}%2F"]]);
  });
});

interface TellCase {
  /** The URL of the site's server. */
  readonly server?: string;
  /** The initial value of a required parameter. `filled` is its value when the request is built. */
  readonly initial?: string;
  readonly filled?: string;
  /** The base URL of the environment. */
  readonly baseUrl?: string;
  readonly typed?: string;
  readonly messages: boolean;
}

/**
 * Environment variables aren't bound to an origin, so a site that refers to one could receive its value on the site's
 * own server.
 */
const tellCases: Readonly<Record<string, TellCase>> = {
  "for the initial value of a field": { initial: "a {{KEY}}", messages: true },
  "for a server URL": { server: "https://a.example/{{KEY}}", messages: true },
  "for a field that still contains the variable": { initial: "{{KEY}}", filled: "x{{KEY}}", messages: true },
  "for a cleared field": { initial: "{{KEY}}", filled: "", messages: false },
  "for a variable that the user selected": { filled: "{{KEY}}", messages: false },
  "for a variable that doesn't exist": { initial: "{{OTHER}}", messages: false },
  "for a request to the environment's own URL": { initial: "{{KEY}}", baseUrl: "https://b.example", messages: false },
  "for a request to a typed URL": { initial: "{{KEY}}", typed: "https://b.example", messages: false },
}; // prettier-ignore

describe("warning about environment variables that the site also uses", () => {
  for (const [what, { server = "https://a.example", initial, filled, baseUrl, typed, messages: reported }] of Object.entries(tellCases))
    it(`is ${reported ? "shown" : "not shown"} ${what}`, () => {
      const schema = initial === undefined ? {} : { default: initial };
      const parameters = [{ name: "q", in: "query", required: true, schema }];
      const form = formOfOperation({ servers: [{ url: server }], parameters });
      const begun = createInitialValues(form);
      const values = {
        ...begun,
        ...(filled !== undefined && { parameters: { "query q": { sent: true, value: filled } } }),
        ...(typed !== undefined && { server: { at: -1, variables: {}, own: typed } }),
      };
      const { problems } = buildRequest(form, values, { baseUrl, variables: { KEY: "value" } });
      const requestProblems = problems.filter(({ text }) => text.startsWith("The site itself uses `{{KEY}}`"));
      assert.equal(requestProblems.length, reported ? 1 : 0);
      for (const { formKey, isBlocking: stops, text } of requestProblems) {
        assert.deepEqual([formKey, stops], ["server", false]);
        assert.match(text, /is sent to `https:\/\/a\.example`/);
      }
    });
}); // prettier-ignore
