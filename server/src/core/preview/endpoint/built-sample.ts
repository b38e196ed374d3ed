import type { BuiltPart, BuiltRequest, NamedText } from "../../request/build/build-context.ts";
import { percentEncode } from "../../request/media/encoding.ts";
import type { NamedValue, SampleBody, SampleField, SampleRequest } from "./sample-request.ts";

/** A sample as the request that code is made of, as for one that is filled in. */
export function builtSample({ method, url, query, headers, cookies, body }: SampleRequest): BuiltRequest {
  const search = query.map(({ name, value }) => `${percentEncode(name, "value")}=${encodedValue(value)}`);
  const isTyped = headers.some(({ name }) => name.toLowerCase() === "content-type");
  const isUrlencoded = body?.kind === "form" && !body.type.startsWith("multipart/");
  const type: readonly NamedText[] = isUrlencoded && !isTyped ? [["Content-Type", body.type]] : [];
  return {
    method,
    url: search.length > 0 ? `${url}${url.includes("?") ? "&" : "?"}${search.join("&")}` : url,
    headers: [...headers.map(pair), ...type],
    cookies: cookies.map(pair),
    body: body && builtBody(body),
  };
}

/** A stand-in that a reader replaces stays legible: `<id>`. */
export function encodedValue(value: string): string {
  return /^<[\w .-]+>$/.test(value) ? value : percentEncode(value, "value");
}

function builtBody(body: SampleBody): BuiltRequest["body"] {
  if (body.kind === "parts") return body;
  if (body.kind === "text") return { kind: "text", text: body.text };
  if (body.type.startsWith("multipart/"))
    return { kind: "parts", type: body.type, parts: body.fields.map(part) };
  const fields = body.fields.map(
    ({ name, value }) => `${percentEncode(name, "form")}=${percentEncode(value, "form")}`,
  );
  return { kind: "text", text: fields.join("&") };
}

function part({ name, value, headers = [] }: SampleField): BuiltPart {
  return { kind: "value", name, value, ...(headers.length > 0 && { headers: headers.map(pair) }) };
}

function pair({ name, value }: NamedValue): NamedText {
  return [name, value];
}
