import { lookup } from "node:dns/promises";
import { isIPv6, type LookupFunction } from "node:net";
import { callbackify } from "node:util";

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

/**
 * In place of a lookup where a proxy was to look `hostname` up: a connection that goes there by itself after all, as a proxy
 * may be for other places, only goes to addresses about which `refusal` says nothing.
 */
export function judgedLookup(
  hostname: string,
  find: (name: string) => Promise<readonly string[]>,
  refusal: (address: string) => Error | undefined,
): LookupFunction {
  const look = callbackify(async (name: string): Promise<readonly string[]> => {
    const found = await find(name);
    const refused = name === hostname ? found.map(refusal).find((each) => each !== undefined) : undefined;
    if (refused) throw refused;
    return found;
  });
  return (name, options, callback) => {
    look(name, (error, found) => {
      if (error) callback(error, "", 0);
      else pinnedTo(found)(name, options, callback);
    });
  };
}
