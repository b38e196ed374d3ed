import { isLocalName, kindOfAddress, type AddressKind } from "./address-policy.ts";
import type { ConsentQuestion } from "../core/request/protocol/relay-protocol.ts";
import { firstCharacters, lastCharacters } from "../core/text/text-edit.ts";
import { faultOfError } from "./fault-of-error.ts";
import { orAborted } from "./or-aborted.ts";
import { lookUpBySystem } from "./pinned-lookup.ts";
import { RelayFault } from "./relay-fault.ts";
import type { RelayHost, RelayTarget } from "./relay.ts";
import type { TargetUrl } from "./target-url.ts";

/** A place that may be asked, with the addresses that were found to be allowed. */
export interface Destination {
  readonly url: TargetUrl;
  /** Empty where the editor's proxy looks the name up. */
  readonly addresses: readonly string[];
  readonly declaredBy: string;
  /** The connection must lead to one of the addresses; behind the editor's proxy it leads to the proxy. */
  readonly isPinned: boolean;
}

export interface Judging {
  readonly host: Pick<RelayHost, "targets" | "means">;
  /** For looking names up, in milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * Whether a request may go there: only to an origin that the site or the person names, and only where every address
 * that its name has now is allowed for it. Whoever connects uses these addresses and no others. Throws a `RelayFault`;
 * nothing is looked up before the origin is known to be declared.
 */
export async function judgeTarget(url: TargetUrl, { host, limit, signal }: Judging): Promise<Destination> {
  const target = await declaredTarget(url, host);
  if (metadataNames.test(url.hostname)) throw refused(url, url.hostname, "metadata");
  const addresses = await addressesOf(url, host, limit, signal);
  for (const address of addresses) {
    const refusal = refusalOf(address, url, target);
    if (refusal) throw refusal;
  }
  return { url, addresses, declaredBy: target.declaredBy, isPinned: host.means?.isProxied !== true };
}

/** Why an address must not be connected to for this target; undefined where it may. */
export function refusalOf(
  address: string,
  url: TargetUrl,
  target: Pick<RelayTarget, "declaredBy">,
): RelayFault | undefined {
  const kind = kindOfAddress(address);
  return isAllowed(kind, url, target) ? undefined : refused(url, address, kind);
}

/** The target that an URL belongs to. Throws `undeclared` where nobody names its origin. */
export async function declaredTarget(url: TargetUrl, host: Pick<RelayHost, "targets">): Promise<RelayTarget> {
  const target = (await host.targets()).find(
    ({ origin }) => origin === url.origin || originOf(origin) === url.origin,
  );
  if (!target) throw new RelayFault("undeclared", { origin: url.origin });
  return target;
}

/** Asks the host whether the person has agreed, or agrees. Throws `consent` with the question when not. */
export async function askConsent(
  destination: Destination,
  secrets: readonly string[],
  host: Pick<RelayHost, "consent">,
  more: Pick<ConsentQuestion, "connects"> = {},
): Promise<void> {
  const question = { ...consentQuestion(destination, secrets), ...more };
  const answer = await host.consent(question);
  if (answer !== "once" && answer !== "always")
    throw new RelayFault("consent", { origin: question.origin, consent: question });
}

/** What the person has to agree to before something goes there. */
export function consentQuestion(
  { url, addresses, declaredBy }: Destination,
  secrets: readonly string[],
): ConsentQuestion {
  const isLocal =
    addresses.some((address) => kindOfAddress(address) !== "public") || isLocalName(url.hostname);
  return { origin: url.origin, declaredBy: inOneLine(declaredBy), addresses, secrets, isLocal };
}

const longestName = 120;

/** The name of a file is the site's own text: in the question it must not look like a sentence of ours, or hide one. */
function inOneLine(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "·");
  return line.length <= longestName ? line : `${firstCharacters(line, 60)}…${lastCharacters(line, 59)}`;
}

/** Inside this machine or its network only where the address itself was declared so, or the person has typed it. */
function isAllowed(
  kind: AddressKind,
  { hostname }: TargetUrl,
  { declaredBy }: Pick<RelayTarget, "declaredBy">,
): boolean {
  if (kind === "public") return true;
  if (kind !== "loopback" && kind !== "private" && kind !== "shared") return false;
  return declaredBy === "you" || isAddress(hostname) || (kind === "loopback" && isLocalhost(hostname));
}

function isAddress(hostname: string): boolean {
  return kindOfAddress(hostname) !== "none";
}

/** RFC 6761, 6.3: what these names lead to is this machine. */
function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/.test(hostname);
}

async function addressesOf(
  { hostname, origin }: TargetUrl,
  { means = {} }: Pick<RelayHost, "means">,
  limit: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (isAddress(hostname)) return [hostname];
  if (means.isProxied === true && !isLocalhost(hostname)) return [];
  try {
    const found = await inTime((means.lookup ?? lookUpBySystem)(hostname), limit, signal);
    if (found === undefined) throw new RelayFault("lookup-timeout", { origin, limit });
    if (found.length === 0) throw new RelayFault("not-found", { origin });
    return found;
  } catch (error) {
    throw faultOfError(signal.aborted ? signal.reason : error, origin);
  }
}

/** Undefined when it takes longer than `limit` milliseconds. */
async function inTime<Value>(
  work: Promise<Value>,
  limit: number,
  signal: AbortSignal,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), limit)));
  try {
    return await orAborted(Promise.race([work, over]), signal);
  } finally {
    clearTimeout(timer);
  }
}

function originOf(written: string): string | undefined {
  return URL.canParse(written) ? new URL(written).origin : undefined;
}

/** Names under which clouds give their machines secrets; a proxy would look them up where we cannot see it. */
const metadataNames =
  /^(metadata\.google\.internal|metadata\.goog|metadata|instance-data(\.ec2\.internal)?|metadata\.azure\.(com|internal)|metadata\.tencentyun\.com|metadata\.packet\.net|rancher-metadata)\.?$/;

const places: Readonly<Partial<Record<AddressKind, string>>> = {
  metadata: "where a cloud gives its machines their secrets",
  "link-local": "an address that only means something on one cable",
  loopback: "this machine",
  private: "inside a private network",
  shared: "inside a provider's network",
  unspecified: "no address that can be asked; for this machine write 127.0.0.1",
  multicast: "many machines at once",
};

function refused({ origin, hostname }: TargetUrl, address: string, kind: AddressKind): RelayFault {
  const lead = address === hostname ? `${hostname} is ` : `${hostname} leads to ${address}, which is `;
  const what = lead + (places[kind] ?? "an address that is set aside for other things");
  return new RelayFault("refused-address", { origin, address, what, cause: `${kind} address ${address}` });
}
