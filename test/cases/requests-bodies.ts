import type { CaseBody, Received, RequestCase } from "./request-case.ts";

/** Bodies that don't consist of parts. They must arrive as written and with their media type. */
const asWritten = "RFC 9110, section 8.3: the body is of the type that Content-Type says";
const any = { schema: {} };

function bodyCase(name: string, body: CaseBody, receives: Received, more: Partial<RequestCase> = {}): RequestCase {
  return { name: `body: ${name}`, from: asWritten, body, receives, ...more };
}

const typed = (type: string) => ({ "Content-Type": type });
const json = "application/json";

export const bodies: readonly RequestCase[] = [
  bodyCase("JSON", { type: json, media: any, text: '{ "a": 1.0 }' }, { headers: typed(json), body: '{ "a": 1.0 }' }),
  bodyCase("JSON with a custom type", { type: "application/vnd.api+json", media: any, text: "[]" }, { headers: typed("application/vnd.api+json"), body: "[]" }),
  bodyCase("a media type with a parameter", { type: "application/json; charset=utf-8", media: any, text: "1" }, { headers: typed("application/json; charset=utf-8"), body: "1" }),
  bodyCase("JSON with non-ASCII letters", { type: json, media: any, text: '{"名":"é𝄞"}' }, { body: '{"名":"é𝄞"}' }),
  bodyCase("invalid JSON, which is sent as is", { type: json, media: any, text: '{"a":' }, { body: '{"a":' }),
  bodyCase("only spaces as JSON, so nothing is sent", { type: json, media: any, text: " \n" }, { headers: { "Content-Type": null }, body: "" }),
  bodyCase("a patch document", { type: "application/merge-patch+json", media: any, text: '{"a":null}' }, { headers: typed("application/merge-patch+json"), body: '{"a":null}' }, { method: "PATCH" }),
  bodyCase("JSON lines", { type: "application/x-ndjson", media: { schema: { type: "string" } }, text: '{"a":1}\n{"a":2}\n' }, { headers: typed("application/x-ndjson"), body: '{"a":1}\n{"a":2}\n' }),
  bodyCase("JSON lines described by `itemSchema`", { type: "application/jsonl", media: { itemSchema: { type: "object" } }, text: '{"a":1}\n\n{"a":{{id}}}\n' }, { headers: typed("application/jsonl"), body: '{"a":1}\n\n{"a":2}\n' }, { version: "3.2.0", from: "OpenAPI 3.2.0, “Sequential Media Types”", variables: { id: "2" } }),
  bodyCase("a sequence of JSON texts", { type: "application/json-seq", media: { itemSchema: {} }, text: '{"a":1}\n\n[2]' }, { headers: typed("application/json-seq"), body: '\u001e{"a":1}\n\u001e[2]\n' }, { version: "3.2.0", from: "RFC 7464, section 2.1: each text is behind RS and followed by LF" }),
  bodyCase("a sequence of GeoJSON", { type: "application/geo+json-seq", media: { itemSchema: {} }, text: "{}\n" }, { headers: typed("application/geo+json-seq"), body: "\u001e{}\n" }, { version: "3.2.0", from: "RFC 8142, section 2" }),
  bodyCase("a sequence with manually entered separators", { type: "application/json-seq", media: { itemSchema: {} }, text: '\u001e{\n"a":1}\n' }, { body: '\u001e{\n"a":1}\n' }, { version: "3.2.0", from: "RFC 7464, section 2.2: white space between the parts of a text is its own matter" }),
  bodyCase("server-sent events", { type: "text/event-stream", media: { itemSchema: { type: "object" } }, text: "event: a\ndata: x\n\n" }, { headers: typed("text/event-stream"), body: "event: a\ndata: x\n\n" }, { version: "3.2.0", from: "OpenAPI 3.2.0, “Special Considerations for Server-Sent Events”" }),
  bodyCase("a secret in JSON lines", { type: "application/jsonl", media: { itemSchema: {} }, text: '{"pin":"{{secret:pin}}"}\n' }, { body: '{"pin":"a\\"b"}\n' }, { secrets: { pin: 'a"b' } }),
  bodyCase("XML", { type: "application/xml", media: any, text: "<a>\r\n<b/></a>" }, { headers: typed("application/xml"), body: "<a>\r\n<b/></a>" }),
  bodyCase("text", { type: "text/plain", media: { schema: { type: "string" } }, text: " x\ty\n" }, { headers: typed("text/plain"), body: " x\ty\n" }),
  bodyCase("text of any type, which is sent as plain text", { type: "text/*", media: { schema: { type: "string" } }, text: "x" }, { headers: typed("text/plain"), body: "x" }),
  bodyCase("the bytes of a file", { type: "application/octet-stream", media: { schema: { type: "string", format: "binary" } }, file: { fileName: "a", type: "image/png", bytes: "\0\xff\r\n" } }, { headers: typed("application/octet-stream"), body: "\0\xff\r\n" }),
  bodyCase("a file with its own type", { type: "image/*", media: any, file: { fileName: "a", type: "image/webp", bytes: "RIFF" } }, { headers: typed("image/webp"), body: "RIFF" }),
  bodyCase("a file with an unknown type", { type: "*/*", media: { schema: { format: "binary" } }, file: { fileName: "a", type: "", bytes: "?" } }, { headers: typed("application/octet-stream"), body: "?" }),
  bodyCase("a custom method", { type: json, media: any, text: "{}" }, { headers: typed(json), body: "{}" }, { method: "QUERY", version: "3.2.0" }),
  bodyCase("variables inside and outside quotes", { type: json, media: any, text: '{"id": {{id}}, "name": "{{name}}"}' }, { body: '{"id": 7, "name": "a\\"b\\\\"}' }, { variables: { id: "7", name: 'a"b\\' } }),
  bodyCase("variables in text", { type: "text/plain", media: any, text: "{{id}}{{other}}" }, { body: "7{{other}}" }, { variables: { id: "7" } }),
  bodyCase("a secret in JSON", { type: json, media: any, text: '{"pin": "{{secret:pin}}"}' }, { body: '{"pin": "a\\"b\\\\c"}' }, { secrets: { pin: 'a"b\\c' } }),
  bodyCase("a secret in a form", { type: "application/x-www-form-urlencoded", media: { schema: { type: "object" } }, parts: [["pin", "{{secret:pin}}"]] }, { body: "pin=a%26b%20c" }, { secrets: { pin: "a&b c" } }),
]; // prettier-ignore
