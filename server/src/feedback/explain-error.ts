import { inEnglish, type Say } from "../core/text/message.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";

export interface Broken {
  readonly failure: FeedbackFailure;
  /** Whether asking again may help. */
  readonly mayPass: boolean;
}

/** Why a request had no answer. Nothing of the error's own words is kept: they may hold headers. */
export function explainError(
  error: unknown,
  { hasAnswered, say = inEnglish }: { readonly hasAnswered: boolean; readonly say?: Say },
): Broken {
  const code = codeOf(error);
  if (isCertificate.test(code))
    return stays({
      kind: "certificate",
      message: say(
        "The connection to the service is not safe: its certificate is not one that this machine trusts, so the key was not sent. Check the address, or ask who runs your network.",
      ),
      details: code,
    });
  if (/^(ENOTFOUND|ENODATA|EAI_NONAME)$/.test(code))
    return stays({
      kind: "unreachable",
      message: say("The host of the service is not found. Check its address and your connection."),
      details: code,
    });
  if (code === "ECONNREFUSED")
    return stays({
      kind: "unreachable",
      message: say("Nothing answers at the address of the service. Check the address, and that it runs."),
      details: code,
    });
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return mayPass(tooSlow(say));
  if (/^HPE_|UND_ERR_(HEADERS_OVERFLOW|RESPONSE|RES_)/.test(code))
    return stays({
      kind: "bad-answer",
      message: say("The service answered in a way that is no HTTP. Check its address."),
      details: code,
    });
  if (hasAnswered)
    return mayPass({
      kind: "cut-off",
      message: say("The answer of the service broke off before its end. Try again."),
      ...(code !== "" && { details: code }),
    });
  return mayPass({
    kind: "unreachable",
    message: say("The connection to the service broke off. Check your connection and try again."),
    ...(code !== "" && { details: code }),
  });
}

export function tooSlow(say: Say): FeedbackFailure {
  return { kind: "timeout", message: say("The service takes too long to answer. Try again later.") };
}

const isCertificate =
  /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;

/** `ECONNRESET`: of the error, or of what caused it. Fetch hides the true one behind its own. */
function codeOf(error: unknown): string {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    const code: unknown = "code" in at ? at.code : undefined;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return code;
    const [first] = at instanceof AggregateError ? (at.errors as unknown[]) : [];
    at = first ?? at.cause;
  }
  return "";
}

function stays(failure: FeedbackFailure): Broken {
  return { failure, mayPass: false };
}

function mayPass(failure: FeedbackFailure): Broken {
  return { failure, mayPass: true };
}
