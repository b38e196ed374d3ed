import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import { lookup } from "node:dns/promises";
import { isIPv6, type LookupFunction, type Socket } from "node:net";
import { callbackify } from "node:util";
import type { ConsentRequest } from "../../core/request/protocol/relay-protocol.ts";
import { takeFirstCharacters, takeLastCharacters } from "../../core/text/text-edit.ts";
import type { RelayHost, RelayTarget } from "../relay.ts";
import { type AddressKind, checkUrl, isLocalName, getAddressKind, type UrlRefusal } from "./address-policy.ts";
import { toRelayError, raceRelayAbort, RelayError } from "./errors.ts";

/**
 * Returns all addresses that the system resolves a name to. Rejects with Node.js's error if the name can't be resolved.
 */
export async function lookUpWithSystem(name: string): Promise<readonly string[]> {
  const addresses = await lookup(name, { all: true });
  return addresses.map(({ address }) => address);
}

/**
 * Returns a lookup function for connections. It always returns the checked addresses, even if the name now resolves to
 * different ones.
 */
export function createPinnedLookup(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, { all }, callback) => {
    const [firstRecord] = records;
    if (all) callback(null, records);
    else callback(null, firstRecord?.address ?? "", firstRecord?.family);
  };
}

/**
 * Returns a lookup function for connections that are expected to use a proxy. If the proxy doesn't apply to a host, the
 * connection is made directly. In this case, the lookup fails if `getRefusal` returns an error for any of the host's
 * addresses.
 */
export function createCheckedLookup(
  hostname: string,
  lookUpHost: (name: string) => Promise<readonly string[]>,
  getRefusal: (address: string) => Error | undefined,
): LookupFunction {
  const lookupAddresses = callbackify(async (name: string): Promise<readonly string[]> => {
    const addresses = await lookUpHost(name);
    const addressError = name === hostname ? addresses.map(getRefusal).find((each) => each !== undefined) : undefined;
    if (addressError) throw addressError;
    return addresses;
  });
  return (name, options, callback) => {
    lookupAddresses(name, (error, addresses) => {
      if (error) callback(error, "", 0);
      else createPinnedLookup(addresses)(name, options, callback);
    });
  };
}

/** An allowed target and its checked addresses. */
export interface Destination {
  readonly url: TargetUrl;
  /** The checked addresses. Empty if VS Code uses a proxy, because the proxy resolves the name itself. */
  readonly addresses: readonly string[];
  readonly declaredBy: string;
  /**
   * Whether the remote address of the connection must be in `addresses`. False if VS Code uses a proxy, because the
   * connection is then made to the proxy.
   */
  readonly isPinned: boolean;
}

export interface TargetCheck {
  readonly host: Pick<RelayHost, "listTargets" | "dependencies">;
  /** The timeout for DNS lookups, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/**
 * Checks whether a request can be sent to a target. The target's origin must be declared by the site or the user, and
 * each of its current addresses must be allowed. Callers must connect only to these addresses. The host is looked up
 * only if the origin is declared. Throws a `RelayError`.
 */
export async function checkTarget(url: TargetUrl, { host, timeout, signal }: TargetCheck): Promise<Destination> {
  const target = await findDeclaredTarget(url, host);
  if (metadataNamePattern.test(url.hostname)) throw createAddressError(url, url.hostname, "metadata");
  const addresses = await resolveHost(url, host, timeout, signal);
  for (const address of addresses) {
    const refusal = getAddressRefusal(address, url, target);
    if (refusal) throw refusal;
  }
  return { url, addresses, declaredBy: target.declaredBy, isPinned: host.dependencies?.isProxied !== true };
}

/**
 * Returns the reason why a connection to an address isn't allowed for this target, or undefined if the connection is
 * allowed.
 */
export function getAddressRefusal(
  address: string,
  url: TargetUrl,
  target: Pick<RelayTarget, "declaredBy">,
): RelayError | undefined {
  const kind = getAddressKind(address);
  return isAllowedAddressKind(kind, url, target) ? undefined : createAddressError(url, address, kind);
}

/** Returns the target that a URL belongs to. Throws an `undeclared` error if its origin isn't declared. */
export async function findDeclaredTarget(url: TargetUrl, host: Pick<RelayHost, "listTargets">): Promise<RelayTarget> {
  const target = (await host.listTargets()).find(
    ({ origin }) => origin === url.origin || getOrigin(origin) === url.origin,
  );
  if (!target) throw new RelayError("undeclared", { origin: url.origin });
  return target;
}

/**
 * Requests consent through the host, which may return a stored consent. If consent isn't given, throws a `consent`
 * error that contains the consent request.
 */
export async function requestConsent(
  destination: Destination,
  secrets: readonly string[],
  host: Pick<RelayHost, "requestConsent">,
  connectionDetails: Pick<ConsentRequest, "connects"> = {},
): Promise<void> {
  const request = { ...buildConsentRequest(destination, secrets), ...connectionDetails };
  const reply = await host.requestConsent(request);
  if (reply !== "once" && reply !== "always")
    throw new RelayError("consent", { origin: request.origin, consent: request });
}

export function buildConsentRequest(
  { url, addresses, declaredBy }: Destination,
  secrets: readonly string[],
): ConsentRequest {
  const isLocal = addresses.some((address) => getAddressKind(address) !== "public") || isLocalName(url.hostname);
  return { origin: url.origin, declaredBy: toSingleLine(declaredBy), addresses, secrets, isLocal };
}

const maxNameLength = 120;

/**
 * Returns a file name on one line. File names come from the site. In a consent prompt, they must not look like text
 * from Docwright or hide any part of the prompt.
 */
function toSingleLine(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "·");
  return line.length <= maxNameLength ? line : `${takeFirstCharacters(line, 60)}…${takeLastCharacters(line, 59)}`;
}

/**
 * Whether an address is allowed. Local addresses are allowed only if the site has declared them as such or the user has
 * typed them.
 */
function isAllowedAddressKind(
  kind: AddressKind,
  { hostname }: TargetUrl,
  { declaredBy }: Pick<RelayTarget, "declaredBy">,
): boolean {
  if (kind === "public") return true;
  if (kind !== "loopback" && kind !== "private" && kind !== "shared") return false;
  return declaredBy === "you" || isAddress(hostname) || (kind === "loopback" && isLocalhost(hostname));
}

function isAddress(hostname: string): boolean {
  return getAddressKind(hostname) !== "none";
}

/** Whether a name always refers to this machine (RFC 6761, section 6.3). */
function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/.test(hostname);
}

async function resolveHost(
  { hostname, origin }: TargetUrl,
  { dependencies = {} }: Pick<RelayHost, "dependencies">,
  timeout: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (isAddress(hostname)) return [hostname];
  if (dependencies.isProxied === true && !isLocalhost(hostname)) return [];
  try {
    const addresses = await raceTimeout((dependencies.lookup ?? lookUpWithSystem)(hostname), timeout, signal);
    if (addresses === undefined) throw new RelayError("lookup-timeout", { origin, limit: timeout });
    if (addresses.length === 0) throw new RelayError("not-found", { origin });
    return addresses;
  } catch (error) {
    throw toRelayError(signal.aborted ? signal.reason : error, origin);
  }
}

/** Resolves in the same way as the promise, or to undefined if the promise takes longer than `timeout` milliseconds. */
async function raceTimeout<Value>(
  promise: Promise<Value>,
  timeout: number,
  signal: AbortSignal,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeoutPromise = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), timeout)));
  try {
    return await raceRelayAbort(Promise.race([promise, timeoutPromise]), signal);
  } finally {
    clearTimeout(timer);
  }
}

function getOrigin(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/**
 * Matches the names of cloud metadata services, which provide secrets. These names are rejected because a proxy would
 * resolve them without Docwright's checks.
 */
const metadataNamePattern =
  /^(metadata\.google\.internal|metadata\.goog|metadata|instance-data(\.ec2\.internal)?|metadata\.azure\.(com|internal)|metadata\.tencentyun\.com|metadata\.packet\.net|rancher-metadata)\.?$/;

const networkMessageByKind: Readonly<Partial<Record<AddressKind, LocalizedMessage>>> = {
  metadata: createMessage("the address of a cloud metadata service that can expose credentials"),
  "link-local": createMessage("a link-local address"),
  loopback: createMessage("on this machine"),
  private: createMessage("on a private network"),
  shared: createMessage("on a provider's network"),
  unspecified: createMessage("an unspecified address (for this machine, use 127.0.0.1)"),
  multicast: createMessage("a multicast address"),
};

function createAddressError({ origin, hostname }: TargetUrl, address: string, kind: AddressKind): RelayError {
  const network = networkMessageByKind[kind] ?? createMessage("a reserved address");
  const reason =
    address === hostname
      ? createMessage("{0} is {1}", hostname, network)
      : createMessage("{0} resolves to {1}, which is {2}", hostname, address, network);
  return new RelayError("refused-address", { origin, address, reason, cause: `${kind} address ${address}` });
}

/**
 * The target of a request. Requests are checked and sent based on these fields, and the original text isn't parsed
 * again.
 */
export interface TargetUrl {
  /** The origin, such as `https://api.example.com`. */
  readonly origin: string;
  readonly isTls: boolean;
  /** The value for `Host`, such as `api.example.com:8443`. */
  readonly host: string;
  /** The hostname, without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The path with the query, exactly as written. May contain placeholders for secrets. */
  readonly path: string;
}

/**
 * Parses the URL of a request. Throws a `refused-target` error if the URL isn't allowed. Throws a `malformed` error if
 * it contains characters that parsers handle differently: backslashes, spaces, line breaks, and characters that must be
 * encoded. The platform's URL parser normalizes the host. The path and query don't change.
 */
export function parseTargetUrl(rawUrl: string): TargetUrl {
  const [, scheme, authority = "", pathAndQuery = ""] = /^(?:(https?):\/\/)?([^/?#\\]*)(.*)$/is.exec(rawUrl) ?? [];
  if (scheme === undefined) throw createTargetError(refusalMessages.scheme);
  if (authority.includes("@")) throw createTargetError(refusalMessages.credentials);
  if (/[\0- %{}\x7f]/.test(authority))
    throw createMalformedError(createMessage("The URL's host contains an invalid character."));
  const [path = ""] = pathAndQuery.split("#");
  if (!/^[!-~]*$/.test(path) || path.includes("\\"))
    throw createMalformedError(
      createMessage(
        "The URL's path contains a character that can't be sent. Percent-encode spaces, backslashes, and non-ASCII letters.",
      ),
    );
  const checkedUrl = checkUrl(`${scheme.toLowerCase()}://${authority}/`, targetUrlPolicy);
  if (!checkedUrl.ok) throw createTargetError(refusalMessages[checkedUrl.reason]);
  const { url } = checkedUrl;
  const isTls = url.protocol === "https:";
  return {
    origin: url.origin,
    isTls,
    host: url.host,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    path: path.startsWith("/") ? path : `/${path}`,
  };
}

/** This policy allows all addresses, because `checkTarget` checks them after the lookup. */
const targetUrlPolicy = { schemes: ["http:", "https:"], allowsAddress: () => true, allowsLocalNames: true };

const refusalMessages: Readonly<Record<UrlRefusal, LocalizedMessage>> = {
  malformed: createMessage("the URL isn't valid"),
  scheme: createMessage("only http:// and https:// URLs are allowed"),
  credentials: createMessage("the URL contains a username or password, which must be entered under Authorization"),
  port: createMessage("the URL uses a port that's reserved for something other than HTTP"),
  host: createMessage("the URL doesn't contain a valid host"),
};

function createTargetError(reason: LocalizedMessage): RelayError {
  return new RelayError("refused-target", { reason });
}

function createMalformedError(subject: LocalizedMessage): RelayError {
  return new RelayError("malformed", { subject });
}

/**
 * Returns an error if the remote address of a connection isn't one of the checked addresses. Returns undefined if it's
 * one of them, if a proxy resolves names, or if the remote address isn't available yet.
 */
export function checkConnectedAddress(
  { remoteAddress }: Pick<Socket, "remoteAddress">,
  { url, addresses, isPinned }: Destination,
): RelayError | undefined {
  if (!isPinned || remoteAddress === undefined || includesAddress(remoteAddress, addresses)) return undefined;
  return new RelayError("proxy", {
    origin: url.origin,
    subject: createMessage(
      "The request wasn't sent: the connection to {0} led to {1}, which isn't the address that was checked.",
      url.hostname,
      remoteAddress,
    ),
    cause: `connected to ${remoteAddress}, checked ${addresses.join(", ")}`,
  });
}

/**
 * Calls `checkSocket` before any data is written: when the socket is connected, or immediately if the connection is
 * reused.
 */
export function checkWhenConnected(socket: Socket, checkSocket: () => void): void {
  if (socket.connecting) socket.once("connect", checkSocket);
  else checkSocket();
}

function includesAddress(remoteAddress: string, addresses: readonly string[]): boolean {
  const normalize = (address: string) =>
    address
      .toLowerCase()
      .replace(/^::ffff:(?=\d+\.)/, "")
      .replace(/%.*$/, "");
  return addresses.some((address) => normalize(address) === normalize(remoteAddress));
}
