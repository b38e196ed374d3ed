import { mapMessageValues } from "../../core/text/localized-message.ts";
import { createMessage } from "../../core/text/message.ts";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex, type Readable, Transform, type TransformCallback } from "node:stream";
import * as zlib from "node:zlib";
import type { NameValuePair } from "../../core/request/build/build-context.ts";
import type { RelayHead, RelayTimeouts } from "../../core/request/protocol/relay-protocol.ts";
import { RelayError } from "../policy/errors.ts";
import type { RelaySink } from "../relay.ts";
import type { SecretValues } from "../secrets/secrets.ts";
import { getTlsDetails } from "./connections.ts";
import type { TargetResponse, RequestClock } from "./http-exchange.ts";

export interface UnpackedBody {
  readonly stream: Readable;
  /**
   * Returns the number of bytes that have been received over the network. Undefined if the stream contains exactly
   * these bytes.
   */
  readonly countWireBytes: (() => number) | undefined;
}

/** The size in bytes up to which the compression ratio isn't checked. */
const maxUncheckedBytes = 1_000_000;
const maxCompressionRatio = 100;
const maxLayers = 3;

/**
 * Decodes a response body according to its `Content-Encoding` (RFC 9110, 8.4), and passes on each chunk as soon as it's
 * decoded. Unsupported encodings aren't decoded. The stream fails with `decompression` if the body is corrupt or
 * expands to more than a hundred times its transferred size. If `consumer` is set, it processes the decoded body.
 */
export function unpackBody(response: IncomingMessage, origin: string, consumer?: Duplex): UnpackedBody {
  let receivedLength = 0;
  const decoderFactories = listDecoderFactories(response) ?? [];
  if (decoderFactories.length === 0 && !consumer) return { stream: response, countWireBytes: undefined };
  const countingStream = createTransform((chunk, callback) => {
    receivedLength += chunk.length;
    callback(null, chunk);
  });
  let expandedBytes = 0;
  const limitedStream = createTransform((chunk, callback) => {
    expandedBytes += chunk.length;
    if (expandedBytes > maxUncheckedBytes && expandedBytes > receivedLength * maxCompressionRatio)
      callback(
        new RelayError("decompression", {
          origin,
          subject: createMessage(
            "The response was rejected because it expands to more than 100 times its compressed size.",
          ),
          cause: `${receivedLength} bytes expanded to more than ${expandedBytes}`,
        }),
      );
    else callback(null, chunk);
  });
  const streams: readonly [Readable, ...Duplex[]] = [
    response,
    countingStream,
    ...decoderFactories.map((createStream) => createStream()),
    limitedStream,
    ...(consumer ? [consumer] : []),
  ];
  const lastStream = streams.reduce((source, target) => {
    // An empty body is valid even if `Content-Encoding` is set. Its decoded content is also empty.
    source.on("error", (error) =>
      receivedLength === 0 && isUnexpectedEnd(error) ? target.push(null) : target.destroy(error),
    );
    return target instanceof Duplex ? source.pipe(target) : target;
  });
  lastStream.on("close", () => {
    for (const each of streams) each.destroy();
  });
  return { stream: lastStream, countWireBytes: () => receivedLength };
}

function createTransform(transformChunk: (chunk: Buffer, callback: TransformCallback) => void): Transform {
  return new Transform({ transform: (chunk: Buffer, _encoding, callback) => transformChunk(chunk, callback) });
}

function isUnexpectedEnd(error: Error): boolean {
  return "code" in error && error.code === "Z_BUF_ERROR";
}

/**
 * Returns the `Content-Encoding` of a body that isn't decoded because it has too many layers or an unsupported
 * encoding.
 */
export function getRemainingEncoding(response: IncomingMessage): string | undefined {
  if (response.statusCode === 204 || response.statusCode === 304) return undefined;
  const names = listEncodings(response);
  return names.length > 0 && !listDecoderFactories(response)?.length ? names.join(", ") : undefined;
}

function listEncodings({ headers }: IncomingMessage): readonly string[] {
  const names = (headers["content-encoding"] ?? "").toLowerCase().split(",").map((name) => name.trim()); // prettier-ignore
  return names.filter((name) => name !== "" && name !== "identity");
}

/**
 * Returns decoders for the encodings, starting with the encoding that was applied last. Returns undefined if one of the
 * encodings isn't supported.
 */
function listDecoderFactories(response: IncomingMessage): (() => Duplex)[] | undefined {
  const { statusCode = 0 } = response;
  const encodings = listEncodings(response).toReversed();
  if (encodings.length > maxLayers || statusCode === 204 || statusCode === 304) return [];
  const decoderFactories = encodings.map((name) => Object.hasOwn(decoderFactoriesByEncoding, name) ? decoderFactoriesByEncoding[name] : undefined); // prettier-ignore
  const factories = decoderFactories.filter((createStream) => createStream !== undefined);
  return factories.length === decoderFactories.length ? factories : undefined;
}

const flushOptions = { flush: zlib.constants.Z_SYNC_FLUSH };
const createGunzipStream = () => zlib.createGunzip(flushOptions);

const decoderFactoriesByEncoding: Readonly<Record<string, (() => Duplex) | undefined>> = {
  gzip: createGunzipStream,
  "x-gzip": createGunzipStream,
  deflate: createInflater,
  br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  zstd: createZstdFactory(zlib),
};

/** Returns a function that creates a zstd decoder. Requires Node.js 22.15 or later. */
function createZstdFactory(module: object): (() => Duplex) | undefined {
  const factory = "createZstdDecompress" in module ? module.createZstdDecompress : undefined;
  return typeof factory === "function" ? (factory as () => Duplex) : undefined;
}

/**
 * Returns a decoder for `deflate`. The standard requires a zlib wrapper, but servers send data both with and without
 * it. The first byte shows whether the wrapper is present.
 */
function createInflater(): Duplex {
  let inflater: zlib.Inflate | zlib.InflateRaw | undefined;
  const startInflating = ([firstByte = 0]: Buffer) => {
    const inflateStream =
      (firstByte & 0x0f) === 8 ? zlib.createInflate(flushOptions) : zlib.createInflateRaw(flushOptions);
    inflateStream.on("data", (chunk: Buffer) => {
      if (!outerStream.push(chunk)) inflateStream.pause();
    });
    inflateStream.on("end", () => outerStream.push(null));
    inflateStream.on("error", (error) => outerStream.destroy(error));
    return inflateStream;
  };
  const outerStream = new Duplex({
    read: () => inflater?.resume(),
    write(chunk: Buffer, _encoding, callback) {
      inflater ??= startInflating(chunk);
      inflater.write(chunk, (error) => callback(error ?? null));
    },
    final(callback) {
      if (inflater) inflater.end(() => callback());
      else {
        outerStream.push(null);
        callback();
      }
    },
    destroy(error, callback) {
      inflater?.destroy();
      callback(error);
    },
  });
  return outerStream;
}

/**
 * Builds the head of a response, which is reported before the body. The head doesn't contain secrets, even if the
 * server echoed them.
 */
export function buildResponseHead(
  { response, hop, headers, redirects, isAllowedByConsent, cors }: TargetResponse,
  clock: RequestClock,
  secrets: SecretValues,
): RelayHead {
  const { lookup, connect, tls, firstByte } = clock.timestamps;
  const { remoteAddress } = response.socket;
  const tlsDetails = getTlsDetails(response.socket);
  const encoding = getRemainingEncoding(response);
  const redactPair = ([name, value]: NameValuePair): NameValuePair => [secrets.redact(name), secrets.redact(value)];
  return {
    status: response.statusCode ?? 0,
    statusText: secrets.redact(response.statusMessage ?? ""),
    httpVersion: response.httpVersion,
    headers: toHeaderPairs(response.rawHeaders).map(redactPair),
    redirects: [...redirects],
    ...(encoding !== undefined && { encoding: secrets.redact(encoding) }),
    ...(remoteAddress !== undefined && { address: remoteAddress }),
    ...(tlsDetails && { tls: isAllowedByConsent ? { ...tlsDetails, isAllowedByConsent: true as const } : tlsDetails }),
    timings: {
      ...(lookup !== undefined && { lookup: clock.getTimeSince(lookup) }),
      ...(connect !== undefined && { connect: clock.getTimeSince(connect) }),
      ...(tls !== undefined && { tls: clock.getTimeSince(tls) }),
      firstByte: clock.getTimeSince(firstByte ?? performance.now()),
    },
    sentRequest: {
      method: hop.method,
      url: secrets.redact(hop.url.origin + hop.url.path),
      headers: headers.map(redactPair),
    },
    ...(cors && {
      cors: {
        ...cors,
        reasons: cors.reasons.map((reason) => mapMessageValues(reason, secrets.redact)),
        ...(cors.preflight && {
          preflight: { ...cors.preflight, headers: cors.preflight.headers.map(redactPair) },
        }),
      },
    }),
  };
}

/** Returns the headers in their original order, with their original case and all duplicates. */
export function toHeaderPairs(rawHeaders: readonly string[]): readonly NameValuePair[] {
  return rawHeaders.flatMap((name, index): NameValuePair[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
}

/**
 * Passes each chunk of `stream` to `processChunk` as it arrives. If `processChunk` returns a promise, the stream waits
 * for it. If `processChunk` returns or resolves to `false`, reading stops. Rejects if the stream breaks off, if
 * `processChunk` fails, or, with the reason of `signal`, as soon as the signal is aborted. If the returned promise
 * rejects, the rest of the stream is discarded. Uses events rather than `for await`, which concatenates waiting chunks
 * and therefore copies every byte.
 */
export function streamBody(
  stream: Readable,
  signal: AbortSignal,
  processChunk: (chunk: Buffer) => Promise<boolean> | false | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isFinished = false;
    let isDraining = false;
    let hasEnded = false;
    const settle = (complete: () => void): void => {
      if (isFinished) return;
      isFinished = true;
      signal.removeEventListener("abort", abort);
      stream.off("data", passChunk);
      stream.destroy();
      complete();
    };
    const end = () => settle(resolve);
    const fail = (error: unknown) => settle(() => reject(error));
    const abort = () => fail(signal.reason);
    const passChunk = (chunk: Buffer): void => {
      try {
        const drainPromise = processChunk(chunk);
        if (drainPromise === false) return end();
        if (drainPromise === undefined) return;
        isDraining = true;
        stream.pause();
        drainPromise.then((shouldContinue) => {
          isDraining = false;
          if (!shouldContinue || hasEnded) end();
          else if (!isFinished) stream.resume();
        }, fail);
      } catch (error) {
        fail(error);
      }
    };
    // A stream can end and close while its last chunk is still being processed, even if the stream is paused.
    const endAfterDrain = () => {
      hasEnded = true;
      if (!isDraining) end();
    };
    const failUnexpectedEnd = () => fail(stream.errored ?? new Error("The body ended unexpectedly."));
    // This listener isn't removed, because a destroyed stream can still emit errors.
    stream.on("error", fail);
    if (signal.aborted) return abort();
    if (stream.destroyed) return failUnexpectedEnd();
    signal.addEventListener("abort", abort, { once: true });
    stream
      .on("end", endAfterDrain)
      .on("close", () => hasEnded || failUnexpectedEnd())
      .on("data", passChunk);
  });
}

export interface Delivery {
  readonly body: UnpackedBody;
  readonly sink: RelaySink;
  /** The maximum number of bytes to pass on. If undefined, the entire body is passed on. */
  readonly maxInlineBytes: number | undefined;
  /** Whether the response is an event stream. If it is, the time between chunks isn't limited. */
  readonly isEventStream: boolean;
  readonly timeouts: RelayTimeouts;
  readonly abortController: AbortController;
  readonly origin: string;
  readonly bodyStore: ResponseBodyStore;
  readonly limits: DeliveryLimits;
}

/** The size limits in bytes. */
export interface DeliveryLimits {
  /** The maximum size of a response that is stored on disk or has to be decoded. */
  readonly maxStoredBytes: number;
  /** The maximum size of a response that is streamed. */
  readonly maxStreamedBytes: number;
}

export interface DeliveryResult {
  readonly bytes: number;
  readonly wireBytes: number;
  readonly storedBodyId?: string;
  readonly isTruncated?: true;
}

type LengthOptions = Pick<Delivery, "body" | "maxInlineBytes" | "limits">;

/**
 * Returns the number of bytes that the sink will receive. Returns undefined if this number isn't known in advance,
 * either because the server doesn't send the length or because the body is decoded or truncated. For `HEAD`, 204, and
 * 304, the length in the header isn't the length of this response (RFC 9110, 8.6).
 */
export function getPassedLength(
  { body, maxInlineBytes: inlineBytes = Infinity, limits }: LengthOptions,
  { statusCode = 0, headers }: Pick<IncomingMessage, "statusCode" | "headers">,
  method: string,
): number | undefined {
  if (body.countWireBytes || method.toUpperCase() === "HEAD" || statusCode === 204 || statusCode === 304)
    return undefined;
  const contentLength = headers["content-length"] ?? "";
  const length = /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : Infinity;
  return length <= Math.min(inlineBytes, getMaxLength({ body, maxInlineBytes: inlineBytes, limits }))
    ? length
    : undefined;
}

function getMaxLength({ body, maxInlineBytes: inlineBytes = Infinity, limits }: LengthOptions): number {
  return body.countWireBytes || inlineBytes < Infinity ? limits.maxStoredBytes : limits.maxStreamedBytes;
}

/**
 * Streams at most `maxInlineBytes` of the body to the sink, with backpressure. If the body is longer, the entire body
 * is also stored on disk. A body that exceeds the limits is truncated. Rejects if the response breaks off.
 */
export async function deliverBody(delivery: Delivery): Promise<DeliveryResult> {
  const { body, sink, maxInlineBytes: inlineBytes = Infinity, bodyStore, abortController } = delivery;
  const maxSize = getMaxLength(delivery);
  const idleTimeout = createIdleTimer(delivery);
  const progress = { bytes: 0, isCut: false };
  const firstChunks: Uint8Array[] = [];
  const lazyBody = createLazyBody(bodyStore);
  const resumeStream = (): boolean => {
    idleTimeout.onData();
    return !progress.isCut;
  };
  const processChunk = (chunk: Buffer): Promise<boolean> | false | undefined => {
    const acceptedBytes = chunk.subarray(0, maxSize - progress.bytes);
    const inlineChunk = acceptedBytes.subarray(0, Math.max(0, inlineBytes - progress.bytes));
    progress.bytes += acceptedBytes.length;
    progress.isCut = acceptedBytes.length < chunk.length;
    const drainPromise = inlineChunk.length > 0 ? sink.data(inlineChunk) : undefined;
    const fileWrite =
      progress.bytes > inlineBytes ? lazyBody.write([...firstChunks.splice(0), acceptedBytes]) : undefined;
    if (!fileWrite && inlineBytes < Infinity) firstChunks.push(acceptedBytes);
    if (drainPromise || fileWrite) {
      idleTimeout.pause();
      return Promise.all([drainPromise, fileWrite]).then(resumeStream);
    }
    return resumeStream() ? undefined : false;
  };
  try {
    await streamBody(body.stream, abortController.signal, processChunk);
    const storedBodyId = await lazyBody.finish();
    return {
      bytes: progress.bytes,
      wireBytes: body.countWireBytes?.() ?? progress.bytes,
      ...(storedBodyId !== undefined && { storedBodyId }),
      ...(progress.isCut && { isTruncated: true as const }),
    };
  } finally {
    idleTimeout.stop();
    await lazyBody.discard();
  }
}

/**
 * Returns a store for one body. The body's file isn't created until the first write. After `finish`, `discard` has no
 * effect.
 */
function createLazyBody(bodies: ResponseBodyStore) {
  let body: StoredBody | undefined;
  let pendingWrite: Promise<void> = Promise.resolve();
  const write = async (chunks: readonly Uint8Array[]): Promise<void> => {
    body ??= await bodies.beginBody();
    for (const chunk of chunks) await body.write(chunk);
  };
  return {
    write: (chunks: readonly Uint8Array[]) => (pendingWrite = write(chunks)),
    finish: async () => {
      const name = await body?.finish();
      body = undefined;
      return name;
    },
    discard: async () => {
      // A request can end while a chunk is being written. The file must be deleted, but it can't be closed until the
      // write is complete.
      await pendingWrite.catch(() => undefined);
      await body?.discard();
    },
  };
}

/** Aborts the request if no data arrives within the `idle` timeout. Time spent waiting for the sink doesn't count. */
function createIdleTimer({ isEventStream, timeouts, abortController, origin }: Delivery) {
  const limit = timeouts.idle;
  let isPaused = false;
  const timer = isEventStream
    ? undefined
    : setTimeout(() => {
        if (!isPaused) abortController.abort(new RelayError("idle-timeout", { origin, limit, cause: "idle-timeout" }));
      }, limit);
  return {
    pause: () => void (isPaused = true),
    onData: () => {
      isPaused = false;
      timer?.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}

/** A body that is being written to disk. */
export interface StoredBody {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Finishes the body. Resolves to a name that can be used to read the body. */
  readonly finish: () => Promise<string>;
  readonly discard: () => Promise<void>;
}

export interface ResponseBodyStore {
  readonly beginBody: () => Promise<StoredBody>;
  /** Returns the body, or undefined if nothing is stored under this name. */
  readonly read: (name: string) => Readable | undefined;
  readonly dispose: () => Promise<void>;
}

/** The maximum number of stored bodies. If this number is exceeded, the oldest body is deleted. */
const maxStoredBodies = 10;

/**
 * Creates storage for long response bodies. Only the current user can read the files. Their folder is created on first
 * use and removed by `dispose`.
 */
export function createResponseBodyStore(parent: string = tmpdir()): ResponseBodyStore {
  let folder: Promise<string> | undefined;
  const pathsById = new Map<string, string>();
  return {
    beginBody: async () => {
      folder ??= mkdtemp(join(parent, "docwright-answers-"));
      const name = randomUUID();
      const path = join(await folder, name);
      const file = await open(path, "wx", 0o600);
      return {
        write: (bytes) => writeAll(file, bytes),
        finish: async () => {
          await file.close();
          pathsById.set(name, path);
          const oldestEntries = [...pathsById].slice(0, Math.max(0, pathsById.size - maxStoredBodies));
          for (const [oldId] of oldestEntries) pathsById.delete(oldId);
          await Promise.all(oldestEntries.map(([, oldId]) => rm(oldId, { force: true })));
          return name;
        },
        discard: async () => {
          await file.close();
          await rm(path, { force: true });
        },
      };
    },
    read: (name) => {
      const path = pathsById.get(name);
      return path === undefined ? undefined : createReadStream(path);
    },
    dispose: async () => {
      pathsById.clear();
      const createdFolder = await folder?.catch(() => undefined);
      folder = undefined;
      if (createdFolder !== undefined) await rm(createdFolder, { recursive: true, force: true });
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset);
    offset += bytesWritten;
  }
}
