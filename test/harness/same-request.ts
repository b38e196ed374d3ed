import type { BuiltPart, BuiltRequest } from "../../server/src/core/request/build/build-context.ts";
import type { Received } from "./echo-server.ts";

/** Headers that HTTP clients add automatically and that aren't part of the request. */
const ofClients = new Set(
  (
    "host connection content-length transfer-encoding user-agent accept accept-encoding accept-language " +
    "sec-fetch-mode cache-control expect upgrade http2-settings te"
  ).split(" "),
);

/** A normalized request in which headers with the same name are combined (RFC 9110, section 5.3). */
interface Plain {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | readonly object[];
}

/** Returns a built request as it's transmitted, including the bytes of its files. */
export function expectedRequest(
  { method, url, headers, cookies, body }: BuiltRequest,
  files: ReadonlyMap<string, Uint8Array>,
): Plain {
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join("; ");
  const { pathname } = new URL(url);
  const target = url.slice(url.indexOf(pathname.slice(0, 2), "http://".length));
  return {
    method,
    target,
    headers: joined(cookie === "" ? headers : [...headers, ["Cookie", cookie]]),
    body: bodyOf(body, files),
  };
}

function bodyOf(body: BuiltRequest["body"], files: ReadonlyMap<string, Uint8Array>): Plain["body"] {
  const bytesOf = (name: string) => Buffer.from(files.get(name) ?? []).toString("base64");
  switch (body?.kind) {
    case undefined:
      return "";
    case "text":
      return Buffer.from(body.text).toString("base64");
    case "file":
      return bytesOf(body.name);
    case "parts":
      return expectedParts(body.parts, bytesOf);
  }
}

function expectedParts(parts: readonly BuiltPart[], bytesOf: (name: string) => string): readonly object[] {
  return parts.map((part) => {
    const own = part.headers ?? [];
    const [, disposition = ""] = own.find(([name]) => /^content-disposition$/i.test(name)) ?? [];
    return {
      name: part.name === undefined ? nameIn(disposition) : part.name.replaceAll('"', "%22"),
      filename: part.kind === "file" && part.name !== undefined ? part.filename : filenameIn(disposition),
      type: part.contentType,
      headers: own
        .filter(([name]) => !/^content-disposition$/i.test(name))
        .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
        .toSorted(),
      content: contentOf(part, bytesOf),
    };
  });
}

function contentOf(part: BuiltPart, bytesOf: (name: string) => string): string | readonly object[] {
  switch (part.kind) {
    case "file":
      return bytesOf(part.filename);
    case "value":
      return Buffer.from(part.value).toString("base64");
    case "parts":
      return expectedParts(part.parts, bytesOf);
  }
}

function nameIn(head: string): string | undefined {
  return /[; ]name="((?:[^"\\]|\\.)*)"/.exec(head)?.[1];
}

function filenameIn(head: string): string | undefined {
  return /filename="((?:[^"\\]|\\.)*)"/.exec(head)?.[1];
}

/**
 * Returns the received request in the same format. Includes only headers that are expected or that clients don't add
 * automatically.
 */
export function receivedRequest({ method, target, headers, body }: Received, expected: Plain): Plain {
  const all = joined(headers);
  const type = all["content-type"] ?? "";
  const isParts = typeof expected.body !== "string";
  const boundary = /^multipart\/[^;]*(?:; type=[^;]*)?; ?boundary="?([^"]*)"?$/.exec(type)?.[1];
  const retained = Object.entries(all).filter(
    ([name]) => Object.hasOwn(expected.headers, name) || !ofClients.has(name),
  );
  return {
    method,
    target,
    headers: Object.fromEntries(retained.filter(([name]) => !(isParts && name === "content-type"))),
    body: isParts && boundary !== undefined ? partsOf(body, boundary) : body.toString("base64"),
  };
}

function joined(headers: readonly (readonly [string, string])[]): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, written] of headers) {
    const key = name.toLowerCase();
    // Spaces around a weight have no meaning (RFC 9110, section 12.4.2). .NET versions before 5 add them.
    const value = written.replace(/ *; *q=/g, ";q=");
    all[key] = all[key] === undefined ? value : `${all[key]}, ${value}`;
  }
  return all;
}

/** Splits the body into its parts according to RFC 7578 and RFC 2046, byte by byte. */
function partsOf(body: Buffer, boundary: string): readonly object[] {
  const text = body.toString("latin1");
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const end = part.indexOf("\r\n\r\n");
      const head = Buffer.from(part.slice(2, end), "latin1").toString();
      const content = Buffer.from(part.slice(end + 4, -2), "latin1");
      const type = /^content-type: *(.*)$/im.exec(head)?.[1];
      const [, inner, inside] = /^(multipart\/.*); boundary=(.*)$/.exec(type ?? "") ?? [];
      return {
        name: nameIn(head),
        filename: filenameIn(head),
        type: inner ?? type,
        headers: head
          .split("\r\n")
          .filter((line) => !/^content-(type|disposition|length):/i.test(line))
          .map((line) => line.replace(/^[^:]*: */, (name) => `${name.trim().toLowerCase()} `))
          .toSorted(),
        content: inside === undefined ? content.toString("base64") : partsOf(content, inside),
      };
    });
}
