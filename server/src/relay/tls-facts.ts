import type { Socket } from "node:net";
import { TLSSocket, type PeerCertificate } from "node:tls";
import type { RelayTls } from "../core/request/protocol/relay-protocol.ts";

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
