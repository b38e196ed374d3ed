import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { AnswerCheck, AnswerToCheck } from "../../core/request/response/verdict.ts";
import type { MessageToCheck } from "../../core/request/channel/channel-form.ts";
import type { LiveSite } from "../live-site.ts";
import type { AnswerChecker } from "./answer-checker.ts";

/** Holds answers against what the specification of a page's endpoint says now. */
export function answerCheckIn(
  site: LiveSite,
  checker: AnswerChecker,
): (source: PageSource, answer: AnswerToCheck) => Promise<AnswerCheck> {
  return async ({ endpoint }, answer) => {
    if (endpoint?.kind !== "operation") return { verdict: "unknown", reason: ofPage, mismatches: [] };
    const spec = site.current?.site.specs.get(endpoint.spec);
    if (!spec) return unspecified(`The site has no ${endpoint.spec} any more.`);
    return checker.check(site.files, spec, endpoint.whole.operation, answer);
  };
}

/** Holds messages against what the specification of a page's channel says now. */
export function messageCheckIn(
  site: LiveSite,
  checker: AnswerChecker,
): (source: PageSource, message: MessageToCheck) => Promise<AnswerCheck> {
  return async ({ endpoint }, message) => {
    if (endpoint?.kind !== "channel") return { verdict: "unknown", reason: noChannel, mismatches: [] };
    const { channel } = endpoint.whole;
    const spec = site.current?.site.specs.get(channel.at.file);
    if (!spec) return unspecified(`The site has no ${channel.at.file} any more.`);
    return checker.checkMessage(site.files, spec, channel, message);
  };
}

const noChannel = "This page documents no channel, so nothing says what a message is like.";
const ofPage = "This page describes its endpoint itself, so no specification says what an answer is like.";

function unspecified(reason: string): AnswerCheck {
  return { verdict: "unspecified", reason, mismatches: [] };
}
