import type { JsonNode } from "../../config/json/json-tree.ts";
import { parseApiTarget } from "../../page/check-field.ts";
import type { PageOutline } from "../../page/page.ts";
import { toHttpUrl } from "../../request/channel.ts";
import { getUrlOrigin } from "../../spec/outline-extensions.ts";
import { getSpecName } from "../../spec/detect-spec.ts";
import { derive } from "../../text/maps.ts";
import { findSetting } from "../settings/site-settings.ts";
import { type Site, createSiteView } from "../site.ts";

/** An origin that a site declares for its APIs. */
export interface DeclaredOrigin {
  /** The origin, such as `https://api.example.com`. */
  readonly origin: string;
  /**
   * The first file that declares the origin, such as `docs.json` or `openapi.yaml`. For a copy of a remote
   * specification, this is the specification's URL.
   */
  readonly declaredBy: string;
}

const maxOrigins = 1000;

/**
 * Returns the origins that a site's playground can send requests to, without duplicates: the origins of the server in
 * docs.json, of servers and authentication URLs in specifications, and of full URLs in `api` fields on pages. For a
 * WebSocket server, returns the corresponding HTTP origin (see `toHttpUrl` in `channel.ts`). Nothing is sent to an
 * origin until the user allows the origin.
 */
export function listDeclaredOrigins(
  site: Pick<Site, "config" | "profile" | "specs" | "pages">,
): readonly DeclaredOrigin[] {
  const declaredOriginsByOrigin = new Map<string, DeclaredOrigin>();
  const originLists = [listSettingsOrigins(site), listSpecOrigins(site.specs), listOriginsOfPages(site.pages)];
  for (const declaredOrigin of originLists.flat())
    if (declaredOriginsByOrigin.size < maxOrigins && !declaredOriginsByOrigin.has(declaredOrigin.origin))
      declaredOriginsByOrigin.set(declaredOrigin.origin, declaredOrigin);
  return [...declaredOriginsByOrigin.values()];
}

const listSettingsOrigins = createSiteView(["profile", "config"], ({ profile, config }): readonly DeclaredOrigin[] =>
  profile.serverSettings.flatMap((path) =>
    listStrings(findSetting({ config }, path)).flatMap(({ text, file }) => toDeclaredOrigins(file, text)),
  ),
);

const listSpecOrigins = derive((specs: Site["specs"]): readonly DeclaredOrigin[] =>
  [...specs.values()].flatMap(({ path, origins }) =>
    origins.map((origin) => ({ origin: toHttpUrl(origin), declaredBy: formatFile(getSpecName(path)) })),
  ),
);

const listOriginsOfPages = derive((pages: Site["pages"]): readonly DeclaredOrigin[] =>
  [...pages.values()].flatMap((page) => listPageOrigins(page)),
);

const listPageOrigins = derive((page: PageOutline): readonly DeclaredOrigin[] => {
  const api = page.fields.get("api");
  const target = typeof api === "string" ? parseApiTarget(api) : undefined;
  return target?.kind === "url" ? toDeclaredOrigins(page.path, target.url) : [];
});

/** Returns the string or each string in the array, along with its file. */
function listStrings(node: JsonNode | undefined): readonly { readonly text: string; readonly file: string }[] {
  if (node?.kind === "string") return [{ text: node.value, file: node.file }];
  return node?.kind === "array" ? node.items.flatMap(listStrings) : [];
}

function toDeclaredOrigins(file: string, url: string): readonly DeclaredOrigin[] {
  const origin = getUrlOrigin(toHttpUrl(url.trim()));
  return origin === undefined ? [] : [{ origin, declaredBy: formatFile(file) }];
}

/**
 * Returns a file's name for messages. In messages, `you` refers to the user, who can add origins that the site doesn't
 * declare, so a file named `you` is written as `./you`.
 */
function formatFile(file: string): string {
  return file === "you" ? "./you" : file;
}
