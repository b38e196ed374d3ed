import { closeSync, constants, createReadStream, fstatSync, openSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** An open regular file. The caller must read it or close it. */
export interface OpenedAsset {
  readonly size: number;
  readonly read: (range?: { readonly start: number; readonly end: number }) => Readable;
  readonly close: () => void;
}

/** Sends a file. If a media player requests a single range, sends only that range. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  asset: OpenedAsset,
  headers: Readonly<Record<string, string>>,
): void {
  const range = parseRange(request.headers.range, asset.size);
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

/**
 * Returns the requested range, `none` if the range doesn't contain any bytes of the file, or undefined if the request
 * is for the entire file or several ranges.
 */
function parseRange(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number } | "none" | undefined {
  const [, startText = "", endText = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (startText === "" && endText === "") return undefined;
  const start = startText === "" ? Math.max(0, size - Number(endText)) : Number(startText);
  const end = startText === "" || endText === "" ? size - 1 : Math.min(Number(endText), size - 1);
  return start > end ? "none" : { start, end };
}

/**
 * Maps the file extensions that are served to their media types. Files with these extensions are shown on pages or can
 * be downloaded by readers. They're served unchanged.
 */
export const assetMediaTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["svg", "image/svg+xml"],
  ["ico", "image/x-icon"],
  ["bmp", "image/bmp"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["mov", "video/quicktime"],
  ["ogv", "video/ogg"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["ogg", "audio/ogg"],
  ["m4a", "audio/mp4"],
  ["flac", "audio/flac"],
  ["woff", "font/woff"],
  ["woff2", "font/woff2"],
  ["ttf", "font/ttf"],
  ["otf", "font/otf"],
  ["pdf", "application/pdf"],
  ["txt", "text/plain; charset=utf-8"],
  ["csv", "text/plain; charset=utf-8"],
  ["json", "application/json; charset=utf-8"],
  ["yaml", "text/plain; charset=utf-8"],
  ["yml", "text/plain; charset=utf-8"],
  ["zip", "application/zip"],
]);

/** Maps the file extensions of the page's own files to their media types. */
export const bundleMediaTypes: ReadonlyMap<string, string> = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["woff2", "font/woff2"],
  ["svg", "image/svg+xml"],
]);

export function getExtension(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dotIndex = name.lastIndexOf(".");
  return dotIndex < 0 ? "" : name.slice(dotIndex + 1).toLowerCase();
}

/**
 * Returns a file that belongs to the page itself (`dist/webview`). The names in its path can contain only letters,
 * digits, underscores, dots, and dashes, and its extension must be in `bundleMediaTypes`.
 */
export function openBundleFile(folder: string, path: string): OpenedAsset | undefined {
  const segments = path.split("/");
  if (!segments.every((segment) => /^\w[\w.-]*$/.test(segment) && !segment.includes(".."))) return undefined;
  return bundleMediaTypes.has(getExtension(path)) ? openRegularFile(join(folder, ...segments)) : undefined;
}

/** Opens the file at a validated absolute path. Returns undefined if it isn't a regular file. */
export function openRegularFile(path: string): OpenedAsset | undefined {
  try {
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stat = fstatSync(handle);
    if (!stat.isFile()) {
      closeSync(handle);
      return undefined;
    }
    return {
      size: stat.size,
      read: (range) => createReadStream(path, { fd: handle, ...range }),
      close: () => closeSync(handle),
    };
  } catch {
    return undefined;
  }
}
