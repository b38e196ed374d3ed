import type { ToPage } from "../protocol.ts";
import { acquireEditorApi } from "./editor-api.ts";
import type { Transport } from "./transport.ts";

/** Returns a transport that uses the messages of the VS Code webview. */
export function editorTransport(): Transport {
  const api = acquireEditorApi();
  return {
    send: (message) => api.postMessage(message),
    start: (onMessage) => {
      // VS Code's own frame sends messages here. The frames of running components could as well, so their messages are
      // ignored.
      window.addEventListener("message", ({ data, source }: MessageEvent<ToPage>) => {
        if (!isBelow(source)) onMessage(data);
      });
      api.postMessage({ kind: "ready" });
    },
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}

/**
 * Whether a window belongs to a frame in this document, at any depth. VS Code hides the parent of the webview: `parent`
 * is `window`.
 */
function isBelow(source: MessageEventSource | null): boolean {
  let at = source && "parent" in source ? source : undefined;
  while (at && at !== window && at.parent !== at) {
    if (at.parent === window) return true;
    at = at.parent;
  }
  return false;
}
