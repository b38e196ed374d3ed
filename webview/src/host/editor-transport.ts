import type { ToPage } from "../protocol.ts";
import type { Transport } from "./transport.ts";

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Messages of the webview. */
export function editorTransport(): Transport {
  const api = acquireVsCodeApi();
  return {
    send: (message) => api.postMessage(message),
    start: (onMessage) => {
      // The editor's own frame sends here; the frames of running components could as well, and are not heard.
      window.addEventListener("message", ({ data, source }: MessageEvent<ToPage>) => {
        if (!isBelow(source)) onMessage(data);
      });
      api.postMessage({ kind: "ready" });
    },
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}

/** Whether a window is that of a frame in this document, however deep. The editor hides who is above: `parent` is `window`. */
function isBelow(source: MessageEventSource | null): boolean {
  let at = source && "parent" in source ? source : undefined;
  while (at && at !== window && at.parent !== at) {
    if (at.parent === window) return true;
    at = at.parent;
  }
  return false;
}
