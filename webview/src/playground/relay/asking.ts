import type {
  FromPlayground,
  ToPlayground,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type { PlaygroundPort } from "../playground-port.ts";

type Question = Extract<FromPlayground, { readonly ask: number }>;
export type Reply = Extract<ToPlayground, { readonly ask: number }>;
type WithoutNumber<T> = T extends unknown ? Omit<T, "ask"> : never;

/** Asks the host. What comes back is undefined when it does not answer in time. */
export type AskHost = (
  question: WithoutNumber<Question>,
  milliseconds?: number,
) => Promise<Reply | undefined>;

const usualWait = 30_000;
/** A dialog of the editor, or a browser in which somebody signs in, may stay open as long as the person likes. */
export const dialogWait = 3_600_000;
let last = 0;

/** Numbers questions and finds their answers among what comes. */
export function asking(port: PlaygroundPort): AskHost {
  return (question, milliseconds = usualWait) =>
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
