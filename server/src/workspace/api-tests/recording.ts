import { createHash } from "node:crypto";
import * as v from "valibot";
import type { BuiltRequest } from "../../core/request/build/build-context.ts";
import { credentialSchema } from "../../core/request/form/request-values.ts";
import { localizedFailure, localizedMessage } from "../../core/request/protocol/relay-failure-schema.ts";
import type { TestResponse } from "../../core/request/protocol/relay-protocol.ts";
import { mapMessageValues } from "../../core/text/localized-message.ts";
import { createVerbatimMessage } from "../../core/text/message.ts";
import { createMapSchema, parseMessage } from "../../core/text/parse-message.ts";
import { isPlainRecord, parseJson } from "../../core/text/plain-record.ts";
import type { TestTarget } from "./api-test.ts";

/**
 * The inputs that are needed to build the same requests when a recording is replayed, without the values of secrets.
 */
export type RecordedTarget = TestTarget;

const maxNames = 2000;
const recordedTargetSchema = v.object({
  servers: v.array(v.string()),
  variables: createMapSchema(maxNames, v.string()),
  credentials: createMapSchema(maxNames, credentialSchema),
  onlySecret: v.exactOptional(v.string()),
  allMethods: v.optional(v.boolean(), false),
});

/**
 * Recorded responses that can be validated against the specification again without network access. Secrets appear as
 * `{{secret:NAME}}`. Timestamps are omitted so that the file changes only when a response changes.
 */
export interface Recording {
  readonly target: RecordedTarget;
  /** The responses by test ID. */
  readonly responsesByTestId: ReadonlyMap<string, RecordedResponse>;
}

export interface RecordedResponse {
  /** A hash of the sent request, computed with the names of secrets instead of their values. */
  readonly requestHash: string;
  readonly response: TestResponse;
}

const version = 1;
export const maxRecordingSize = 100_000_000;

/** Returns a hash of a request. Requests with the same hash are identical. */
export function getRequestHash({ method, url, headers, cookies, body }: BuiltRequest): string {
  const hash = createHash("sha256").update(JSON.stringify([method, url, headers, cookies, body]));
  return hash.digest("hex").slice(0, 32);
}

export function formatRecording({ target, responsesByTestId }: Recording, redact: (text: string) => string): string {
  const entries = [...responsesByTestId]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { requestHash, response }]) => [id, { request: requestHash, ...toStoredResponse(response, redact) }]);
  return `${JSON.stringify({ version, target, answers: Object.fromEntries(entries) as unknown }, null, 2)}\n`;
}

function toStoredResponse(response: TestResponse, redact: (text: string) => string): Readonly<Record<string, unknown>> {
  if (!response.ok) {
    const { code, message, hint, localized } = response.failure;
    return {
      failure: {
        code,
        message: redact(message),
        hint,
        ...(localized && {
          localized: {
            message: localized.message.map((each) => mapMessageValues(each, redact)),
            hint: mapMessageValues(localized.hint, redact),
          },
        }),
      },
    };
  }
  const { status, type, text } = response.response;
  return {
    status,
    type,
    ...(text !== undefined && { text: redact(text) }),
    ...(response.note !== undefined && { note: response.note }),
  };
}

/** Reads a recording, or returns undefined if the text isn't a valid recording. */
export function parseRecording(text: string): Recording | undefined {
  if (text.length > maxRecordingSize) return undefined;
  const value = parseJson(text);
  if (!isPlainRecord(value) || value["version"] !== version || !isPlainRecord(value["answers"])) return undefined;
  const target = parseMessage(recordedTargetSchema, value["target"]);
  if (!target) return undefined;
  const responses = Object.entries(value["answers"]).flatMap(([id, entry]): [string, RecordedResponse][] => {
    const response = isPlainRecord(entry) ? parseStoredResponse(entry) : undefined;
    return response ? [[id, response]] : [];
  });
  return { target, responsesByTestId: new Map(responses) };
}

function parseStoredResponse(entry: Readonly<Record<string, unknown>>): RecordedResponse | undefined {
  const { request, status, type, text, note, failure } = entry;
  if (typeof request !== "string") return undefined;
  if (isPlainRecord(failure)) {
    const { message, hint } = failure;
    if (typeof message !== "string" || typeof hint !== "string") return undefined;
    const failureMessages = parseMessage(localizedFailure, failure["localized"]);
    const parsedFailure = {
      code: "failed",
      message,
      hint,
      ...(failureMessages && { localized: failureMessages }),
    } as const;
    return { requestHash: request, response: { ok: false, failure: parsedFailure, milliseconds: 0 } };
  }
  if (typeof status !== "number" || typeof type !== "string") return undefined;
  const response = { status, type, text: typeof text === "string" ? text : undefined };
  // In older recordings, the note is an English sentence.
  const noteMessage = typeof note === "string" ? createVerbatimMessage(note) : parseMessage(localizedMessage, note);
  return {
    requestHash: request,
    response: { ok: true, response, milliseconds: 0, ...(noteMessage && { note: noteMessage }) },
  };
}
