import {
  type RelayFailure,
  type RelayFailureCode,
  relayFailureCodes,
  type RelayHead,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";

/** What the relay says about the target's answer; undefined where it is the relay itself that answers. */
export function headOf(answer: Response): RelayHead | undefined {
  const text = answer.headers.get("X-Relay-Response");
  if (text === null || answer.headers.has("X-Relay-Error")) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
      each.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes)) as RelayHead;
  } catch {
    return undefined;
  }
}

/** Why the relay could not send, or would not. */
export async function failureOf(answer: Response): Promise<RelayFailure> {
  const told = await answer
    .json()
    .then((value: unknown) => (value as { readonly error?: Partial<RelayFailure> } | null)?.error)
    .catch(() => undefined);
  const written = answer.headers.get("X-Relay-Error") ?? told?.code;
  const code: RelayFailureCode = relayFailureCodes.find((each) => each === written) ?? "failed";
  return {
    code,
    message: told?.message ?? "The preview would not send this request.",
    cause: told?.cause ?? `${answer.status} ${answer.statusText}`.trim(),
    hint: told?.hint ?? "Load the page anew and send again.",
    ...(told?.consent && { consent: told.consent }),
    ...(told?.continues !== undefined && { continues: told.continues }),
    ...(told?.fingerprint !== undefined && { fingerprint: told.fingerprint }),
  };
}
