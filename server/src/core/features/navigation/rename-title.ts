import { setField } from "../../site/pages/new-page.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { type Site, withFile } from "../../site/site.ts";
import { vendorExtension } from "../../site/specs/generated-page-plan.ts";
import { generatedBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { isRemoteSpec, specName } from "../../spec/remote-spec.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { isBlank } from "../../text/message.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { writeYamlText } from "../completion/write-values.ts";
import type { OperationTitle } from "../spec/edit-title.ts";
import { EditsOnce, updatePageReferences, type SiteRename } from "../spec/rename.ts";

/** Where the title of a navigation row is written. */
export type TitleOfRow =
  /** In the frontmatter of its page. */
  | { readonly kind: "page"; readonly edits: readonly FileEdit[] }
  /** In a specification, whose parsed trees are needed to edit it. `follows` contains the related edits in the site. */
  | {
      readonly kind: "operation";
      readonly spec: SpecOutline;
      readonly title: OperationTitle;
      readonly follows: SiteRename;
    }
  /** A sentence about why the title can't change, and what to do. */
  | { readonly kind: "refused"; readonly reason: string };

/** The maximum length of a title in characters. */
const maxLength = 300;

/** Changes the title of the page with this slug, as shown in the sidebar, in its file or its specification. */
export function titleOfRow(site: Site, slug: string, newTitle: string): TitleOfRow {
  const title = newTitle.trim();
  if (isBlank(title)) return refused("The title can't be empty because readers see it.");
  if (/[\p{Cc}\u2028\u2029]/u.test(title) || title.length > maxLength)
    return refused("A title must fit on one line in the navigation. Shorten it.");
  const file = pageSlugsOf(site.files).fileOf.get(slug);
  const page = file === undefined ? undefined : site.references.get(file);
  if (page) {
    const own = page.frontmatter.fields.get("sidebarTitle")?.value;
    const isShown = typeof own === "string" && own.trim() !== "";
    const edits = setField(page, isShown ? "sidebarTitle" : "title", writeYamlText(title));
    return edits.length > 0
      ? { kind: "page", edits }
      : refused(`The frontmatter of ${page.path} can't be parsed. Fix it first.`);
  }
  const generated = generatedBySlug(site).get(slug);
  return generated
    ? titleOfGenerated(site, generated, title)
    : refused("The site has just changed. Try again.");
}

function titleOfGenerated(site: Site, { spec, target }: GeneratedPage, title: string): TitleOfRow {
  if (isRemoteSpec(spec.path))
    return refused(
      `This title is defined in ${specName(spec.path)}, which can't be edited here. Change it there, or create a page for this operation.`,
    );
  if (target.kind === "channel")
    return refused(
      `The service derives this title from the channel ${target.channel.id} in ${spec.path}. Change its \`title\` there.`,
    );
  const { operation } = target;
  const keys = keysOfTitle(operation, site);
  if (!keys)
    return refused(
      `The service derives this title from the href in the vendor extension of ${operation.method} ${operation.path}. Set \`sidebarTitle\` in its \`metadata\`.`,
    );
  const isWebhook = target.kind === "webhook";
  if (isWebhook && keys.length === 1)
    return refused(
      `The service derives a webhook's title from its name, ${operation.path}. Rename it in ${spec.path}.`,
    );
  const { method, path, insertAt } = operation;
  const requested = { method, path, ...(isWebhook && { isWebhook }) };
  return {
    kind: "operation",
    spec,
    title: { operation: requested, keys, title, ...(insertAt && { insertAt }) },
    follows: keys.length === 1 ? followSummary(site, spec, operation, title) : { edits: [], redirects: [] },
  };
}

/**
 * Returns the path of the property that the sidebar shows first (`generated-page-plan.ts`), or undefined if the title
 * comes from the path.
 */
function keysOfTitle(operation: OperationOutline, site: Site): readonly string[] | undefined {
  const extension = vendorExtension(operation, site.profile);
  const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
  const { metadata = {}, href, key } = extension ?? {};
  if (key !== undefined && isText(metadata["sidebarTitle"])) return [key, "metadata", "sidebarTitle"];
  if (href) return undefined;
  if (key !== undefined && isText(metadata["title"])) return [key, "metadata", "title"];
  return ["summary"];
}

/** The slug is derived from the summary, so links to the page are updated and redirects offered. */
function followSummary(
  site: Site,
  spec: SpecOutline,
  operation: OperationOutline,
  summary: string,
): SiteRename {
  const operations = spec.operations.map((each) => (each === operation ? { ...each, summary } : each));
  const after = withFile(site, { kind: "spec", path: spec.path, spec: { ...spec, operations } }).site;
  return updatePageReferences(site, after, new EditsOnce());
}

function refused(reason: string): TitleOfRow {
  return { kind: "refused", reason };
}
