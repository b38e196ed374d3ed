import { parsedJson } from "../core/request/media/encoding.ts";
import { secretNames } from "../core/request/build/secret-placeholders.ts";
import type { RelayHost } from "./relay.ts";
import { secretForms } from "./secret-spellings.ts";
import { readSecrets } from "./secret-values.ts";
import type { TargetUrl } from "./target-url.ts";
import { askConsent, type Destination } from "./targets.ts";

export interface OutgoingMessage {
  readonly text: string;
  /** What is not to be shown from now on, with the marks that stand for it (`formRedactor`). */
  readonly forms: ReadonlyMap<string, string>;
}

/**
 * Puts secrets into messages of one connection: only such as belong to its origin, and the first time that one is used
 * the person is asked, as before a request. Rejects with a `RelayFault`; then nothing may be sent.
 */
export function messageSecrets(
  { origin }: Pick<TargetUrl, "origin">,
  destination: Destination,
  agreed: readonly string[],
  host: Pick<RelayHost, "secret" | "consent">,
): (text: string) => Promise<OutgoingMessage> {
  const known = new Set(agreed);
  const formsOf = remembered(secretForms);
  return async (text) => {
    if (secretNames(text).length === 0) return { text, forms: noForms };
    const isJson = parsedJson(text) !== undefined;
    const body = { kind: "text", text, isJson } as const;
    const url = { ...destination.url, origin, path: "" };
    const secrets = await readSecrets({ url, headers: [], cookies: [], body }, host, formsOf);
    if (secrets.names.some((name) => !known.has(name))) {
      await askConsent(destination, secrets.names, host, { connects: true });
      for (const name of secrets.names) known.add(name);
    }
    return { text: secrets.putIn(text, isJson ? "json" : "plain"), forms: secrets.forms };
  };
}

/** Returns the last result again if the arguments are the same, as they are for nearly every message. */
function remembered(formsOf: typeof secretForms): typeof secretForms {
  let last: { readonly key: string; readonly forms: ReturnType<typeof secretForms> } | undefined;
  return (secrets, also) => {
    const key = JSON.stringify([...secrets, ...(also ?? [])]);
    if (last?.key !== key) last = { key, forms: formsOf(secrets, also) };
    return last.forms;
  };
}

const noForms: OutgoingMessage["forms"] = new Map();
