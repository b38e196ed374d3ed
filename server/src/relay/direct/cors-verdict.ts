import type { NamedText } from "../../core/request/build/build-context.ts";
import { isSafelistedMethod } from "./fetch-rules.ts";

/** What a browser on another origin wants to send, as far as CORS is concerned. */
export interface CrossOriginRequest {
  /** Of the published docs: `https://docs.example.com`. */
  readonly origin: string;
  readonly method: string;
  /** Lower case. */
  readonly unsafeHeaders: readonly string[];
  /** Cookies are to go along (“credentials mode”). */
  readonly withCookies: boolean;
}

export interface CorsAnswer {
  readonly status: number;
  readonly headers: readonly NamedText[];
}

/**
 * Why a browser does not send this request after such an answer to its preflight; none: it does. Fetch standard,
 * “CORS-preflight fetch”.
 */
export function preflightReasons(request: CrossOriginRequest, answer: CorsAnswer): readonly string[] {
  const { method, unsafeHeaders, withCookies } = request;
  const reasons = [...originReasons(request, answer, "The answer to OPTIONS")];
  if (answer.status < 200 || answer.status > 299)
    reasons.push(
      `Before this request a browser asks the API with OPTIONS whether it may be sent, and the API answers ${answer.status}. It has to answer 200 or 204 there, also to who is not signed in.`,
    );
  const methods = listOf(answer, "access-control-allow-methods");
  const allowsMethod = methods.includes(method) || (methods.includes("*") && !withCookies);
  if (!isSafelistedMethod(method) && !allowsMethod)
    reasons.push(
      `The answer to OPTIONS does not allow ${method}. Add it to Access-Control-Allow-Methods${nowReads(answer, "access-control-allow-methods")}.`,
    );
  const names = listOf(answer, "access-control-allow-headers").map((name) => name.toLowerCase());
  const missing = unsafeHeaders.filter(
    (name) => !names.includes(name) && (withCookies || name === "authorization" || !names.includes("*")),
  );
  if (missing.length > 0)
    reasons.push(
      `The answer to OPTIONS does not allow the ${missing.length === 1 ? "header" : "headers"} ${missing.join(", ")}. Add ${missing.length === 1 ? "it" : "them"} to Access-Control-Allow-Headers${nowReads(answer, "access-control-allow-headers")}${missing.includes("authorization") && names.includes("*") ? "; * does not stand for authorization" : ""}.`,
    );
  return reasons;
}

/** Why a browser does not let the page read this answer; none: it does. Fetch standard, “CORS check”. */
export function originReasons(
  { origin, withCookies }: CrossOriginRequest,
  answer: CorsAnswer,
  subject = "The answer",
): readonly string[] {
  const allowed = valueOf(answer, "access-control-allow-origin");
  const wanted = withCookies ? origin : `${origin} or *`;
  if (allowed === undefined)
    return [`${subject} has no Access-Control-Allow-Origin, so a browser keeps it from the page. It has to be ${wanted}.`]; // prettier-ignore
  if (allowed === "*" && !withCookies) return [];
  if (allowed === "*")
    return [`${subject} has Access-Control-Allow-Origin: *, which does not count where cookies are sent. It has to be ${origin}.`]; // prettier-ignore
  if (allowed !== origin)
    return [`${subject} has Access-Control-Allow-Origin: ${shown(allowed)}, which lets another site read it. It has to be ${wanted}.`]; // prettier-ignore
  if (withCookies && valueOf(answer, "access-control-allow-credentials") !== "true")
    return [
      `${subject} has no Access-Control-Allow-Credentials: true, which it needs where cookies are sent.`,
    ];
  return [];
}

/** Several headers of one name are one list (Fetch, “get”). */
function valueOf({ headers }: CorsAnswer, wanted: string): string | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

function listOf(answer: CorsAnswer, name: string): readonly string[] {
  return (valueOf(answer, name) ?? "").split(",").map((item) => item.trim()).filter((item) => item !== ""); // prettier-ignore
}

function nowReads(answer: CorsAnswer, name: string): string {
  const value = valueOf(answer, name);
  return value === undefined || value === "" ? ", which it does not have" : `, which reads “${shown(value)}”`;
}

/** Text of a server in a sentence of ours. */
function shown(value: string): string {
  const plain = value.replace(/[^ -~]/g, "·");
  return plain.length > 100 ? `${plain.slice(0, 100)}…` : plain;
}
