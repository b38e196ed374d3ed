import type { FromPage, HostInfo, ToPage } from "../protocol.ts";

/** The message channel between the page and its host. */
export interface Transport {
  readonly send: (message: FromPage) => void;
  /**
   * Starts listening. `onLost` receives the reason why the host doesn't respond, and `undefined` when it responds
   * again.
   */
  readonly start: (
    onMessage: (message: ToPage) => void,
    onLost: (why: "gone" | "restarted" | undefined) => void,
  ) => void;
  /** Returns the state stored for a reload of the page. Initially `undefined`. */
  readonly kept: () => unknown;
  readonly keep: (state: unknown) => void;
}

/** Reads the data that the host has written into the document. */
export function readHostInfo(document: Document): HostInfo {
  const text = document.body.dataset["host"];
  const facts = JSON.parse(text ?? '{"kind":"browser","assets":"","allowedHosts":[]}') as HostInfo;
  if (facts.kind === "editor" || facts.assets === "") return facts;
  // The path is relative to the current URL, which changes with the page.
  return { ...facts, assets: new URL(facts.assets, document.baseURI).pathname.replace(/\/$/, "") };
}

/** VS Code's API in a webview. */
interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Returns VS Code's API. A page can call this only once. */
export function acquireEditorApi(): EditorApi {
  return acquireVsCodeApi();
}

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
