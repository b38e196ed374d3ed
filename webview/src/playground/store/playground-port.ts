import type {
  MessageFromPlayground,
  MessageToPlayground,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";

/** The message channel between a playground and its host. The channel exists before the playground is loaded. */
export interface PlaygroundPort {
  readonly host: "editor" | "browser";
  readonly send: (message: MessageFromPlayground) => void;
  /** Adds a listener. Returns a function that removes it. */
  readonly listen: (listener: (message: MessageToPlayground) => void) => () => void;
  /**
   * Whether the host has requested the playground for the page at this URL. The request may have been made before the
   * page was loaded. Returns true only once per request.
   */
  readonly isRequested: (url: string | undefined) => boolean;
  /** The URL of the relay and the token for each request, in a browser tab. `undefined` in VS Code. */
  readonly relay?: { readonly base: string; readonly token: string };
  /**
   * Returns the state that is preserved when the page is reloaded: the form values and the open playgrounds.
   */
  readonly getStoredState: () => unknown;
  readonly saveState: (value: unknown) => void;
}

interface PortOptions extends Omit<PlaygroundPort, "listen" | "isRequested"> {}

/** Creates a port, and the function to which each playground message from the host must be passed. */
export function createPlaygroundPort(options: PortOptions): {
  readonly port: PlaygroundPort;
  readonly handleMessage: (message: MessageToPlayground) => void;
} {
  const listeners = new Set<(message: MessageToPlayground) => void>();
  let pendingShowMessage: Extract<MessageToPlayground, { kind: "playground/show" }> | undefined;
  return {
    port: {
      ...options,
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      isRequested: (url) => {
        const isRequestedPlayground =
          pendingShowMessage !== undefined && (pendingShowMessage.url === undefined || pendingShowMessage.url === url);
        if (isRequestedPlayground) pendingShowMessage = undefined;
        return isRequestedPlayground;
      },
    },
    handleMessage: (message) => {
      if (message.kind === "playground/show") pendingShowMessage = message;
      for (const listener of listeners) listener(message);
    },
  };
}
