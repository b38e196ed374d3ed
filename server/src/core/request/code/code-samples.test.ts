import assert from "node:assert/strict";
import type { BuiltRequest } from "../build/build-context.ts";
import { generateCodeSample, generateCodeSamples, listSampleLanguages } from "./code-samples.ts";

const plain: BuiltRequest = {
  method: "GET",
  url: "https://api.example.com/users?page=1",
  headers: [],
  cookies: [],
  body: undefined,
};

function writeCode(language: string, parts: Partial<BuiltRequest>): string {
  return generateCodeSample({ ...plain, ...parts }, language)?.code ?? "";
}

describe("code samples", () => {
  it("are generated in at least 12 languages and always contain the URL", () => {
    assert.ok(new Set(generateCodeSamples(plain, listSampleLanguages()).map(({ label }) => label)).size >= 12);
    for (const name of listSampleLanguages()) assert.ok(writeCode(name, {}).includes(plain.url), name);
  });

  it("follow the site's configured order and omit unknown languages", () => {
    const labels = generateCodeSamples(plain, ["Go", "cobol", "curl"]).map(({ label }) => label);
    assert.deepEqual(labels, ["Go", "cURL"]);
    assert.deepEqual(generateCodeSamples(plain, undefined)[0]?.code, `curl 'https://api.example.com/users?page=1'`);
  });

  it("are concise for simple requests", () => {
    assert.equal(
      writeCode("node", {
        method: "POST",
        headers: [["Content-Type", "application/json"]],
        body: { kind: "text", text: '{"a":1}' },
      }),
      [
        'const response = await fetch("https://api.example.com/users?page=1", {',
        '  method: "POST",',
        "  headers: {",
        '    "Content-Type": "application/json",',
        "  },",
        '  body: "{\\"a\\":1}",',
        "});",
        "console.log(response.status, await response.text());",
      ].join("\n"),
    );
  });

  it("are omitted if the language can't send the request", () => {
    const body = { kind: "text", text: "x" } as const;
    assert.equal(generateCodeSample({ ...plain, body }, "javascript"), undefined);
    assert.ok(generateCodeSample({ ...plain, body }, "python"));
  });

  it("read secrets from environment variables and never contain secret placeholders", () => {
    const headers = [["Authorization", "Bearer {{secret:api-token}}"]] as const;
    const cookies = [["session", "{{secret:1st}}"]] as const;
    const basic = [["Authorization", "Basic {{base64:ada:{{secret:password}}}}"]] as const;
    for (const [language, expected] of [
      ["curl", `-H 'Authorization: Bearer '"$API_TOKEN"`],
      ["python", `"Bearer " + os.environ["API_TOKEN"]`],
      ["node", `"Bearer " + process.env.API_TOKEN`],
      ["javascript", `const API_TOKEN = "<API_TOKEN>";`],
      ["php", `'Authorization: Bearer ' . getenv('API_TOKEN')`],
      ["ruby", `'Bearer ' + ENV.fetch('API_TOKEN')`],
      ["go", `"Bearer " + os.Getenv("API_TOKEN")`],
      ["java", `"Bearer " + System.getenv("API_TOKEN")`],
      ["powershell", `'Bearer ' + $env:API_TOKEN`],
    ] as const)
      assert.ok(writeCode(language, { headers }).includes(expected), writeCode(language, { headers }));
    for (const language of listSampleLanguages()) {
      const all = writeCode(language, { headers, cookies }) + writeCode(language, { headers: basic });
      assert.ok(all.includes("API_TOKEN") && all.includes("_1ST") && all.includes("PASSWORD"), language);
      assert.ok(!/\{\{|secret:|base64:(?!:)/.test(all), all);
    }
    assert.ok(writeCode("curl", { headers: basic }).includes(`-u 'ada:'"$PASSWORD"`));
  });

  it("preserve an empty first line in Dart, which omits it from multiline literals", () => {
    const trimLines = (text: string) => writeCode("dart", { method: "POST", body: { kind: "text", text } });
    assert.ok(trimLines("\na\nb").includes('utf8.encode("\\na\\nb")'));
    assert.ok(trimLines(" \na\nb").includes('utf8.encode(" \\na\\nb")'));
    assert.ok(trimLines("a\n\nb").includes("utf8.encode(r'''a\n\nb''')"));
  });

  it("preserve non-ASCII part names in OkHttp and add other headers after the name", () => {
    const parts = [{ kind: "value", name: "\u00e4", value: "x", headers: [["X-A", "1"]] }] as const;
    const body = { kind: "parts", type: "multipart/form-data", parts } as const;
    const required =
      'Headers.Builder().addUnsafeNonAscii("Content-Disposition", "form-data; name=\\"\u00e4\\"").add("X-A", "1").build()';
    assert.ok(writeCode("kotlin", { method: "POST", body }).includes(required));
  });

  it("escape every character with a special meaning in the language", () => {
    const text = "${a} #{b} $(c) `d` \\(e) %f% $g";
    const writeSample = (language: string) => writeCode(language, { method: "POST", body: { kind: "text", text } });
    assert.ok(writeSample("kotlin").includes('"\\${a} #{b} \\$(c) `d` \\\\(e) %f% \\$g"'));
    assert.ok(writeSample("dart").includes('"\\${a} #{b} \\$(c) `d` \\\\(e) %f% \\$g"'));
    assert.ok(writeSample("swift").includes("\\\\(e)"));
    assert.ok(writeSample("csharp").includes(JSON.stringify(text)));
    assert.ok(writeSample("powershell").includes(`'${text}'`));
  });
});
