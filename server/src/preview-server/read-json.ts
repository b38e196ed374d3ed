import type { IncomingMessage } from "node:http";

/** A page sends answers along to have them checked. */
const mostBytes = 5_000_000;

/** The JSON that a request carries; `too-large`, or undefined when it is none. */
export async function readJson(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | "too-large" | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) return "too-large";
    pieces.push(piece);
  }
  try {
    return { value: JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown };
  } catch {
    return undefined;
  }
}
