import { siteOf } from "./site-of.ts";
import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import type { Audience } from "../../server/src/core/preview/source/page-source.ts";
import type { SidebarItem, SiteShellView } from "../../server/src/core/preview/view/site-frame.ts";
import { createSiteFrame } from "../../server/src/core/preview/frame/site-frame.ts";

export const everyoneAudience: Audience = { reader: "human", signedIn: false, groups: [] };

const responses = { 200: { description: "Done" } };
const spec = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Acme", version: "1" },
  paths: {
    "/users": {
      get: { summary: "List users", tags: ["Users"], responses },
      post: { summary: "Add a user", tags: ["Users"], deprecated: true, responses },
    },
    "/secret": { get: { summary: "Secret", tags: ["Users"], "x-hidden": true, responses } },
  },
  webhooks: { paid: { post: { summary: "Paid", responses } } },
});

interface FrameOptions {
  readonly profile?: ProfileName;
  readonly audience?: Audience;
  /** Additional settings in docs.json. */
  readonly settings?: object;
}

/**
 * Returns the frame of a page on a site with this navigation and the specification `api.json`. Pages are specified by
 * their frontmatter.
 */
export function frameOf(
  navigation: object,
  slug: string,
  pages: Readonly<Record<string, string>> = {},
  { profile = "mintlify", audience = everyoneAudience, settings = {} }: FrameOptions = {},
): SiteShellView {
  const files = new Map([
    ["docs.json", JSON.stringify({ theme: "mint", name: "Acme", navigation, ...settings })],
    ["api.json", spec],
    ...Object.entries(pages).map(([path, head]) => [`${path}.mdx`, `---\n${head}\n---\n`] as const),
  ]);
  return createSiteFrame(siteOf(files, profile), slug, audience);
}

/** Returns the frontmatter of pages whose titles are their paths in uppercase. */
export const titled = (...slugs: string[]) =>
  Object.fromEntries(slugs.map((slug) => [slug, `title: ${slug.toUpperCase()}`]));

/** Returns lines such as `GET List users <NEW> -> /x`, indented according to their depth. */
export function sidebarLines(items: readonly SidebarItem[], indent = ""): string[] {
  return items.flatMap((item) => {
    const mark = item.kind === "page" && item.method !== undefined ? `${item.method} ` : "";
    const tag = item.tag === undefined ? "" : ` <${item.tag}>`;
    const old = item.kind === "page" && item.deprecated ? " (old)" : "";
    const open = item.kind === "group" && item.isExpanded ? " (open)" : "";
    const href = item.href === undefined ? "" : ` -> ${item.href}`;
    const own = `${indent}${mark}${item.label}${tag}${old}${open}${href}`;
    return item.kind === "page" ? [own] : [own, ...sidebarLines(item.items, `${indent}  `)];
  });
}
