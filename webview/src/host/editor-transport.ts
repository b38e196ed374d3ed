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
      // The editor's own frame is the only one that can send here: nothing else holds this window.
      window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => onMessage(data));
      api.postMessage({ kind: "ready" });
    },
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}
