import type { NavEntry } from "../config/settings/navigation.ts";
import { endpointEntries } from "../site/specs/operation-references.ts";
import { vendorExtension } from "../site/specs/generated-page-plan.ts";
import { generatedPages } from "../site/specs/generated-pages.ts";
import { generatedAt, pageAt } from "../site/links/resolve-link.ts";
import type { Site } from "../site/site.ts";
import { insertKey } from "../spec/edit-spec.ts";
import { isRemoteSpec } from "../spec/remote-spec.ts";
import type { OperationOutline } from "../spec/spec-outline.ts";
import type { FileEdit, TextEdit } from "../text/text-edit.ts";

/**
 * Writes an `href` into the vendor extension of an operation that `entry` lists: the address that its page has now, or
 * one beside it where a file has that. Nothing where the specification lies elsewhere or has no plain place for it.
 */
export function moveOwnPage(
  operation: OperationOutline,
  entry: NavEntry,
  site: Site,
): { readonly args: { readonly href: string }; readonly edits: readonly FileEdit[] } | undefined {
  const listed = endpointEntries(site).find((candidate) => candidate.entry === entry);
  const page = generatedPages(site).find(({ node }) => node === entry);
  if (listed?.resolution.kind !== "found" || !page) return undefined;
  const file = operation.file ?? listed.resolution.spec.path;
  const slug = freeAddress(page.slug, operation, site);
  if (isRemoteSpec(file) || slug === undefined) return undefined;
  const href = `/${slug}`;
  const edit = editOf(operation, href, site);
  return edit && { args: { href }, edits: [{ kind: "edit", file, edits: [edit] }] };
}

function editOf(operation: OperationOutline, href: string, site: Site): TextEdit | undefined {
  const own = vendorExtension(operation, site.profile);
  if (own) return own.insertAt && !own.hrefRange ? insertKey(own.insertAt, "href", href) : undefined;
  const [key] = site.profile.vendorExtensions;
  const isThere = operation.extensions.some(({ key: other }) =>
    site.profile.vendorExtensions.includes(other),
  );
  // One that is ignored because of a mistake in it would be ignored with its `href`.
  if (key === undefined || isThere || !operation.insertAt) return undefined;
  return insertKey(operation.insertAt, key, { href });
}

/** An address is lower case, and only what needs no escapes is written into a file. */
function freeAddress(slug: string, operation: OperationOutline, site: Site): string | undefined {
  if (/[?#\s]/.test(slug)) return undefined;
  const names = [
    slug,
    `${slug}-reference`,
    ...Array.from({ length: 9 }, (_, i) => `${slug}-reference-${i + 1}`),
  ];
  return names.find((name) => {
    if (pageAt(site.pages, name)) return false;
    const target = generatedAt(site, name)?.target;
    return !target || (target.kind !== "channel" && target.operation === operation);
  });
}
