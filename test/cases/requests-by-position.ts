import type { CaseFile, CaseItem, RequestCase } from "./request-case.ts";

/**
 * Parts identified by position instead of name (OpenAPI 3.2.0, “Encoding By Position”). Expected bodies are handwritten
 * from RFC 2046, section 5.1: each part consists of the boundary line, its headers, a blank line, and its content, and
 * the last boundary line ends with `--`. Types are from the table of `contentType` (OpenAPI 3.2.0, Encoding Object).
 * `XX` is the boundary, `YY` that of nested parts.
 */
const byPosition = "OpenAPI 3.2.0, “Encoding By Position”";
const table = "OpenAPI 3.2.0, Encoding Object, table of `contentType`";
const png: CaseFile = { fileName: "me.png", type: "image/png", bytes: "\x89PNG\r\n\x1a\n" };
const clip: CaseFile = { fileName: "clip.mp4", type: "video/mp4", bytes: "\0\xff" };

interface PositionCase {
  readonly name: string;
  readonly from?: string;
  readonly type?: string;
  readonly media: object;
  readonly items: readonly CaseItem[];
  /** The headers and the content of each part. */
  readonly parts: readonly (readonly [head: readonly string[], content: string])[];
  readonly sentType?: string;
  readonly more?: Partial<RequestCase>;
}

function multipart(boundary: string, parts: PositionCase["parts"]): string {
  const written = parts.map(([head, content]) => `--${boundary}\r\n${head.join("\r\n")}\r\n\r\n${content}\r\n`);
  return `${written.join("")}--${boundary}--\r\n`;
}

function positionCase(each: PositionCase): RequestCase {
  const { name, from = byPosition, type = "multipart/mixed", media, items, parts, more } = each;
  return {
    name: `positional parts: ${name}`,
    from,
    version: "3.2.0",
    body: { type, media, items },
    receives: {
      headers: { "Content-Type": `${each.sentType ?? type}; boundary=XX` },
      body: multipart("XX", parts),
    },
    ...more,
  };
}

const json = "Content-Type: application/json";
const plain = "Content-Type: text/plain";
const bytes = "Content-Type: application/octet-stream";
const string = { type: "string" };
const list = (...prefixItems: object[]) => ({ type: "array", prefixItems });
const disposition = (value: string) => ({
  "Content-Disposition": { required: true, content: { "text/plain": { schema: { type: "string", const: value } } } },
}); // prettier-ignore
const location = {
  "Content-ID": { schema: false },
  "Content-Location": { required: true, content: { "text/plain": { schema: { type: "string", format: "uri" } } } },
}; // prettier-ignore

export const partsByPosition: readonly RequestCase[] = [
  positionCase({
    name: "the specification's ordered, unnamed multipart example",
    from: "OpenAPI 3.2.0, “Example: Ordered, Unnamed Multipart”",
    media: {
      schema: list({ type: "object", properties: { author: string, license: string } }, {}),
      prefixEncoding: [{}, { contentType: "image/*" }],
    },
    items: [{ value: { author: "Ä", license: "CC0" } }, { value: png }],
    parts: [
      [[json], '{"author":"Ä","license":"CC0"}'],
      [["Content-Type: image/png"], "\x89PNG\r\n\x1a\n"],
    ],
    // The bytes aren't valid UTF-8, so they're compared individually.
    more: {
      receives: {
        headers: { "Content-Type": "multipart/mixed; boundary=XX" },
        body: `--XX\r\n${json}\r\n\r\n{"author":"\xc3\x84","license":"CC0"}\r\n--XX\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\r\n--XX--\r\n`,
      },
    },
  }),
  positionCase({
    name: "the specification's web page example, with the type that RFC 2387 requires",
    from: "OpenAPI 3.2.0, “Example: Ordered Multipart With Required Header”; RFC 2387, section 3.1; RFC 2557",
    type: "multipart/related; type=text/html",
    media: {
      schema: { prefixItems: [string], items: { anyOf: [string, {}] } },
      prefixEncoding: [{ contentType: "text/html", headers: location }],
      itemEncoding: { contentType: "text/css,text/javascript,image/*", headers: location },
    },
    items: [
      { value: "<h1>Hi</h1>", headers: { "Content-Location": "https://a.example/", "Content-ID": "<x>" } },
      { value: "h1 {}", headers: { "Content-Location": "https://a.example/a.css" } },
      { value: "1;", type: "text/javascript", headers: { "Content-Location": "https://a.example/a.js?b=c d" } },
    ],
    parts: [
      [["Content-Type: text/html", "Content-Location: https://a.example/"], "<h1>Hi</h1>"],
      [["Content-Type: text/css", "Content-Location: https://a.example/a.css"], "h1 {}"],
      [["Content-Type: text/javascript", "Content-Location: https://a.example/a.js?b=c d"], "1;"],
    ],
  }),
  positionCase({
    name: "the specification's image stream example",
    from: "OpenAPI 3.2.0, “Example: Streaming Multipart”",
    media: { itemSchema: { $comment: "A single data image from the device" }, itemEncoding: { contentType: "image/jpg" } },
    items: [{ value: { ...png, type: "image/jpg", bytes: "a" } }, { value: { ...png, bytes: "b" } }],
    parts: [
      [["Content-Type: image/jpg"], "a"],
      // The file's own media type isn't one of the allowed types.
      [["Content-Type: image/jpg"], "b"],
    ],
  }),
  positionCase({
    name: "the specification's byte range example",
    from: "OpenAPI 3.2.0, “Example: Streaming Byte Ranges”; RFC 9110, section 14.6",
    type: "multipart/byteranges",
    media: {
      itemSchema: {},
      itemEncoding: {
        contentType: "video/mp4",
        headers: { "Content-Range": { required: true, content: { "text/plain": { schema: string } } } },
      },
    },
    items: [{ value: clip, headers: { "Content-Range": "bytes 0-1/9" } }],
    parts: [[["Content-Type: video/mp4", "Content-Range: bytes 0-1/9"], "\0\xff"]],
  }),
  positionCase({
    name: "the specification's nested multipart example",
    from: "OpenAPI 3.2.0, “Example: Nested `multipart/mixed`” and “Nested Encoding”; RFC 2046, section 5.1.2",
    media: {
      schema: list({ type: "array" }, { type: "array", prefixItems: [{ type: "object", xml: { name: "note" } }, string, {}] }),
      prefixEncoding: [
        {},
        { contentType: "multipart/mixed", prefixEncoding: [{ contentType: "application/xml" }, {}, { contentType: "image/png" }] },
      ],
    },
    items: [
      { value: [1, "b"] },
      { items: [{ value: { to: "you" } }, { value: "text" }, { value: { ...png, bytes: "P" } }] },
    ],
    parts: [
      [[json], '[1,"b"]'],
      [
        ["Content-Type: multipart/mixed; boundary=YY"],
        multipart("YY", [
          [["Content-Type: application/xml"], "<note>\n  <to>you</to>\n</note>"],
          [[plain], "text"],
          [["Content-Type: image/png"], "P"],
        ]),
      ],
    ],
  }),
  positionCase({
    name: "a form with names in headers",
    from: "OpenAPI 3.2.0, “Additional Encoding Approaches”; RFC 7578, section 4.2",
    type: "multipart/form-data",
    media: {
      schema: list(string, string),
      prefixEncoding: [{ headers: disposition('form-data; name="a"') }, { headers: disposition('form-data; name="b"') }],
    },
    items: [
      { value: "x", headers: { "Content-Disposition": 'form-data; name="a"' } },
      { value: "y", headers: { "Content-Disposition": 'form-data; name="b"' } },
    ],
    parts: [
      [[plain, 'Content-Disposition: form-data; name="a"'], "x"],
      [[plain, 'Content-Disposition: form-data; name="b"'], "y"],
    ],
  }),
  positionCase({
    name: "a file in a form, which keeps its name",
    from: "RFC 7578, section 4.2: “a name for the file SHOULD be supplied as well”, and section 2 for letters beyond ASCII",
    type: "multipart/form-data",
    media: { schema: list({}), prefixEncoding: [{ headers: disposition('form-data; name="f"') }] },
    items: [{ value: { ...png, fileName: "é.png", bytes: "P" }, headers: { "Content-Disposition": 'form-data; name="f"' } }],
    parts: [[["Content-Type: image/png", 'Content-Disposition: form-data; name="f"; filename="%C3%A9.png"'], "P"]],
  }),
  positionCase({ name: "strings", from: table, media: { schema: list(string) }, items: [{ value: " a\r\nb " }], parts: [[[plain], " a\r\nb "]] }),
  positionCase({ name: "an empty string, which keeps its position", media: { schema: list(string, string) }, items: [{ value: "" }, { value: "b" }], parts: [[[plain], ""], [[plain], "b"]] }),
  positionCase({ name: "numbers and booleans", from: table, media: { schema: list({ type: "integer" }, { type: "number" }, { type: "boolean" }) }, items: [{ value: 7 }, { value: 1.5 }, { value: false }], parts: [[[plain], "7"], [[plain], "1.5"], [[plain], "false"]] }),
  positionCase({ name: "objects and lists, each as a whole", from: `${table}, row \`array\`; “the entire value”`, media: { schema: list({ type: "object" }, { type: "array" }) }, items: [{ value: { a: [1] } }, { value: [{ b: 2 }, "c"] }], parts: [[[json], '{"a":[1]}'], [[json], '[{"b":2},"c"]']] }),
  positionCase({ name: "a file with an unknown type", from: `${table}, row _absent_`, media: { schema: list({}) }, items: [{ value: { ...png, type: "", bytes: "P" } }], parts: [[[bytes], "P"]] }),
  positionCase({ name: "a string in Base64", from: `${table}, row \`contentEncoding\` _present_; “\`Content-Transfer-Encoding\` and \`contentEncoding\`”`, media: { schema: list({ type: "string", contentEncoding: "base64" }) }, items: [{ value: "eA==" }], parts: [[[bytes, "Content-Transfer-Encoding: base64"], "eA=="]] }),
  positionCase({ name: "an encoding that MIME doesn't define", from: "RFC 2045, section 6.1", media: { schema: list({ type: "string", contentEncoding: "base64url" }) }, items: [{ value: "eA" }], parts: [[[bytes], "eA"]] }),
  positionCase({ name: "the last Encoding Object, which applies to all later parts", media: { schema: { type: "array", items: string }, prefixEncoding: [{ contentType: "text/csv" }], itemEncoding: { contentType: "text/markdown" } }, items: [{ value: "a,b" }, { value: "# c" }, { value: "# d" }], parts: [[["Content-Type: text/csv"], "a,b"], [["Content-Type: text/markdown"], "# c"], [["Content-Type: text/markdown"], "# d"]] }),
  positionCase({ name: "fewer parts than Encoding Objects", from: `${byPosition}: “the additional Encoding Objects SHALL be ignored”`, media: { schema: { type: "array", items: string }, prefixEncoding: [{ contentType: "text/csv" }, { contentType: "text/html" }] }, items: [{ value: "a" }], parts: [[["Content-Type: text/csv"], "a"]] }),
  positionCase({ name: "no Encoding Objects", from: table, media: { schema: { type: "array", items: { type: "object" } } }, items: [{ value: { a: 1 } }, { value: {} }], parts: [[[json], '{"a":1}'], [[json], "{}"]] }),
  positionCase({ name: "a custom JSON type, also for text", from: "OpenAPI 3.2.0, Encoding Object, `contentType`; “the serialized value would be a JSON string including quotation marks”", media: { schema: list(string), prefixEncoding: [{ contentType: "application/ld+json" }] }, items: [{ value: "x" }], parts: [[["Content-Type: application/ld+json"], '"x"']] }),
  positionCase({ name: "Content-Type among the headers, which is ignored", from: "OpenAPI 3.2.0, Encoding Object, `headers`", media: { schema: list(string), prefixEncoding: [{ headers: { "Content-Type": { schema: string }, "X-A": { schema: string } } }] }, items: [{ value: "x", headers: { "Content-Type": "text/evil", "X-A": "1" } }], parts: [[[plain, "X-A: 1"], "x"]] }),
  positionCase({ name: "`style`, which has no effect", from: "OpenAPI 3.2.0, Encoding Object, `style`: “SHALL be ignored if the media type is not …”", media: { schema: list({ type: "object" }), prefixEncoding: [{ style: "deepObject", explode: true }] }, items: [{ value: { a: 1 } }], parts: [[[json], '{"a":1}']] }),
  positionCase({ name: "secrets in a part and in its header", from: "a value that the relay inserts", media: { schema: list({ type: "object" }), prefixEncoding: [{ headers: { "X-Key": { schema: string } } }] }, items: [{ value: { pin: "{{secret:pin}}" }, headers: { "X-Key": "{{secret:key}}" } }], parts: [[[json, "X-Key: k"], '{"pin":"a\\"b"}']], more: { secrets: { pin: 'a"b', key: "k" } } }),
  positionCase({ name: "a secret in a nested part", from: "a value that the relay inserts", media: { schema: list({ type: "array", items: string }), prefixEncoding: [{ contentType: "multipart/mixed" }] }, items: [{ items: [{ value: "{{secret:pin}}" }] }], parts: [[["Content-Type: multipart/mixed; boundary=YY"], multipart("YY", [[[plain], "1234"]])]], more: { secrets: { pin: "1234" } } }),
  positionCase({ name: "a variable", from: "what an environment puts in", media: { schema: list(string) }, items: [{ value: "{{who}}" }], parts: [[[plain], "me"]], more: { variables: { who: "me" } } }),
]; // prettier-ignore
