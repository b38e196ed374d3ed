import assert from "node:assert/strict";
import { formOfOperation } from "../../../../../test/harness/form-of-operation.ts";
import type { BuiltRequest, NameValuePair } from "../build/build-context.ts";
import type { RequestForm } from "../form/request-form.ts";
import { formatMessagesInEnglish } from "../../text/localized-message.ts";
import { explainResponse } from "./explain-response.ts";

const bearer = { token: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/t", scopes: {} } } } };
const servers = [{ url: "https://api.example.com/v1" }];

function createForm(operation: object = {}, securitySchemes: Record<string, object> = {}): RequestForm {
  return formOfOperation({ servers, ...operation }, { method: "GET", path: "/users/{id}", securitySchemes });
}

/** Returns all sentences of an explanation as one string. */
function getMessages(
  status: number,
  {
    headers = [],
    request = {},
    of = createForm(),
    now = 0,
  }: { headers?: readonly NameValuePair[]; request?: Partial<BuiltRequest>; of?: RequestForm; now?: number } = {},
): string {
  const sent = {
    method: "GET",
    url: "https://api.example.com/v1/users/7",
    headers: [],
    cookies: [],
    body: undefined,
  };
  const explanation = explainResponse({
    status,
    headers,
    request: { ...sent, ...request },
    form: of,
    securityIndex: 0,
    now,
  });
  return explanation ? formatMessagesInEnglish([explanation.meaning, ...explanation.hints]) : "";
}

describe("explainAnswer", () => {
  it("returns nothing for a successful response", () => {
    for (const status of [200, 204, 304]) assert.equal(getMessages(status), "");
  });

  it("401: reports missing security, a credential that wasn't sent, and one that was rejected", () => {
    const asks: NameValuePair = ["WWW-Authenticate", 'Basic realm="x"'];
    assert.match(
      getMessages(401, { headers: [asks] }),
      /The API accepts `Basic`\. The operation doesn't declare any security requirements, but/,
    );
    const of = createForm({ security: [{ token: [] }] }, bearer);
    assert.match(getMessages(401, { of }), /No credentials were sent for `token`\. Enter your credentials\./);
    const request = { headers: [["Authorization", "Bearer {{secret:t}}"] as const] };
    assert.match(getMessages(401, { of, request }), /may be expired/);
    assert.match(
      getMessages(401, { of, request, headers: [asks] }),
      /`Bearer` was sent, as specified\. Either the specification or the API is wrong/,
    );
  });

  it("403: reports the scopes that the specification requires", () => {
    const of = createForm({ security: [{ token: ["users:read", "users:write"] }] }, bearer);
    assert.match(
      getMessages(403, { of }),
      /requires 2 scopes here: `users:read` and `users:write`\. The token might not include all of them/,
    );
    assert.match(getMessages(403), /doesn't declare any security/);
  });

  it("404: reports a missing base path, a possibly missing resource, and an HTML response", () => {
    const of = createForm({ parameters: [{ name: "id", in: "path", required: true, schema: {} }] });
    const url = "http://localhost:4010/users/7";
    assert.match(
      getMessages(404, { of, request: { url } }),
      /may be missing its base path: the specification has `\/v1` before `\/users\/\{id\}`/,
    );
    assert.doesNotMatch(getMessages(404, { of }), /base path/);
    assert.match(getMessages(404, { of }), /The resource identified by `id` might not exist\./);
    assert.match(
      getMessages(404, { headers: [["content-type", "text/html; charset=utf-8"]] }),
      /The response is a web page/,
    );
  });

  it("405: compares the `Allow` header with the specification", () => {
    assert.match(
      getMessages(405, { headers: [["allow", "POST, PUT"]] }),
      /lists `POST` and `PUT`, but the specification uses `GET`/,
    );
  });

  it("413 and 415: reports what was sent and what is accepted", () => {
    const body = { kind: "text", text: "12345" } as const;
    assert.match(getMessages(413, { request: { body } }), /The body has 5 characters/);
    const of = createForm({ requestBody: { content: { "application/json": {}, "text/csv": {} } } });
    const headers: readonly NameValuePair[] = [["Content-Type", "text/plain"]];
    assert.match(
      getMessages(415, { of, request: { headers, body } }),
      /doesn't accept a body of type `text\/plain` here\. The specification defines `application\/json` or `text\/csv`\./,
    );
  });

  it("429 and 503: reports how long to wait before retrying", () => {
    assert.match(
      getMessages(429, { headers: [["Retry-After", "30"]] }),
      /rate-limiting requests\. Try again in 30 seconds/,
    );
    const now = Date.parse("Sat, 21 Nov 2026 22:00:00 GMT");
    assert.match(
      getMessages(503, { headers: [["Retry-After", "Sat, 21 Nov 2026 22:10:00 GMT"]], now }),
      /temporarily unavailable\. Try again in 10 minutes/,
    );
    assert.match(
      getMessages(429, { headers: [["Retry-After", "soon"]] }),
      /Wait a moment, and then send the request again/,
    );
  });

  it("explains server errors and redirects", () => {
    for (const status of [500, 501, 502, 503, 504, 599]) assert.notEqual(getMessages(status), "");
    assert.match(getMessages(302, { headers: [["Location", "/login"]] }), /redirects to `\/login`/);
  });

  it("uses full sentences without exclamation marks", () => {
    for (let status = 300; status < 600; status++)
      for (const sentence of getMessages(status).split(/(?<=\.) /))
        if (sentence !== "") assert.match(sentence, /^[A-Z`][^!]*\.$/);
  });
});
