import type {
  FromPlayground,
  ToPlayground,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type { PlaygroundPort } from "../store/playground-port.ts";
import { aborted, type RelayClient } from "./relay-client.ts";

type Question = Extract<FromPlayground, { readonly ask: number }>;
export type Reply = Extract<ToPlayground, { readonly ask: number }>;
type WithoutNumber<T> = T extends unknown ? Omit<T, "ask"> : never;

/** Asks the host. What comes back is undefined when it does not answer in time. */
export type HostRequest = (
  question: WithoutNumber<Question>,
  milliseconds?: number,
) => Promise<Reply | undefined>;

const defaultWait = 30_000;
/** A dialog of the editor, or a browser in which somebody signs in, may stay open as long as the person likes. */
export const dialogWait = 3_600_000;
let last = 0;

/** Numbers questions and finds their answers among what comes. */
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

/** The editor: the extension host sends, asks for consent and opens files; no port is open. */
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
          if (message.kind !== "answer" || message.id !== id) return;
          onPart(message.part);
          if (message.part.kind === "end" || message.part.kind === "failed") end();
        });
        const onAbort = (): void => {
          port.send({ kind: "abort", id });
          onPart(aborted);
          end();
        };
        if (signal.aborted) return onAbort();
        signal.addEventListener("abort", onAbort);
        port.send({ kind: "send", envelope });
      }),
    takeFiles: async (many) => {
      const picked = await ask({ kind: "pickFiles", many }, dialogWait);
      return picked?.kind === "picked" && picked.files.length > 0 ? picked.files : undefined;
    },
    save: async (name, bytes, retained) => {
      port.send({
        kind: "saveAnswer",
        name,
        ...(retained === undefined
          ? { bytes: new Uint8Array(await bytes.arrayBuffer()) }
          : { kept: retained.name }),
      });
    },
  };
}
