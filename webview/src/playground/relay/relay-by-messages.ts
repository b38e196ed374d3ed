import type { PlaygroundPort } from "../playground-port.ts";
import { asking, dialogWait } from "./asking.ts";
import { aborted, type RelayClient } from "./relay-client.ts";

/** The editor: the extension host sends, asks for consent and opens files; no port is open. */
export function relayByMessages(port: PlaygroundPort): RelayClient {
  const ask = asking(port);
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
    save: async (name, bytes, kept) => {
      port.send({
        kind: "saveAnswer",
        name,
        ...(kept === undefined ? { bytes: new Uint8Array(await bytes.arrayBuffer()) } : { kept: kept.name }),
      });
    },
  };
}
