import type { FromPage, HostInfo, InitialPreviewState, ToPage } from "../protocol.ts";

/** The message channel between the page and its host. */
export interface Transport {
  readonly send: (message: FromPage) => void;
  /**
   * Starts listening. `onLost` receives the reason when the host stops responding, and `undefined` when it responds
   * again.
   */
  readonly start: (
    onMessage: (message: ToPage) => void,
    onLost: (reason: "gone" | "restarted" | undefined) => void,
  ) => void;
  /**
   * Returns the state that was stored in case the page is reloaded, or `undefined` if none has been stored.
   */
  readonly getStoredState: () => unknown;
  readonly saveState: (state: unknown) => void;
}

/** Reads the data that the host has written into the document. */
export function readHostInfo(document: Document): HostInfo {
  const text = document.body.dataset["host"];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host writes it
  const hostInfo = JSON.parse(text ?? '{"kind":"browser","assets":"","allowedHosts":[]}') as HostInfo;
  if (hostInfo.kind === "editor" || hostInfo.assets === "") return hostInfo;
  // The path is relative to the current URL, which changes with the page.
  return { ...hostInfo, assets: new URL(hostInfo.assets, document.baseURI).pathname.replace(/\/$/, "") };
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

/** Returns a transport that uses the messages of VS Code's webview API. */
export function createEditorTransport(): Transport {
  const api = acquireEditorApi();
  return {
    send: (message) => api.postMessage(message),
    start: (onMessage) => {
      // VS Code's own frame sends messages to this window. The frames of running components could also send messages,
      // but their messages are ignored.
      window.addEventListener("message", ({ data, source }: MessageEvent<ToPage>) => {
        if (!isInChildFrame(source)) onMessage(data);
      });
      api.postMessage({ kind: "ready" });
    },
    getStoredState: () => api.getState(),
    saveState: (state) => api.setState(state),
  };
}

/**
 * Whether a window belongs to a frame in this document, at any depth. In a VS Code webview, `parent` is `window`
 * itself, because VS Code hides the webview's parent.
 */
function isInChildFrame(source: MessageEventSource | null): boolean {
  let currentWindow = source && "parent" in source ? source : undefined;
  while (currentWindow && currentWindow !== window && currentWindow.parent !== currentWindow) {
    if (currentWindow.parent === window) return true;
    currentWindow = currentWindow.parent;
  }
  return false;
}

const storageKey = "docwright.preview";
const tokenHeader = "X-Docwright-Token";
const previewHeader = "X-Docwright-Preview";

/**
 * Returns a transport to the server that the page came from. Messages to the page are events in a single streaming
 * response, and each message from the page is a POST request. The token is sent in a header so that it isn't part of
 * any URL. `base` is the path under which an editor forwards the server, such as `/proxy/4321`, or an empty string.
 */
export function createBrowserTransport(token: string, base: string): Transport {
  let previewId: string | undefined;
  let lastRequest = Promise.resolve();
  const send = (message: FromPage): void => {
    // Requests are sent one after another to preserve their order.
    lastRequest = lastRequest.then(async () => {
      if (previewId === undefined) return;
      await fetch(`${base}/_docwright/message`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          [tokenHeader]: token,
          [previewHeader]: previewId,
        },
        body: JSON.stringify(message),
      }).catch(() => undefined);
    });
  };
  return {
    send,
    start: (onMessage, onLost) => {
      // The page scrolls to the fragment in the URL only once. It doesn't scroll to the fragment again after
      // reconnecting.
      let fragment = location.hash;
      const listen = async (initialPreviewId?: string): Promise<void> => {
        let isRejected = false;
        try {
          const encodedPath = encodeURIComponent(location.pathname.slice(base.length) + fragment);
          const response = await fetch(`${base}/_docwright/events?at=${encodedPath}`, {
            headers: {
              [tokenHeader]: token,
              ...(initialPreviewId !== undefined && { [previewHeader]: initialPreviewId }),
            },
          });
          fragment = "";
          // The port is now used by a different server, which has a different token.
          isRejected = response.status === 403;
          if (!response.ok || !response.body) throw new Error(String(response.status));
          for await (const { event, data } of readEvents(response.body)) {
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host sends it
            if (event !== "preview") onMessage(JSON.parse(data) as ToPage);
            else {
              previewId = data;
              onLost(undefined);
              // If the initial state belongs to this preview, the stream continues from it. Otherwise, the page
              // requests the complete state.
              if (data !== initialPreviewId) send({ kind: "ready" });
            }
          }
        } catch {
          // The preview was closed or never existed. A new preview is requested below.
        }
        previewId = undefined;
        onLost(isRejected ? "restarted" : "gone");
        setTimeout(() => void listen(), 1000);
      };
      runWhenParsed(() => {
        // If the URL has a fragment, the server locates it together with the page.
        const state = fragment === "" ? takeInitialState(document) : undefined;
        previewId = state?.preview;
        for (const message of state?.messages ?? []) onMessage(message);
        void listen(previewId);
      });
    },
    getStoredState: () => JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as unknown,
    saveState: (state) => sessionStorage.setItem(storageKey, JSON.stringify(state)),
  };
}

/** Runs the callback as soon as the document has been parsed, which may be immediately. */
function runWhenParsed(run: () => void): void {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run, { once: true });
  else run();
}

/** Returns the initial state embedded in the document and removes it. */
function takeInitialState(sourceDocument: Document): InitialPreviewState | undefined {
  const element = sourceDocument.querySelector<HTMLElement>("body > [data-begun]");
  const text = element?.dataset["begun"];
  element?.remove();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host writes it
  return text === undefined ? undefined : (JSON.parse(text) as InitialPreviewState);
}

/**
 * Yields the events of the server's stream. An event consists of an optional `event:` line, a `data:` line, and an
 * empty line.
 */
async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let chunks: string[] = [];
  for (let result = await reader.read(); !result.done; result = await reader.read()) {
    chunks.push(result.value);
    // A long event arrives in many chunks, which are joined only once, when the event is complete.
    if (!result.value.includes("\n")) continue;
    const events = chunks.join("").split("\n\n");
    chunks = [events.pop() ?? ""];
    for (const event of events) if (event.includes("data: ")) yield readEvent(event);
  }
}

function readEvent(text: string): { readonly event: string; readonly data: string } {
  const lines = text.split("\n");
  const getField = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  return { event: getField("event"), data: getField("data") };
}

interface AddressBar {
  /** Shows the URL and title of a page. If the reader navigated to the page, adds a history entry. */
  readonly show: (url: string, title: string) => void;
  /** Reports that the reader is about to navigate. */
  readonly reportNavigation: () => void;
}

/**
 * Manages the address bar of a browser tab. The address bar shows the page's real URL, and Back returns to the previous
 * page. If an editor forwards the server under a path, `base` is the prefix of every path.
 */
export function createAddressBar(base: string, onBack: (url: string) => void): AddressBar {
  const getPath = (): string => location.pathname.slice(base.length);
  let isNavigating = false;
  window.addEventListener("popstate", () => onBack(getPath() + location.hash));
  return {
    reportNavigation: () => {
      isNavigating = true;
    },
    show: (url, title) => {
      document.title = title;
      if (url !== getPath()) history[isNavigating ? "pushState" : "replaceState"](null, "", base + url);
      isNavigating = false;
    },
  };
}
