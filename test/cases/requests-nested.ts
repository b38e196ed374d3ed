import type { CaseItem, RequestCase } from "./request-case.ts";

/**
 * Parts that are themselves forms or multipart documents (OpenAPI 3.2.0, “Nested Encoding” and Encoding Object:
 * `encoding`, `prefixEncoding`, `itemEncoding`). Expected bodies are handwritten: parts from RFC 2046, section 5.1,
 * names from RFC 7578, section 4.2, and forms from the URL standard. `XX` is the boundary, `YY` that of nested parts.
 */
const nested = "OpenAPI 3.2.0, “Nested Encoding”";
const urlencoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";
const string = { type: "string" };

interface NestedCase {
  readonly name: string;
  readonly from?: string;
  readonly schema: object;
  /** The encoding of the part. */
  readonly encoding: object;
  readonly value: unknown;
  /** The headers of the part after `Content-Disposition`, followed by its content. */
  readonly part: string;
  readonly more?: Partial<RequestCase>;
}

/** Returns a case in which the part is the field `a` of a form. */
function named({ name, from = nested, schema, encoding, value, part, more }: NestedCase): RequestCase {
  return {
    name: `parts in a named part: ${name}`,
    from,
    version: "3.2.0",
    body: {
      type: multipart,
      media: { schema: { type: "object", properties: { a: schema } }, encoding: { a: encoding } },
      parts: [["a", value]],
    },
    receives: {
      headers: { "Content-Type": `${multipart}; boundary=XX` },
      body: `--XX\r\nContent-Disposition: form-data; name="a"\r\n${part}\r\n--XX--\r\n`,
    },
    ...more,
  };
}

/** Returns a case with the part as the only one in a `multipart/mixed` body. */
function placed({ name, from = nested, schema, encoding, value, part, more }: NestedCase): RequestCase {
  const item: CaseItem = { value };
  return {
    name: `parts in a positional part: ${name}`,
    from,
    version: "3.2.0",
    body: {
      type: "multipart/mixed",
      media: { schema: { type: "array", prefixItems: [schema] }, prefixEncoding: [encoding] },
      items: [item],
    },
    receives: {
      headers: { "Content-Type": "multipart/mixed; boundary=XX" },
      body: `--XX\r\n${part}\r\n--XX--\r\n`,
    },
    ...more,
  };
}

const both = (each: NestedCase): readonly RequestCase[] => [named(each), placed(each)];
const object = (properties: object) => ({ type: "object", properties });
const color = object({ color: { type: "array", items: string } });
const asForm = (text: string) => `Content-Type: ${urlencoded}\r\n\r\n${text}`;
const begin = (type: string) => `Content-Type: ${type}; boundary=YY\r\n\r\n`;
const field = (name: string, content: string) =>
  `--YY\r\nContent-Disposition: form-data; name="${name}"\r\n${content}\r\n`;
const item = (type: string, content: string) => `--YY\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
const end = "--YY--\r\n";

export const nestedParts: readonly RequestCase[] = [
  ...both({ name: "a form", from: `${nested}; URL standard, application/x-www-form-urlencoded serializing`, schema: object({ to: string, n: { type: "integer" } }), encoding: { contentType: urlencoded }, value: { to: "Ä b", n: 7 }, part: asForm("to=%C3%84+b&n=7") }),
  ...both({ name: "a form with a style", from: `${nested}; OpenAPI 3.2.0, Style Examples`, schema: color, encoding: { contentType: urlencoded, encoding: { color: { style: "pipeDelimited", explode: false } } }, value: { color: ["blue", "black"] }, part: asForm("color=blue%7Cblack") }),
  ...both({ name: "a form with a deepObject", from: `${nested}; OpenAPI 3.2.0, Style Examples`, schema: object({ c: { type: "object" } }), encoding: { contentType: urlencoded, encoding: { c: { style: "deepObject", explode: true } } }, value: { c: { R: 100, G: 200 } }, part: asForm("c%5BR%5D=100&c%5BG%5D=200") }),
  ...both({ name: "a form with JSON set by its type", from: `${nested}; OpenAPI 3.2.0, Encoding Object, table of \`contentType\``, schema: object({ c: { type: "object" } }), encoding: { contentType: urlencoded }, value: { c: { b: 1 } }, part: asForm("c=%7B%22b%22%3A1%7D") }),
  ...both({ name: "a form that is entered as a string", from: "the text that the user enters is sent", schema: string, encoding: { contentType: urlencoded }, value: "a=1&b=%20", part: asForm("a=1&b=%20") }),
  ...both({ name: "a form with a secret", from: "a value that the relay inserts; URL standard, percent-encode set", schema: object({ pin: string }), encoding: { contentType: urlencoded }, value: { pin: "{{secret:pin}}" }, part: asForm("pin=a%26b"), more: { secrets: { pin: "a&b" } } }),
  ...both({ name: "a variable", from: "what an environment puts in", schema: object({ to: string }), encoding: { contentType: urlencoded }, value: { to: "{{who}}" }, part: asForm("to=me"), more: { variables: { who: "me" } } }),
  ...both({ name: "named fields", from: `${nested}; RFC 7578, section 4.2`, schema: object({ to: string, o: { type: "object" } }), encoding: { contentType: multipart }, value: { to: "x", o: { b: [1] } }, part: begin(multipart) + field("to", "\r\nx") + field("o", 'Content-Type: application/json\r\n\r\n{"b":[1]}') + end }),
  ...both({ name: "named fields with their own types", schema: object({ page: string }), encoding: { contentType: multipart, encoding: { page: { contentType: "text/html" } } }, value: { page: "<p>" }, part: begin(multipart) + field("page", "Content-Type: text/html\r\n\r\n<p>") + end }),
  ...both({ name: "named fields, with each item of an array separately", from: `${nested}; RFC 7578, section 4.3`, schema: color, encoding: { contentType: multipart }, value: { color: ["blue", "black"] }, part: begin(multipart) + field("color", "\r\nblue") + field("color", "\r\nblack") + end }),
  ...both({ name: "named fields with a style", from: `${nested}; OpenAPI 3.2.0, Encoding Object, \`style\``, schema: color, encoding: { contentType: multipart, encoding: { color: { style: "form", explode: false } } }, value: { color: ["blue", "black"] }, part: begin(multipart) + field("color", "\r\nblue,black") + end }),
  ...both({ name: "a style next to forms, which has no effect", from: "OpenAPI 3.2.0, Encoding Object, `style`: “SHALL be ignored if the media type is not …”", schema: color, encoding: { contentType: "multipart/mixed", encoding: { color: { style: "form", explode: false } } }, value: { color: ["blue", "black"] }, part: begin("multipart/mixed") + field("color", "\r\nblue") + field("color", "\r\nblack") + end }),
  ...both({ name: "null, for which nothing is sent", from: "RFC 6570, section 2.3", schema: object({ a: string, b: string }), encoding: { contentType: multipart }, value: { a: null, b: "x" }, part: begin(multipart) + field("b", "\r\nx") + end }),
  named({ name: "positional parts, with one document for each item of the array", from: `${nested}; “one encoded value per array item”; table of \`contentType\``, schema: { type: "array", items: { type: "array", prefixItems: [{ type: "object" }, string], items: { type: "integer" } } }, encoding: { contentType: "multipart/mixed", prefixEncoding: [{}, { contentType: "text/csv" }], itemEncoding: {} }, value: [[{ b: 1 }, "x,y", 7]], part: begin("multipart/mixed") + item("application/json", '{"b":1}') + item("text/csv", "x,y") + item("text/plain", "7") + end }),
]; // prettier-ignore
