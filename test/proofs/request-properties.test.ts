import assert from "node:assert/strict";
import fc from "fast-check";
import { buildRequest } from "../../server/src/core/request/build-request.ts";
import type { RequestResult } from "../../server/src/core/request/built-request.ts";
import { envelopeOf } from "../../server/src/core/request/envelope-of.ts";
import { initialValues } from "../../server/src/core/request/initial-values.ts";
import type { RequestForm } from "../../server/src/core/request/request-form.ts";
import type { RequestValues } from "../../server/src/core/request/request-values.ts";
import { formOfOperation } from "../harness/form-of-operation.ts";
import { hostileOperation, hostileSchemas, hostileSchemes, hostileText, hostileValue, hostileValues } from "../harness/request-arbitraries.ts"; // prettier-ignore
import { processorTime } from "../harness/grows-with-length.ts";
import { seedOf, thorough } from "../harness/thorough.ts";

const path = fc.oneof(
  fc.constantFrom("/x", "/x/{id}", "/{a}{b}/y?z={id}#f", "/..", "/{id}/../{id}"),
  hostileText,
);
const form = fc
  .record({
    operation: hostileOperation,
    path,
    securitySchemes: hostileSchemes,
    schemas: hostileSchemas,
    prefill: fc.boolean(),
    onlyRequired: fc.boolean(),
    siteUrl: fc.constantFrom(undefined, "https://docs.example.com", "no url"),
  })
  .map(({ operation, prefill, onlyRequired, siteUrl, ...around }) =>
    formOfOperation(operation, { ...around, settings: { prefill, onlyRequired, siteUrl } }),
  );
const filledIn = form.chain((made) => fc.record({ form: fc.constant(made), values: hostileValues(made) }));
const variables = fc.dictionary(fc.constantFrom("x", "y", "__proto__"), hostileText);

const runs = { numRuns: thorough(400, 20_000), seed: seedOf(6) };

/** What holds of every request, whatever the specification says and whatever is filled in. */
function check({ request, problems }: RequestResult): void {
  const { method, url, headers, cookies, body } = request;
  const named = [...headers, ...cookies].flat();
  const types =
    body?.kind === "parts" ? [body.type, ...body.parts.map((part) => part.contentType ?? "")] : [];
  for (const text of [url, ...named, ...types]) assert.doesNotMatch(text, /[\r\n\0]/);
  assert.match(url, /^[!-~]*$/, "a URL is ASCII without blanks");
  for (const { text, place } of problems) assert.ok(text.endsWith(".") && place !== "", text);
  if (problems.some(({ stops }) => stops)) return;
  assert.match(method, /^[\w!#$%&'*+.^`|~-]+$/);
  const read = new URL(url);
  assert.match(read.protocol, /^https?:$/);
  assert.doesNotMatch(url, /#/);
  // What a URL reader makes of the path is what is sent: no dots are worked out, no host is another.
  const sent = url.slice(url.indexOf("/", url.indexOf("//") + 2)).split("?")[0] ?? "";
  assert.equal(decoded(read.pathname), decoded(sent));
  assert.equal(url.slice(0, read.origin.length), read.origin);
}

/** Marks of secrets stand in braces, which readers of URLs encode. */
function decoded(part: string): string {
  return part.replace(/%7B/gi, "{").replace(/%7D/gi, "}");
}

/** As every encoder writes halves of surrogate pairs. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

describe("requests: whatever is described and filled in", () => {
  // The sampler says on the console what it makes of schemas that contradict themselves.
  const { warn } = console;
  before(() => void (console.warn = () => undefined));
  after(() => void (console.warn = warn));

  it("a form is plain data and begins with values that build a request", () => {
    fc.assert(
      fc.property(form, (made) => {
        assert.deepEqual(structuredClone(made), made);
        const values = initialValues(made);
        assert.deepEqual(structuredClone(values), values);
        check(buildRequest(made, values));
      }),
      runs,
    );
  });

  it("a request is built, and is sent as it stands or not at all", () => {
    fc.assert(
      fc.property(
        filledIn,
        variables,
        fc.option(hostileText, { nil: undefined }),
        (filled, known, baseUrl) => {
          const result = buildRequest(filled.form, filled.values, { baseUrl, variables: known });
          check(result);
          assert.deepEqual(buildRequest(filled.form, filled.values, { baseUrl, variables: known }), result);
          assert.doesNotThrow(() => JSON.stringify(envelopeOf(result.request)));
        },
      ),
      runs,
    );
  });

  it("what is filled in never reaches another part of the address", () => {
    const plain = formOfOperation({
      servers: [{ url: "https://a.example/v1" }],
      parameters: [
        { name: "id", in: "path", required: true, schema: {} },
        { name: "q", in: "query", schema: {} },
      ],
    }, { path: "/x/{id}/y" }); // prettier-ignore
    fc.assert(
      fc.property(hostileText, hostileText, (id, q) => {
        const { request, problems } = fill(plain, { "path id": id, "query q": q });
        if (problems.some(({ stops }) => stops)) return;
        const { origin, pathname, searchParams } = new URL(request.url);
        assert.equal(origin, "https://a.example");
        assert.match(pathname, /^\/v1\/x\/[^/]+\/y$/);
        if (!`${id}${q}`.includes("{{secret:")) {
          assert.equal(decodeURIComponent(pathname.split("/")[3] ?? ""), wellFormed(id));
          assert.deepEqual([...searchParams], [["q", wellFormed(q)]]);
        }
      }),
      runs,
    );
  });

  it("values come out of a form as they went in", () => {
    const type = "application/x-www-form-urlencoded";
    const made = formOfOperation({ requestBody: { content: { [type]: { schema: { type: "object" } } } } }, { method: "POST" }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(fc.tuple(hostileText, hostileText), { maxLength: 5 }), (pairs) => {
        fc.pre(!pairs.flat().some((text) => text.includes("{{")));
        const parts = pairs.map(
          ([name, value]) => ({ name, sent: true, value: { kind: "value", value } }) as const,
        );
        const values = { ...initialValues(made), body: { type, kind: "parts", parts } } as const;
        const { body } = buildRequest(made, values).request;
        assert.ok(body?.kind === "text");
        assert.deepEqual([...new URLSearchParams(body.text)], pairs.map((pair) => pair.map(wellFormed))); // prettier-ignore
      }),
      runs,
    );
  });

  it("deep, wide and circular values end", () => {
    const deep = formOfOperation({ parameters: ["form", "deepObject"].map((style) => ({ name: style, in: "query", style, schema: {} })) }); // prettier-ignore
    let nested: unknown = "end";
    for (let i = 0; i < 100_000; i++) nested = i % 2 ? [nested] : { a: nested };
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`p${i}`, i]));
    for (const value of [nested, circle, wide, Array.from({ length: 100_000 }, () => "x")]) {
      const given = { "query form": value, "query deepObject": value };
      assert.ok(processorTime(() => check(fill(deep, given))) < 200);
      const { problems } = fill(deep, given);
      assert.deepEqual(
        problems
          .filter(({ text }) => /more than 10,000/.test(text))
          .map(({ place, stops }) => [place, stops]),
        [
          ["query form", true],
          ["query deepObject", true],
        ],
      );
    }
    fc.assert(
      fc.property(hostileValue, (value) => check(fill(deep, { "query form": value }))),
      { numRuns: 200 },
    );
  });
});

function fill(made: RequestForm, given: Readonly<Record<string, unknown>>): RequestResult {
  const parameters = Object.entries(given).map(([key, value]) => [key, { sent: true, value }] as const);
  const values: RequestValues = { ...initialValues(made), parameters: Object.fromEntries(parameters) };
  return buildRequest(made, values, { baseUrl: undefined, variables: {} });
}
