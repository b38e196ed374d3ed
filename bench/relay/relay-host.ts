import type { RelayHost } from "../../server/src/relay/relay.ts";

/** Returns a host for the relay. Its user has allowed one origin. */
export function createHost(origin: string): RelayHost {
  return {
    listTargets: () => Promise.resolve([{ origin, declaredBy: "openapi.yaml" }]),
    requestConsent: () => Promise.resolve("always"),
    getSecret: () => Promise.resolve(undefined),
    openFile: () => Promise.resolve(undefined),
  };
}
