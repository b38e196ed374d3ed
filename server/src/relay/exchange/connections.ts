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
import { BoundedMap } from "../../core/text/maps.ts";
import { RelayError } from "../policy/errors.ts";
import {
  type Destination,
  createCheckedLookup,
  lookUpWithSystem,
  createPinnedLookup,
  getAddressRefusal,
  type TargetUrl,
} from "../policy/targets.ts";
import type { RelayDependencies } from "../relay.ts";

export interface PresentedCertificate {
  /** The SHA-256 fingerprint, such as `AB:CD:…`. */
  readonly fingerprint: string;
  /** The certificates in PEM format. The server's own certificate comes first. */
  readonly chain: readonly string[];
}

/**
 * Returns the certificate that a server presents, whether or not it's trusted. The connection is closed immediately,
 * and nothing is sent over it. Returns undefined if the server doesn't present a certificate or can be reached only
 * through a proxy.
 */
export function fetchCertificate(
  { hostname, port }: TargetUrl,
  addresses: readonly string[],
  timeout: number,
): Promise<PresentedCertificate | undefined> {
  const [address] = addresses;
  if (address === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      servername: isIP(hostname) === 0 ? hostname : "",
      // The certificate doesn't need to be verified, because it's only read, and nothing is sent over this socket.
      rejectUnauthorized: false,
    });
    const finish = (certificate?: PresentedCertificate) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(certificate);
    };
    const timer = setTimeout(finish, timeout);
    socket.once("error", () => finish());
    socket.once("close", () => finish());
    socket.once("secureConnect", () => finish(toPresentedCertificate(socket.getPeerCertificate(true))));
  });
}

const maxChainLength = 10;

function toPresentedCertificate(certificate: DetailedPeerCertificate): PresentedCertificate | undefined {
  const fingerprint = certificate.fingerprint256 as string | undefined;
  if (fingerprint === undefined) return undefined;
  const chain: string[] = [];
  for (
    let currentCertificate: DetailedPeerCertificate | undefined = certificate;
    currentCertificate && chain.length < maxChainLength;
  ) {
    chain.push(toPem(currentCertificate.raw));
    const issuer = currentCertificate.issuerCertificate as DetailedPeerCertificate | undefined;
    currentCertificate =
      issuer === currentCertificate || issuer?.fingerprint256 === currentCertificate.fingerprint256
        ? undefined
        : issuer;
  }
  return { fingerprint, chain };
}

function toPem(der: Buffer): string {
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/**
 * The connections to one destination. They're kept alive for a while and can be opened only to the destination's
 * checked addresses.
 */
export interface Connection {
  readonly agent: Agent;
  /**
   * The options for the connection. They're also passed to each request, because VS Code may replace this agent with
   * its own.
   */
  readonly options: ConnectionOptions;
  /** Whether the certificate is trusted because the user has allowed its fingerprint. */
  readonly isAllowedByConsent: boolean;
}

export interface Connections {
  /** Returns the connection to a destination. `fingerprint` identifies the certificate that the user has allowed. */
  readonly connect: (destination: Destination, fingerprint: string | undefined, timeout: number) => Promise<Connection>;
  readonly close: () => void;
}

const maxConnectionCount = 32;

/**
 * Creates connections on demand. Destinations have separate connections if their addresses or allowed certificates
 * differ. `createHttpAgent` creates the agent for plain HTTP.
 */
export function createConnections(
  dependencies: RelayDependencies = {},
  createHttpAgent: AgentFactory = (options) => new HttpAgent(options),
): Connections {
  const close = ({ agent }: Connection) => agent.destroy();
  const connectionsByKey = new BoundedMap<string, Connection>(maxConnectionCount, close);
  return {
    connect: async (destination, fingerprint, timeout) => {
      const { url, addresses, declaredBy } = destination;
      const certificate = url.isTls ? await dependencies.getClientCertificate?.(url.origin) : undefined;
      const key = JSON.stringify([url.origin, addresses, declaredBy, fingerprint, certificate]);
      const cachedConnection = connectionsByKey.get(key);
      if (cachedConnection) return cachedConnection;
      const connection = await openConnection(destination, {
        dependencies,
        createHttpAgent,
        certificate,
        fingerprint,
        timeout,
      });
      // If the server didn't present the allowed certificate, it may present that certificate for the next request, so
      // this connection isn't cached.
      if (fingerprint === undefined || connection.isAllowedByConsent) connectionsByKey.set(key, connection);
      return connection;
    },
    close: () => {
      for (const connection of connectionsByKey.values()) close(connection);
      connectionsByKey.clear();
    },
  };
}

type ClientCertificate = NonNullable<Awaited<ReturnType<NonNullable<RelayDependencies["getClientCertificate"]>>>>;

type AgentFactory = (options: AgentOptions) => Agent;

interface ConnectionSetup {
  readonly dependencies: RelayDependencies;
  readonly createHttpAgent: AgentFactory;
  readonly certificate: ClientCertificate | undefined;
  readonly fingerprint: string | undefined;
  readonly timeout: number;
}

const agentOptions = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, scheduling: "lifo" } as const;

async function openConnection(
  destination: Destination,
  { dependencies, createHttpAgent, certificate, fingerprint, timeout }: ConnectionSetup,
): Promise<Connection> {
  const { url, addresses } = destination;
  const lookUpHost = dependencies.lookup ?? lookUpWithSystem;
  const findAddressRefusal = (address: string) => getAddressRefusal(address, url, destination);
  const pinnedOptions = {
    lookup:
      addresses.length > 0
        ? createPinnedLookup(addresses)
        : createCheckedLookup(url.hostname, lookUpHost, findAddressRefusal),
  };
  if (!url.isTls)
    return {
      agent: createHttpAgent({ ...agentOptions, ...pinnedOptions }),
      options: pinnedOptions,
      isAllowedByConsent: false,
    };
  const allowedAuthorities =
    fingerprint === undefined ? undefined : await loadAllowedAuthorities(url, addresses, fingerprint, timeout);
  const authorities =
    allowedAuthorities ?? (dependencies.ca === undefined ? undefined : [...rootCertificates, dependencies.ca]);
  const options: ConnectionOptions = {
    ...pinnedOptions,
    rejectUnauthorized: true,
    servername: isIP(url.hostname) === 0 ? url.hostname : "",
    ...(authorities && { ca: authorities }),
    ...certificate,
    // Only this certificate is trusted, no matter which name it was issued for.
    ...(allowedAuthorities && {
      ...({ allowPartialTrustChain: true } as object),
      checkServerIdentity: (_name, { fingerprint256 }) =>
        fingerprint256 === fingerprint ? undefined : new RelayError("tls-untrusted", { origin: url.origin }),
    }),
  };
  if (certificate) checkCertificate(certificate, url.origin);
  return {
    agent: new HttpsAgent({ ...agentOptions, ...options }),
    options,
    isAllowedByConsent: allowedAuthorities !== undefined,
  };
}

/**
 * Returns the certificates that the server presents, which are then trusted for this server only. Returns undefined if
 * the user hasn't allowed the server's certificate.
 */
async function loadAllowedAuthorities(
  url: Destination["url"],
  addresses: readonly string[],
  fingerprint: string,
  timeout: number,
): Promise<string[] | undefined> {
  const certificate = await fetchCertificate(url, addresses, timeout);
  return certificate?.fingerprint === fingerprint ? [...certificate.chain] : undefined;
}

function checkCertificate(certificate: ClientCertificate, origin: string): void {
  try {
    createSecureContext(certificate);
  } catch {
    throw new RelayError("failed", {
      origin,
      cause: "The client certificate, its key, or its passphrase can't be read.",
    });
  }
}

/**
 * The size of a connection's read buffer in bytes. It's small enough for dozens of connections to be open.
 */
const readBufferSize = 262_144;

/**
 * An agent for plain HTTP. Each of its connections reuses one read buffer instead of allocating a new one for every 64
 * kB. Node.js's parser copies the data of bodies anyway (tested in `connections.test.ts`). Avoiding the second copy
 * halves the time spent on garbage collection, which accounts for most of the cost of a long body. This agent can't be
 * used for WebSockets, because the code that takes over the raw connection would also get the shared buffer.
 */
export class BufferReuseAgent extends Agent {
  constructor(options: AgentOptions) {
    super(options);
    Object.assign(this, { createConnection: connectWithReader });
  }
}

function connectWithReader(options: NetConnectOpts, onConnected?: () => void): Socket {
  const buffer = Buffer.allocUnsafeSlow(readBufferSize);
  const callback = (length: number): boolean => {
    socket.emit("data", buffer.subarray(0, length));
    return true;
  };
  const socket = connectSocket({ ...options, onread: { buffer, callback } }, onConnected);
  return socket;
}

/** Returns the TLS details of a connection, or undefined if it isn't encrypted. */
export function getTlsDetails(socket: Socket): RelayTls | undefined {
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
