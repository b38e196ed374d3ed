import type { BuiltPart, BuiltRequest } from "../../../../server/src/core/request/build/build-context.ts";
import { getEssence } from "../../../../server/src/core/request/media/encoding.ts";
import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { translate } from "../../language/translate.ts";
import type { ReceivedBody } from "../store/playground-store.ts";

/** Formats a number of bytes, such as `812 B`, `4.2 kB`, or `1.3 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return translate("{0} B", bytes);
  if (bytes < 1e6) return translate("{0} kB", roundNumber(bytes / 1000));
  return bytes < 1e9 ? translate("{0} MB", roundNumber(bytes / 1e6)) : translate("{0} GB", roundNumber(bytes / 1e9));
}

/** Formats a duration in milliseconds, such as `87 ms`, `1.4 s`, or `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return translate("under 1 ms");
  if (milliseconds < 1000) return translate("{0} ms", Math.round(milliseconds));
  const seconds = milliseconds / 1000;
  if (seconds < 60) return translate("{0} s", roundNumber(seconds));
  return translate("{0} min {1} s", Math.floor(seconds / 60), Math.round(seconds % 60));
}

/** Rounds a number below 10 to one decimal place, and any other number to an integer. */
function roundNumber(value: number): number {
  return value < 10 ? Number(value.toFixed(1)) : Math.round(value);
}

/**
 * Returns the `Content-Type` of a response as received, or an empty string if the response doesn't have one.
 */
export function getResponseType({ headers }: Pick<RelayHead, "headers">): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

/** How a response body is displayed. */
export type BodyKind = "nothing" | "json" | "events" | "text" | "image" | "svg" | "audio" | "video" | "binary";

const textTypePattern =
  /^(?:text\/|application\/(?:.*[+-])?(?:json|xml|yaml|x-yaml|javascript|ecmascript|graphql|sql|toml|x-www-form-urlencoded|x-ndjson|jsonl|json-seq|problem|http|pem-certificate-chain)\b|message\/|multipart\/)/;

/** Returns the kind of body, based on its media type or, if the response has no media type, on its first bytes. */
export function getResponseKind(contentType: string, body: ReceivedBody): BodyKind {
  const mediaType = getEssence(contentType);
  if (body.bytes === 0) return mediaType === "text/event-stream" ? "events" : "nothing";
  if (mediaType === "text/event-stream") return "events";
  if (/^[^/]+\/(?:.*\+)?json$/.test(mediaType)) return "json";
  if (mediaType === "image/svg+xml") return "svg";
  const [kind] = mediaType.split("/");
  if (kind === "image" || kind === "audio" || kind === "video") return kind;
  if (textTypePattern.test(mediaType)) return "text";
  if (mediaType !== "" && mediaType !== "application/octet-stream" && mediaType !== "application/problem")
    return "binary";
  return mediaType === "" && isTextLike(body) ? "text" : "binary";
}

function isTextLike({ chunks }: ReceivedBody): boolean {
  const firstBytes = chunks[0]?.bytes.subarray(0, 512) ?? new Uint8Array();
  return !firstBytes.some((byte) => byte === 0 || (byte < 9 && byte > 0));
}

/**
 * Whether a body still has a `Content-Encoding` because the relay doesn't support the encoding. Returns false for text
 * with an incorrect header.
 */
export function isEncoded({ encoding }: RelayHead, body: ReceivedBody): boolean {
  return encoding !== undefined && body.bytes > 0 && !(isTextLike(body) && isUtf8(body));
}

function isUtf8({ chunks }: ReceivedBody): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(chunks[0]?.bytes.subarray(0, 512), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns the text of a response in the charset of its media type, or `undefined` if the response isn't text. */
export function getResponseText(head: RelayHead, body: ReceivedBody): string | undefined {
  if (isEncoded(head, body)) return undefined;
  const mediaType = getResponseType(head);
  const kind = getResponseKind(mediaType, body);
  if (kind === "nothing") return "";
  if (kind !== "json" && kind !== "text" && kind !== "svg" && kind !== "events") return undefined;
  const decoder = createDecoder(mediaType, body.chunks[0]?.bytes);
  const texts = body.chunks.map(({ bytes }) => decoder.decode(bytes, { stream: true }));
  return texts.join("") + decoder.decode();
}

/** Returns a decoder for the charset of a media type. If the charset is missing or unknown, returns a UTF-8 decoder. */
export function createDecoder(mediaType: string, firstChunk?: Uint8Array): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(mediaType)?.[1];
  // A byte order mark is more reliable than a header, which a server may set for all files.
  const bomEncoding = firstChunk?.[0] === 0xff && firstChunk[1] === 0xfe ? "utf-16le" : firstChunk?.[0] === 0xfe && firstChunk[1] === 0xff ? "utf-16be" : undefined; // prettier-ignore
  try {
    return new TextDecoder(bomEncoding ?? charset ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}

const fileExtensions: Readonly<Record<string, string>> = {
  "application/json": ".json",
  "application/pdf": ".pdf",
  "application/zip": ".zip",
  "application/xml": ".xml",
  "text/csv": ".csv",
  "text/html": ".html",
  "text/plain": ".txt",
  "text/xml": ".xml",
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/svg+xml": ".svg",
  "image/webp": ".webp",
  "audio/mpeg": ".mp3",
  "video/mp4": ".mp4",
};

/**
 * Returns a file name for saving a response. The name comes from the `Content-Disposition` header or the end of the
 * URL, and doesn't contain a path.
 */
export function suggestFileName(head: RelayHead, url: string): string {
  const disposition = head.headers.find(([name]) => name.toLowerCase() === "content-disposition")?.[1] ?? "";
  const filename = /filename\s*=\s*"?([^";]+)/i.exec(disposition)?.[1];
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  const baseName = filename ?? path.split("/").findLast((each) => each !== "") ?? "response";
  const safeName =
    baseName
      .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
      .replace(/^[.\s-]+/, "")
      .slice(0, 100) || "response";
  return safeName.includes(".") ? safeName : safeName + (fileExtensions[getEssence(getResponseType(head))] ?? "");
}

/**
 * Returns a request as lines for a comparison. Its JSON is formatted so that a change in the JSON affects only one
 * line.
 */
export function formatRequest({ method, url, headers, cookies, body }: BuiltRequest): string {
  return [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...cookies.map(([name, value]) => `Cookie: ${name}=${value}`),
    "",
    ...(body ? [formatBody(body)] : []),
  ].join("\n");
}

function formatBody(body: NonNullable<BuiltRequest["body"]>): string {
  switch (body.kind) {
    case "text":
      return formatJsonText(body.text);
    case "file":
      return `(file ${body.name})`;
    case "parts":
      return formatParts(body.parts).join("\n");
  }
}

/** Returns the parts as text, each labeled with its name or its position. */
function formatParts(parts: readonly BuiltPart[], prefix = ""): string[] {
  return parts.flatMap((part, i) => {
    const path = `${prefix}${i + 1}`;
    const name = part.name ?? (part.contentType === undefined ? path : `${path} (${part.contentType})`);
    if (part.kind === "parts") return [`${name}:`, ...formatParts(part.parts, `${path}.`)];
    return [`${name}=${part.kind === "value" ? part.value : `(file ${part.filename})`}`];
  });
}

/** Formats JSON on several lines. Any other text is returned unchanged. */
export function formatJsonText(text: string): string {
  if (text.length > 500_000) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
