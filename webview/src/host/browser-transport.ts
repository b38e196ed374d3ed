import type { InitialPreviewState, FromPage, ToPage } from "../protocol.ts";
import type { Transport } from "./transport.ts";

const storageKey = "docwright.preview";
const tokenHeader = "X-Docwright-Token";
const previewHeader = "X-Docwright-Preview";

/**
 * Requests to the server that the page came from: messages to the page are the events of one answer that does not end,
 * each message of the page is a POST. The token stands in a header, so no address holds it. `base` is the path under which
 * an editor forwards the server: `/proxy/4321`, or empty.
 */
export function browserTransport(token: string, base: string): Transport {
  let preview: string | undefined;
  let sending = Promise.resolve();
  const send = (message: FromPage): void => {
    // One after the other, in their order.
    sending = sending.then(async () => {
      if (preview === undefined) return;
      await fetch(`${base}/_docwright/message`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          [tokenHeader]: token,
          [previewHeader]: preview,
        },
        body: JSON.stringify(message),
      }).catch(() => undefined);
    });
  };
  return {
    send,
    start: (onMessage, onLost) => {
      // The part that a link names is gone to once, not each time that the server comes back.
      let part = location.hash;
      const listen = async (begun?: string): Promise<void> => {
        let isRefused = false;
        try {
          const at = encodeURIComponent(location.pathname.slice(base.length) + part);
          const answer = await fetch(`${base}/_docwright/events?at=${at}`, {
            headers: { [tokenHeader]: token, ...(begun !== undefined && { [previewHeader]: begun }) },
          });
          part = "";
          // Another server listens at the port now, and has another token.
          isRefused = answer.status === 403;
          if (!answer.ok || !answer.body) throw new Error(String(answer.status));
          for await (const { event, data } of eventsOf(answer.body)) {
            if (event !== "preview") onMessage(JSON.parse(data) as ToPage);
            else {
              preview = data;
              onLost(undefined);
              // What was begun goes on; everything else has to be told from its beginning.
              if (data !== begun) send({ kind: "ready" });
            }
          }
        } catch {
          // It is gone, or was never there; asked again below.
        }
        preview = undefined;
        onLost(isRefused ? "restarted" : "gone");
        setTimeout(() => void listen(), 1000);
      };
      whenRead(() => {
        // A part that is named is looked for by the server, with the page.
        const begun = part === "" ? takeBegun(document) : undefined;
        preview = begun?.preview;
        for (const message of begun?.messages ?? []) onMessage(message);
        void listen(preview);
      });
    },
    kept: () => JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as unknown,
    keep: (state) => sessionStorage.setItem(storageKey, JSON.stringify(state)),
  };
}

/** Runs at once when the document has been read, else as soon as it has. */
function whenRead(run: () => void): void {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run, { once: true });
  else run();
}

/** What the document has brought along of its page, once. */
function takeBegun(from: Document): InitialPreviewState | undefined {
  const element = from.querySelector<HTMLElement>("body > [data-begun]");
  const text = element?.dataset["begun"];
  element?.remove();
  return text === undefined ? undefined : (JSON.parse(text) as InitialPreviewState);
}

/** Events as the server writes them: an optional `event:` line, one `data:` line, an empty line. */
async function* eventsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pieces: string[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value);
    // A long event comes in many pieces; they are put together once.
    if (!read.value.includes("\n")) continue;
    const events = pieces.join("").split("\n\n");
    pieces = [events.pop() ?? ""];
    for (const event of events) if (event.includes("data: ")) yield readEvent(event);
  }
}

function readEvent(text: string): { readonly event: string; readonly data: string } {
  const lines = text.split("\n");
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  return { event: field("event"), data: field("data") };
}

export interface Address {
  /** A page is shown; `went` when the reader has gone there. */
  readonly show: (url: string, title: string) => void;
  /** The reader is about to go somewhere. */
  readonly leave: () => void;
}

/**
 * The address bar of a browser's tab: it shows the page's real address, and Back leads to the page before. `base` is what
 * stands before each, where an editor forwards the server under a path.
 */
export function addressBar(base: string, onBack: (url: string) => void): Address {
  const path = (): string => location.pathname.slice(base.length);
  let isLeaving = false;
  window.addEventListener("popstate", () => onBack(path() + location.hash));
  return {
    leave: () => {
      isLeaving = true;
    },
    show: (url, title) => {
      document.title = title;
      if (url !== path()) history[isLeaving ? "pushState" : "replaceState"](null, "", base + url);
      isLeaving = false;
    },
  };
}
