import { readArguments } from "./read-arguments.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { getConfigLinks, getPageLinks, getSpecLinks } from "../server/src/core/site/links/links.ts";
import { toRedirectPath, getRedirects } from "../server/src/core/site/links/redirects.ts";
import {
  getFinalTarget,
  findGeneratedPage,
  type LinkTarget,
  resolveLink,
} from "../server/src/core/site/links/resolve-link.ts";
import { getNavigationTree, type TreeNode } from "../server/src/core/site/navigation/navigation-tree.ts";
import type { Site } from "../server/src/core/site/site.ts";
import { getGeneratedPages } from "../server/src/core/site/specs/generated-pages.ts";
import { getDirectory, listNamedSources } from "../server/src/core/site/specs/specs.ts";
import { siteOf } from "../test/harness/site-of.ts";

interface LinkLocation {
  readonly kind: "link" | "redirect destination" | "redirect source" | "entry";
  readonly file: string;
  readonly text: string;
  readonly outcome: string;
  /**
   * The kind of content at the path: a generated page, something else in the site, something outside the site, or
   * nothing.
   */
  readonly by: "generated page" | "other" | "elsewhere" | "nothing";
}

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx tools/generated-pages-check.ts FOLDER… [--all]

Reports which generated page serves each link, redirect, and navigation entry of real sites that points into a specification's folder or to no file, and lists those without a page. --all also lists those with a page.`,
  options: { all: { type: "boolean", default: false } },
  count: { min: 1 },
});

main();

function main(): void {
  console.log("| Site | Generated pages | References | To a generated page | To another page | Unknown | Broken |");
  console.log("|---|---|---|---|---|---|---|");
  const problemTexts: string[] = [];
  for (const folder of positionals.flatMap(listSites)) {
    const site = siteOf(readFiles(folder), "mintlify");
    const linkLocations = [...listLinkPlaces(site), ...listRedirectPlaces(site), ...listEntryPlaces(site)];
    const count = (by: LinkLocation["by"]) => linkLocations.filter((place) => place.by === by).length;
    const tree = getNavigationTree(site);
    const pageCount = tree ? countPages(tree) : 0;
    console.log(
      `| ${basename(folder)} | ${pageCount} | ${linkLocations.length} | ${count("generated page")} | ${count("other")} | ${count("elsewhere")} | ${count("nothing")} |`,
    );
    for (const { kind, file, text, outcome, by } of linkLocations)
      if (values.all || by === "nothing")
        problemTexts.push(`${basename(folder)} ${by}: ${kind} ${file} \`${text}\` ${outcome}`);
  }
  console.log(`\n${problemTexts.join("\n")}`);
}

function listLinkPlaces(site: Site): LinkLocation[] {
  const all = [
    ...[...site.references.values()].flatMap((page) =>
      getPageLinks(page).map(({ url }) => ({ url, file: page.path, from: { path: page.path } })),
    ),
    ...getConfigLinks(site.config).map(({ url }) => ({ url, file: "docs.json", from: undefined })),
    ...[...site.specs.values()].flatMap((spec) =>
      getSpecLinks(spec).map(({ url }) => ({ url, file: spec.path, from: undefined })),
    ),
  ];
  return all.flatMap(({ url, file, from }) => getResults(site, "link", file, url, resolveLink(site, url, from)));
}

function listRedirectPlaces(site: Site): LinkLocation[] {
  return getRedirects(site).flatMap(({ source, destination }): LinkLocation[] => {
    const page = findGeneratedPage(site, toRedirectPath(source));
    const ownLocations: LinkLocation[] = page
      ? [
          {
            kind: "redirect source",
            file: "docs.json",
            text: source,
            by: "generated page",
            outcome: "takes its place",
          },
        ]
      : [];
    if (/[:*]/.test(destination.replace(/^https?:/, ""))) return ownLocations;
    const target = resolveLink(site, destination, undefined);
    return [...ownLocations, ...getResults(site, "redirect destination", "docs.json", destination, target)];
  });
}

/**
 * Returns the results for links that concern specifications: links to a generated page, into its folder, or to a path
 * that doesn't exist.
 */
function getResults(
  site: Site,
  kind: LinkLocation["kind"],
  file: string,
  text: string,
  target: LinkTarget,
): LinkLocation[] {
  const last = getFinalTarget(target);
  if (last.kind === "generated")
    return [{ kind, file, text, by: "generated page", outcome: `= ${last.page.slug} of ${last.page.spec.path}` }];
  const path = "path" in last ? last.path : last.kind === "page" ? last.slug : "";
  const isBelow = listFolders(site).some((folder) => folder !== "" && `${path}/`.startsWith(`${folder}/`));
  switch (last.kind) {
    case "missing": {
      if (last.expectedKind !== "page") return [];
      return [{ kind, file, text, by: "nothing", outcome: explainMissingPage(site, last.path, isBelow) }];
    }
    case "unverifiable":
      return last.reason === "specification"
        ? [{ kind, file, text, by: "elsewhere", outcome: "a specification on the web" }]
        : [];
    default:
      return isBelow ? [{ kind, file, text, by: "other", outcome: last.kind }] : [];
  }
}

/**
 * Returns the reason why nothing exists at a path. Generated pages move if a specification gets its own folder, tags,
 * or names, so the last part of the path is used to find the page.
 */
function explainMissingPage(site: Site, path: string, isBelow: boolean): string {
  const pageWithSameName = getGeneratedPages(site).find(({ slug }) => getName(slug) === getName(path));
  if (pageWithSameName) return `now at /${pageWithSameName.slug}, and no redirect leads there`;
  return isBelow ? "no operation of the specification makes it" : "no page of a specification";
}

function getName(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/[-_.]/g, "")
    .toLowerCase();
}

function listEntryPlaces(site: Site): LinkLocation[] {
  const linkLocations: LinkLocation[] = [];
  const visit = (node: TreeNode): void => {
    if (node.kind === "element") {
      for (const child of node.children) visit(child);
      if (node.globalElement) visit(node.globalElement);
    } else if (node.kind === "page" && node.entry && node.generatedPage)
      linkLocations.push({
        kind: "entry",
        file: node.entry.node.file,
        text: node.entry.text,
        by: "generated page",
        outcome: `= ${node.slug}`,
      });
    else if (node.kind === "nothing") {
      const by = node.reason === "unknown" ? "elsewhere" : "nothing";
      linkLocations.push({
        kind: "entry",
        file: node.entry.node.file,
        text: node.entry.text,
        by,
        outcome: node.reason,
      });
    }
  };
  const tree = getNavigationTree(site);
  if (tree) visit(tree);
  return linkLocations;
}

function listFolders(site: Site): readonly string[] {
  return listNamedSources(site.config)
    .filter(({ element }) => element)
    .map(({ source }) => getDirectory(source));
}

/** Returns the number of generated pages below a node. */
function countPages(node: TreeNode): number {
  if (node.kind === "page") return node.generatedPage ? 1 : 0;
  return "children" in node ? node.children.reduce((sum, child) => sum + countPages(child), 0) : 0;
}

function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}

/** Returns the text of each page, configuration file, and specification by path. Other files have an empty text. */
function readFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(entry.parentPath),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const isText = /\.(mdx?|json|ya?ml|jsx|tsx)$|^\.\w+$/i.test(entry.name);
      return [relative(folder, path).split(sep).join("/"), isText ? readFileSync(path, "utf8") : ""] as const;
    }),
  );
}
