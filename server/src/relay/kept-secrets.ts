import type { SecretName } from "../core/request/protocol/playground-protocol.ts";
import { isRecord, textOf } from "../core/request/protocol/request-schema.ts";
import { isSecretName } from "../core/request/build/secret-placeholders.ts";
import type { PlaygroundStore, SecretStore } from "./playground-store.ts";
import type { BoundSecret } from "./relay.ts";
import { readRenewal, type Renewal } from "./token-answer.ts";

/** A secret with where it goes and, for tokens, how the next one is asked for. */
export interface KeptSecret extends BoundSecret {
  readonly renewal?: Renewal;
}

/** Secrets by name: names and origins in one place, values in another that nobody reads but for sending. */
export interface KeptSecrets {
  readonly names: () => readonly SecretName[];
  readonly get: (name: string) => Promise<KeptSecret | undefined>;
  /** False where the name or the value is none. */
  readonly set: (name: string, secret: KeptSecret) => Promise<boolean>;
  readonly forget: (name: string) => Promise<void>;
  /** Values by name, to take them out of texts. */
  readonly values: () => Promise<ReadonlyMap<string, string>>;
}

const maxSecrets = 100;
const longestValue = 20_000;

export function keptSecrets(store: PlaygroundStore, values: SecretStore, scope: string): KeptSecrets {
  const namesKey = `${scope}/secrets`;
  const keyOf = (name: string): string => `${scope}/secret/${name}`;
  let names = readNames(store.get(namesKey));
  const change = (next: readonly SecretName[]): void => {
    names = next;
    void store.update(namesKey, next);
  };
  const get = async (name: string): Promise<KeptSecret | undefined> =>
    isSecretName(name) ? readSecret(await values.get(keyOf(name))) : undefined;

  return {
    names: () => names,
    get,
    set: async (name, secret) => {
      if (!isSecretName(name) || secret.value === "" || secret.value.length > longestValue) return false;
      const others = names.filter((each) => each.name !== name);
      if (others.length >= maxSecrets) return false;
      await values.store(keyOf(name), JSON.stringify(secret));
      change([...others, { name, origin: secret.origin }]);
      return true;
    },
    forget: async (name) => {
      if (!isSecretName(name)) return;
      await values.delete(keyOf(name));
      change(names.filter((each) => each.name !== name));
    },
    values: async () => {
      const kept = await Promise.all(
        names.map(async ({ name }) => {
          const secret = await get(name);
          return secret ? [[name, secret.value] as const] : [];
        }),
      );
      return new Map(kept.flat());
    },
  };
}

function readNames(value: unknown): readonly SecretName[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).slice(-maxSecrets).flatMap((each) => {
    const name = isRecord(each) ? textOf(each["name"], 64) : undefined;
    const origin = isRecord(each) ? textOf(each["origin"], 2000) : undefined;
    return name === undefined || origin === undefined || !isSecretName(name) ? [] : [{ name, origin }];
  });
}

/** The origin stands beside the value, where nothing but this program writes. */
function readSecret(text: string | undefined): KeptSecret | undefined {
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isRecord(kept)) return undefined;
    const value = textOf(kept["value"], longestValue);
    const origin = textOf(kept["origin"], 2000);
    const renewal = readRenewal(kept["renewal"]);
    return value === undefined || origin === undefined
      ? undefined
      : { value, origin, ...(renewal && { renewal }) };
  } catch {
    return undefined;
  }
}
