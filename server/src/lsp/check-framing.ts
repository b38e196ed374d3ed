import { Transform } from "node:stream";

const longestHeader = 4096;
const longestMessage = 256_000_000;

/**
 * Passes the bytes of the base protocol on and hears of the first that break it. The library would wait for ever
 * behind a length that is none: alive, but deaf. `onBroken` is expected to end the process.
 */
export function checkFraming(onBroken: (why: string) => void): Transform {
  let header = "";
  let left = 0;
  const readHeader = (chunk: Buffer, start: number): number => {
    for (let i = start; i < chunk.length; i++) {
      header += String.fromCharCode(chunk[i] ?? 0);
      if (header.endsWith("\r\n\r\n")) {
        left = lengthIn(header) ?? -1;
        if (left < 0) onBroken(`a header that says no length: ${JSON.stringify(header.slice(0, 80))}`);
        header = "";
        return i + 1;
      }
      if (header.length > longestHeader || /[^\r]\n$/.test(header)) {
        onBroken(`no header: ${JSON.stringify(header.slice(0, 80))}`);
        return chunk.length;
      }
    }
    if (header.length >= 8 && !/^content-/i.test(header))
      onBroken(`no header: ${JSON.stringify(header.slice(0, 80))}`);
    return chunk.length;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length;) {
        if (left > 0) {
          const taken = Math.min(left, chunk.length - at);
          left -= taken;
          at += taken;
        } else at = readHeader(chunk, at);
      }
      done(null, chunk);
    },
  });
}

function lengthIn(header: string): number | undefined {
  const length = /^content-length:[ \t]*(\d{1,9})[ \t]*\r$/im.exec(header)?.[1];
  return length !== undefined && Number(length) <= longestMessage ? Number(length) : undefined;
}
