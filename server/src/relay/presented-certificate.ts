import { isIP } from "node:net";
import { connect, type DetailedPeerCertificate } from "node:tls";
import type { TargetUrl } from "./target-url.ts";

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

const longestChain = 10;

function read(shown: DetailedPeerCertificate): PresentedCertificate | undefined {
  const fingerprint = shown.fingerprint256 as string | undefined;
  if (fingerprint === undefined) return undefined;
  const chain: string[] = [];
  for (let each: DetailedPeerCertificate | undefined = shown; each && chain.length < longestChain;) {
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
