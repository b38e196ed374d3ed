import type { Output } from "./run-cli.ts";
import { visibleText } from "./visible-text.ts";

/** A line on a terminal that tells what long work is at. Anywhere else it says nothing. */
export interface Progress {
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

/** Quick work shows nothing, and the line changes no more often than the eye follows. */
const milliseconds = { firstShown: 300, between: 80 };

export function progressOn(output: Output, now: () => number): Progress {
  if (!output.isTTY) return { show: () => undefined, clear: () => undefined };
  const started = now();
  let shownAt: number | undefined;
  return {
    show(text) {
      const time = now();
      if (
        time - (shownAt ?? started) <
        (shownAt === undefined ? milliseconds.firstShown : milliseconds.between)
      )
        return;
      shownAt = time;
      output.write(`\r\u001b[K${visibleText(text).slice(0, (output.columns ?? 80) - 1)}`);
    },
    clear() {
      if (shownAt !== undefined) output.write("\r\u001b[K");
      shownAt = undefined;
    },
  };
}
