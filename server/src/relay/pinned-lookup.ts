import { lookup } from "node:dns/promises";
import { isIPv6, type LookupFunction } from "node:net";

/** All addresses that this machine knows for a name. Rejects with Node's error when there are none. */
export async function lookUpBySystem(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}

/** In place of a lookup when connecting: the addresses that were checked, whatever the name leads to by now. */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? "", first?.family);
  };
}
