import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/** A regular file that is open; whoever takes it reads it or closes it. */
export interface OpenAsset {
  readonly size: number;
  readonly read: (range?: { readonly start: number; readonly end: number }) => Readable;
  readonly close: () => void;
}

/** Sends a file, or the one range of it that a player asks for. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  asset: OpenAsset,
  headers: Readonly<Record<string, string>>,
): void {
  const range = rangeOf(request.headers.range, asset.size);
  if (range === "none") {
    asset.close();
    response.writeHead(416, { ...headers, "Content-Range": `bytes */${asset.size}` }).end();
    return;
  }
  const length = range ? range.end - range.start + 1 : asset.size;
  response.writeHead(range ? 206 : 200, {
    ...headers,
    "Accept-Ranges": "bytes",
    "Content-Length": length,
    ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${asset.size}` }),
  });
  if (request.method === "HEAD" || asset.size === 0) {
    asset.close();
    response.end();
    return;
  }
  const stream = asset.read(range);
  stream.on("error", () => response.destroy());
  response.on("close", () => stream.destroy());
  stream.pipe(response);
}

/** Undefined for the whole file, also where several ranges are asked for. */
function rangeOf(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number } | "none" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? "none" : { start, end };
}
