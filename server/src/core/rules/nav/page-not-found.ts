import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findMissingFolder } from "../../site/links/file-suggestions.ts";
import { findNearestPage } from "../../site/links/link-suggestions.ts";
import { findRenamedPage } from "../../site/links/resolve-link.ts";
import {
  findPage,
  isVisible,
  getListedSlugs,
  getListingsWithoutFile,
  type ListedEntry,
  getPageListings,
  groupMenuKeysByPage,
} from "../../site/navigation/navigation-pages.ts";
import { groupPagesByLinkName } from "../../site/navigation/changed-listings.ts";
import { getPathLanguages, getSiteLanguages } from "../../site/navigation/translations.ts";
import { indexSlugsByComposedForm } from "../../site/pages/pages.ts";
import { isRepositoryFile } from "../../site/settings/ignore.ts";
import { getMenuKey, getNavigation, readPageEntry, invisibleCharacterPattern } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { listNamedSources } from "../../site/specs/specs.ts";
import { isEndpointLike, isRemoteSource } from "../../spec/operation-reference.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { getFileName, removePageExtension } from "../../text/site-path.ts";
import { checkConfig, defineRule, type Finding, createMemberRemovalEdits } from "../rule.ts";
import {
  createPageEdit,
  createSuggestionSource,
  type SuggestionSource,
  createPagePathEdits,
} from "../subjects/fixes.ts";
import { createJsonStringGroupFix } from "../subjects/same-target.ts";

export const pageNotFound = defineRule({
  code: "nav/page-not-found",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A navigation entry for a page that doesn't exist.",
  why: "Each entry in `pages` is the path of a page file, relative to the site's folder and without an extension. If the file doesn't exist, the sidebar shows at most a title derived from the path, which doesn't lead to a page. If the path is a folder with an index page, the entry may open that page, but the sidebar doesn't show its title, so the problem is only a warning.",
  howToFix: "Create the page, use the path of an existing page, or remove the entry.",
  whenToTurnOff: "Turn off this rule if a build step creates the pages after Docwright checks the site.",
  messages: {
    missing: "`{page}` doesn't exist, so readers can't open it from the sidebar. Create the page, or remove the entry.",
    meant: "`{page}` doesn't exist, so readers can't open it from the sidebar. Did you mean `{near}`?",
    accents:
      "`{page}` encodes an accented letter differently than its file name, so readers may not see this entry in the sidebar. Use the same encoding as the file name.",
    folder:
      "`{page}` is a folder, not a page, so the sidebar doesn't show the title of its page. Use `{near}` instead.",
    snippet:
      "`{page}` is in `snippets`, where files never become pages, so readers can't open it from the sidebar. Move the file, or remove the entry.",
    ignored:
      "`{page}` is excluded by the site's ignore rules, so readers can't open it from the sidebar. Move the page, change `.mintignore`, or remove the entry.",
    "repository-file":
      "`{file}` is a repository file that the service ignores, so readers can't open it from the sidebar. Rename it to `{near}`, or remove the entry.",
    nowhere:
      "`{page}` isn't a page path, so readers can't open it from the sidebar. Use a path such as `index`, or remove the entry.",
    outside:
      "`{page}` is outside the site's folder, so readers can't open it from the sidebar. Use a path inside the site.",
    file: "`{page}` is the path of a file, not of a page, so readers may not see this entry in the sidebar. Remove the entry, and link to the file from a page.",
    "two-extensions":
      "`{page}` doesn't exist, because its file ends with `{extension}`, so readers can't open it from the sidebar. Rename the file to `{near}`.",
    "not-a-path":
      "`{page}` is too long or contains invisible characters, so readers can't open it from the sidebar. Shorten or retype the path.",
    language:
      "`{language}` lists {count} pages, but none of them exist, so readers can't open any page in this language. Create the pages, or remove the language.",
    "missing-folder":
      "The folder `{folder}` doesn't exist, so readers can't open {count} of its entries, such as `{page}`, from the sidebar. Create the pages, or remove the entries.",
    create: "Create the page {fileName}",
    use: "Change to `{near}`",
    useAll: "Change all {count} to `{near}`",
    createAll: "Create all {count} pages",
    remove: "Remove entry",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": {
    "pages": [
      "index",
      [|"guides/setup"|]
    ]
  }
}
//- index.mdx
`,
      good: `
//- docs.json
{
  "navigation": {
    "pages": [
      "index",
      "guides/setup"
    ]
  }
}
//- index.mdx
//- guides/setup.mdx
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "pages": [[|"guides"|], [|"guides/strat"|], [|"../../secrets"|]] } }
//- guides/index.mdx
//- guides/start.mdx
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["guides/index", "guides/start"] } }
//- guides/index.mdx
//- guides/start.mdx
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    const guess = createSuggestionSource();
    const absentLanguageByCode = findAbsentLanguages(site);
    for (const listedPage of getListingsWithoutFile(site)) {
      const { entry, parsedEntry: pageEntry, slug } = listedPage;
      // `config/invalid-value` reports an empty string. A path such as `.` or `/` isn't empty.
      if (entry.isIgnored || pageEntry.kind === "url" || entry.text === "") continue;
      const at = getNodeLocation(entry.node);
      const args = { page: entry.text };
      // Readers don't see any entries of a hidden element, so a missing page matters less there.
      const severityOverride = isVisible(entry.parent) ? undefined : { severity: "warning" as const };
      if (pageEntry.kind === "empty") yield { message: "nowhere", args, at, ...severityOverride };
      else if (pageEntry.kind === "outside-site") yield { message: "outside", args, at, ...severityOverride };
      else if (pageEntry.kind === "not-a-path") yield { message: "not-a-path", args, at, ...severityOverride };
      else if (findPage(site, slug).kind === "missing")
        yield {
          ...addLanguageData(createFinding(listedPage, site, guess), listedPage, absentLanguageByCode),
          at,
          ...severityOverride,
        };
    }
  }),
  *createFixes({ at, args, message, data }, site) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield { title: "use", args: { near: suggestion }, edits: createPagePathEdits(at, suggestion) };
    const slug = data?.["slug"];
    // A page next to a README would lack the README's content.
    const canCreate = message !== "folder" && message !== "repository-file";
    const page = typeof slug === "string" && canCreate ? createPageEdit(site, slug) : undefined;
    if (page) yield { title: "create", args: { fileName: toVerbatim(page.file) }, edits: [page] };
    // Links to the page would still lead nowhere.
    const isLinked = page !== undefined && isLinkedTo(site, removePageExtension(page.file));
    const edits = isLinked ? [] : createMemberRemovalEdits(site.config, at);
    if (edits.length > 0) yield { title: "remove", args: args ?? {}, edits };
  },
  grouping: {
    getCause: ({ at, data }) => {
      const language = data?.["language"];
      const folder = data?.["folder"];
      if (typeof language === "string") return `${at.file}\n${language}`;
      // The path comes first, so that the folders of a page's languages have the same cause.
      if (typeof folder === "string") return `${folder}/\n${at.file}`;
      const slug = data?.["slug"];
      return typeof slug === "string" ? slug : undefined;
    },
    combinedMessage: ({ data }) => {
      if (typeof data?.["language"] === "string") return "language";
      return typeof data?.["folder"] === "string" ? "missing-folder" : undefined;
    },
    *createFixes(findings, site) {
      yield* createJsonStringGroupFix(findings);
      const slugs = new Set(findings.map(({ data }) => data?.["slug"]));
      if (slugs.size < 2 || slugs.size > maxCreatedPages) return;
      const edits = [...slugs].flatMap((slug) => (typeof slug === "string" && createPageEdit(site, slug)) || []);
      if (edits.length === slugs.size) yield { title: "createAll", args: { count: edits.length }, edits };
    },
  },
});

const maxCreatedPages = 50;

/** Whether a page contains a link to this path. */
function isLinkedTo(site: Site, slug: string): boolean {
  const pages = [...(groupPagesByLinkName(site.references).get(getFileName(slug)) ?? [])].slice(0, maxLinkingPages);
  return pages.some((path) =>
    site.references.get(path)?.links.some(({ target }) => target.replace(/[?#].*$/s, "") === `/${slug}`),
  );
}

/** The maximum number of pages with a link to the same name that are searched. */
const maxLinkingPages = 100;

/** Returns the languages in which none of the listed pages exists, by language code. */
function findAbsentLanguages(site: Site): ReadonlyMap<string, string> {
  const languages = getSiteLanguages(site.config);
  if (!languages) return new Map();
  const absentLanguageByCode = new Map([...languages].map((code) => [code, code]));
  for (const { entry, slug } of getPageListings(site.config)) {
    const { language } = entry.parent;
    if (language !== undefined && absentLanguageByCode.has(language) && findPage(site, slug).kind !== "missing")
      absentLanguageByCode.delete(language);
  }
  const { entries, elements } = getNavigation(site.config);
  for (const { text, parent } of entries) if (isEndpointLike(text)) absentLanguageByCode.delete(parent.language ?? "");
  for (const { language = "", root } of elements) {
    const entry = absentLanguageByCode.has(language) && root ? readPageEntry(root.value) : undefined;
    if (entry?.kind === "page" && findPage(site, entry.slug).kind !== "missing") absentLanguageByCode.delete(language);
  }
  // The pages of a remote specification are unknown, so they may exist.
  for (const { source, element } of listNamedSources(site.config))
    if (isRemoteSource(source.source)) absentLanguageByCode.delete(element?.language ?? "");
  for (const { node } of absentLanguageByCode.size > 0 ? getGeneratedPages(site) : []) {
    const { language } = node.type === "entry" ? node.parent : node;
    absentLanguageByCode.delete(language ?? "");
  }
  return absentLanguageByCode;
}

/**
 * Returns the finding with the entry's language if none of the pages in that language exists. Otherwise, returns the
 * finding with the page and language of the entry, so that the problem is combined with the same problem in other
 * languages.
 */
function addLanguageData<F extends Pick<Finding, "args" | "data">>(
  finding: F,
  { entry, slug }: ListedEntry,
  absentLanguageByCode: ReadonlyMap<string, string>,
): F {
  const languageCode = entry.parent.language ?? "";
  const language = absentLanguageByCode.get(languageCode);
  if (language === undefined) return { ...finding, data: { ...finding.data, listed: slug, listedIn: languageCode } };
  return { ...finding, args: { ...finding.args, language }, data: { ...finding.data, language } };
}

/** Matches files that the service creates for the entire site. */
const generatedFilePattern = /(?:^|\/)(?:llms(?:-full)?\.txt|robots\.txt|sitemap\.xml)$/i;

const doubleExtensions = [".mdx.mdx", ".md.md", ".md.mdx", ".mdx.md"];

function createFinding({ entry, slug }: ListedEntry, site: Site, guess: SuggestionSource) {
  const args = { page: entry.text };
  if (invisibleCharacterPattern.test(slug)) return { message: "not-a-path", args } as const;
  if (generatedFilePattern.test(slug) || site.files.has(slug)) return { message: "file", args } as const;
  const extension = doubleExtensions.find((ending) => site.files.has(slug + ending));
  if (extension !== undefined)
    return { message: "two-extensions", args: { ...args, extension, near: `${getFileName(slug)}.mdx` } } as const;
  const similarSlug = indexSlugsByComposedForm(site.files).get(slug.normalize("NFC"));
  if (similarSlug !== undefined)
    return {
      message: "accents",
      args: { ...args, near: similarSlug },
      severity: "warning",
      data: { near: similarSlug },
    } as const;
  const isExistingFile = [`${slug}.mdx`, `${slug}.md`].some((file) => site.files.has(file));
  if (isExistingFile) return { message: "snippet", args } as const;
  if (site.isIgnored(`${slug}.mdx`) && site.isIgnored(`${slug}.md`)) return { message: "ignored", args } as const;
  if (isRepositoryFile(slug, site.isIgnored)) {
    const suggestion = `${getFileName(slug)}.mdx`;
    return {
      message: "repository-file",
      args: { ...args, file: `${slug}.md`, near: suggestion },
      data: { slug },
    } as const;
  }
  const { has: isListed } = getListedSlugs(site.config);
  const languages = getPathLanguages(site.config);
  const language = entry.parent.language ?? languages?.getLanguage(slug);
  // The page of a folder is offered unless the same menu lists it. Versions can share pages.
  const isShared = (page: string) =>
    page === `${slug}/index` && groupMenuKeysByPage(site.config).get(page)?.has(getMenuKey(entry.parent)) === false;
  const isExcluded = (page: string) =>
    (isListed(page) && !isShared(page)) || (languages !== undefined && languages.getLanguage(page) !== language);
  const suggestion = guess(`${language ?? ""}\n${getMenuKey(entry.parent)}\n${slug}`, () => {
    const renamedSlug = findRenamedPage(site, slug);
    return renamedSlug !== undefined && !isExcluded(renamedSlug)
      ? renamedSlug
      : findNearestPage(site.files, slug, isExcluded);
  });
  if (suggestion === undefined) {
    const folder = findMissingFolder(slug, site.files);
    return {
      message: "missing",
      args: { ...args, ...(folder !== undefined && { folder }) },
      data: { slug, ...(folder !== undefined && { folder }) },
    } as const;
  }
  const suggestionData = { args: { ...args, near: suggestion }, data: { slug, near: suggestion } };
  return suggestion === `${slug}/index` || suggestion === `${slug}/README`
    ? ({ message: "folder", ...suggestionData, severity: "warning" } as const)
    : ({ message: "meant", ...suggestionData } as const);
}
