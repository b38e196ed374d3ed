import { checkUrl, type UrlRefusal } from "./address-policy.ts";
import { RelayFault } from "./relay-fault.ts";

/** Where a request goes. Everything that is sent and judged is read from here; the text it came from is not read again. */
export interface TargetUrl {
  /** `https://api.example.com` */
  readonly origin: string;
  readonly isTls: boolean;
  /** For `Host`: `api.example.com:8443`. */
  readonly host: string;
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** With its query, byte for byte as it was written; marks of secrets may stand in it. */
  readonly path: string;
}

/**
 * The URL of a request. Throws `refused-target` where nothing may be sent and `malformed` where readers of URLs differ
 * about it: backslashes, blanks, line ends and characters that have to be encoded. The host is the one that the
 * platform's reader makes of the authority, in its one spelling; path and query are left as they are.
 */
export function readTargetUrl(written: string): TargetUrl {
  const [, scheme, authority = "", rest = ""] = /^(?:(https?):\/\/)?([^/?#\\]*)(.*)$/is.exec(written) ?? [];
  if (scheme === undefined) throw createTargetFault("only addresses that begin with http:// or https:// are asked");
  if (authority.includes("@")) throw createTargetFault(refusals.credentials);
  if (/[\0- %{}\x7f]/.test(authority)) throw malformed("The name of the server");
  const [path = ""] = rest.split("#");
  if (!/^[!-~]*$/.test(path) || path.includes("\\")) throw malformed("The path of the address");
  const checked = checkUrl(`${scheme.toLowerCase()}://${authority}/`, policy);
  if (!checked.ok) throw createTargetFault(refusals[checked.reason]);
  const { url } = checked;
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

/** Addresses are judged when they are known (`targets.ts`). */
const policy = { schemes: ["http:", "https:"], allowsAddress: () => true, allowsLocalNames: true };

const refusals: Readonly<Record<UrlRefusal, string>> = {
  malformed: "the address is no full URL",
  scheme: "only addresses that begin with http:// or https:// are asked",
  credentials: "the address holds a user name or password, which belong under Authorization",
  port: "the address names a port that is for something else than http",
  host: "the address names no server",
};

function createTargetFault(what: string): RelayFault {
  return new RelayFault("refused-target", { what });
}

function malformed(part: string): RelayFault {
  return new RelayFault("malformed", {
    what: `${part} holds a character that cannot be sent; blanks, backslashes and letters outside ASCII have to be percent-encoded.`,
  });
}
