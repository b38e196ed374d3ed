import type { Socket } from "node:net";
import { RelayFault } from "./relay-fault.ts";
import type { Destination } from "./targets.ts";

/**
 * What is wrong about where a connection leads: not to one of the addresses that were checked. Undefined where it does, where
 * a proxy looks names up, and as long as it is not known.
 */
export function addressFault(
  { remoteAddress }: Pick<Socket, "remoteAddress">,
  { url, addresses, isPinned }: Destination,
): RelayFault | undefined {
  if (!isPinned || remoteAddress === undefined || isSame(remoteAddress, addresses)) return undefined;
  return new RelayFault("proxy", {
    origin: url.origin,
    what: `Nothing was sent: the connection to ${url.hostname} led to ${remoteAddress}, which is not the address that was checked.`,
    cause: `connected to ${remoteAddress}, checked ${addresses.join(", ")}`,
  });
}

/** Calls `judge` before anything is written: as soon as the connection is there, or at once where it is kept from before. */
export function whenConnected(socket: Socket, judge: () => void): void {
  if (socket.connecting) socket.once("connect", judge);
  else judge();
}

function isSame(remote: string, addresses: readonly string[]): boolean {
  const plain = (address: string) =>
    address
      .toLowerCase()
      .replace(/^::ffff:(?=\d+\.)/, "")
      .replace(/%.*$/, "");
  return addresses.some((address) => plain(address) === plain(remote));
}
