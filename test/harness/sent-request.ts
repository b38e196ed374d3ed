import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { buildRequest } from "../../server/src/core/request/build/build-request.ts";
import { createEnvelope } from "../../server/src/core/request/protocol/relay-protocol.ts";
import { createInitialValues } from "../../server/src/core/request/form/initial-values.ts";
import type { RequestForm } from "../../server/src/core/request/form/request-form.ts";
import { getParameterKey, type BodyValue, type ChosenFile, type ItemValue, type RequestValues } from "../../server/src/core/request/form/request-values.ts"; // prettier-ignore
import type { CaseBody, CaseFile, CaseItem, RequestCase } from "../cases/request-case.ts";
import { disposeRelays, createTestRelay } from "./relay-harness.ts";
import { emptyAnswer, serveRaw } from "./raw-server.ts";
import { formOfOperation } from "./form-of-operation.ts";

export interface ReceivedRequest {
  readonly target: string;
  /** The headers, with names in lowercase. */
  readonly headers: ReadonlyMap<string, string>;
  /**
   * The body, decoded as UTF-8 if it's valid UTF-8. If it isn't, the body has one character per byte. The boundary
   * between parts is replaced with `XX`.
   */
  readonly body: string;
}

export interface Receiver {
  readonly send: (each: RequestCase) => Promise<ReceivedRequest>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a server that records requests, along with everything that sends them: form, values, built request, envelope,
 * and relay.
 */
export async function receiverOf(): Promise<Receiver> {
  let last: Buffer = Buffer.alloc(0);
  const server = await serveRaw((socket, request) => {
    last = request;
    socket.write(emptyAnswer);
  });
  const origins = [server.origin, `http://localhost:${server.port}`];
  return {
    send: async (each) => {
      const form = formOfCase(each, server.port);
      const files = new Map<string, CaseFile>();
      const { request, problems } = buildRequest(form, valuesOf(each, form, files, server), {
        baseUrl: undefined,
        variables: each.variables ?? {},
      });
      assert.deepEqual(
        problems.filter(({ isBlocking: stops }) => stops),
        [],
      );
      const { origin } = new URL(request.url);
      const relay = createTestRelay({
        targets: origins,
        secrets: Object.fromEntries(
          Object.entries(each.secrets ?? {}).map(([name, value]) => [name, { value, origin }]),
        ),
        files: Object.fromEntries([...files].map(([fileRef, file]) => [fileRef, opened(file)])),
      });
      const { failure, head } = await relay.ask(createEnvelope(request));
      assert.equal(head?.status, 200, failure?.message);
      return read(last);
    },
    close: async () => {
      await disposeRelays();
      await server.close();
    },
  };
}

/** Returns the form for a case. The receiving server listens on this port. */
export function formOfCase(each: RequestCase, port: number): RequestForm {
  const { servers, parameters = [], body, schemes, version = "3.1.1", path = "/x" } = each;
  const operation = {
    ...(parameters.length > 0 && {
      parameters: parameters.map(({ value: _value, sent: _sent, ...parameter }) => parameter),
    }),
    ...(body && { requestBody: { content: { [body.type]: body.media ?? {} } } }),
    ...(each.responses && { responses: each.responses }),
    ...(servers && {
      servers: JSON.parse(JSON.stringify(servers).replaceAll("PORT", String(port))) as unknown,
    }),
    ...(schemes && { security: [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))] }),
  };
  return formOfOperation(operation, {
    version,
    path,
    method: methodOf(each),
    securitySchemes: schemes ?? {},
  });
}

function methodOf({ method, body }: RequestCase): string {
  return method ?? (body ? "POST" : "GET");
}

/** Returns the values for a case, and adds its files to the map. */
export function valuesOf(
  each: RequestCase,
  form: RequestForm,
  files: Map<string, CaseFile>,
  server: { readonly origin: string; readonly port: number },
): RequestValues {
  const initial = createInitialValues(form);
  const parameters = (each.parameters ?? []).map(({ value, sent = true, ...parameter }) => [getParameterKey(parameter), { sent, value }] as const); // prettier-ignore
  const own = each.server?.own?.replace("PORT", String(server.port)) ?? (each.servers ? undefined : server.origin);
  return {
    ...initial,
    server: {
      at: own === undefined ? 0 : -1,
      variables: { ...initial.server.variables, ...each.server?.variables },
      ...(own !== undefined && { own }),
    },
    parameters: {
      ...Object.fromEntries(form.parameters.map((field) => [getParameterKey(field), { sent: true, value: 7 }])),
      ...Object.fromEntries(parameters),
    },
    credentials: Object.fromEntries(
      Object.entries(each.credentials ?? {}).map(([name, credential]) => [
        name,
        typeof credential === "string"
          ? { kind: "value", value: credential }
          : { kind: "basic", user: credential[0], password: credential[1] },
      ]),
    ),
    body: each.body && bodyOf(each.body, files),
  };
}

function itemOf(item: CaseItem, files: Map<string, CaseFile>): ItemValue {
  const { type, headers } = item;
  return {
    value:
      "items" in item
        ? { kind: "parts", items: item.items.map((each) => itemOf(each, files)) }
        : isFile(item.value)
          ? { kind: "file", file: chosen(item.value, files) }
          : { kind: "value", value: item.value },
    ...(type !== undefined && { contentType: type }),
    ...(headers && { headers: sentHeaders(headers) }),
  };
}

function sentHeaders(headers: Readonly<Record<string, unknown>>): NonNullable<ItemValue["headers"]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { sent: true, value }]));
}

function bodyOf({ type, text, parts, items, file }: CaseBody, files: Map<string, CaseFile>): BodyValue {
  if (items) return { type, kind: "sequence", items: items.map((each) => itemOf(each, files)) };
  if (text !== undefined) return { type, kind: "text", text };
  if (file) return { type, kind: "file", file: chosen(file, files) };
  return {
    type,
    kind: "parts",
    parts: (parts ?? []).map(([name, value, contentType, headers]) => {
      const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
      const own = list.filter(isFile).map((each) => chosen(each, files));
      return {
        name,
        sent: true,
        value: own.length > 0 ? { kind: "files", files: own } : { kind: "value", value },
        ...(contentType !== undefined && { contentType }),
        ...(headers && { headers: sentHeaders(headers) }),
      };
    }),
  };
}

function isFile(value: unknown): value is CaseFile {
  return typeof value === "object" && value !== null && "bytes" in value;
}

function chosen(file: CaseFile, files: Map<string, CaseFile>): ChosenFile {
  const fileRef = `file-${files.size}`;
  files.set(fileRef, file);
  return { fileRef, name: file.fileName, size: file.bytes.length, type: file.type };
}

function opened({ fileName, type, bytes }: CaseFile) {
  const content = Buffer.from(bytes, "latin1");
  return { name: fileName, size: content.length, type, openStream: () => Readable.from([content]) };
}

function read(request: Buffer): ReceivedRequest {
  const end = request.indexOf("\r\n\r\n");
  const [line = "", ...fields] = request.toString("latin1", 0, end).split("\r\n");
  const headers = new Map<string, string>();
  for (const field of fields) {
    const [name = ""] = field.split(":");
    const value = field.slice(name.length + 1).trim();
    const before = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  const [, boundary] = /boundary=(.*)$/.exec(headers.get("content-type") ?? "") ?? [];
  const type = headers.get("content-type");
  if (type !== undefined && boundary !== undefined) headers.set("content-type", type.replace(boundary, "XX"));
  const bytes = request.subarray(end + 4);
  const text = bytes.toString("utf8");
  const body = text.includes("\ufffd") ? bytes.toString("latin1") : text;
  return {
    target: line.split(" ")[1] ?? "",
    headers,
    body: boundary === undefined ? body : withShortBoundaries(body, boundary),
  };
}

/** Replaces the boundary of parts with `XX`, and the boundary of nested parts, which must be different, with `YY`. */
function withShortBoundaries(body: string, boundary: string): string {
  const outside = body.replaceAll(`--${boundary}`, "--XX");
  const inner = /^Content-Type: multipart\/[^;]*; boundary=(.*)\r$/m.exec(outside)?.[1];
  return inner === undefined ? outside : outside.replaceAll(inner, "YY");
}
