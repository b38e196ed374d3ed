import { Agent, type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { connect as connectSocket, isIP, type NetConnectOpts, type Socket } from "node:net";
import {
  connect,
  type ConnectionOptions,
  createSecureContext,
  type DetailedPeerCertificate,
  type PeerCertificate,
  rootCertificates,
  TLSSocket,
} from "node:tls";
import type { RelayTls } from "../../core/request/protocol/relay-protocol.ts";
import { BoundedMap } from "../../core/text/bounded-map.ts";
import { RelayFault } from "../policy/errors.ts";
import {
  type Destination,
  createCheckedLookup,
  lookUpWithSystem,
  pinnedTo,
  refusalOf,
  type TargetUrl,
} from "../policy/targets.ts";
import type { RelayMeans } from "../relay.ts";

export interface PresentedCertificate {
  /** SHA-256, `AB:CD:…`. */
  readonly fingerprint: string;
  /** PEM, the server's own first. */
  readonly chain: readonly string[];
}

/**
 * The certificate that a server shows, trusted or not, read from a connection over which nothing is sent and which is
 * closed at once. Undefined when there is none, or the place is only reached by way of a proxy.
 */
export function presentedCertificate(
  { hostname, port }: TargetUrl,
  addresses: readonly string[],
  limit: number,
): Promise<PresentedCertificate | undefined> {
  const [address] = addresses;
  if (address === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      servername: isIP(hostname) === 0 ? hostname : "",
      // Only to read it: nothing is written to this socket.
      rejectUnauthorized: false,
    });
    const done = (found?: PresentedCertificate) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(found);
    };
    const timer = setTimeout(done, limit);
    socket.once("error", () => done());
    socket.once("close", () => done());
    socket.once("secureConnect", () => done(read(socket.getPeerCertificate(true))));
  });
}

const maxChainLength = 10;

function read(shown: DetailedPeerCertificate): PresentedCertificate | undefined {
  const fingerprint = shown.fingerprint256 as string | undefined;
  if (fingerprint === undefined) return undefined;
  const chain: string[] = [];
  for (let each: DetailedPeerCertificate | undefined = shown; each && chain.length < maxChainLength;) {
    chain.push(pemOf(each.raw));
    const issuer = each.issuerCertificate as DetailedPeerCertificate | undefined;
    each = issuer === each || issuer?.fingerprint256 === each.fingerprint256 ? undefined : issuer;
  }
  return { fingerprint, chain };
}

function pemOf(der: Buffer): string {
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

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

const maxCount = 32;

/**
 * Opens nothing before it is asked. A destination with other addresses or another agreement has other connections.
 * `plainAgent` makes the agent for plain HTTP.
 */
export function openConnections(
  means: RelayMeans = {},
  plainAgent: MakeAgent = (options) => new HttpAgent(options),
): Connections {
  const close = ({ agent }: Connection) => agent.destroy();
  const known = new BoundedMap<string, Connection>(maxCount, close);
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

const retained = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, scheduling: "lifo" } as const;

async function connectionTo(
  destination: Destination,
  { means, plainAgent, certificate, fingerprint, limit }: Making,
): Promise<Connection> {
  const { url, addresses } = destination;
  const find = means.lookup ?? lookUpWithSystem;
  const validate = (address: string) => refusalOf(address, url, destination);
  const pinned = {
    lookup: addresses.length > 0 ? pinnedTo(addresses) : createCheckedLookup(url.hostname, find, validate),
  };
  if (!url.isTls) return { agent: plainAgent({ ...retained, ...pinned }), options: pinned, byConsent: false };
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
  return { agent: new HttpsAgent({ ...retained, ...options }), options, byConsent: agreed !== undefined };
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

/** Bytes that a connection takes in one go: few enough that dozens of connections are no burden. */
const inOneGo = 262_144;

/**
 * An agent for plain HTTP whose connections read into one buffer each, over and over, in place of a new one for each 64 kB.
 * What a body is made of is copied by Node's parser in any case (`reading-agent.test.ts` holds it to that); without the other
 * copy the collector of garbage, which is what a long body costs most, has half to do. Not for WebSockets: who is handed the
 * connection itself would be handed the buffer.
 */
export class ReadingAgent extends Agent {
  constructor(options: AgentOptions) {
    super(options);
    Object.assign(this, { createConnection: connectReading });
  }
}

function connectReading(options: NetConnectOpts, connected?: () => void): Socket {
  const buffer = Buffer.allocUnsafeSlow(inOneGo);
  const callback = (length: number): boolean => {
    socket.emit("data", buffer.subarray(0, length));
    return true;
  };
  const socket = connectSocket({ ...options, onread: { buffer, callback } }, connected);
  return socket;
}

/** What is to be told of an encrypted connection; undefined for others. */
export function tlsOf(socket: Socket): RelayTls | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate();
  const issuer: Partial<PeerCertificate["issuer"]> | undefined = certificate.issuer;
  return {
    protocol: socket.getProtocol() ?? "",
    cipher: socket.getCipher().name,
    issuer: String(issuer?.CN ?? issuer?.O ?? ""),
    validTo: certificate.valid_to ?? "",
    fingerprint: certificate.fingerprint256 ?? "",
  };
}
