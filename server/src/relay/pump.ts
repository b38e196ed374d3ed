import type { Readable } from "node:stream";

/**
 * Hands each piece of `stream` to `take` as it comes. The stream waits for a promise that `take` comes back with; after
 * `false`, at once or promised, no more is wanted of it. Rejects when the stream breaks off, when `take` fails, and with the
 * reason of `signal` as soon as that is aborted. Whatever the stream still holds is let go of then.
 *
 * By events and not by `for await`, which joins what has come meanwhile into one piece, a copy of every byte.
 */
export function pump(
  stream: Readable,
  signal: AbortSignal,
  take: (piece: Buffer) => Promise<boolean> | false | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let isHeld = false;
    let hasEnded = false;
    const settle = (tell: () => void): void => {
      if (isOver) return;
      isOver = true;
      signal.removeEventListener("abort", abort);
      stream.off("data", pass);
      stream.destroy();
      tell();
    };
    const end = () => settle(resolve);
    const fail = (error: unknown) => settle(() => reject(error));
    const abort = () => fail(signal.reason);
    const pass = (piece: Buffer): void => {
      try {
        const held = take(piece);
        if (held === false) return end();
        if (held === undefined) return;
        isHeld = true;
        stream.pause();
        held.then((goesOn) => {
          isHeld = false;
          if (!goesOn || hasEnded) end();
          else if (!isOver) stream.resume();
        }, fail);
      } catch (error) {
        fail(error);
      }
    };
    // A stream can end, and then close, while its last piece is still being taken: pausing it doesn't hold that back.
    const endOnceTaken = () => {
      hasEnded = true;
      if (!isHeld) end();
    };
    const breakOff = () => fail(stream.errored ?? new Error("The body broke off."));
    // Stays for what a stream says that has been given up.
    stream.on("error", fail);
    if (signal.aborted) return abort();
    if (stream.destroyed) return breakOff();
    signal.addEventListener("abort", abort, { once: true });
    stream
      .on("end", endOnceTaken)
      .on("close", () => hasEnded || breakOff())
      .on("data", pass);
  });
}
