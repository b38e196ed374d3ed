import type {
  PlaygroundState,
  PlaygroundToHost,
  MessageToPlayground,
} from "../../server/src/core/request/protocol/playground-protocol.ts";
import {
  createPlaygroundService,
  type PlaygroundService,
  type PlaygroundServiceOptions,
} from "../../server/src/relay/playground/playground-service.ts";
import { createMemorySecretStore, createMemoryStore } from "../../server/src/relay/playground/stores.ts";
import { createRelay, type Relay } from "../../server/src/relay/relay.ts";
import { maxWait } from "./eventually.ts";

export interface TestPlayground {
  readonly service: PlaygroundService;
  readonly relay: Relay;
  /** All messages that the page has received, in order. */
  readonly sent: readonly MessageToPlayground[];
  readonly state: () => PlaygroundState;
  readonly handleMessage: (message: PlaygroundToHost) => void;
  /** Sends a request and returns its response. */
  readonly ask: (message: Extract<PlaygroundToHost, { readonly requestId: number }>) => Promise<MessageToPlayground>;
  /** Allows this URL by replying to a consent request, as a user would in a browser. */
  readonly agree: (url: string, reply?: "once" | "always" | "no", secrets?: readonly string[]) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/**
 * Creates the playground service for a browser tab, with in-memory storage, an open page, and a real relay.
 */
export function createTestPlayground(options: Partial<PlaygroundServiceOptions> = {}): TestPlayground {
  const reported: MessageToPlayground[] = [];
  const service = createPlaygroundService({
    kind: "browser",
    scope: "file:///site",
    store: createMemoryStore(),
    secrets: createMemorySecretStore(),
    isTrusted: () => true,
    listTargets: () => [],
    getSiteUrl: () => undefined,
    getProxyPath: () => "/_service/api/request",
    openFile: async () => undefined,
    getRelay: () => relay,
    redirect: {
      getUrl: async () => "http://127.0.0.1:1/signed-in",
      wait: async () => undefined,
      dispose: () => undefined,
    },
    openUrl: async () => false,
    ...options,
  });
  const relay = createRelay(service.host);
  const report = (message: MessageToPlayground): void => void reported.push(message);
  const receive = (message: PlaygroundToHost): void => void service.handleMessage(message, report);
  const ask: TestPlayground["ask"] = async (message) => {
    receive(message);
    for (const start = Date.now(); Date.now() - start < maxWait;) {
      const reply = reported.find((each) => "requestId" in each && each.requestId === message.requestId);
      if (reply) return reply;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`Nothing handles ${message.kind}.`);
  };
  let requested = 1_000_000;
  receive({ kind: "playground/open" });
  return {
    service,
    relay,
    sent: reported,
    state: () => {
      const states = reported.flatMap((each) => (each.kind === "relay/state" ? [each.state] : []));
      const last = states.at(-1);
      if (!last) throw new Error("No state was sent to the page.");
      return last;
    },
    handleMessage: receive,
    ask,
    agree: async (url, reply = "always", secrets = []) => {
      await ask({ kind: "relay/target", requestId: requested++, url, secrets });
      receive({ kind: "relay/consent", origin: new URL(url).origin, secrets, answer: reply });
    },
    dispose: async () => {
      service.dispose();
      await relay.dispose();
    },
  };
}
