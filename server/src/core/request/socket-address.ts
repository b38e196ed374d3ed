/**
 * A WebSocket begins as a request by HTTP to the same server, over the same connection and with the same protection
 * (RFC 6455, section 3 and 4.1): so `ws://host` is the origin `http://host`, and `wss://host` is `https://host`. What
 * is declared, agreed to and bound to an origin counts for both, and there is one spelling of each.
 */
export function httpAddress(address: string): string {
  return address.replace(/^(\s*)ws(s?):\/\//i, "$1http$2://");
}

/** The same address as a WebSocket's: `wss://api.example.com` of `https://api.example.com`. */
export function socketAddress(address: string): string {
  return address.replace(/^(\s*)http(s?):\/\//i, "$1ws$2://");
}
