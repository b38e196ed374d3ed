import { isInNestedSite, getNestedSites } from "../../site/navigation/nested-sites.ts";
import { findRedirect } from "../../site/links/redirects.ts";
import { getListedSlugs } from "../../site/navigation/navigation-pages.ts";
import { isSnippet, getPageSlugs } from "../../site/pages/pages.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { getOperationName } from "../../site/specs/generated-page-plan.ts";
import { indexGeneratedPagesBySlug } from "../../site/specs/generated-pages.ts";
import type { SitePath } from "../../text/text-edit.ts";
import {
  createInvalidPathMessage,
  findIgnoredProblem,
  findMissingNameProblem,
  findPathProblem,
  findExistingFileProblem,
  findUnpublishedProblem,
} from "../move/plan-move.ts";
import type { PageTemplate } from "../new-page/page-templates.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";

export type NewPageCheck =
  | {
      readonly ok: true;
      readonly slug: string;
      readonly file: SitePath;
      /** Whether the navigation already contains the page. */
      readonly isListed: boolean;
      /** A warning about content that readers won't see. */
      readonly warning?: LocalizedMessage;
    }
  /** The reason why the page can't be created, and how to proceed. */
  | Refusal;

/**
 * Checks whether a page or a snippet can be created at a path that the author entered, such as `guides/start` or
 * `/guides/start.mdx`.
 */
export function checkNewPage(site: Site, kind: PageTemplate["kind"], path: string): NewPageCheck {
  const rawPath = path.trim().replace(/\\/g, "/");
  const nameProblem = findMissingNameProblem(rawPath);
  if (nameProblem !== undefined) return refuse(nameProblem);
  const pageEntry = readPageEntry(rawPath);
  if (pageEntry.kind === "url")
    return refuse(createMessage("“{0}” is a URL. Enter a path, such as guides/first-steps.", path.trim()));
  if (pageEntry.kind !== "page") return refuse(createInvalidPathMessage(path.trim()));
  const { slug } = pageEntry;
  const file = `${slug}.mdx`;
  const pathsByLowerCase = new Map<string, SitePath>();
  const problem =
    findPathProblem(file) ??
    findExistingFileProblem(site, "", file, new Map(), pathsByLowerCase) ??
    findOtherSiteProblem(site, file) ??
    (kind === "snippet" ? findSnippetProblem(site, file) : findUnpublishedProblem(site, file));
  if (problem !== undefined) return refuse(problem);
  const warning = kind === "snippet" ? undefined : findUnseenPageProblem(site, slug);
  return {
    ok: true,
    slug,
    file,
    isListed: getListedSlugs(site.config).has(slug),
    ...(warning !== undefined && { warning }),
  };
}

function findOtherSiteProblem(site: Site, file: SitePath): LocalizedMessage | undefined {
  const folder = getNestedSites(site).find((nestedSite) => isInNestedSite(file, [nestedSite]));
  return folder === undefined
    ? undefined
    : createMessage("{0} is a separate site. Create the page in that site, or choose another folder.", folder);
}

function findSnippetProblem(site: Site, file: SitePath): LocalizedMessage | undefined {
  if (!isSnippet(file))
    return createMessage(
      "Outside the snippets folder, the service would publish {0} as a page. Choose a path such as snippets/note.",
      file,
    );
  return findIgnoredProblem(site, file);
}

function findUnseenPageProblem(site: Site, slug: string): LocalizedMessage | undefined {
  const redirect = findRedirect(site, slug);
  if (redirect)
    return createMessage(
      "/{0} redirects to {1}, so readers won't see this page. Choose another path, or remove the redirect.",
      slug,
      redirect.destination,
    );
  const generatedPage = indexGeneratedPagesBySlug(site).get(slug);
  return generatedPage
    ? createMessage(
        "The page for {0} already uses the path /{1}, so readers will see only one of the two pages. Choose another path.",
        getOperationName(generatedPage.target),
        slug,
      )
    : undefined;
}

const maxLength = 80;

/**
 * Returns the last path segment for a title, such as `set-up-sso` for `Set up SSO!`. Removes accents from Latin
 * letters, and preserves letters in other scripts. Returns `page` for a title without any letters.
 */
export function createSlug(title: string): string {
  const normalizedTitle = title
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase();
  const slug = normalizedTitle
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const shortenedSlug = slug.length <= maxLength ? slug : slug.slice(0, maxLength).replace(/-[^-]*$/, "");
  return shortenedSlug === "" ? "page" : shortenedSlug;
}

/**
 * Returns an unused path in the folder for a page with this title. Adds a number if necessary. The root folder is `""`.
 */
export function findUnusedPath(site: Site, folder: string, title: string): string {
  const path = `${folder === "" ? "" : `${folder}/`}${createSlug(title)}`;
  const { slugsByLowerCase } = getPageSlugs(site.files);
  const isPathInUse = (slug: string) => slugsByLowerCase.has(slug.toLowerCase()) || site.files.has(`${slug}.mdx`);
  let firstFreePath = path;
  for (let i = 2; isPathInUse(firstFreePath); i++) firstFreePath = `${path}-${String(i)}`;
  return firstFreePath;
}

/** Returns the name under which a snippet is exported, such as `PlanNote` for `A plan note`. */
export function createComponentName(title: string): string {
  const name = createSlug(title)
    .split("-")
    .map((part) => part.replace(/[^a-z0-9]/g, ""))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
  return /^[A-Z]/.test(name) ? name : `Snippet${name}`;
}
