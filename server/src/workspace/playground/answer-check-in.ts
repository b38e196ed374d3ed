import type { PageSource } from "../../core/preview/page-source.ts";
import type { AnswerCheck, AnswerToCheck } from "../../core/request/answer-check.ts";
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

const ofPage = "This page describes its endpoint itself, so no specification says what an answer is like.";

function unspecified(reason: string): AnswerCheck {
  return { verdict: "unspecified", reason, mismatches: [] };
}
