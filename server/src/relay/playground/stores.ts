import { randomBytes } from "node:crypto";
import { Cookie, CookieJar as ToughJar } from "tough-cookie";
import * as v from "valibot";
import { isSecretName } from "../../core/request/build/secret-placeholders.ts";
import {
  type Environment,
  type EnvironmentChange,
  type HistoryDraft,
  historyDraft,
  type HistoryEntry,
  type SecretName,
} from "../../core/request/protocol/playground-protocol.ts";
import { amount, createMap, type Data, parseMessage, createText } from "../../core/text/parse-message.ts";
import { createRecord } from "../../core/text/plain-record.ts";
import { renewal } from "../auth/oauth-token.ts";
import { readTargetUrl } from "../policy/targets.ts";
import type { CookieJar, RelayTarget } from "../relay.ts";
import { removeSecrets } from "../secrets/redaction.ts";

/** Key-value storage for one user, which is either VS Code's `Memento` or memory. */
export interface PlaygroundStore {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: unknown) => PromiseLike<void>;
}

/** Storage for the values of secrets, which is either VS Code's `SecretStorage` or memory. */
export interface SecretStore {
  readonly get: (key: string) => PromiseLike<string | undefined>;
  readonly store: (key: string, value: string) => PromiseLike<void>;
  readonly delete: (key: string) => PromiseLike<void>;
}

/** Creates a store for the command line. Its content is lost when the process ends. */
export function createMemoryStore(): PlaygroundStore {
  const values = new Map<string, unknown>();
  return {
    get: (key) => values.get(key),
    update: async (key, value) => {
      values.set(key, value);
    },
  };
}

export function createMemorySecretStore(): SecretStore {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key),
    store: async (key, value) => {
      values.set(key, value);
    },
    delete: async (key) => {
      values.delete(key);
    },
  };
}

/** The user's playground environments. Their values never come from the site. */
export interface EnvironmentStore {
  readonly listAll: () => readonly Environment[];
  /** The selected environment. */
  readonly getSelected: () => Environment | undefined;
  readonly change: (change: EnvironmentChange) => void;
  /** Returns the origins of the base URLs that the user has typed into environments. */
  readonly listTargets: () => readonly RelayTarget[];
}

const maxEnvironments = { environments: 50, variables: 100, value: 10_000 } as const;

export function createEnvironmentStore(store: PlaygroundStore, scope: string): EnvironmentStore {
  const keys = { all: `${scope}/environments`, chosen: `${scope}/environment` };
  let all = readAll(store.get(keys.all));
  let chosenId = parseMessage(createText(200), store.get(keys.chosen)) ?? "";
  const keep = (environments: readonly Environment[], name: string): void => {
    all = environments;
    chosenId = environments.some((each) => each.name === name) ? name : "";
    void store.update(keys.all, all);
    void store.update(keys.chosen, chosenId);
  };

  return {
    listAll: () => all,
    getSelected: () => all.find(({ name }) => name === chosenId),
    change: (change) => {
      const { name } = change;
      const others = all.filter((each) => each.name !== name);
      if (change.kind === "choose") return keep(all, name);
      if (change.kind === "remove") return keep(others, chosenId);
      const environment = readEnvironment({ name, ...change.environment });
      if (!environment || others.length >= maxEnvironments.environments) return;
      const at = all.findIndex((each) => each.name === name);
      keep(at < 0 ? [...all, environment] : all.toSpliced(at, 1, environment), chosenId);
    },
    listTargets: () => all.flatMap(({ baseUrl }) => getTarget(baseUrl) ?? []),
  };
}

function readAll(value: unknown): readonly Environment[] {
  return Array.isArray(value)
    ? (value as readonly unknown[])
        .slice(0, maxEnvironments.environments)
        .flatMap((each) => readEnvironment(each) ?? [])
    : [];
}

const storedEnvironment = v.object({
  name: v.pipe(createText(60), v.trim(), v.nonEmpty(), v.regex(/^[^\0-\x1f\x7f]*$/)),
  baseUrl: v.optional(v.pipe(createText(2000), v.trim())),
  variables: createMap(maxEnvironments.variables, createText(maxEnvironments.value)),
  keepsCookies: v.optional(v.boolean(), false),
});

/** Reads an environment. If its base URL can't be used, the environment is returned without the base URL. */
function readEnvironment(value: unknown): Environment | undefined {
  const storedValue = parseMessage(storedEnvironment, value);
  if (!storedValue) return undefined;
  const variableEntries = Object.entries(storedValue.variables).filter(([variable]) => /^[\w.-]{1,64}$/.test(variable));
  return {
    ...storedValue,
    baseUrl: getTarget(storedValue.baseUrl) ? storedValue.baseUrl : undefined,
    variables: createRecord(variableEntries),
  };
}

function getTarget(baseUrl: string | undefined): RelayTarget | undefined {
  if (baseUrl === undefined) return undefined;
  try {
    return { origin: readTargetUrl(baseUrl).origin, declaredBy: "you" };
  } catch {
    return undefined;
  }
}

/** The requests that the user has sent, without secrets. The newest requests come first. */
export interface HistoryStore {
  /** Returns all entries without their responses, because responses are long and rarely needed. */
  readonly listAll: () => readonly HistoryEntry[];
  /** Returns the response of an entry, or undefined if it isn't stored. */
  readonly getResponse: (id: string) => string | undefined;
  /** Stores an entry. `secrets` maps names to the values to remove from the entry. */
  readonly add: (draft: HistoryDraft, secrets: ReadonlyMap<string, string>) => void;
  /** Removes one entry, or all entries if `id` is undefined. */
  readonly remove: (id: string | undefined) => void;
}

/** A history entry in its stored form. */
type StoredEntry = Data<typeof storedEntry>;
const storedEntry = v.object({ ...historyDraft.entries, id: createText(64), at: amount });

/**
 * The maximum number of entries, and the maximum JSON sizes in bytes. `entry` applies to each entry without its
 * response, `answer` to each response, and `all` to all entries and responses combined.
 */
const maxHistory = { entries: 200, entry: 100_000, answer: 64_000, all: 2_000_000 } as const;

export function createHistoryStore(store: PlaygroundStore, key: string, now: () => number = Date.now): HistoryStore {
  let entries = readEntries(store.get(key));
  const keep = (next: readonly StoredEntry[]): void => {
    entries = next;
    void store.update(key, next);
  };
  return {
    listAll: () => entries.map(removeResponse),
    getResponse: (id) => entries.find((entry) => entry.id === id)?.answer,
    add: (draft, secrets) => {
      const clean = removeSecrets(draft, secrets);
      const id = randomBytes(9).toString("base64url");
      const { answer, ...rest } = clean;
      const entry = truncateEntry({ id, at: now(), ...rest });
      if (entry) keep(selectFittingEntries([{ ...entry, ...truncateResponse(answer) }, ...entries]));
    },
    remove: (id) => keep(id === undefined ? [] : entries.filter((entry) => entry.id !== id)),
  };
}

/** Returns the entry, or the entry without its bodies if it's too large. Returns undefined if it's still too large. */
function truncateEntry(entry: HistoryEntry): HistoryEntry | undefined {
  if (getSize(entry) <= maxHistory.entry) return entry;
  const { values, request } = entry;
  const withoutBody = {
    ...entry,
    values: { ...values, body: undefined },
    request: { ...request, body: undefined },
  };
  return getSize(withoutBody) <= maxHistory.entry ? withoutBody : undefined;
}

/**
 * Returns the newest requests that fit within the limit. Their responses are also included, newest first, as long as
 * there's space left.
 */
function selectFittingEntries(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  let remainingSize: number = maxHistory.all;
  const newestEntries = entries.slice(0, maxHistory.entries);
  const overflowIndex = newestEntries.findIndex((entry) => (remainingSize -= getSize(removeResponse(entry))) < 0);
  const sent = overflowIndex < 0 ? newestEntries : newestEntries.slice(0, overflowIndex);
  if (overflowIndex >= 0) remainingSize = 0;
  return sent.map((entry) => {
    remainingSize -= getSize(entry.answer);
    if (remainingSize >= 0) return entry;
    const { answer: _, ...rest } = entry;
    return rest;
  });
}

function removeResponse({ answer, ...entry }: StoredEntry): HistoryEntry {
  return answer === undefined ? entry : { ...entry, hasAnswer: true };
}

/**
 * Truncates the response to the byte limit. This may take several passes, because text is cut by character, and a
 * character can take several bytes.
 */
function truncateResponse(response: string | undefined): { readonly answer?: string } {
  if (response === undefined) return {};
  let storedResponse = response;
  while (getSize(storedResponse) > maxHistory.answer)
    storedResponse = storedResponse.slice(
      0,
      Math.floor((storedResponse.length * maxHistory.answer) / getSize(storedResponse)) - 1,
    );
  return { answer: storedResponse };
}

function getSize(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

function readEntries(value: unknown): readonly StoredEntry[] {
  if (!Array.isArray(value)) return [];
  const entries = (value as readonly unknown[]).slice(0, maxHistory.entries);
  return selectFittingEntries(entries.flatMap((entry) => parseMessage(storedEntry, entry) ?? []));
}

/** A secret and its origin. For a token, this includes the data for renewal. */
export type StoredSecret = Data<typeof storedSecret>;

/**
 * Secrets by name. Names and origins are stored separately from the values, which are read only when they're needed for
 * a request.
 */
export interface PlaygroundSecrets {
  readonly listNames: () => readonly SecretName[];
  readonly get: (name: string) => Promise<StoredSecret | undefined>;
  /** Resolves to false if the name or the value is invalid. */
  readonly set: (name: string, secret: StoredSecret) => Promise<boolean>;
  readonly remove: (name: string) => Promise<void>;
  /** Returns the values by name, which are used for redaction. */
  readonly getValues: () => Promise<ReadonlyMap<string, string>>;
}

const maxSecrets = 100;
const maxValueLength = 20_000;

const secretName = v.object({ name: v.pipe(v.string(), v.check(isSecretName)), origin: createText(2000) });
const storedSecret = v.object({
  value: createText(maxValueLength),
  origin: createText(2000),
  renewal: v.exactOptional(renewal),
});

export function createPlaygroundSecrets(store: PlaygroundStore, values: SecretStore, scope: string): PlaygroundSecrets {
  const namesKey = `${scope}/secrets`;
  const getKey = (name: string): string => `${scope}/secret/${name}`;
  let names = readNames(store.get(namesKey));
  const change = (next: readonly SecretName[]): void => {
    names = next;
    void store.update(namesKey, next);
  };
  const get = async (name: string): Promise<StoredSecret | undefined> =>
    isSecretName(name) ? readSecret(await values.get(getKey(name))) : undefined;

  return {
    listNames: () => names,
    get,
    set: async (name, secret) => {
      if (!isSecretName(name) || secret.value === "" || secret.value.length > maxValueLength) return false;
      const others = names.filter((each) => each.name !== name);
      if (others.length >= maxSecrets) return false;
      await values.store(getKey(name), JSON.stringify(secret));
      change([...others, { name, origin: secret.origin }]);
      return true;
    },
    remove: async (name) => {
      if (!isSecretName(name)) return;
      await values.delete(getKey(name));
      change(names.filter((each) => each.name !== name));
    },
    getValues: async () => {
      const secretEntries = await Promise.all(
        names.map(async ({ name }) => {
          const secret = await get(name);
          return secret ? [[name, secret.value] as const] : [];
        }),
      );
      return new Map(secretEntries.flat());
    },
  };
}

function readNames(value: unknown): readonly SecretName[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).slice(-maxSecrets).flatMap((each) => parseMessage(secretName, each) ?? []);
}

/** Reads a stored secret. Its origin is stored together with the value, in storage that only Docwright can write to. */
function readSecret(storedText: string | undefined): StoredSecret | undefined {
  if (storedText === undefined) return undefined;
  try {
    return parseMessage(storedSecret, JSON.parse(storedText));
  } catch {
    return undefined;
  }
}

/** The limits for the cookies of each site, which prevent a site from exhausting memory. */
const maxLength = 8192;
const maxCookies = 500;

/**
 * Creates an in-memory jar for cookies in responses, based on RFC 6265 and the public suffix list. Cookies that are
 * invalid or for other domains are ignored.
 */
export function createCookieJar(): CookieJar {
  const jar = new ToughJar(undefined, { rejectPublicSuffixes: true, looseMode: false });
  const usedNames = new Set<string>();
  return {
    getCookies: (url) => attempt(() => jar.getCookieStringSync(url)) ?? "",
    take: (url, setCookie) => {
      const cookie = setCookie.length > maxLength ? undefined : Cookie.parse(setCookie);
      if (!cookie) return;
      const name = JSON.stringify([new URL(url).hostname, cookie.domain, cookie.path, cookie.key]);
      if (usedNames.size >= maxCookies && !usedNames.has(name)) return;
      if (attempt(() => jar.setCookieSync(cookie, url, { ignoreError: true }))) usedNames.add(name);
    },
  };
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
