import { quoted } from "../config/json/json-edit.ts";
import { type JudgedLink, judgedLinksOfConfig, judgedLinksOfPage, judgedLinksOfSpec, type Lead, type LinkPlace } from "../site/links/links.ts";
import type { LinkTarget } from "../site/links/resolve-link.ts";
import type { Site } from "../site/site.ts";
import type { FileEdit, SiteLocation } from "../text/text-edit.ts";
import { replaceAt } from "./edit-at.ts";
import type { Subject } from "./rule.ts";

/** What the rules about links look at. */
export const linkSubjects = ["config", "page", "spec"] as const;

/** The links of what a rule looks at, with where each leads. */
export function linksOf(subject: Subject, site: Site): readonly JudgedLink[] {
  if (subject.kind === "config") return judgedLinksOfConfig(site);
  if (subject.kind === "page") return judgedLinksOfPage(site, subject.value.references);
  return subject.kind === "spec" ? judgedLinksOfSpec(site, subject.value) : [];
}

/** The first page on which the link leads to such a target. */
export function leadTo<Kind extends LinkTarget["kind"]>(
  { leads }: JudgedLink,
  kind: Kind,
): (Lead & { readonly target: Extract<LinkTarget, { kind: Kind }> }) | undefined {
  return leads.find(
    (lead): lead is Lead & { readonly target: Extract<LinkTarget, { kind: Kind }> } =>
      lead.target.kind === kind,
  );
}

/** The page to name in a message: absent where the link stands on it itself. */
export function otherPage({ place }: JudgedLink, { page }: Lead): string | undefined {
  return page === place.at.file ? undefined : page;
}

/** Another path in a link, its query and anchor kept, with what could end the link percent-encoded. */
export function withPath(url: string, path: string): string {
  const rest = /[?#].*$/s.exec(url)?.[0] ?? "";
  return `${encodePath(path)}${rest}`;
}

export function encodePath(path: string): string {
  return path.replace(
    /[\s"'<>(){}[\]\\^`|%#?]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** Writes another link over the one at this place; nothing where that cannot be done safely. */
export function writeLink(at: SiteLocation, writeAs: unknown, url: string): FileEdit[] {
  if (writeAs === "json") return replaceAt(at, quoted(url));
  return writeAs === "plain" ? replaceAt(at, url) : [];
}

/** What `fixes` needs to write another link there. */
export function fixData({ writeAs }: LinkPlace, use: string): Readonly<Record<string, string>> {
  return writeAs === undefined ? {} : { use, writeAs };
}
