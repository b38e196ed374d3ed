import type { JsonNode } from "../../config/json/json-tree.ts";
import { readApiTarget } from "../../page/check-field.ts";
import type { PageOutline } from "../../page/page.ts";
import { toHttpUrl } from "../../request/channel.ts";
import { getUrlOrigin } from "../../spec/outline-extensions.ts";
import { getSpecName } from "../../spec/detect-spec.ts";
import { derive } from "../../text/maps.ts";
import { settingAt } from "../settings/site-settings.ts";
import { type Site, siteView } from "../site.ts";

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
export function declaredOrigins(
  site: Pick<Site, "config" | "profile" | "specs" | "pages">,
): readonly DeclaredOrigin[] {
  const found = new Map<string, DeclaredOrigin>();
  const originLists = [ofSettings(site), ofSpecs(site.specs), ofPages(site.pages)];
  for (const declared of originLists.flat())
    if (found.size < maxOrigins && !found.has(declared.origin)) found.set(declared.origin, declared);
  return [...found.values()];
}

const ofSettings = siteView(["profile", "config"], ({ profile, config }): readonly DeclaredOrigin[] =>
  profile.serverSettings.flatMap((path) =>
    textsOf(settingAt({ config }, path)).flatMap(({ text, file }) => declaredIn(file, text)),
  ),
);

const ofSpecs = derive((specs: Site["specs"]): readonly DeclaredOrigin[] =>
  [...specs.values()].flatMap(({ path, origins }) =>
    origins.map((origin) => ({ origin: toHttpUrl(origin), declaredBy: namedFile(getSpecName(path)) })),
  ),
);

const ofPages = derive((pages: Site["pages"]): readonly DeclaredOrigin[] =>
  [...pages.values()].flatMap((page) => ofPage(page)),
);

const ofPage = derive((page: PageOutline): readonly DeclaredOrigin[] => {
  const api = page.fields.get("api");
  const target = typeof api === "string" ? readApiTarget(api) : undefined;
  return target?.kind === "url" ? declaredIn(page.path, target.url) : [];
});

/** Returns the string or each string in the array, along with its file. */
function textsOf(node: JsonNode | undefined): readonly { readonly text: string; readonly file: string }[] {
  if (node?.kind === "string") return [{ text: node.value, file: node.file }];
  return node?.kind === "array" ? node.items.flatMap(textsOf) : [];
}

function declaredIn(file: string, url: string): readonly DeclaredOrigin[] {
  const origin = getUrlOrigin(toHttpUrl(url.trim()));
  return origin === undefined ? [] : [{ origin, declaredBy: namedFile(file) }];
}

/**
 * Returns a file's name for messages. In messages, `you` refers to the user, who can add origins that the site doesn't
 * declare, so a file named `you` is written as `./you`.
 */
function namedFile(file: string): string {
  return file === "you" ? "./you" : file;
}
