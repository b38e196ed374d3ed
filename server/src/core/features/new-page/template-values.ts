import { listedSlugs } from "../../site/navigation/navigation-pages.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { titleOfSlug } from "../../site/pages/new-page.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { referenceTo } from "./pageless-operations.ts";
import type { NewPage } from "./plan-new-page.ts";
import { componentName } from "./slug-of-title.ts";
import type { TemplateValue } from "./page-template.ts";

/** What a template is filled with: its placeholders by number, and the names that it may use. */
export function valuesFor(
  site: Site,
  { template, title, operation, today }: NewPage,
  file: SitePath,
): ReadonlyMap<string, string> {
  const [first, second] = cards(site, file.replace(/\.mdx?$/, ""), title);
  const [year = "", month = "", day = ""] = today.split("-");
  const values: Readonly<Record<TemplateValue, string | undefined>> = {
    title: inQuotes(title),
    componentName: componentName(title),
    operation: operation && inQuotes(referenceTo(site, file, operation)),
    cardTitle1: inAttribute(first.title),
    cardAddress1: first.address,
    cardTitle2: inAttribute(second.title),
    cardAddress2: second.address,
  };
  const known = new Map([
    ["TITLE", inText(title)],
    ["QUOTED_TITLE", inQuotes(title)],
    ["DATE", today],
    ["CURRENT_YEAR", year],
    ["CURRENT_MONTH", month],
    ["CURRENT_DATE", day],
  ]);
  for (const [key, name] of Object.entries(template.given)) {
    const value = values[name];
    if (value !== undefined) known.set(key, value);
  }
  return known;
}

/** Between the quotation marks of a string in YAML. */
function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function inAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
}

/** As words of a page: marks of MDX stand for themselves. */
function inText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#&]/g, "\\$&");
}

interface Card {
  readonly title: string;
  readonly address: string;
}

/** Pages that a first page may lead to: the first of the navigation; the page itself where there are none. */
function cards(site: Site, slug: string, title: string): readonly [Card, Card] {
  const { fileOf } = pageSlugsOf(site.files);
  const found: Card[] = [];
  for (const other of listedSlugs(site.config).exact) {
    if (other === slug || !/^[\w./-]+$/.test(other) || !fileOf.has(other)) continue;
    const own = site.pages.get(fileOf.get(other) ?? "")?.fields.get("title");
    found.push({ title: typeof own === "string" ? own : titleOfSlug(other), address: `/${other}` });
    if (found.length === 2) break;
  }
  const self = { title, address: `/${slug}` };
  return [found[0] ?? self, found[1] ?? found[0] ?? self];
}
