import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { RequestResult } from "../../server/src/core/request/build/build-context.ts";
import { buildRequest } from "../../server/src/core/request/build/build-request.ts";
import { createInitialValues } from "../../server/src/core/request/form/initial-values.ts";
import {
  defaultFormSettings,
  type RequestForm,
  createRequestForm,
} from "../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../server/src/core/request/form/request-values.ts";
import { createEnvelope } from "../../server/src/core/request/protocol/relay-protocol.ts";
import { readOperationModel } from "../../server/src/core/spec/model/operation-model.ts";
import { readJsonTree } from "../../server/src/core/spec/parse-json.ts";
import { outlineSpec } from "../../server/src/core/spec/spec-outline.ts";
import { createSpecFiles } from "../../server/src/core/spec/spec-tree.ts";
import { assertQuick } from "../harness/assert-quick.ts";
import { formOfOperation } from "../harness/form-of-operation.ts";
import {
  hostileOperation,
  hostileSchemas,
  hostileSchemes,
  hostileText,
  hostileValue,
  hostileValues,
} from "../harness/request-arbitraries.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

// prettier-ignore

const paths = fc.oneof(
  fc.constantFrom("/x", "/x/{id}", "/{a}{b}/y?z={id}#f", "/..", "/{id}/../{id}"),
  hostileText,
);
const form = fc
  .record({
    operation: hostileOperation,
    path: paths,
    securitySchemes: hostileSchemes,
    schemas: hostileSchemas,
    prefill: fc.boolean(),
    onlyRequired: fc.boolean(),
    siteUrl: fc.constantFrom(undefined, "https://docs.example.com", "no url"),
  })
  .map(({ operation, prefill, onlyRequired, siteUrl, ...around }) =>
    formOfOperation(operation, { ...around, settings: { prefillsExamples: prefill, onlyRequired, siteUrl } }),
  );
const filledIn = form.chain((made) => fc.record({ form: fc.constant(made), values: hostileValues(made) }));
const variables = fc.dictionary(fc.constantFrom("x", "y", "__proto__"), hostileText);

const runs = { numRuns: chooseByMode(400, 20_000), seed: seedOf(6) };

/**
 * Checks the invariants of a request, which must hold regardless of the specification and the values that are filled
 * in.
 */
function check({ request, problems }: RequestResult): void {
  const { method, url, headers, cookies, body } = request;
  const named = [...headers, ...cookies].flat();
  const types = body?.kind === "parts" ? [body.type, ...body.parts.map((part) => part.contentType ?? "")] : [];
  for (const text of [url, ...named, ...types]) assert.doesNotMatch(text, /[\r\n\0]/);
  assert.match(url, /^[!-~]*$/, "the URL contains spaces or non-ASCII characters");
  for (const { text, formKey: place } of problems) assert.ok(text.endsWith(".") && place !== "", text);
  if (problems.some(({ isBlocking: stops }) => stops)) return;
  assert.match(method, /^[\w!#$%&'*+.^`|~-]+$/);
  const read = new URL(url);
  assert.match(read.protocol, /^https?:$/);
  assert.doesNotMatch(url, /#/);
  // The path is sent exactly as a URL parser reads it: no dot segments are resolved, and the host doesn't change.
  const sent = url.slice(url.indexOf("/", url.indexOf("//") + 2)).split("?")[0] ?? "";
  assert.equal(decoded(read.pathname), decoded(sent));
  assert.equal(url.slice(0, read.origin.length), read.origin);
}

/** Decodes the braces in placeholders for secrets, because URL parsers encode them. */
function decoded(part: string): string {
  return part.replace(/%7B/gi, "{").replace(/%7D/gi, "}");
}

/** Replaces lone surrogates in the same way as every encoder. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

describe("requests from any form and input", () => {
  // The sampler logs warnings about contradictory schemas to the console, so these warnings are suppressed.
  const { warn } = console;
  before(() => void (console.warn = () => undefined));
  after(() => void (console.warn = warn));

  it("start from a form that is plain data, with initial values that produce a request", () => {
    fc.assert(
      fc.property(form, (made) => {
        assert.deepEqual(structuredClone(made), made);
        const values = createInitialValues(made);
        assert.deepEqual(structuredClone(values), values);
        check(buildRequest(made, values));
      }),
      runs,
    );
  });

  it("are built and then either sent unchanged or not sent", () => {
    fc.assert(
      fc.property(filledIn, variables, fc.option(hostileText, { nil: undefined }), (filled, known, baseUrl) => {
        const result = buildRequest(filled.form, filled.values, { baseUrl, variables: known });
        check(result);
        assert.deepEqual(buildRequest(filled.form, filled.values, { baseUrl, variables: known }), result);
        assert.doesNotThrow(() => JSON.stringify(createEnvelope(result.request)));
      }),
      runs,
    );
  });

  it("keep input within its part of the URL", () => {
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
        if (problems.some(({ isBlocking: stops }) => stops)) return;
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

  it("contain no injected line breaks or cookies", () => {
    const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" }, sid: { type: "apiKey", in: "cookie", name: "sid" }, token: { type: "http", scheme: "bearer" } }; // prettier-ignore
    const type = "multipart/form-data";
    const made = formOfOperation({
      servers: [{ url: "https://a.example" }],
      parameters: [
        { name: "X-A", in: "header", schema: {} },
        { name: "c", in: "cookie", schema: {} },
        { name: "d", in: "cookie", style: "cookie", schema: {} },
      ],
      security: [{ key: [], sid: [], token: [] }],
      requestBody: { content: { [type]: {} } },
    }, { method: "POST", securitySchemes }); // prettier-ignore
    const texts = fc.tuple(hostileText, hostileText, hostileText, hostileText, hostileText, hostileText, hostileText); // prettier-ignore
    fc.assert(
      fc.property(texts, ([a, c, d, key, sid, token, contentType]) => {
        const credentials = { key: { kind: "value", value: key }, sid: { kind: "value", value: sid }, token: { kind: "value", value: token } } as const; // prettier-ignore
        const part = { name: "p", sent: true, value: { kind: "value", value: "x" }, contentType } as const;
        const parameters = { "header X-A": { sent: true, value: a }, "cookie c": { sent: true, value: c }, "cookie d": { sent: true, value: d } }; // prettier-ignore
        const body = { type, kind: "parts", parts: [part] } as const;
        const result = buildRequest(made, { ...createInitialValues(made), credentials, parameters, body });
        check(result);
        for (const [name, value] of result.request.cookies) assert.doesNotMatch(name + value, /;|[^ -~]/);
        const lost = [a, d, key, sid, token].filter((text) => /[\r\n\0]/.test(text.trim())).length;
        assert.ok(result.problems.filter(({ isBlocking: stops }) => stops).length >= Math.min(lost, 1));
      }),
      runs,
    );
  });

  it("preserve form values", () => {
    const type = "application/x-www-form-urlencoded";
    const made = formOfOperation({ requestBody: { content: { [type]: { schema: { type: "object" } } } } }, { method: "POST" }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(fc.tuple(hostileText, hostileText), { maxLength: 5 }), (pairs) => {
        fc.pre(!pairs.flat().some((text) => text.includes("{{")));
        const parts = pairs.map(([name, value]) => ({ name, sent: true, value: { kind: "value", value } }) as const);
        const values = { ...createInitialValues(made), body: { type, kind: "parts", parts } } as const;
        const { body } = buildRequest(made, values).request;
        assert.ok(body?.kind === "text");
        assert.deepEqual([...new URLSearchParams(body.text)], pairs.map((pair) => pair.map(wellFormed))); // prettier-ignore
      }),
      runs,
    );
  });

  it("can be sent for every operation of the sample site", () => {
    const folder = path.join(import.meta.dirname, "../../sample/site/openapi");
    let count = 0;
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
      const tree = readJsonTree(file, readFileSync(path.join(folder, file), "utf8"));
      const spec = createSpecFiles(file, tree);
      for (const expected of outlineSpec("openapi", spec, []).operations) {
        const full = readOperationModel(spec, expected);
        if (!full) continue;
        const auth = { method: undefined, name: undefined };
        const made = createRequestForm({ kind: "operation", ...full, settings: { ...defaultFormSettings, prefillsExamples: true }, auth }); // prettier-ignore
        const values = createInitialValues(made);
        const parameters = Object.fromEntries(Object.entries(values.parameters).map(([key, given]) => [key, { ...given, value: given.value ?? "x" }])); // prettier-ignore
        const { problems } = buildRequest(made, { ...values, parameters });
        assert.deepEqual(problems.filter(({ isBlocking: stops, formKey: place }) => stops && place !== "server"), [], `${file} ${expected.path}`); // prettier-ignore
        count++;
      }
    }
    assert.ok(count > 10, String(count));
  });

  it("are built in limited time from deep, wide, and circular values", () => {
    const deep = formOfOperation({ parameters: ["form", "deepObject"].map((style) => ({ name: style, in: "query", style, schema: {} })) }); // prettier-ignore
    const nested = (depth: number) => {
      let value: unknown = "end";
      for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
      return value;
    };
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`p${i}`, i]));
    for (const value of [nested(61), nested(100_000), circle, wide, Array.from({ length: 100_000 }, () => "x")]) {
      const given = { "query form": value, "query deepObject": value };
      assertQuick(200, () => check(fill(deep, given)));
      const { problems } = fill(deep, given);
      assert.deepEqual(
        problems
          .filter(({ text }) => /more than 10,000/.test(text))
          .map(({ formKey: place, isBlocking: stops }) => [place, stops]),
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
  const values: RequestValues = { ...createInitialValues(made), parameters: Object.fromEntries(parameters) };
  return buildRequest(made, values, { baseUrl: undefined, variables: {} });
}
