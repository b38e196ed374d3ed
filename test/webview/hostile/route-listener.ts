import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkRoutes, type NetworkRoute } from "./network-routes.ts";

/** Records which routes reach the network. */
export interface RouteListener {
  readonly origin: string;
  /** The names of the routes whose URLs have been requested. */
  readonly names: ReadonlySet<string>;
  /** Returns the number of datagrams that have been received. */
  readonly datagrams: () => number;
  /**
   * Returns JavaScript for the body of an async function that attempts the routes one after another. Before each
   * attempt, it sends the route's name to the parent window, such as `{ attempted: "fetch" }`.
   */
  readonly codeOf: (routes: readonly NetworkRoute[]) => string;
  readonly close: () => void;
}

/** Accepts HTTP requests and WebRTC datagrams on 127.0.0.1. */
export async function listenForRoutes(): Promise<RouteListener> {
  const names = new Set<string>();
  let datagrams = 0;
  const server = createServer(({ url = "" }, response) => {
    const index = /^\/(\d+)/.exec(url)?.[1];
    names.add(networkRoutes[Number(index)]?.name ?? `another: ${url}`);
    response.writeHead(204, { "Access-Control-Allow-Origin": "*" }).end();
  });
  const socket = createSocket("udp4");
  socket.on("message", () => datagrams++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const declarations = declarationsFor(socket.address().port);
  return {
    origin,
    names,
    datagrams: () => datagrams,
    codeOf: (routes) => {
      const taken = routes.map((route) => {
        const url = `${origin}/${networkRoutes.indexOf(route)}`;
        return `await attempt(${JSON.stringify(route.name)}, ${JSON.stringify(url)}, async (url) => { ${route.code} });`;
      });
      return declarations + taken.join("\n");
    },
    close: () => {
      server.close();
      server.closeAllConnections();
      socket.close();
    },
  };
}

/** Returns the declarations that the code of routes uses (`NetworkRoute.code`). */
function declarationsFor(stunPort: number): string {
  return `
const { head, body } = document;
const stun = "stun:127.0.0.1:${stunPort}";
const nonce = document.querySelector("script")?.nonce;
const policy = document.querySelector("meta[content*=sha256]")?.content;
const integrity = /sha256-[\\w+/=]+/.exec(policy ?? "")?.[0] ?? "";
const same = (text) => text;
const rules = { createHTML: same, createScript: same, createScriptURL: same };
// A component can create a policy with a name that the document allows, so Trusted Types don't stop it.
let trusted = rules;
try { trusted = trustedTypes.createPolicy("docwright", rules); } catch {}
const make = (tag, given = {}) => {
  const element = document.createElement(tag);
  if (tag === "script" && "textContent" in given) given.textContent = trusted.createScript(given.textContent);
  const address = { script: "src", embed: "src", object: "data" }[tag];
  if (address in given) given[address] = trusted.createScriptURL(given[address]);
  for (const [name, value] of Object.entries(given))
    if (["textContent", "innerHTML", "nonce"].includes(name)) element[name] = value;
    else if (value !== "") element.setAttribute(name === "httpEquiv" ? "http-equiv" : name, value);
  body.append(element);
  return element;
};
const attempt = async (name, url, run) => {
  parent.postMessage({ attempted: name }, "*");
  try { await Promise.race([run(url), new Promise((done) => setTimeout(done, 20))]); } catch {}
};
`;
}
