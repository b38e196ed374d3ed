import { createRelay, type Relay, type RelayHost } from "../relay/relay.ts";

/** What the person has named on the command line: where requests go, and the secrets that may go there. */
export interface NamedByPerson {
  readonly servers: readonly string[];
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * Relays for the servers that a person has named, one for each origin, as a secret is bound to one. To name a server is
 * to agree to it; nothing else is ever asked, and nothing goes anywhere else.
 */
export class TestRelays {
  readonly #named: NamedByPerson;
  readonly #relays = new Map<string, Relay>();

  constructor(named: NamedByPerson) {
    this.#named = named;
  }

  for(url: string): Relay {
    const { origin } = new URL(url);
    const relay = this.#relays.get(origin) ?? createRelay(this.#hostFor(origin));
    this.#relays.set(origin, relay);
    return relay;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#relays.values()].map((relay) => relay.dispose()));
  }

  #hostFor(origin: string): RelayHost {
    const { servers, secrets } = this.#named;
    const origins = new Set(servers.map((url) => new URL(url).origin));
    return {
      targets: async () => [...origins].map((each) => ({ origin: each, declaredBy: "you" })),
      consent: async (question) => (origins.has(question.origin) ? "always" : "no"),
      secret: async (name) => {
        const value = secrets.get(name);
        return value === undefined || !origins.has(origin) ? undefined : { value, origin };
      },
      // Tests send no files.
      file: async () => undefined,
    };
  }
}
