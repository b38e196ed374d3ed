import type { IncomingMessage } from "node:http";

export interface ReadingLimits {
  readonly bytes: number;
  /** Between two pieces, and for everything, in milliseconds. */
  readonly idle: number;
  readonly whole: number;
}

export type ReadJson =
  | { readonly kind: "read"; readonly value: unknown }
  | { readonly kind: "too-large" | "too-slow" | "malformed" };

/** The JSON that a request carries. It is given up at its limits, whoever sends it. Rejects when the connection breaks off. */
export async function readRequestJson(request: IncomingMessage, limits: ReadingLimits): Promise<ReadJson> {
  if (Number(request.headers["content-length"] ?? 0) > limits.bytes) return { kind: "too-large" };
  const text = await readBytes(request, limits);
  if (!Buffer.isBuffer(text)) return { kind: text };
  try {
    const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
    return { kind: "read", value: JSON.parse(decoded) as unknown };
  } catch {
    return { kind: "malformed" };
  }
}

function readBytes(
  request: IncomingMessage,
  { bytes, idle, whole }: ReadingLimits,
): Promise<Buffer | "too-large" | "too-slow"> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const end = (result: Buffer | "too-large" | "too-slow"): void => {
      clearTimeout(pause);
      clearTimeout(overall);
      request.off("data", take);
      resolve(result);
    };
    const tooSlow = (): void => end("too-slow");
    const take = (piece: Buffer): void => {
      size += piece.length;
      pause.refresh();
      if (size > bytes) end("too-large");
      else pieces.push(piece);
    };
    const pause = setTimeout(tooSlow, idle);
    const overall = setTimeout(tooSlow, whole);
    request.on("data", take);
    request.once("end", () => end(Buffer.concat(pieces)));
    request.once("close", () => {
      clearTimeout(pause);
      clearTimeout(overall);
      if (!request.complete) reject(new Error("The connection broke off."));
    });
    request.once("error", reject);
  });
}
