import assert from "node:assert/strict";
import { parseMessage } from "../../text/parse-message.ts";
import { builtRequestSchema } from "../build/build-context.ts";
import { formOfOperation } from "../../../../../test/harness/form-of-operation.ts";
import { buildRequest } from "../build/build-request.ts";
import { generateCodeSample } from "../code/code-samples.ts";
import { generateCurlCommand } from "../code/curl.ts";
import { readCurlIntoValues } from "../curl/curl-to-form.ts";
import { createInitialValues } from "../form/initial-values.ts";
import { type ParameterValue, type PartValue, requestValuesSchema } from "../form/request-values.ts";
import { createEnvelope } from "./relay-protocol.ts";

const headers = {
  "X-Limit": {
    required: true,
    description: "Calls left",
    schema: { $ref: "#/components/schemas/Limit" },
  },
  "X-Note": { schema: { type: "string" }, example: "hello" },
  "Content-Type": { schema: { type: "string", default: "text/evil" } },
  "Content-Disposition": { schema: { type: "string", default: "attachment" } },
  "No token": { schema: { type: "string" } },
};
const createMultipart = (type: string) => ({
  [type]: {
    schema: { type: "object", required: ["a"], properties: { a: { type: "string" }, b: { type: "string" } } },
    encoding: { a: { headers } },
  },
});
const form = formOfOperation(
  {
    servers: [{ url: "https://api.example.com" }],
    requestBody: { required: true, content: createMultipart("multipart/form-data") },
  },
  { method: "POST", path: "/x", schemas: { Limit: { type: "integer", default: 60 } } },
);

function buildPart(own: Readonly<Record<string, ParameterValue>>) {
  const part: PartValue = {
    name: "a",
    sent: true,
    value: { kind: "value", value: "v" },
    headers: own,
  };
  const body = { type: "multipart/form-data", kind: "parts", parts: [part] } as const;
  return buildRequest(form, { ...createInitialValues(form), body });
}
const createSent = (value: unknown): ParameterValue => ({ sent: true, value });

describe("part headers", () => {
  const [a, b] = form.body?.mediaTypes[0]?.fields ?? [];

  it("are included in the form with their part, except for automatically generated headers", () => {
    assert.deepEqual(
      a?.headers?.map(({ name, required, style, description }) => [name, required, style, description]),
      [["X-Limit", true, "simple", "Calls left"], ["X-Note", false, "simple", undefined]],
    ); // prettier-ignore
    assert.equal(b?.headers, undefined);
    assert.equal(Object.keys(form.schemas).length, 1, "the schema that a header refers to isn't included");
  });

  it("start with their default values and aren't sent if they're optional", () => {
    const { body } = createInitialValues(form);
    const [part] = body?.kind === "parts" ? body.parts : [];
    assert.deepEqual(part?.headers, {
      "X-Limit": { sent: true, value: 60 },
      "X-Note": { sent: false, value: undefined },
    });
  });

  it("are included in the request and its envelope, even after a round trip", () => {
    const { request } = buildPart({ "X-Limit": createSent(5), "X-Note": createSent("n") });
    const expected = [["X-Limit", "5"], ["X-Note", "n"]]; // prettier-ignore
    const again = parseMessage(builtRequestSchema, JSON.parse(JSON.stringify(request)));
    assert.ok(again);
    assert.deepEqual(again, request);
    assert.deepEqual(createEnvelope(again).multipart, [{ name: "a", value: "v", headers: expected }]);
    const values = JSON.stringify(createInitialValues(form));
    assert.equal(
      JSON.stringify(parseMessage(requestValuesSchema, JSON.parse(values))?.body),
      JSON.stringify(createInitialValues(form).body),
    );
  });

  for (const [value, words] of [
    ["a\r\nX-Evil: 1", /contains a line break/],
    ["ä", /characters that aren't allowed in headers/],
  ] as const)
    it(`prevent the request from being sent with the value ${JSON.stringify(value)}`, () => {
      const { request, problems } = buildPart({ "X-Limit": createSent(5), "X-Note": createSent(value) });
      const stopped = problems.filter(({ isBlocking: stops }) => stops);
      assert.equal(stopped.length, 1);
      assert.match(stopped[0]?.text ?? "", words);
      assert.equal(stopped[0]?.formKey, "body a");
      assert.ok(!JSON.stringify(request).includes("X-Note"));
    });

  it("are reported if required and missing", () => {
    const { problems } = buildPart({});
    assert.match(problems.map(({ text }) => text).join(), /`X-Limit` header of this part is required/);
  });

  // The curl manual, `--form`: in `headers="X-Y: z"`, `\"` and `\\` are escape sequences.
  it("are converted to curl options and are the same when parsed again", () => {
    const { request } = buildPart({
      "X-Limit": createSent(5),
      "X-Note": createSent('say "hi"; type=a\\b, @c'),
    });
    const command = generateCurlCommand(request);
    assert.ok(
      command.endsWith(`-F 'a="v";headers="X-Limit: 5";headers="X-Note: say \\"hi\\"; type=a\\\\b, @c"'`),
      command,
    );
    const { values, notes } = readCurlIntoValues(command, form);
    assert.deepEqual(notes, []);
    assert.ok(values);
    assert.deepEqual(buildRequest(form, values).request.body, request.body);
  });

  it("are reported if a pasted command contains them but the form doesn't", () => {
    const { values, notes } = readCurlIntoValues(
      `curl https://api.example.com/x -F 'a=v;headers="X-Limit: 7";headers="X-Other: 1";headers=@secret.txt'`,
      form,
    );
    const [part] = values?.body?.kind === "parts" ? values.body.parts : [];
    assert.deepEqual(part?.headers?.["X-Limit"], { sent: true, value: 7 });
    assert.deepEqual(notes, [
      "The form has no field for the header `X-Other` of the part `a`.",
      "The form has no field for the header `@secret.txt` of the part `a`.",
    ]);
  });

  it("are passed as arguments in Requests samples and added to a manually built body where FormData doesn't support them", () => {
    const { request } = buildPart({ "X-Limit": createSent("{{secret:limit}}") });
    assert.ok(generateCodeSample(request, "python")?.code.includes('("a", (None, "v", None, {"X-Limit": os.environ["LIMIT"]})),')); // prettier-ignore
    const node = generateCodeSample(request, "node")?.code ?? "";
    assert.ok(!node.includes("FormData") && node.includes("X-Limit: ") && node.includes("process.env.LIMIT"));
  });
});
