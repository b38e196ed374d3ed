import { Agent as HttpAgent, type Agent, type AgentOptions } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP } from "node:net";
import { createSecureContext, rootCertificates, type ConnectionOptions } from "node:tls";
import { BoundedMap } from "../core/text/bounded-map.ts";
import { judgedLookup, lookUpBySystem, pinnedTo } from "./pinned-lookup.ts";
import type { RelayMeans } from "./relay.ts";
import { refusalOf, type Destination } from "./targets.ts";
import { presentedCertificate } from "./presented-certificate.ts";
import { RelayFault } from "./relay-fault.ts";

/** Connections to one destination, kept open for a while; each leads to the addresses that were checked. */
export interface Connection {
  readonly agent: Agent;
  /** To be given to the request too, as an editor may put another agent in place of this one. */
  readonly options: ConnectionOptions;
  /** The certificate is trusted because the person has agreed to its fingerprint. */
  readonly byConsent: boolean;
}

export interface Connections {
  /** `fingerprint`: of the certificate that the person has agreed to. */
  readonly to: (
    destination: Destination,
    fingerprint: string | undefined,
    limit: number,
  ) => Promise<Connection>;
  readonly close: () => void;
}

const most = 32;

/**
 * Opens nothing before it is asked. A destination with other addresses or another agreement has other connections.
 * `plainAgent` makes the agent for plain HTTP.
 */
export function openConnections(
  means: RelayMeans = {},
  plainAgent: MakeAgent = (options) => new HttpAgent(options),
): Connections {
  const close = ({ agent }: Connection) => agent.destroy();
  const known = new BoundedMap<string, Connection>(most, close);
  return {
    to: async (destination, fingerprint, limit) => {
      const { url, addresses, declaredBy } = destination;
      const certificate = url.isTls ? await means.clientCertificate?.(url.origin) : undefined;
      const key = JSON.stringify([url.origin, addresses, declaredBy, fingerprint, certificate]);
      const found = known.get(key);
      if (found) return found;
      const made = await connectionTo(destination, { means, plainAgent, certificate, fingerprint, limit });
      // The server showed another certificate than was agreed to, which it may have mended by the next time.
      if (fingerprint === undefined || made.byConsent) known.set(key, made);
      return made;
    },
    close: () => {
      for (const connection of known.values()) close(connection);
      known.clear();
    },
  };
}

type ClientCertificate = NonNullable<Awaited<ReturnType<NonNullable<RelayMeans["clientCertificate"]>>>>;

type MakeAgent = (options: AgentOptions) => Agent;

interface Making {
  readonly means: RelayMeans;
  readonly plainAgent: MakeAgent;
  readonly certificate: ClientCertificate | undefined;
  readonly fingerprint: string | undefined;
  readonly limit: number;
}

const kept = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, scheduling: "lifo" } as const;

async function connectionTo(
  destination: Destination,
  { means, plainAgent, certificate, fingerprint, limit }: Making,
): Promise<Connection> {
  const { url, addresses } = destination;
  const find = means.lookup ?? lookUpBySystem;
  const judge = (address: string) => refusalOf(address, url, destination);
  const pinned = {
    lookup: addresses.length > 0 ? pinnedTo(addresses) : judgedLookup(url.hostname, find, judge),
  };
  if (!url.isTls) return { agent: plainAgent({ ...kept, ...pinned }), options: pinned, byConsent: false };
  const agreed =
    fingerprint === undefined ? undefined : await agreedAuthorities(url, addresses, fingerprint, limit);
  const extra = agreed ?? (means.ca === undefined ? undefined : [...rootCertificates, means.ca]);
  const options: ConnectionOptions = {
    ...pinned,
    rejectUnauthorized: true,
    servername: isIP(url.hostname) === 0 ? url.hostname : "",
    ...(extra && { ca: extra }),
    ...certificate,
    // Nothing but this very certificate, whatever name it is for.
    ...(agreed && {
      ...({ allowPartialTrustChain: true } as object),
      checkServerIdentity: (_name, { fingerprint256 }) =>
        fingerprint256 === fingerprint ? undefined : new RelayFault("tls-untrusted", { origin: url.origin }),
    }),
  };
  if (certificate) checkCertificate(certificate, url.origin);
  return { agent: new HttpsAgent({ ...kept, ...options }), options, byConsent: agreed !== undefined };
}

/** The certificates that the server shows, to be trusted for it alone; undefined when it shows others by now. */
async function agreedAuthorities(
  url: Destination["url"],
  addresses: readonly string[],
  fingerprint: string,
  limit: number,
): Promise<string[] | undefined> {
  const shown = await presentedCertificate(url, addresses, limit);
  return shown?.fingerprint === fingerprint ? [...shown.chain] : undefined;
}

function checkCertificate(certificate: ClientCertificate, origin: string): void {
  try {
    createSecureContext(certificate);
  } catch {
    throw new RelayFault("failed", {
      origin,
      cause: "The client certificate, its key or its passphrase cannot be read.",
    });
  }
}
