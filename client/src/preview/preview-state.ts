import type { Reader } from "../../../webview/src/protocol.ts";

/** What a preview shows, kept by the editor over its own restarts. */
export interface PreviewState {
  readonly uri: string;
  /** `/guides/start`, for a page that has no file of its own. */
  readonly url: string | undefined;
  /** It stays at its page. */
  readonly locked: boolean;
  readonly audience?: Reader;
}

/** The state in what the page has kept; undefined when there is none to go by. */
export function keptState(kept: unknown): PreviewState | undefined {
  return typeof kept === "object" && kept !== null && "host" in kept ? readState(kept.host) : undefined;
}

export function readState(value: unknown): PreviewState | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { uri, url, locked, audience } = value as Partial<PreviewState>;
  if (typeof uri !== "string") return undefined;
  return {
    uri,
    url: typeof url === "string" ? url : undefined,
    locked: locked === true,
    // The server looks at it before anything goes by it.
    ...(typeof audience === "object" && { audience }),
  };
}
