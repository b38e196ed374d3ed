/**
 * The path of an address in the site as it is asked for: names escaped, those that are escaped already left so, and what
 * stands behind `?` or `#` as it was. `/images/a b.png?v=2` is `/images/a%20b.png?v=2`.
 */
export function siteAddress(address: string): string {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  const names = path.split("/").map((name) => encodeURIComponent(decoded(name)));
  return names.join("/") + (end < 0 ? "" : address.slice(end));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
