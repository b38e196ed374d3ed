import { randomBytes } from "node:crypto";
import { Cookie, CookieJar as ToughJar } from "tough-cookie";
import * as v from "valibot";
import { isSecretName } from "../../core/request/build/secret-placeholders.ts";
import {
  type Environment,
  type EnvironmentChange,
  type HistoryDraft,
  historyDraftSchema,
  type HistoryEntry,
  type SecretName,
} from "../../core/request/protocol/playground-protocol.ts";
import {
  amountSchema,
  createMapSchema,
  type Data,
  parseMessage,
  createTextSchema,
} from "../../core/text/parse-message.ts";
import { createRecord, isPlainRecord } from "../../core/text/plain-record.ts";
import { renewalSchema } from "../auth/oauth-token.ts";
import { parseTargetUrl } from "../policy/targets.ts";
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
  const valuesByKey = new Map<string, unknown>();
  return {
    get: (key) => valuesByKey.get(key),
    update: async (key, value) => {
      valuesByKey.set(key, value);
    },
  };
}

export function createMemorySecretStore(): SecretStore {
  const valuesByKey = new Map<string, string>();
  return {
    get: async (key) => valuesByKey.get(key),
    store: async (key, value) => {
      valuesByKey.set(key, value);
    },
    delete: async (key) => {
      valuesByKey.delete(key);
    },
  };
}

/** The user's playground environments. Their values never come from the site. */
export interface EnvironmentStore {
  readonly listEnvironments: () => readonly Environment[];
  /** The selected environment. */
  readonly getSelectedEnvironment: () => Environment | undefined;
  readonly applyChange: (change: EnvironmentChange) => void;
  /** Returns the origins of the base URLs that the user has typed into environments. */
  readonly listTargets: () => readonly RelayTarget[];
}

const environmentLimits = { environments: 50, variables: 100, value: 10_000 } as const;

export function createEnvironmentStore(store: PlaygroundStore, scope: string): EnvironmentStore {
  const storeKeys = { environments: `${scope}/environments`, selectedName: `${scope}/environment` };
  let currentEnvironments = readEnvironments(store.get(storeKeys.environments));
  let selectedName = parseMessage(createTextSchema(200), store.get(storeKeys.selectedName)) ?? "";
  const saveEnvironments = (environments: readonly Environment[], name: string): void => {
    currentEnvironments = environments;
    selectedName = environments.some((each) => each.name === name) ? name : "";
    void store.update(storeKeys.environments, currentEnvironments);
    void store.update(storeKeys.selectedName, selectedName);
  };

  return {
    listEnvironments: () => currentEnvironments,
    getSelectedEnvironment: () => currentEnvironments.find(({ name }) => name === selectedName),
    applyChange: (change) => {
      const { name } = change;
      const otherEnvironments = currentEnvironments.filter((each) => each.name !== name);
      if (change.kind === "choose") return saveEnvironments(currentEnvironments, name);
      if (change.kind === "remove") return saveEnvironments(otherEnvironments, selectedName);
      const environment = readEnvironment({ name, ...change.environment });
      if (!environment || otherEnvironments.length >= environmentLimits.environments) return;
      const index = currentEnvironments.findIndex((each) => each.name === name);
      saveEnvironments(
        index < 0 ? [...currentEnvironments, environment] : currentEnvironments.toSpliced(index, 1, environment),
        selectedName,
      );
    },
    listTargets: () => currentEnvironments.flatMap(({ baseUrl }) => createTarget(baseUrl) ?? []),
  };
}

function readEnvironments(value: unknown): readonly Environment[] {
  return Array.isArray(value)
    ? (value as readonly unknown[])
        .slice(0, environmentLimits.environments)
        .flatMap((each) => readEnvironment(each) ?? [])
    : [];
}

const storedEnvironmentSchema = v.object({
  name: v.pipe(createTextSchema(60), v.trim(), v.nonEmpty(), v.regex(/^[^\0-\x1f\x7f]*$/)),
  baseUrl: v.optional(v.pipe(createTextSchema(2000), v.trim())),
  variables: createMapSchema(environmentLimits.variables, createTextSchema(environmentLimits.value)),
  keepsCookies: v.optional(v.boolean(), false),
});

/** Reads an environment. If its base URL can't be used, the environment is returned without the base URL. */
function readEnvironment(value: unknown): Environment | undefined {
  const storedValue = parseMessage(storedEnvironmentSchema, value);
  if (!storedValue) return undefined;
  const variableEntries = Object.entries(storedValue.variables).filter(([variable]) => /^[\w.-]{1,64}$/.test(variable));
  return {
    ...storedValue,
    baseUrl: createTarget(storedValue.baseUrl) ? storedValue.baseUrl : undefined,
    variables: createRecord(variableEntries),
  };
}

function createTarget(baseUrl: string | undefined): RelayTarget | undefined {
  if (baseUrl === undefined) return undefined;
  try {
    return { origin: parseTargetUrl(baseUrl).origin, declaredBy: "you" };
  } catch {
    return undefined;
  }
}

/** The requests that the user has sent, without secrets. The newest requests come first. */
export interface HistoryStore {
  /** Returns all entries without their responses, because responses are long and rarely needed. */
  readonly listEntries: () => readonly HistoryEntry[];
  /** Returns the response of an entry, or undefined if it isn't stored. */
  readonly getResponse: (id: string) => string | undefined;
  /** Stores an entry. `secrets` maps names to the values to remove from the entry. */
  readonly add: (draft: HistoryDraft, secrets: ReadonlyMap<string, string>) => void;
  /** Removes one entry, or all entries if `id` is undefined. */
  readonly remove: (id: string | undefined) => void;
}

/** A history entry in its stored form. */
type StoredEntry = Data<typeof storedEntrySchema>;
const storedEntrySchema = v.object({ ...historyDraftSchema.entries, id: createTextSchema(64), at: amountSchema });

/**
 * The maximum number of entries, and the maximum JSON sizes in bytes. `entry` applies to each entry without its
 * response, `response` to each response, and `all` to all entries and responses combined.
 */
const historyLimits = { entries: 200, entry: 100_000, response: 64_000, all: 2_000_000 } as const;

export function createHistoryStore(store: PlaygroundStore, key: string, now: () => number = Date.now): HistoryStore {
  let entries = readEntries(store.get(key));
  const saveEntries = (newEntries: readonly StoredEntry[]): void => {
    entries = newEntries;
    void store.update(key, newEntries);
  };
  return {
    listEntries: () => entries.map(removeResponse),
    getResponse: (id) => entries.find((entry) => entry.id === id)?.response,
    add: (draft, secrets) => {
      const cleanEntry = removeSecrets(draft, secrets);
      const id = randomBytes(9).toString("base64url");
      const { response, ...rest } = cleanEntry;
      const entry = truncateEntry({ id, at: now(), ...rest });
      if (entry) saveEntries(selectFittingEntries([{ ...entry, ...truncateResponse(response) }, ...entries]));
    },
    remove: (id) => saveEntries(id === undefined ? [] : entries.filter((entry) => entry.id !== id)),
  };
}

/** Returns the entry, or the entry without its bodies if it's too large. Returns undefined if it's still too large. */
function truncateEntry(entry: HistoryEntry): HistoryEntry | undefined {
  if (getJsonSize(entry) <= historyLimits.entry) return entry;
  const { values, request } = entry;
  const entryWithoutBody = {
    ...entry,
    values: { ...values, body: undefined },
    request: { ...request, body: undefined },
  };
  return getJsonSize(entryWithoutBody) <= historyLimits.entry ? entryWithoutBody : undefined;
}

/**
 * Returns the newest requests that fit within the limit. Their responses are also included, newest first, as long as
 * there's space left.
 */
function selectFittingEntries(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  let remainingSize: number = historyLimits.all;
  const newestEntries = entries.slice(0, historyLimits.entries);
  const overflowIndex = newestEntries.findIndex((entry) => (remainingSize -= getJsonSize(removeResponse(entry))) < 0);
  const fittingEntries = overflowIndex < 0 ? newestEntries : newestEntries.slice(0, overflowIndex);
  if (overflowIndex >= 0) remainingSize = 0;
  return fittingEntries.map((entry) => {
    remainingSize -= getJsonSize(entry.response);
    if (remainingSize >= 0) return entry;
    const { response: _, ...rest } = entry;
    return rest;
  });
}

function removeResponse({ response, ...entry }: StoredEntry): HistoryEntry {
  return response === undefined ? entry : { ...entry, hasAnswer: true };
}

/**
 * Truncates the response to the byte limit. This may take several passes, because text is cut by character, and a
 * character can take several bytes.
 */
function truncateResponse(response: string | undefined): { readonly response?: string } {
  if (response === undefined) return {};
  let storedResponse = response;
  while (getJsonSize(storedResponse) > historyLimits.response)
    storedResponse = storedResponse.slice(
      0,
      Math.floor((storedResponse.length * historyLimits.response) / getJsonSize(storedResponse)) - 1,
    );
  return { response: storedResponse };
}

function getJsonSize(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

function readEntries(value: unknown): readonly StoredEntry[] {
  if (!Array.isArray(value)) return [];
  const entries = (value as readonly unknown[]).slice(0, historyLimits.entries);
  return selectFittingEntries(
    entries.flatMap((entry) => parseMessage(storedEntrySchema, updateStoredEntry(entry)) ?? []),
  );
}

/** Earlier versions stored the response as `answer`. */
function updateStoredEntry(entry: unknown): unknown {
  return isPlainRecord(entry) && "answer" in entry ? { response: entry["answer"], ...entry } : entry;
}

/** A secret and its origin. For a token, this includes the data for renewal. */
export type StoredSecret = Data<typeof storedSecretSchema>;

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
  /** Returns all values by name. The values are used for redaction. */
  readonly getValues: () => Promise<ReadonlyMap<string, string>>;
}

const maxSecrets = 100;
const maxValueLength = 20_000;

const secretNameSchema = v.object({ name: v.pipe(v.string(), v.check(isSecretName)), origin: createTextSchema(2000) });
const storedSecretSchema = v.object({
  value: createTextSchema(maxValueLength),
  origin: createTextSchema(2000),
  renewal: v.exactOptional(renewalSchema),
});

export function createPlaygroundSecrets(
  store: PlaygroundStore,
  secretStore: SecretStore,
  scope: string,
): PlaygroundSecrets {
  const secretNamesKey = `${scope}/secrets`;
  const createValueKey = (name: string): string => `${scope}/secret/${name}`;
  let secretNames = readNames(store.get(secretNamesKey));
  const saveNames = (newNames: readonly SecretName[]): void => {
    secretNames = newNames;
    void store.update(secretNamesKey, newNames);
  };
  const get = async (name: string): Promise<StoredSecret | undefined> =>
    isSecretName(name) ? readSecret(await secretStore.get(createValueKey(name))) : undefined;

  return {
    listNames: () => secretNames,
    get,
    set: async (name, secret) => {
      if (!isSecretName(name) || secret.value === "" || secret.value.length > maxValueLength) return false;
      const otherNames = secretNames.filter((each) => each.name !== name);
      if (otherNames.length >= maxSecrets) return false;
      await secretStore.store(createValueKey(name), JSON.stringify(secret));
      saveNames([...otherNames, { name, origin: secret.origin }]);
      return true;
    },
    remove: async (name) => {
      if (!isSecretName(name)) return;
      await secretStore.delete(createValueKey(name));
      saveNames(secretNames.filter((each) => each.name !== name));
    },
    getValues: async () => {
      const secretEntries = await Promise.all(
        secretNames.map(async ({ name }) => {
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
  return (value as readonly unknown[]).slice(-maxSecrets).flatMap((each) => parseMessage(secretNameSchema, each) ?? []);
}

/** Reads a stored secret. Its origin is stored together with the value, in storage that only Docwright can write to. */
function readSecret(storedText: string | undefined): StoredSecret | undefined {
  if (storedText === undefined) return undefined;
  try {
    return parseMessage(storedSecretSchema, JSON.parse(storedText));
  } catch {
    return undefined;
  }
}

/** The limits for the cookies in one jar, which prevent servers from exhausting memory. */
const maxCookieLength = 8192;
const maxCookies = 500;

/**
 * Creates an in-memory jar for cookies in responses, based on RFC 6265 and the public suffix list. Cookies that are
 * invalid or for other domains are ignored.
 */
export function createCookieJar(): CookieJar {
  const cookieJar = new ToughJar(undefined, { rejectPublicSuffixes: true, looseMode: false });
  const storedCookieKeys = new Set<string>();
  return {
    getCookies: (url) => tryToRun(() => cookieJar.getCookieStringSync(url)) ?? "",
    storeCookies: (url, setCookie) => {
      const cookie = setCookie.length > maxCookieLength ? undefined : Cookie.parse(setCookie);
      if (!cookie) return;
      const cookieKey = JSON.stringify([new URL(url).hostname, cookie.domain, cookie.path, cookie.key]);
      if (storedCookieKeys.size >= maxCookies && !storedCookieKeys.has(cookieKey)) return;
      if (tryToRun(() => cookieJar.setCookieSync(cookie, url, { ignoreError: true }))) storedCookieKeys.add(cookieKey);
    },
  };
}

function tryToRun<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
