import type { RelayHost } from "../../server/src/relay/relay.ts";

/** Returns a host for the relay. Its user has allowed one origin. */
export function hostFor(origin: string): RelayHost {
  return {
    targets: () => Promise.resolve([{ origin, declaredBy: "openapi.yaml" }]),
    consent: () => Promise.resolve("always"),
    secret: () => Promise.resolve(undefined),
    file: () => Promise.resolve(undefined),
  };
}
