import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import type { ReceivedBody } from "../playground-view.ts";

/** `Content-Type` of an answer as it came; empty without one. */
export function answerType({ headers }: Pick<RelayHead, "headers">): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

/** How an answer is shown. */
export type BodyKind =
  "nothing" | "json" | "events" | "text" | "image" | "svg" | "audio" | "video" | "binary";

const textTypes =
  /^(?:text\/|application\/(?:.*[+-])?(?:json|xml|yaml|x-yaml|javascript|ecmascript|graphql|sql|toml|x-www-form-urlencoded|x-ndjson|jsonl|json-seq|problem|http|pem-certificate-chain)\b|message\/|multipart\/)/;

/** By the type that it says it has, and where it says none by what it begins with. */
export function bodyKind(type: string, body: ReceivedBody): BodyKind {
  const [name = ""] = type.toLowerCase().split(";");
  const essence = name.trim();
  if (body.bytes === 0) return essence === "text/event-stream" ? "events" : "nothing";
  if (essence === "text/event-stream") return "events";
  if (/^[^/]+\/(?:.*\+)?json$/.test(essence)) return "json";
  if (essence === "image/svg+xml") return "svg";
  const [kind] = essence.split("/");
  if (kind === "image" || kind === "audio" || kind === "video") return kind;
  if (textTypes.test(essence)) return "text";
  if (essence !== "" && essence !== "application/octet-stream" && essence !== "application/problem")
    return "binary";
  return essence === "" && looksLikeText(body) ? "text" : "binary";
}

function looksLikeText({ pieces }: ReceivedBody): boolean {
  const first = pieces[0]?.bytes.subarray(0, 512) ?? new Uint8Array();
  return !first.some((byte) => byte === 0 || (byte < 9 && byte > 0));
}

/** Whether a body is still in a `Content-Encoding` that the relay doesn't support. Text with a wrong header isn't. */
export function isEncoded({ encoding }: RelayHead, body: ReceivedBody): boolean {
  return encoding !== undefined && body.bytes > 0 && !(looksLikeText(body) && isUtf8(body));
}

function isUtf8({ pieces }: ReceivedBody): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(pieces[0]?.bytes.subarray(0, 512), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The text of an answer in the characters that its type names; undefined for what is none. */
export function answerText(head: RelayHead, body: ReceivedBody): string | undefined {
  if (isEncoded(head, body)) return undefined;
  const type = answerType(head);
  const kind = bodyKind(type, body);
  if (kind === "nothing") return "";
  if (kind !== "json" && kind !== "text" && kind !== "svg" && kind !== "events") return undefined;
  const decoder = decoderFor(type, body.pieces[0]?.bytes);
  const text = body.pieces.map(({ bytes }) => decoder.decode(bytes, { stream: true }));
  return text.join("") + decoder.decode();
}

/** A decoder for the character set that a type names; UTF-8 where it names none or one that nobody knows. */
export function decoderFor(type: string, first?: Uint8Array): TextDecoder {
  const written = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1];
  // A mark at the beginning says more than a header that somebody has set for all files.
  const marked = first?.[0] === 0xff && first[1] === 0xfe ? "utf-16le" : first?.[0] === 0xfe && first[1] === 0xff ? "utf-16be" : undefined; // prettier-ignore
  try {
    return new TextDecoder(marked ?? written ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}
