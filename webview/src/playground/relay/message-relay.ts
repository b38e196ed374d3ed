import type {
  FromPlayground,
  ToPlayground,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type { PlaygroundPort } from "../store/playground-port.ts";
import { aborted, type RelayClient } from "./relay-client.ts";

type Question = Extract<FromPlayground, { readonly ask: number }>;
export type Reply = Extract<ToPlayground, { readonly ask: number }>;
type WithoutNumber<T> = T extends unknown ? Omit<T, "ask"> : never;

/** Sends a request to the host. Resolves to `undefined` if the host doesn't respond in time. */
export type HostRequest = (
  question: WithoutNumber<Question>,
  milliseconds?: number,
) => Promise<Reply | undefined>;

const defaultWait = 30_000;
/**
 * The timeout in milliseconds for requests that open a dialog in VS Code or a sign-in page in a browser. Both can stay
 * open for a long time.
 */
export const dialogWait = 3_600_000;
let last = 0;

/** Creates a function that numbers requests and matches them with the responses. */
export function createHostRequests(port: PlaygroundPort): HostRequest {
  return (question, milliseconds = defaultWait) =>
    new Promise((resolve) => {
      const ask = ++last;
      const end = (answer: Reply | undefined): void => {
        stop();
        clearTimeout(timer);
        resolve(answer);
      };
      const stop = port.listen((message) => {
        if ("ask" in message && message.ask === ask) end(message);
      });
      const timer = setTimeout(() => end(undefined), milliseconds);
      port.send({ ...question, ask });
    });
}

/**
 * Creates the relay client for VS Code. The extension host sends requests, prompts for consent, and opens files. No
 * port is open.
 */
export function relayByMessages(port: PlaygroundPort): RelayClient {
  const ask = createHostRequests(port);
  return {
    send: ({ envelope, id, signal, onPart }) =>
      new Promise((resolve) => {
        const end = (): void => {
          stop();
          signal.removeEventListener("abort", onAbort);
          resolve();
        };
        const stop = port.listen((message) => {
          if (message.kind !== "relay/answer" || message.id !== id) return;
          onPart(message.part);
          if (message.part.kind === "end" || message.part.kind === "failed") end();
        });
        const onAbort = (): void => {
          port.send({ kind: "relay/abort", id });
          onPart(aborted);
          end();
        };
        if (signal.aborted) return onAbort();
        signal.addEventListener("abort", onAbort);
        port.send({ kind: "relay/send", envelope });
      }),
    takeFiles: async (many) => {
      const picked = await ask({ kind: "relay/pickFiles", many }, dialogWait);
      return picked?.kind === "relay/picked" && picked.files.length > 0 ? picked.files : undefined;
    },
    save: async (name, bytes, retained) => {
      port.send({
        kind: "relay/saveAnswer",
        name,
        ...(retained === undefined
          ? { bytes: new Uint8Array(await bytes.arrayBuffer()) }
          : { kept: retained.name }),
      });
    },
  };
}
