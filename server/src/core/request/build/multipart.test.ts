import assert from "node:assert/strict";
import { builtRequestSchema } from "./build-context.ts";
import { parseMessage } from "../../text/parse-message.ts";
import { formOfOperation } from "../../../../../test/harness/form-of-operation.ts";
import { generateCodeSample } from "../code/code-samples.ts";
import { generateCurlCommand } from "../code/curl.ts";
import { readCurlIntoValues } from "../curl/curl-to-form.ts";
import { createInitialValues } from "../form/initial-values.ts";
import type { BodyValue } from "../form/request-values.ts";
import { buildRequest } from "./build-request.ts";

const string = { type: "string" };
const multipart = "multipart/form-data";
const urlencoded = "application/x-www-form-urlencoded";

interface Part {
  readonly schema: object;
  readonly encoding: object;
}

function createForm(type: string, media: object) {
  return formOfOperation(
    { servers: [{ url: "https://api.example.com" }], requestBody: { content: { [type]: media } } },
    { version: "3.2.0", method: "POST" },
  );
}

/** Builds the part as a form field named `a`. */
function buildNamed({ schema, encoding }: Part, value: unknown) {
  const form = createForm(multipart, { schema: { type: "object", properties: { a: schema } }, encoding: { a: encoding } }); // prettier-ignore
  return buildForm(form, {
    type: multipart,
    kind: "parts",
    parts: [{ name: "a", sent: true, value: { kind: "value", value } }],
  });
}

/** Builds the part as the first item of a body whose parts are identified by position. */
function buildPlaced({ schema, encoding }: Part, value: unknown) {
  const form = createForm("multipart/mixed", {
    schema: { prefixItems: [schema] },
    prefixEncoding: [encoding],
  });
  const items = [{ value: { kind: "value", value } }] as const;
  return buildForm(form, { type: "multipart/mixed", kind: "sequence", items });
}

function buildForm(form: ReturnType<typeof createForm>, body: BodyValue) {
  return { form, ...buildRequest(form, { ...createInitialValues(form), body }) };
}

const createObject = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

for (const [how, built, place] of [
  ["a named part", buildNamed, "body a"],
  ["a positional part", buildPlaced, "body 1"],
] as const)
  // prettier-ignore
  describe(`building the contents of ${how}`, () => {
    const listReported = (part: Part, value: unknown) => built(part, value).problems;

    it("reports and omits a file that can't be sent", () => {
      const schema = createObject({ note: string, photo: { type: "string", format: "binary" } });
      const part = { schema, encoding: { contentType: multipart } };
      const [problem, ...others] = listReported(part, { note: "x", photo: "bytes" });
      assert.deepEqual([problem?.formKey, problem?.isBlocking, others], [place, false, []]);
      assert.match(problem?.text ?? "", /^`photo` is a file inside this part.*isn't sent/);
      assert.ok(!JSON.stringify(built(part, { note: "x", photo: "bytes" }).request).includes("bytes"));
    });

    it("reports headers that can't be sent, except those that are generated for parts", () => {
      const headers = { "X-A": { schema: string }, "Content-Type": { schema: string } };
      const encoding = { contentType: multipart, encoding: { note: { headers } } };
      const [problem] = listReported({ schema: createObject({ note: string }), encoding }, { note: "x" });
      assert.match(problem?.text ?? "", /headers for `note` inside this part \(`X-A`\)/);
    });

    it("reports missing required fields", () => {
      const schema = createObject({ note: string }, { required: ["note"] });
      for (const contentType of [multipart, urlencoded])
        assert.match(listReported({ schema, encoding: { contentType } }, {})[0]?.text ?? "", /`note` is required in this part/); // prettier-ignore
    });

    it("doesn't send the request if the parts aren't defined", () => {
      const part = { schema: string, encoding: { contentType: multipart } };
      const [problem] = listReported(part, "x");
      assert.deepEqual([problem?.formKey, problem?.isBlocking], [place, true]);
      assert.match(problem?.text ?? "", /consists of other parts, so it can't be a single value/);
    });

    it("supports three levels of nesting; deeper levels are reported and sent as JSON", () => {
      const createEncoding = (levels: number): object => ({
        contentType: multipart,
        ...(levels > 0 && { encoding: { o: createEncoding(levels - 1) } }),
      });
      const createValue = (levels: number): object => ({ o: levels > 0 ? createValue(levels - 1) : "x" });
      const countLevels = (levels: number) =>
        listReported({ schema: { type: "object" }, encoding: createEncoding(levels - 1) }, createValue(levels - 1));
      assert.deepEqual(countLevels(3), []);
      const [problem] = countLevels(4);
      assert.equal(problem?.formKey, place);
      assert.match(problem?.text ?? "", /can't be nested more than 3 levels deep.*sent as JSON/);
    });

    it("reports nested parts in a form", () => {
      const encoding = { contentType: urlencoded, encoding: { o: { contentType: multipart } } };
      const [problem] = listReported({ schema: { type: "object" }, encoding }, { o: { b: 1 } });
      assert.match(problem?.text ?? "", /`o` is `multipart\/form-data`, which can't be sent inside a form/);
    });

    it("accepts an object that is entered as JSON", () => {
      const part = { schema: {}, encoding: { contentType: urlencoded } };
      assert.deepEqual(built(part, '{"b":"x y"}').request.body, built(part, { b: "x y" }).request.body);
      assert.match(JSON.stringify(built(part, '{"b":"x y"}').request.body), /"b=x\+y"/);
    });

    it("produces the same body after a round trip through a curl command", () => {
      const schema = createObject({ note: string, list: { type: "array" }, o: { type: "object" } });
      for (const contentType of [multipart, urlencoded]) {
        const { form, request } = built({ schema, encoding: { contentType } }, { note: "(x", list: ["=)", "b"], o: { c: 1 } }); // prettier-ignore
        assert.deepEqual(parseMessage(builtRequestSchema, JSON.parse(JSON.stringify(request))), request);
        const { values, notes } = readCurlIntoValues(generateCurlCommand(request), form);
        assert.deepEqual(notes, []);
        assert.ok(values);
        assert.deepEqual(buildRequest(form, values).request.body, request.body);
      }
    });

    it("includes the contents in code samples for every language", () => {
      const part = { schema: createObject({ note: string }), encoding: { contentType: multipart } };
      const { request } = built(part, { note: "inner text" });
      const languages = ["curl", "python", "javascript", "php", "go", "java", "ruby", "csharp", "kotlin", "powershell", "swift", "rust", "dart", "r"]; // prettier-ignore
      for (const language of languages) {
        const code = generateCodeSample(request, language)?.code ?? "";
        assert.ok(code.includes("inner text") && code.includes("note"), `${language}:\n${code}`);
      }
    });
  });
