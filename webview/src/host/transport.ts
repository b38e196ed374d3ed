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
