import { createUnknownCheck, createUnspecifiedCheck } from "../../core/request/response/response-check.ts";
import { createMessage } from "../../core/text/message.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { MessageToCheck, ResponseToCheck } from "../../core/request/protocol/playground-protocol.ts";
import { checkMessage, type ContentCheck } from "../../core/request/response/check-response.ts";
import type { ResponseCheck } from "../../core/request/response/response-check.ts";
import type { ChannelModel } from "../../core/spec/model/channel-model.ts";
import type { SpecifiedResponses } from "../../core/spec/model/schema-model.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { OperationName } from "../../core/spec/validity/analyze-spec.ts";
import type { SiteState } from "../analysis/site-state.ts";
import type { SiteFiles } from "../files/site-files.ts";
import type { SpecService } from "../specs/spec-service.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";

/** A request to the worker thread. The thread validates one response at a time against its schemas. */
export interface ResponseValidationRequest {
  readonly model: SpecifiedResponses;
  readonly response: ResponseToCheck;
  /** Patterns that have taken too long before and therefore aren't tried again. */
  readonly slowPatterns: readonly string[];
}

/** The thread's reply to a request. */
export interface ResponseValidationReply {
  readonly kind: "checked";
  readonly check: ResponseCheck;
}

/**
 * Memory that is shared by both threads. It contains two numbers. The first number increases whenever a pattern is
 * started or finished, so it's odd while a pattern is being tried. The second number is the index of that pattern.
 */
export interface PatternProgress {
  readonly progress: SharedArrayBuffer;
}
export const heartbeatCountIndex = 0;
export const heartbeatPatternIndex = 1;

/** Returns the patterns in a model, always in the same order. */
export function listPatterns({ schemas }: SpecifiedResponses): readonly string[] {
  const patterns = new Set<string>();
  for (const { pattern, patternProperties = [] } of schemas) {
    if (pattern !== undefined) patterns.add(pattern);
    for (const [name] of patternProperties) patterns.add(name);
  }
  return [...patterns];
}

export interface ResponseValidationLimits {
  /** The limit for a complete check. All limits are CPU times in milliseconds. */
  readonly totalMilliseconds?: number;
  /** The limit for matching one string against one pattern. */
  readonly patternMilliseconds?: number;
  /** The limit for starting the thread. */
  readonly startMilliseconds?: number;
  /** The path of the thread's file. Omit to use the default. */
  readonly file?: string;
}

type Outcome =
  | ResponseValidationReply
  | { readonly kind: "slow-pattern"; readonly pattern: string | undefined }
  | { readonly kind: "lost"; readonly loss: WorkerLoss };

/**
 * A worker thread that validates responses against schemas. The thread is started for the first check. If a pattern
 * takes too long, the thread is terminated and restarted without that pattern, and the check continues. An idle thread
 * doesn't keep the process alive.
 */
export class ResponseWorkerHost {
  readonly #limits: Required<Omit<ResponseValidationLimits, "file" | "startMilliseconds">>;
  readonly #host: WorkerHost<ResponseValidationRequest, ResponseValidationReply>;
  /** The shared memory of the current thread. */
  #heartbeat: Int32Array = new Int32Array(2);
  #settleRequest: ((outcome: Outcome) => void) | undefined;
  #lastRequest: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  constructor({
    totalMilliseconds = 2_000,
    patternMilliseconds = 100,
    startMilliseconds = 20_000,
    file = findWorkerFile(__dirname, "response-worker"),
  }: ResponseValidationLimits = {}) {
    this.#limits = { totalMilliseconds, patternMilliseconds };
    this.#host = new WorkerHost(file, {
      workerData: () => {
        const patternProgress: PatternProgress = { progress: new SharedArrayBuffer(8) };
        this.#heartbeat = new Int32Array(patternProgress.progress);
        return patternProgress;
      },
      resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 8 },
      startMilliseconds,
      onReply: (reply) => this.#settleRequest?.(reply),
      onLost: (loss) => this.#settleRequest?.({ kind: "lost", loss }),
    });
  }

  /** Validates a response. Never rejects. If the validation takes too long, the result is `unknown`. */
  check(model: SpecifiedResponses, response: ResponseToCheck): Promise<ResponseCheck> {
    const checkPromise = this.#lastRequest.then(() => this.#check(model, response));
    this.#lastRequest = checkPromise;
    return checkPromise;
  }

  end(): Promise<void> {
    this.#hasEnded = true;
    return this.#host.end();
  }

  async #check(model: SpecifiedResponses, response: ResponseToCheck): Promise<ResponseCheck> {
    const patterns = listPatterns(model);
    const slowPatterns: string[] = [];
    let remainingTime = this.#limits.totalMilliseconds;
    while (remainingTime > 0 && !this.#hasEnded) {
      const outcome = await this.#requestValidation({ model, response, slowPatterns }, remainingTime, patterns);
      if (outcome.kind === "checked") return outcome.check;
      if (outcome.kind === "lost") {
        if (!outcome.loss.wasReady) return createUnknownCheck(createMessage("Validation couldn't be started."));
        if (outcome.loss.kind !== "too-slow")
          return createUnknownCheck(createMessage("Validation used too much memory."));
        break;
      }
      if (outcome.pattern === undefined) break;
      slowPatterns.push(outcome.pattern);
      remainingTime -= this.#limits.patternMilliseconds;
    }
    return createUnknownCheck(
      createMessage("Validating the response took more than {0} seconds.", this.#limits.totalMilliseconds / 1000),
    );
  }

  #requestValidation(
    request: ResponseValidationRequest,
    milliseconds: number,
    patterns: readonly string[],
  ): Promise<Outcome> {
    const endWork = this.#host.beginWork(milliseconds);
    const heartbeat = this.#heartbeat;
    return new Promise((resolve) => {
      let endPattern = (): void => undefined;
      const onSlowPattern = () => {
        this.#settleRequest?.({
          kind: "slow-pattern",
          pattern: patterns[Atomics.load(heartbeat, heartbeatPatternIndex)],
        });
        void this.#host.end();
      };
      let lastHeartbeat = Atomics.load(heartbeat, heartbeatCountIndex);
      const timer = setInterval(() => {
        const count = Atomics.load(heartbeat, heartbeatCountIndex);
        if (count === lastHeartbeat) return;
        lastHeartbeat = count;
        endPattern();
        if (count % 2 !== 0) endPattern = this.#host.beginWork(this.#limits.patternMilliseconds, onSlowPattern);
      }, this.#limits.patternMilliseconds / 5);
      this.#settleRequest = (outcome) => {
        endWork();
        endPattern();
        clearInterval(timer);
        this.#settleRequest = undefined;
        resolve(outcome);
      };
      this.#host.post(request);
    });
  }
}

/** Provides the responses that specifications define. */
export type ResponseSpecReader = Pick<SpecService, "readResponses">;

/** The time limit, in milliseconds, for determining which of the channel's messages was sent. */
const maxSearchMilliseconds = 4_000;

/** Validates an API's responses against its current specification. */
export class ResponseValidator {
  readonly #specReader: ResponseSpecReader;
  readonly #workerHost: ResponseWorkerHost;

  constructor(specReader: ResponseSpecReader, workerHost = new ResponseWorkerHost()) {
    this.#specReader = specReader;
    this.#workerHost = workerHost;
  }

  /**
   * Validates a response. Never rejects. If the specification doesn't contain the operation, the result is
   * `unspecified`.
   */
  async check(
    siteFiles: SiteFiles,
    spec: SpecOutline,
    operation: OperationName,
    response: ResponseToCheck,
  ): Promise<ResponseCheck> {
    const model = await this.#specReader.readResponses(siteFiles, spec, operation).catch(() => undefined);
    if (model) return this.#workerHost.check(model, response);
    return createUnknownCheck(
      createMessage("The definition of this operation in {0} isn't available at the moment.", spec.path),
    );
  }

  /**
   * Validates a channel message against its definition. If the message can't be identified, validates it against each
   * possible definition. Never rejects.
   */
  async checkMessage(
    siteFiles: SiteFiles,
    spec: SpecOutline,
    channel: ChannelModel,
    message: MessageToCheck,
  ): Promise<ResponseCheck> {
    const model = await this.#specReader.readResponses(siteFiles, spec, { channel: channel.id }).catch(() => undefined);
    const deadline = performance.now() + maxSearchMilliseconds;
    const validateContent: ContentCheck = async (...args) =>
      performance.now() < deadline ? this.#workerHost.check(...args) : undefined;
    if (model) return checkMessage(channel, model, message, validateContent);
    return createUnknownCheck(
      createMessage("The definition of this channel in {0} isn't available at the moment.", spec.path),
    );
  }

  end(): Promise<void> {
    return this.#workerHost.end();
  }
}

/** Returns a function that validates responses against the current specification of a page's endpoint. */
export function createResponseCheck(
  site: SiteState,
  validator: ResponseValidator,
): (source: PageSource, response: ResponseToCheck) => Promise<ResponseCheck> {
  return async ({ endpoint }, response) => {
    if (endpoint?.kind !== "operation") return createUnknownCheck(endpointPageReason);
    const spec = site.current?.site.specs.get(endpoint.spec);
    if (!spec)
      return createUnspecifiedCheck(undefined, createMessage("The site no longer contains {0}.", endpoint.spec));
    return validator.check(site.files, spec, endpoint.wholeOperation.operation, response);
  };
}

/** Returns a function that validates messages against the current specification of a page's channel. */
export function createMessageCheck(
  site: SiteState,
  validator: ResponseValidator,
): (source: PageSource, message: MessageToCheck) => Promise<ResponseCheck> {
  return async ({ endpoint }, message) => {
    if (endpoint?.kind !== "channel") return createUnknownCheck(noChannelReason);
    const { channel } = endpoint.model;
    const spec = site.current?.site.specs.get(channel.location.file);
    if (!spec)
      return createUnspecifiedCheck(
        undefined,
        createMessage("The site no longer contains {0}.", channel.location.file),
      );
    return validator.checkMessage(site.files, spec, channel, message);
  };
}

const noChannelReason = createMessage("This page doesn't document a channel, so messages can't be validated.");
const endpointPageReason = createMessage(
  "This page documents its own endpoint, so there's no specification to validate responses against.",
);
