import type { FromPage, HostInfo, ToPage } from "../protocol.ts";

/** The way between the page and its host. */
export interface Transport {
  readonly send: (message: FromPage) => void;
  /** Begins to listen. `onLost` hears why the host doesn't answer, and `undefined` once it does again. */
  readonly start: (
    onMessage: (message: ToPage) => void,
    onLost: (why: "gone" | "restarted" | undefined) => void,
  ) => void;
  /** Kept for when the page is loaded again; undefined at first. */
  readonly kept: () => unknown;
  readonly keep: (state: unknown) => void;
}

/** What the host has written into the document. */
export function readHostInfo(document: Document): HostInfo {
  const text = document.body.dataset["host"];
  const facts = JSON.parse(text ?? '{"kind":"browser","assets":"","allowedHosts":[]}') as HostInfo;
  if (facts.kind === "editor" || facts.assets === "") return facts;
  // Told as seen from this address, which changes with the page.
  return { ...facts, assets: new URL(facts.assets, document.baseURI).pathname.replace(/\/$/, "") };
}
