import type {
  FromPlayground,
  ToPlayground,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";

/** The way between a playground and its host, there before the playground itself is loaded. */
export interface PlaygroundPort {
  readonly host: "editor" | "browser";
  readonly send: (message: FromPlayground) => void;
  /** Answers how to stop. */
  readonly listen: (listener: (message: ToPlayground) => void) => () => void;
  /**
   * Whether the host has asked for the playground of the page at this address, which may be before the page is there. True
   * once for each time that it has.
   */
  readonly isWanted: (url: string | undefined) => boolean;
  /** Where requests are sent to in a browser's tab, and what each of them carries; absent in the editor. */
  readonly relay?: { readonly base: string; readonly token: string };
  /** Outlives the page: what was filled in, which playgrounds are open. */
  readonly kept: () => unknown;
  readonly keep: (value: unknown) => void;
}

interface PortParts extends Omit<PlaygroundPort, "listen" | "isWanted"> {}

/** A port, and what is called with each message of the host that is for a playground. */
export function playgroundPort(parts: PortParts): {
  readonly port: PlaygroundPort;
  readonly take: (message: ToPlayground) => void;
} {
  const listeners = new Set<(message: ToPlayground) => void>();
  let requested: Extract<ToPlayground, { kind: "show" }> | undefined;
  return {
    port: {
      ...parts,
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      isWanted: (url) => {
        const isIt = requested !== undefined && (requested.url === undefined || requested.url === url);
        if (isIt) requested = undefined;
        return isIt;
      },
    },
    take: (message) => {
      if (message.kind === "show") requested = message;
      for (const listener of listeners) listener(message);
    },
  };
}
