import type { FromPage, Reader } from "../../../../webview/src/protocol.ts";
import type { FramePlace } from "../../core/preview/view/site-frame.ts";
import type { TextRange } from "../../core/text/text-edit.ts";

/** An anonymous reader. */
export const everyReader: Reader = { reader: "human", signedIn: false, groups: [] };

const maxTextLength = 4000;
const maxGroups = 200;

/**
 * Parses a message from the page into a new object. The page shows untrusted content, so nothing from it is passed on
 * unchanged. Returns undefined if it isn't a valid message.
 */
export function readFromPage(value: unknown): FromPage | undefined {
  if (!isRecord(value)) return undefined;
  const { kind } = value;
  switch (kind) {
    case "ready":
    case "markdown":
    case "retry":
    case "openInBrowser":
      return { kind };
    case "painted": {
      const { version, milliseconds } = value;
      return isCount(version)
        ? { kind, version, milliseconds: typeof milliseconds === "number" ? milliseconds : 0 }
        : undefined;
    }
    case "navigate": {
      const from = readPlace(value["from"]);
      return isText(value["url"]) ? { kind, url: value["url"], ...(from && { from }) } : undefined;
    }
    case "openExternal":
      return isText(value["url"]) ? { kind, url: value["url"] } : undefined;
    case "search":
      return isText(value["query"]) ? { kind, query: value["query"] } : undefined;
    case "scrolled":
      return isCount(value["line"]) ? { kind, line: value["line"] } : undefined;
    case "show":
      return readShow(value);
    case "audience": {
      const audience = readReader(value["audience"]);
      return audience && { kind, audience };
    }
    case "runComponent": {
      const { file, name, clicked } = value;
      const isFull = isText(file) && isText(name) && typeof clicked === "boolean";
      return isFull ? { kind, file, name, clicked } : undefined;
    }
    case "allowHost":
      return isText(value["host"]) && hostName.test(value["host"])
        ? { kind, host: value["host"] }
        : undefined;
    case "compare":
      return typeof value["on"] === "boolean" ? { kind, on: value["on"] } : undefined;
    case "lock":
      return typeof value["locked"] === "boolean" ? { kind, locked: value["locked"] } : undefined;
    default:
      return undefined;
  }
}

const hostName = /^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/i;

function readShow({ file, at }: Record<string, unknown>): FromPage | undefined {
  if (file !== undefined && !isText(file)) return undefined;
  if (!isRecord(at)) return undefined;
  const named = file === undefined ? {} : { file };
  if (isCount(at["line"])) return { kind: "show", ...named, at: { line: at["line"] } };
  const range = readRange(at["range"]);
  return range && { kind: "show", ...named, at: { range } };
}

function readPlace(value: unknown): FramePlace | undefined {
  if (!isRecord(value) || !isText(value["file"])) return undefined;
  const range = readRange(value["range"]);
  return range && { file: value["file"], range };
}

function readRange(range: unknown): TextRange | undefined {
  if (!isRecord(range) || !isCount(range["start"]) || !isCount(range["end"])) return undefined;
  return { start: range["start"], end: range["end"] };
}

/** Parses the simulated reader stored by a page or an editor. */
export function readReader(value: unknown): Reader | undefined {
  if (!isRecord(value)) return undefined;
  const { reader, signedIn, groups } = value;
  if ((reader !== "human" && reader !== "agent") || typeof signedIn !== "boolean" || !Array.isArray(groups))
    return undefined;
  return { reader, signedIn, groups: (groups as readonly unknown[]).filter(isText).slice(0, maxGroups) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxTextLength;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
