/**
 * The kinds of addresses, which determine where a request that is influenced by a site can go. A site is untrusted
 * input and must never cause requests to the user's network. All functions in this module are pure functions of text.
 * Callers that connect must resolve the name themselves, check every address with these functions, and connect only to
 * the checked addresses (see `download.ts`).
 */
export type AddressKind =
  | "public"
  | "loopback"
  | "private"
  /** An address between a provider and its customers (100.64.0.0/10). */
  | "shared"
  | "link-local"
  /** The address of a metadata endpoint, which provides cloud machines with their secrets. */
  | "metadata"
  | "multicast"
  | "unspecified"
  /**
   * An address that is reserved for documentation, testing, or future use, or that belongs to a tunnel with an unknown
   * endpoint.
   */
  | "reserved"
  /** Text that isn't an address in canonical form. */
  | "none";

/**
 * Returns the kind of an address. IPv6 addresses can have brackets and a zone. The result for unusual notations, such
 * as `0x7f.1`, is `none`.
 */
export function getAddressKind(address: string): AddressKind {
  const text = address.replace(/^\[(.*)\]$/s, "$1");
  const ipv4 = parseIPv4(text);
  if (ipv4) return getIPv4Kind(ipv4);
  const groups = parseIPv6(text.replace(/%.*$/s, ""));
  return groups ? getIPv6Kind(groups) : "none";
}

export type UrlRefusal = "malformed" | "scheme" | "credentials" | "port" | "host";

export type CheckedUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: UrlRefusal };

export interface UrlPolicy {
  /** The allowed schemes, such as `https:`. */
  readonly schemes: readonly string[];
  readonly allowsAddress: (address: string) => boolean;
  /** Whether names such as `localhost` and `printer.local` are allowed. Their addresses are checked separately. */
  readonly allowsLocalNames?: boolean;
}

export const publicUrlPolicy: UrlPolicy = {
  schemes: ["https:"],
  allowsAddress: (address) => getAddressKind(address) === "public",
};

const maxUrlLength = 2000;

/** Checks whether the text of a URL is allowed, without resolving its name. */
export function checkUrl(rawUrl: string, policy: UrlPolicy = publicUrlPolicy): CheckedUrl {
  const url = rawUrl.length <= maxUrlLength ? parseUrl(rawUrl) : undefined;
  const reason = url ? findUrlRefusal(url, policy) : "malformed";
  return url && reason === undefined ? { ok: true, url } : { ok: false, reason: reason ?? "malformed" };
}

function findUrlRefusal(
  url: URL,
  { schemes, allowsAddress, allowsLocalNames = false }: UrlPolicy,
): UrlRefusal | undefined {
  if (!schemes.includes(url.protocol)) return "scheme";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (url.port === "0" || blockedPorts.has(Number(url.port))) return "port";
  const isAddress = getAddressKind(url.hostname) !== "none";
  const isAllowed = isAddress ? allowsAddress(url.hostname) : allowsLocalNames || !isLocalName(url.hostname);
  return isAllowed ? undefined : "host";
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/**
 * Whether a name is meaningful only on this machine or network, regardless of what DNS returns for the name.
 */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.+$/, "").toLowerCase();
  return name === "" || /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/.test(name);
}

/**
 * The ports of services that misinterpret HTTP requests. Browsers also block these ports (WHATWG Fetch, “bad port”).
 */
const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]); // prettier-ignore

type IPv4Bytes = readonly [number, number, number, number];

function parseIPv4(text: string): IPv4Bytes | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const parts = match?.slice(1) ?? [];
  if (parts.some((octet) => Number(octet) > 255 || (octet.length > 1 && octet.startsWith("0")))) return undefined;
  const [a, b, c, d] = parts.map(Number);
  return a === undefined || b === undefined || c === undefined || d === undefined ? undefined : [a, b, c, d];
}

/**
 * Returns the kind of an IPv4 address, based on IANA's registry of special-purpose addresses and on cloud providers'
 * known metadata addresses.
 */
function getIPv4Kind([a, b, c, d]: IPv4Bytes): AddressKind {
  const text = `${a}.${b}.${c}.${d}`;
  if (metadataIPv4Addresses.has(text)) return "metadata";
  if (a === 0) return "unspecified";
  if (a === 127) return "loopback";
  if (a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)) return "private";
  if (a === 100 && b >= 64 && b <= 127) return "shared";
  if (a === 169 && b === 254) return "link-local";
  if (a === 192 && b === 0 && (c === 0 || c === 2)) return "reserved";
  if (a === 192 && b === 88 && c === 99) return "reserved";
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return "reserved";
  if (a === 203 && b === 0 && c === 113) return "reserved";
  if (a >= 224) return a < 240 ? "multicast" : "reserved";
  return "public";
}

/**
 * The metadata addresses for AWS, Azure, Google, and others; for AWS containers; for Azure's wire server; for Alibaba;
 * and for Oracle (its former address).
 */
const metadataIPv4Addresses: ReadonlySet<string> = new Set([
  "169.254.169.254", "169.254.170.2", "169.254.170.23", "169.254.0.23", "168.63.129.16", "100.100.100.200",
  "192.0.0.192",
]); // prettier-ignore

/**
 * The first two groups of metadata addresses that are reserved by cloud providers: AWS (`fd00:ec2::254` and
 * `fd00:ec2::23`), Google (`fd20:ce::254`), and Scaleway (`fd00:42::42`).
 */
const metadataIPv6Prefixes: ReadonlySet<string> = new Set(["fd00:ec2", "fd20:ce", "fd00:42"]);

/** Returns the eight groups of an IPv6 address. The last two groups can be written as an IPv4 address. */
function parseIPv6(text: string): readonly number[] | undefined {
  if (!/^[\da-f:.]{2,45}$/i.test(text) || !text.includes(":")) return undefined;
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(parseGroups);
  if (!head || (halves.length === 2 && !tail)) return undefined;
  const groupCount = head.length + (tail?.length ?? 0);
  if (!tail) return groupCount === 8 ? head : undefined;
  if (groupCount > 7) return undefined;
  return [...head, ...Array<number>(8 - groupCount).fill(0), ...tail];
}

function parseGroups(text: string): readonly number[] | undefined {
  if (text === "") return [];
  const groupTexts = text.split(":");
  const groups = groupTexts.flatMap((group, index): (number | undefined)[] => {
    if (/^[\da-f]{1,4}$/i.test(group)) return [Number.parseInt(group, 16)];
    const ipv4 = index === groupTexts.length - 1 ? parseIPv4(group) : undefined;
    return ipv4 ? [ipv4[0] * 256 + ipv4[1], ipv4[2] * 256 + ipv4[3]] : [undefined];
  });
  const validGroups = groups.filter((group) => group !== undefined);
  return validGroups.length === groups.length ? validGroups : undefined;
}

function getIPv6Kind(groups: readonly number[]): AddressKind {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const startsWithZeros = (count: number) => groups.slice(0, count).every((group) => group === 0);
  const embeddedKind = getIPv4Kind([g >> 8, g & 255, h >> 8, h & 255]);
  if (startsWithZeros(7) && h <= 1) return h === 1 ? "loopback" : "unspecified";
  // ::ffff:a.b.c.d is an IPv4-mapped address, and 64:ff9b::a.b.c.d is translated to IPv4 (NAT64).
  if (startsWithZeros(5) && f === 0xffff) return embeddedKind;
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return embeddedKind;
  if (metadataIPv6Prefixes.has(`${a.toString(16)}:${b.toString(16)}`)) return "metadata";
  if ((a & 0xfe00) === 0xfc00 || (a & 0xffc0) === 0xfec0) return "private";
  if ((a & 0xffc0) === 0xfe80) return "link-local";
  if ((a & 0xff00) === 0xff00) return "multicast";
  if ((a & 0xe000) !== 0x2000) return "reserved";
  // 6to4 and Teredo addresses contain the IPv4 address of the tunnel's other end. Public services don't need them.
  const isTunnel = a === 0x2002 || (a === 0x2001 && b < 0x200);
  const isForDocumentation = (a === 0x2001 && b === 0xdb8) || (a === 0x3fff && b < 0x1000);
  return isTunnel || isForDocumentation ? "reserved" : "public";
}
