import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

export interface BodyLimits {
  /** Unpacked. */
  readonly bytes: number;
  /** How many times larger than what travels it may be when unpacked. */
  readonly ratio: number;
}

export type Body =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** What little may unfold as far as it likes. */
const smallBytes = 1_000_000;

/**
 * The body of an answer as text. It is counted as it unfolds and given up at the limit, so that neither an endless one
 * nor a bomb takes more memory than that. Rejects when the connection breaks off.
 */
export async function readBody(response: IncomingMessage, { bytes, ratio }: BodyLimits): Promise<Body> {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const isPacked = encoding === "gzip" || encoding === "x-gzip";
  if (!isPacked && encoding !== "identity" && encoding !== "")
    return refuse(response, "is packed in a way that was not asked for");
  let travelled = 0;
  const source = isPacked ? unpacked(response, (length) => (travelled += length)) : response;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > bytes) return refuse(response, `is larger than ${bytes / 1_000_000} MB`);
    if (isPacked && size > smallBytes && size > travelled * ratio)
      return refuse(response, "unfolds to far more than it is packed");
    chunks.push(chunk);
  }
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ok: false, reason: "is no UTF-8 text" };
  }
}

/** An error of the connection ends the reading as well. */
function unpacked(response: IncomingMessage, count: (length: number) => void): Readable {
  const gunzip = createGunzip();
  response.on("data", (chunk: Buffer) => count(chunk.length));
  response.on("error", (error) => gunzip.destroy(error));
  return response.pipe(gunzip);
}

function refuse(response: IncomingMessage, reason: string): Body {
  response.destroy();
  return { ok: false, reason };
}
