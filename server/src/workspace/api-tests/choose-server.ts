import type { ServerModel } from "../../core/spec/model/operation-model.ts";

export type ChosenServer =
  | { readonly ok: true; readonly url: string }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * The address that an operation is called at: the declared server that the person has named, as a whole or by its host;
 * else a named address with the same path; else, where there is one specification and one address, that address.
 */
export function chooseServer(
  declared: readonly ServerModel[],
  {
    servers,
    variables,
  }: { readonly servers: readonly string[]; readonly variables: Readonly<Record<string, string>> },
  isOnlySpec: boolean,
): ChosenServer {
  const known = declared.flatMap((server) => readServer(server, variables));
  const named = servers.flatMap((url) => (URL.canParse(url) ? [new URL(url)] : []));
  for (const url of named)
    for (const server of known)
      if (server.origin === url.origin && isWithin(server, url)) return found(server);
  const samePath = named.find((url) =>
    known.some((server) => pathOf(server) === pathOf(url) && pathOf(url) !== ""),
  );
  if (samePath) return found(samePath);
  const [only, second] = named;
  if (only && !second && (isOnlySpec || declared.length === 0)) return found(only);
  if (named.length === 0) return { ok: false, reason: "No server is named to send it to." };
  const example = known[0]?.href ?? declared[0]?.url;
  const where = example === undefined ? "" : `: ${example.replace(/\/$/, "")}`;
  return {
    ok: false,
    reason: `This API runs elsewhere${where}. Name that server as well to have it tested.`,
  };
}

/** The whole server, or its host alone. */
function isWithin(server: URL, named: URL): boolean {
  return pathOf(named) === "" || pathOf(named) === pathOf(server);
}

function found(url: URL): ChosenServer {
  return { ok: true, url: url.origin + pathOf(url) };
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, "");
}

/** With what is chosen for its variables, else their defaults; a relative address is none. */
function readServer({ url, variables }: ServerModel, chosen: Readonly<Record<string, string>>): URL[] {
  const text = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const own = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
    return own ?? variables.find((each) => each.name === name)?.default ?? whole;
  });
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? [new URL(text)] : [];
}
