import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { formOfOperation } from "../../../../../test/harness/form-of-operation.ts";
import { buildRequest } from "../build/build-request.ts";
import { generateCurlCommand } from "../code/curl.ts";
import { readCurlIntoValues } from "./curl-to-form.ts";
import { convertCommandPrompt, readCurlCommand } from "./parse-curl.ts";

const form = formOfOperation(
  {
    servers: [{ url: "https://{region}.example.com/v1", variables: { region: { default: "eu" } } }],
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "limit", in: "query", schema: { type: "integer" } },
      { name: "tag", in: "query", schema: { type: "array", items: { type: "string" } } },
      { name: "X-Trace", in: "header", schema: { type: "boolean" } },
    ],
    requestBody: {
      content: {
        "application/json": { schema: { type: "object" } },
        "multipart/form-data": {
          schema: { type: "object", properties: { file: { type: "string", format: "binary" } } },
        },
      },
    },
    security: [{ token: [] }, { login: [] }],
  },
  {
    method: "POST",
    path: "/users/{id}",
    securitySchemes: { token: { type: "http", scheme: "bearer" }, login: { type: "http", scheme: "basic" } },
  },
);

function read(text: string) {
  const { values, notes } = readCurlIntoValues(text, form);
  assert.ok(values, notes.join(" "));
  return { values, notes };
}

describe("readCurlCommand", () => {
  // The curl manual, `--data`: the content type is application/x-www-form-urlencoded unless a header sets another one.
  it("adds the content type that curl sends with a body", () => {
    const readHeaders = (options: string) => readCurlCommand(`curl https://api.example.com ${options}`)?.headers;
    assert.deepEqual(readHeaders("-d a=1"), [["Content-Type", "application/x-www-form-urlencoded"]]);
    assert.deepEqual(readHeaders("--json '{}'"), [["Content-Type", "application/json"]]);
    assert.deepEqual(readHeaders("-d a=1 -H 'content-type: text/plain'"), [["content-type", "text/plain"]]);
    assert.deepEqual(readHeaders("-d a=1 -H 'Content-Type:'"), []);
    assert.deepEqual(readHeaders("-F a=1"), []);
    assert.deepEqual(readHeaders("-G -d a=1"), []);
  });

  // The curl manual: each of these options sets a header.
  it("adds the headers that options set", () => {
    const headers = readCurlCommand(
      "curl https://api.example.com -A agent/1 -e https://a.example --oauth2-bearer abc -H 'X-Trace: 1'",
    )?.headers;
    assert.deepEqual(headers, [
      ["User-Agent", "agent/1"],
      ["Referer", "https://a.example"],
      ["Authorization", "Bearer abc"],
      ["X-Trace", "1"],
    ]);
  });
});

describe("readCurlIntoValues", () => {
  it("fills in the server, path, query, headers, and body with values of the types that the schema specifies", () => {
    const { values, notes } = read(
      "$ curl -sSL -X POST 'https://us.example.com/v1/users/a%2Fb?limit=5&tag=x&tag=y+z' -H 'x-trace: true' \\\n" +
        `  -H "Authorization: Bearer $API_TOKEN" --json '{"a": 1}'`,
    );
    assert.deepEqual(values.server, { at: 0, variables: { region: "us" } });
    assert.deepEqual(values.parameters, {
      "path id": { sent: true, value: "a/b" },
      "query limit": { sent: true, value: 5 },
      "query tag": { sent: true, value: ["x", "y z"] },
      "header X-Trace": { sent: true, value: true },
    });
    assert.deepEqual(values.credentials, { token: { kind: "value", value: "{{secret:API_TOKEN}}" } });
    assert.deepEqual(values.body, { type: "application/json", kind: "text", text: '{"a": 1}' });
    assert.deepEqual(notes, []);
  });

  it("uses the available authentication method", () => {
    const { values } = read("curl https://eu.example.com/v1/users/1 -X POST -u ada:pass:word");
    assert.equal(values.way, 1);
    assert.deepEqual(values.credentials, { login: { kind: "basic", user: "ada", password: "pass:word" } });
  });

  // OpenAPI 3.2, `in: querystring`: the parameter is the entire query, in the format of its media type.
  it("decodes a query that is a single parameter, except if it's a form, whose names and values are encoded", () => {
    const readValue = (mediaType: string, query: string) => {
      const one = formOfOperation(
        { parameters: [{ name: "q", in: "querystring", content: { [mediaType]: { schema: {} } } }] },
        { version: "3.2.0" },
      );
      return readCurlIntoValues(`curl 'https://example.com/x?${query}'`, one).values?.parameters["querystring q"]
        ?.value;
    };
    assert.deepEqual(readValue("application/json", "%7B%22a%22%3A1%7D"), { a: 1 });
    assert.equal(readValue("application/x-www-form-urlencoded", "a=b%26c&d=e"), "a=b%26c&d=e");
  });

  it("keeps a URL that isn't in the specification", () => {
    assert.deepEqual(read("curl -d x localhost:4010/users/7").values.server, {
      at: -1,
      variables: {},
      own: "http://localhost:4010",
    });
  });

  it("reports the parts of a command that it omits", () => {
    const { notes } = read(
      "curl 'https://eu.example.com/v1/users/1?page=2' -H 'X-Other: 1' -H 'Accept: */*' -b 'a=b' -F file=@photo.png",
    );
    assert.deepEqual(notes, [
      "Choose the file `photo.png` again. Docwright doesn't open files from a command.",
      "The form has no field for the query parameter `page`.",
      "The form has no field for the header `X-Other`.",
      "The form has no field for the cookie `a`.",
    ]);
    assert.deepEqual(read("curl https://elsewhere.example.com/").notes, [
      "The command sends GET, but this endpoint uses POST.",
      "The URL `https://elsewhere.example.com/` doesn't belong to this endpoint, so it's ignored.",
    ]);
  });

  it("supports commands copied from browsers", () => {
    const bash =
      "curl 'https://eu.example.com/v1/users/1' \\\n  -H 'accept: */*' \\\n  --data-raw $'{\"a\":\"it\\'s\\\\u0021\\\\n\"}'";
    assert.equal(readBodyText(bash), '{"a":"it\'s\\u0021\\n"}');
    const cmd =
      'curl ^"https://eu.example.com/v1/users/1^" ^\r\n  -H ^"accept: */*^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":^\\^"100^%^\\^"^}^"';
    assert.equal(readBodyText(cmd), '{"a":"100%"}');
  });

  it("returns nothing for text that doesn't contain a curl command", () => {
    assert.equal(readCurlIntoValues("wget https://example.com", form).values, undefined);
    assert.equal(readCurlIntoValues(`curl ${"x".repeat(60_000)}`, form).values, undefined);
  });

  it("parses an ambiguous URL quickly", () => {
    const crowded = formOfOperation({}, { path: `/${"{a}{b}{c}{d}{e}{f}{g}{h}"}x` });
    assertQuick(1000, () => readCurlIntoValues(`curl https://a.example/${"y".repeat(3_900)}`, crowded));
  });
});

function readBodyText(command: string): string | undefined {
  const { body } = read(command).values;
  return body?.kind === "text" ? body.text : undefined;
}

describe("asCurl for the Windows command prompt", () => {
  const values = {
    server: { at: 0, variables: {} },
    way: 0,
    credentials: {},
    parameters: {},
    body: undefined,
  };

  it("adds `^` before each special character and doubles any backslashes before a quote", () => {
    const text = '{"path":"C:\\\\","q":"a & b | %PATH% !x"}';
    const { request } = buildRequest(form, {
      ...values,
      body: { type: "application/json", kind: "text", text },
    });
    const command = generateCurlCommand({ ...request, url: "https://eu.example.com/v1/users/1" }, "cmd");
    assert.ok(command.startsWith("curl https://eu.example.com/v1/users/1 ^\n"), command);
    assert.equal(listArguments(command).at(-1), text);
    assert.ok(convertCommandPrompt(command).includes(text));
  });
});

/** Splits a command into arguments like the command prompt and the Microsoft C runtime do. */
function listArguments(command: string): readonly string[] {
  let line = "";
  for (let i = 0; i < command.length; i++) {
    const char = command.charAt(i);
    if (char !== "^") line += char;
    else if (command.charAt(i + 1) !== "\n") line += command.charAt(++i);
    else i++;
  }
  const words: string[] = [];
  for (const [, quoted, bare] of line.matchAll(/"((?:[^"\\]|\\+"|\\+(?!"))*)"|(\S+)/g))
    words.push(
      bare ??
        (quoted ?? "").replace(
          /(\\+)"/g,
          (_, s: string) => "\\".repeat(Math.floor(s.length / 2)) + (s.length % 2 ? '"' : ""),
        ),
    );
  return words;
}
