/** What is kept for a person from run to run, by key: the editor's `Memento`, or memory. */
export interface PlaygroundStore {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: unknown) => PromiseLike<void>;
}

/** Where values of secrets are kept: the editor's `SecretStorage`, or memory. */
export interface SecretStore {
  readonly get: (key: string) => PromiseLike<string | undefined>;
  readonly store: (key: string, value: string) => PromiseLike<void>;
  readonly delete: (key: string) => PromiseLike<void>;
}

/** For the command line: gone when it ends. */
export function memoryStore(): PlaygroundStore {
  const values = new Map<string, unknown>();
  return {
    get: (key) => values.get(key),
    update: async (key, value) => {
      values.set(key, value);
    },
  };
}

export function memorySecrets(): SecretStore {
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
