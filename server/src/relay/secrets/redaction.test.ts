import assert from "node:assert/strict";
import { createBodyRedactor, createRedactor } from "./redaction.ts";
import { listSecretForms } from "./secret-spellings.ts";

const value = 'pä/ss+w"rd 99';
const redact = createRedactor(new Map([["token", value]]));

/**
 * Encoded forms of a value that may appear in responses and errors. Each form is created independently of the tested
 * code.
 */
const forms: Readonly<Record<string, string>> = {
  "without encoding": value,
  "in Base64": btoa(String.fromCharCode(...new TextEncoder().encode(value))),
  "in Base64 without padding": btoa(String.fromCharCode(...new TextEncoder().encode(value))).replaceAll("=", ""),
  "in a URL": "p%C3%A4%2Fss%2Bw%22rd%2099",
  "in a URL, in lowercase": "p%c3%a4%2fss%2bw%22rd%2099",
  "in a form": new URLSearchParams([["", value]]).toString().slice(1),
  "in JSON": 'pä/ss+w\\"rd 99',
  "as bytes decoded as Latin-1": "pÃ¤/ss+w\"rd 99",
}; // prettier-ignore

describe("redaction of secrets", () => {
  for (const [name, form] of Object.entries(forms))
    it(`replaces secrets ${name}`, () => assert.equal(redact(`a ${form} b`), "a {{secret:token}} b"));

  it("replaces the longest secrets first and uses each secret's own name", () => {
    const redactBoth = createRedactor(new Map([["short", "abcd"], ["long", "abcdefgh"]])); // prettier-ignore
    assert.equal(redactBoth("abcdefgh abcd"), "{{secret:long}} {{secret:short}}");
  });

  it("skips secrets that are too short to be distinctive", () =>
    assert.equal(createRedactor(new Map([["pin", "123"]]))("123 apples"), "123 apples"));

  it("leaves other text unchanged", () => assert.equal(redact("nothing of it"), "nothing of it"));

  it("finds secrets in a stream, regardless of where the stream is split, without delaying other text", () => {
    const stream = createBodyRedactor(listSecretForms(new Map([["token", "canary-canary"]])));
    const reported: string[] = [];
    stream?.on("data", (piece: Buffer) => reported.push(piece.toString()));
    for (const piece of ["data: 1\n\n", "data: can", "ary-canar", "y\n\ncana", "pé"]) stream?.write(piece);
    stream?.end();
    return new Promise<void>((resolve) =>
      stream?.on("end", () => {
        assert.equal(reported[0], "data: 1\n\n");
        assert.equal(reported.join(""), "data: 1\n\ndata: {{secret:token}}\n\ncanapé");
        resolve();
      }),
    );
  });
});
