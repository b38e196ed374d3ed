import type { HistoryDraft } from "../core/request/protocol/playground-protocol.ts";
import type { Credential, RequestValues } from "../core/request/form/request-values.ts";
import { secretMark } from "../core/request/build/secret-placeholders.ts";
import { redactor } from "./redact.ts";

/** Stands where something was typed that is a secret by its place; whoever sends the request again types it anew. */
const typed = "not-kept";
const privateHeaders = /^(authorization|proxy-authorization|cookie|.*(api-?key|token|secret|password).*)$/i;

/**
 * A request that was sent, as it may be remembered: without the values of secrets in any of their forms, and without
 * what was typed where credentials belong; what came back without what looks like a secret that the server gives.
 */
export function withoutSecrets(draft: HistoryDraft, secrets: ReadonlyMap<string, string>): HistoryDraft {
  const known = redactor(secrets);
  const found = Object.values(draft.values.credentials).flatMap(typedIn);
  const clean = found.reduce<(text: string) => string>((before, text) => {
    const redact = redactor(new Map([[typed, text]]));
    return (each) => redact(before(each));
  }, known);
  const { values, request, answer, ...rest } = eachText(draft, clean);
  return {
    ...rest,
    ...(answer !== undefined && { answer: withoutGiven(answer) }),
    values: { ...values, credentials: withoutTyped(values.credentials) },
    request: {
      ...request,
      headers: request.headers.map(([name, value]) => [
        name,
        privateHeaders.test(name) ? hidden(value) : value,
      ]),
      cookies: request.cookies.map(([name, value]) => [name, hidden(value)]),
    },
  };
}

/** Names of members, elements and fields that hold secrets: `access_token`, `apiKey`, `client-secret`. */
const secretName =
  "(?!(?:next|prev|page|cursor|continuation|sync)[\\w.-]*token)[\\w.-]*?(?:token|secret|password|passwd|passphrase|api[-_]?key|private[-_]?key|credential|session[-_]?id|authorization)s?";
const givenSecrets: readonly RegExp[] = [
  // A string of JSON, also one that is cut off.
  new RegExp(`("${secretName}"\\s*:\\s*")((?:[^"\\\\]|\\\\.)+)`, "gi"),
  new RegExp(`(<(?:[\\w-]+:)?${secretName}(?:\\s[^<>]*)?>)([^<]+)`, "gi"),
  new RegExp(`((?:^|[&?\\s])${secretName}=)([^&\\s"'<>]+)`, "gi"),
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)([^-]+)/g,
];

/** A text of a server without what it seems to give as a secret: what somebody can sign in with is not kept. */
function withoutGiven(answer: string): string {
  // Tokens of RFC 7519, wherever they stand.
  const first = answer.replace(/[\w.-]{20,}/g, (run) =>
    /^eyJ[\w-]+\.[\w-]+/.test(run) ? secretMark(typed) : run,
  );
  return givenSecrets.reduce(
    (text, pattern) =>
      text.replace(pattern, (whole, name: string, value: string) =>
        value.includes("{{secret:") ? whole : name + secretMark(typed),
      ),
    first,
  );
}

/** What of a credential is neither the name of a secret nor of a variable. */
function typedIn(credential: Credential): readonly string[] {
  const text = credential.kind === "basic" ? credential.password : credential.value;
  return text.split(/\{\{[^{}]*\}\}/).filter((piece) => piece.trim() !== "");
}

function withoutTyped(credentials: RequestValues["credentials"]): RequestValues["credentials"] {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, credential]): [string, Credential] => {
      const isTyped = typedIn(credential).some((piece) => piece !== secretMark(typed));
      const isMarked = JSON.stringify(credential).includes(secretMark(typed));
      if (!isTyped && !isMarked) return [name, credential];
      return [
        name,
        credential.kind === "basic" ? { ...credential, password: "" } : { kind: "value", value: "" },
      ];
    }),
  );
}

/** `Bearer {{secret:token}}` as it is, `Bearer abc` as `Bearer {{secret:not-kept}}`. */
function hidden(value: string): string {
  if (value === "" || (value.includes("{{") && !value.includes(secretMark(typed)))) return value;
  const [, scheme = ""] = /^([A-Za-z]{1,20} )\S/.exec(value) ?? [];
  return scheme + secretMark(typed);
}

/** The same value with each text in it changed. */
function eachText<Value>(value: Value, change: (text: string) => string): Value {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "string" ? change(each) : each,
  );
  return JSON.parse(text) as Value;
}
