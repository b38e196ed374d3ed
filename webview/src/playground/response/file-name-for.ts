import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { answerType } from "./answer-text.ts";

const endings: Readonly<Record<string, string>> = {
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

/** A name to save an answer under: what its header says, else the end of the address. It is a name alone, no path. */
export function fileNameFor(head: RelayHead, url: string): string {
  const said = head.headers.find(([name]) => name.toLowerCase() === "content-disposition")?.[1] ?? "";
  const written = /filename\s*=\s*"?([^";]+)/i.exec(said)?.[1];
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  const last = written ?? path.split("/").findLast((each) => each !== "") ?? "response";
  const safe =
    last
      .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
      .replace(/^[.\s-]+/, "")
      .slice(0, 100) || "response";
  const [essence = ""] = answerType(head).toLowerCase().split(";");
  return safe.includes(".") ? safe : safe + (endings[essence.trim()] ?? "");
}
