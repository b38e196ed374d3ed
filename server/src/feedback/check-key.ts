import { inEnglish, type Say } from "../core/text/message.ts";

/** What keys of administrators begin with, as the profile or `.docwright.json` tells it. */
export interface KeyShape {
  /** `mint_` */
  readonly keyPrefix?: string;
  /** What follows the prefix in keys that may be public: `dsc_`. */
  readonly harmlessKeys?: readonly string[];
}

export type CheckedKey =
  | {
      readonly ok: true;
      /** A sentence when the key looks like one of another kind; the service decides. */
      readonly hint?: string;
    }
  | { readonly ok: false; readonly reason: string };

const shape = /^[\x21-\x7e]{8,512}$/;

/**
 * Whether a key can travel in a header. Asked before anything is sent or stored: what fetch says about a key with a line
 * end has the key in it. No answer has a part of the key in it.
 */
export function checkKey(
  key: string,
  { keyPrefix, harmlessKeys = [] }: KeyShape = {},
  say: Say = inEnglish,
): CheckedKey {
  if (key === "") return rejectKey(say("There is no key. Copy it from the API keys page of your dashboard."));
  if (key.trim() !== key || /\s/.test(key))
    return rejectKey(
      say("The key has a space or a line end in it. Copy it again, without what stands around it."),
    );
  if (key.length < 8)
    return rejectKey(say("The key is too short to be one. Copy it whole from your dashboard."));
  if (key.length > 512)
    return rejectKey(say("The key is too long to be one: a key has at most 512 characters."));
  if (!shape.test(key))
    return rejectKey(say("The key has characters that no key has. Copy it again from your dashboard."));
  if (keyPrefix === undefined || keyPrefix === "") return { ok: true };
  if (!key.startsWith(keyPrefix))
    return {
      ok: true,
      hint: say(
        "Keys of administrators begin with {0} and this one does not. The service may refuse it.",
        keyPrefix,
      ),
    };
  const other = harmlessKeys.find((kind) => key.startsWith(keyPrefix + kind));
  if (other === undefined) return { ok: true };
  return {
    ok: true,
    hint: say(
      "Keys that begin with {0} are for something else. Feedback takes the key of an administrator.",
      keyPrefix + other,
    ),
  };
}

function rejectKey(reason: string): CheckedKey {
  return { ok: false, reason };
}
