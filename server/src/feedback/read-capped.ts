export type CappedBytes =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large"; readonly bytes: Uint8Array };

/**
 * The body of an answer up to that many bytes, counted as it unfolds, so that neither an endless one nor a bomb takes more
 * memory than that. Rejects when the connection breaks off or the signal is aborted.
 */
export async function readCapped(
  response: Response,
  most: number,
  signal: AbortSignal,
): Promise<CappedBytes> {
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  if (!reader) return { kind: "whole", bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await orAborted(reader.read(), signal);
      if (done) return { kind: "whole", bytes: joined(chunks, size) };
      const room = most - size;
      chunks.push(value.length > room ? value.subarray(0, room) : value);
      size += Math.min(value.length, room);
      if (value.length > room) return { kind: "too-large", bytes: joined(chunks, size) };
    }
  } finally {
    // Of a body that was read to its end nothing is left to give up.
    void reader.cancel().catch(() => undefined);
  }
}

/** What fetch is handed in may not look at the signal. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException("aborted", "AbortError"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
