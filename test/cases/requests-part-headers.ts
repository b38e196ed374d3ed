import type { CaseFile, RequestCase } from "./request-case.ts";

/**
 * Headers of individual parts (OpenAPI, Encoding Object, `headers`): “A map allowing additional information to be
 * provided as headers. Content-Type is described separately and SHALL be ignored in this section. This field SHALL be
 * ignored if the media type is not a multipart.” Their values have the style `simple` (Header Object) and no
 * percent-encoding. A header of a part is `name: value` before the blank line (RFC 2046, section 5.1). `XX` is the
 * boundary.
 */
const png: CaseFile = { fileName: "me.png", type: "image/png", bytes: "\x89PNG\r\n\x1a\n" };
const rateLimit = { description: "Calls left this hour", schema: { type: "integer" } };
const encodingObject = "OpenAPI 3.1.1, Encoding Object, `headers`";

interface HeaderCase {
  readonly name: string;
  readonly from?: string;
  readonly version?: RequestCase["version"];
  readonly type?: string;
  /** The Header Objects of the part `a`. */
  readonly headers: object;
  readonly content?: unknown;
  readonly filled: Readonly<Record<string, unknown>>;
  /** The header lines after `Content-Disposition`. */
  readonly lines: readonly string[];
  readonly received?: string;
  readonly more?: Partial<RequestCase>;
  readonly encoding?: object;
  readonly disposition?: string;
}

function headerCase(each: HeaderCase): RequestCase {
  const { name, from = encodingObject, type = "multipart/form-data", headers, content = "x", filled } = each;
  const { version = "3.1.1", lines, received = "x", more, encoding, disposition = 'form-data; name="a"' } = each;
  const schema = { type: "object", properties: { a: each.content ? {} : { type: "string" } } };
  const head = [`Content-Disposition: ${disposition}`, ...lines].join("\r\n");
  return {
    name: `headers of parts: ${name}`,
    from,
    version,
    body: {
      type,
      media: { schema, encoding: { a: { headers, ...encoding } } },
      parts: [["a", content, undefined, filled]],
    },
    receives: {
      headers: { "Content-Type": `${type}; boundary=XX` },
      body: `--XX\r\n${head}\r\n\r\n${received}\r\n--XX--\r\n`,
    },
    ...more,
  };
}

const text = { schema: { type: "string" } };
const list = { schema: { type: "array", items: { type: "string" } } };
const object = { schema: { type: "object" } };
const limited = { headers: { "X-Rate-Limit-Limit": rateLimit }, filled: { "X-Rate-Limit-Limit": 60 } };

export const partHeaders: readonly RequestCase[] = [
  headerCase({ ...limited, name: "a header of a string", lines: ["X-Rate-Limit-Limit: 60"] }),
  headerCase({ ...limited, name: "a header of a string in 3.0", version: "3.0.3", from: "OpenAPI 3.0.3, Encoding Object", lines: ["X-Rate-Limit-Limit: 60"] }),
  headerCase({ ...limited, name: "a header of a string in 3.2", version: "3.2.0", from: "OpenAPI 3.2, Encoding Object", lines: ["X-Rate-Limit-Limit: 60"] }),
  headerCase({ ...limited, name: "the header of the image in the specification's example", from: "OpenAPI 3.1.1, Encoding Object Example", content: png, encoding: { contentType: "image/png, image/jpeg" }, disposition: 'form-data; name="a"; filename="me.png"', lines: ["Content-Type: image/png", "X-Rate-Limit-Limit: 60"], received: "\x89PNG\r\n\x1a\n" }),
  headerCase({ ...limited, name: "a header in another multipart type", type: "multipart/mixed", lines: ["X-Rate-Limit-Limit: 60"] }),
  headerCase({ name: "several headers in file order", headers: { "X-B": text, "X-A": text }, filled: { "X-A": "1", "X-B": "2" }, lines: ["X-B: 2", "X-A: 1"] }),
  headerCase({ name: "Content-Type, which is ignored", headers: { "content-type": text, "X-A": text }, filled: { "content-type": "text/evil", "X-A": "1" }, lines: ["X-A: 1"] }),
  headerCase({ name: "length and type headers, which are derived from the part", from: "RFC 7578, section 4.2", headers: { "Content-Disposition": text, "Content-Length": text, "Transfer-Encoding": text }, filled: { "Content-Disposition": "attachment", "Content-Length": "99", "Transfer-Encoding": "chunked" }, lines: [] }),
  headerCase({ name: "a Content-Transfer-Encoding header", from: "OpenAPI 3.1.1, Encoding Object; RFC 2045, section 6", headers: { "Content-Transfer-Encoding": { schema: { type: "string", enum: ["base64"] } } }, content: "eA==", filled: { "Content-Transfer-Encoding": "base64" }, received: "eA==", lines: ["Content-Transfer-Encoding: base64"] }),
  headerCase({ name: "an array separated by commas", from: "OpenAPI 3.1.1, Style Examples, simple", headers: { "X-A": list }, filled: { "X-A": ["blue", "black", "brown"] }, lines: ["X-A: blue,black,brown"] }),
  headerCase({ name: "an object", from: "OpenAPI 3.1.1, Style Examples, simple", headers: { "X-A": object }, filled: { "X-A": { R: 100, G: 200, B: 150 } }, lines: ["X-A: R,100,G,200,B,150"] }),
  headerCase({ name: "an object with explode", from: "OpenAPI 3.1.1, Style Examples, simple", headers: { "X-A": { ...object, explode: true } }, filled: { "X-A": { R: 100, G: 200, B: 150 } }, lines: ["X-A: R=100,G=200,B=150"] }),
  headerCase({ name: "JSON set by its `content`", from: "OpenAPI 3.1.1, Header Object, `content`", headers: { "X-A": { content: { "application/json": { schema: { type: "object" } } } } }, filled: { "X-A": { b: [1] } }, lines: ['X-A: {"b":[1]}'] }),
  headerCase({ name: "a value without percent-encoding", from: "OpenAPI 3.1.1, Appendix D", headers: { "X-A": text }, filled: { "X-A": 'a b/c%d "e"' }, lines: ['X-A: a b/c%d "e"'] }),
  headerCase({ name: "a header of each item of an array", from: "OpenAPI 3.1.1, Encoding Object: “it SHALL be applied to each item”", ...limited, content: ["x", "y"], lines: ["X-Rate-Limit-Limit: 60"], received: 'x\r\n--XX\r\nContent-Disposition: form-data; name="a"\r\nX-Rate-Limit-Limit: 60\r\n\r\ny' }),
  headerCase({ name: "no header for null", from: "RFC 6570, section 2.3", headers: { "X-A": text }, filled: { "X-A": null }, lines: [] }),
  headerCase({ name: "a secret", from: "a value that the relay inserts", headers: { "X-A": text }, filled: { "X-A": "k {{secret:key}}" }, lines: ["X-A: k a{{b}}"], more: { secrets: { key: "a{{b}}" } } }),
  headerCase({ name: "a variable", from: "what an environment puts in", headers: { "X-A": text }, filled: { "X-A": "{{who}}" }, lines: ["X-A: me"], more: { variables: { who: "me" } } }),
  {
    name: "headers of parts: no headers in urlencoded forms",
    from: "“This field SHALL be ignored if the media type is not a multipart.”",
    body: { type: "application/x-www-form-urlencoded", media: { schema: { type: "object", properties: { a: {} } }, encoding: { a: { headers: { "X-A": text } } } }, parts: [["a", "x", undefined, { "X-A": "1" }]] },
    receives: { headers: { "X-A": null }, body: "a=x" },
  },
]; // prettier-ignore
