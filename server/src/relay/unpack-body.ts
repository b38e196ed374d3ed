import type { IncomingMessage } from "node:http";
import { Duplex, Transform, type Readable, type TransformCallback } from "node:stream";
import * as zlib from "node:zlib";
import { RelayFault } from "./relay-fault.ts";

export interface UnpackedBody {
  readonly stream: Readable;
  /** Bytes that have come over the wire so far; absent where the body is not packed. */
  readonly wireBytes: (() => number) | undefined;
}

/** What little may unfold as far as it likes. */
const smallBytes = 1_000_000;
const largestRatio = 100;
const mostLayers = 3;

/**
 * The body of an answer without its `Content-Encoding` (RFC 9110, 8.4), as it comes: a piece that can be unpacked is
 * passed on at once. An encoding that is not known here is left on. A body that unfolds to more than a hundred times
 * what travelled ends with a `decompression` fault, and so does one that is packed badly. `behind` sees it unpacked.
 */
export function unpackBody(response: IncomingMessage, origin: string, behind?: Duplex): UnpackedBody {
  let travelled = 0;
  const layers = layersOf(response) ?? [];
  if (layers.length === 0 && !behind) return { stream: response, wireBytes: undefined };
  const counted = passing((chunk, done) => {
    travelled += chunk.length;
    done(null, chunk);
  });
  let unfolded = 0;
  const judged = passing((chunk, done) => {
    unfolded += chunk.length;
    if (unfolded > smallBytes && unfolded > travelled * largestRatio)
      done(
        new RelayFault("decompression", {
          origin,
          what: "The answer was given up: it unfolds to more than a hundred times what travelled.",
          cause: `${travelled} bytes unfolded to over ${unfolded}`,
        }),
      );
    else done(null, chunk);
  });
  const all: readonly [Readable, ...Duplex[]] = [
    response,
    counted,
    ...layers.map((make) => make()),
    judged,
    ...(behind ? [behind] : []),
  ];
  const last = all.reduce((from, to) => {
    // Nothing at all is packed as nothing.
    from.on("error", (error) =>
      travelled === 0 && isUnexpectedEnd(error) ? to.push(null) : to.destroy(error),
    );
    return to instanceof Duplex ? from.pipe(to) : to;
  });
  last.on("close", () => {
    for (const each of all) each.destroy();
  });
  return { stream: last, wireBytes: () => travelled };
}

function passing(pass: (chunk: Buffer, done: TransformCallback) => void): Transform {
  return new Transform({ transform: (chunk: Buffer, _encoding, done) => pass(chunk, done) });
}

function isUnexpectedEnd(error: Error): boolean {
  return "code" in error && error.code === "Z_BUF_ERROR";
}

/** Returns the `Content-Encoding` of a body if it is left on, because it has too many layers or one that isn't supported here. */
export function encodingLeftOn(response: IncomingMessage): string | undefined {
  if (response.statusCode === 204 || response.statusCode === 304) return undefined;
  const names = encodingsOf(response);
  return names.length > 0 && !layersOf(response)?.length ? names.join(", ") : undefined;
}

function encodingsOf({ headers }: IncomingMessage): readonly string[] {
  const names = (headers["content-encoding"] ?? "").toLowerCase().split(",").map((name) => name.trim()); // prettier-ignore
  return names.filter((name) => name !== "" && name !== "identity");
}

/** What takes the encodings off, the last one first; undefined when one of them is not known. */
function layersOf(response: IncomingMessage): (() => Duplex)[] | undefined {
  const { statusCode = 0 } = response;
  const packed = encodingsOf(response).toReversed();
  if (packed.length > mostLayers || statusCode === 204 || statusCode === 304) return [];
  const made = packed.map((name) => Object.hasOwn(makers, name) ? makers[name] : undefined); // prettier-ignore
  const known = made.filter((make) => make !== undefined);
  return known.length === made.length ? known : undefined;
}

const flushed = { flush: zlib.constants.Z_SYNC_FLUSH };
const gunzip = () => zlib.createGunzip(flushed);

const makers: Readonly<Record<string, (() => Duplex) | undefined>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflateEither,
  br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  zstd: zstdOf(zlib),
};

/** Node 22.15 and later. */
function zstdOf(module: object): (() => Duplex) | undefined {
  const make = "createZstdDecompress" in module ? module.createZstdDecompress : undefined;
  return typeof make === "function" ? (make as () => Duplex) : undefined;
}

/** Servers send `deflate` with the frame of zlib, as the standard says, and without; the first byte tells. */
function inflateEither(): Duplex {
  let inner: zlib.Inflate | zlib.InflateRaw | undefined;
  const begin = ([first = 0]: Buffer) => {
    const made = (first & 0x0f) === 8 ? zlib.createInflate(flushed) : zlib.createInflateRaw(flushed);
    made.on("data", (piece: Buffer) => {
      if (!outer.push(piece)) made.pause();
    });
    made.on("end", () => outer.push(null));
    made.on("error", (error) => outer.destroy(error));
    return made;
  };
  const outer = new Duplex({
    read: () => inner?.resume(),
    write(chunk: Buffer, _encoding, done) {
      inner ??= begin(chunk);
      inner.write(chunk, (error) => done(error ?? null));
    },
    final(done) {
      if (inner) inner.end(() => done());
      else {
        outer.push(null);
        done();
      }
    },
    destroy(error, done) {
      inner?.destroy();
      done(error);
    },
  });
  return outer;
}
