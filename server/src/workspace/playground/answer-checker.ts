import type { AnswerCheck, AnswerToCheck } from "../../core/request/response/verdict.ts";
import type { MessageToCheck } from "../../core/request/channel/channel-form.ts";
import { checkMessage, type HoldAnswer } from "../../core/request/response/check-content.ts";
import type { ChannelModel } from "../../core/spec/model/channel-model.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { OperationName } from "../../core/spec/validity/analyze-spec.ts";
import type { SiteFiles } from "../read-frame.ts";
import type { SpecReader } from "../spec-reader.ts";
import { AnswerThread } from "./answer-thread.ts";

/** Who knows what specifications say of answers. */
export type AnswerSpecs = Pick<SpecReader, "answers">;

/** For finding out which message of a channel one is. Milliseconds. */
const longestSearch = 4_000;

/** Holds answers of an API against its specification as it is now. */
export class AnswerChecker {
  readonly #specs: AnswerSpecs;
  readonly #thread: AnswerThread;

  constructor(specs: AnswerSpecs, thread = new AnswerThread()) {
    this.#specs = specs;
    this.#thread = thread;
  }

  /** Never rejects; `unspecified` where the specification has no such operation. */
  async check(
    from: SiteFiles,
    spec: SpecOutline,
    operation: OperationName,
    answer: AnswerToCheck,
  ): Promise<AnswerCheck> {
    const model = await this.#specs.answers(from, spec, operation).catch(() => undefined);
    if (model) return this.#thread.check(model, answer);
    const reason = `What ${spec.path} says of this operation is not known at this moment.`;
    return { verdict: "unknown", reason, mismatches: [] };
  }

  /** Holds a message of a channel against what the specification says of it, or against each that it may be. Never rejects. */
  async checkMessage(
    from: SiteFiles,
    spec: SpecOutline,
    channel: ChannelModel,
    message: MessageToCheck,
  ): Promise<AnswerCheck> {
    const model = await this.#specs.answers(from, spec, { channel: channel.id }).catch(() => undefined);
    const until = performance.now() + longestSearch;
    const hold: HoldAnswer = async (...asked) =>
      performance.now() < until ? this.#thread.check(...asked) : undefined;
    if (model) return checkMessage(channel, model, message, hold);
    const reason = `What ${spec.path} says of this channel is not known at this moment.`;
    return { verdict: "unknown", reason, mismatches: [] };
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
