import { redirectsOf, type Redirect } from "../site/links/redirects.ts";
import type { Site } from "../site/site.ts";
import type { FileEdit } from "../text/text-edit.ts";
import { removeAt } from "./edit-at.ts";
import type { Finding } from "./rule.ts";

/** What a finding keeps of the redirect it is about. */
export function redirectData({ index }: Redirect): { readonly redirect: number } {
  return { redirect: index };
}

/** The redirect a finding is about, unless the redirects are no longer those. */
export function redirectOf({ at, data }: Finding, site: Site): Redirect | undefined {
  const index = data?.["redirect"];
  const redirect = typeof index === "number" ? redirectsOf(site)[index] : undefined;
  if (!redirect || redirect.node.file !== at.file) return undefined;
  const { start, end } = redirect.node.range;
  return start <= at.range.start && at.range.end <= end ? redirect : undefined;
}

/** Takes the whole redirect out. */
export function removeRedirect(finding: Finding, site: Site): FileEdit[] {
  const redirect = redirectOf(finding, site);
  return redirect ? removeAt(site.config, { file: redirect.node.file, range: redirect.node.range }) : [];
}
