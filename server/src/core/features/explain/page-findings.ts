import type { PageOutline } from "../../page/page.ts";
import { isGenerated } from "../../site/navigation/navigation-pages.ts";
import { pageHead } from "../../site/pages/new-page.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import type { Finding } from "./explanation.ts";

/** The place that stands for a page. */
export function headOf(site: Site, file: SitePath): SiteLocation {
  const page = site.references.get(file);
  return page ? pageHead(page) : { file, range: { start: 0, end: 0 } };
}

/** What the file of a page says about whether readers see it: other files of its address, faults, frontmatter. */
export function* pageFindings(site: Site, slug: string, page: PageOutline): Iterable<Finding> {
  const { path } = page;
  yield {
    kind: "file",
    state: "ok",
    sentence: `\`${path}\` is the file of the page.`,
    place: headOf(site, path),
  };
  yield* rivals(site, slug, path);
  const [fault] = (site.syntax.get(path) ?? []).filter(({ fault: kind }) => !harmless.has(kind));
  if (fault) {
    const because = `\`${path}\` is not valid MDX, so the service cannot publish it`;
    const place = { file: path, range: fault.range };
    yield {
      kind: "syntax",
      state: "stops",
      sentence: `${because}.`,
      place,
      because,
      remedy: "correct what the problems list says of it",
    };
  }
  yield* frontmatterFindings(site, page);
}

/** Of these the page is published all the same, or may well be. */
const harmless: ReadonlySet<string> = new Set(["too-complex", "fence-runs-on", "fence-within"]);

function* rivals(site: Site, slug: string, path: SitePath): Iterable<Finding> {
  for (const other of [`${slug}.mdx`, `${slug}.md`]) {
    if (other === path || !site.files.has(other)) continue;
    const wins = pageSlugsOf(site.files).fileOf.get(slug) === path;
    const place = headOf(site, other);
    if (wins)
      yield {
        kind: "conflict",
        state: "note",
        sentence: `\`${other}\` has the same address, and readers see only \`${path}\`.`,
        place,
      };
    else
      yield {
        kind: "conflict",
        state: "stops",
        sentence: `\`${other}\` has the same address, and readers see that one.`,
        place,
        because: `\`${other}\` has the same address`,
        remedy: "rename or remove one of the two",
      };
  }
  if (isGenerated(site, slug))
    yield {
      kind: "conflict",
      state: "note",
      sentence: "A specification makes a page of the same address; readers see this file in its place.",
    };
}

function* frontmatterFindings(site: Site, { path, fields }: PageOutline): Iterable<Finding> {
  const placeOfField = (name: string): { place: SiteLocation } => {
    const field = site.references.get(path)?.frontmatter.fields.get(name);
    if (!field) return { place: headOf(site, path) };
    const { start } = field.keyRange;
    return { place: { file: path, range: { start, end: Math.max(start, field.valueRange.end) } } };
  };
  if (fields.get("hidden") === true)
    yield {
      kind: "frontmatter",
      state: "stops",
      sentence: "`hidden: true` in its frontmatter keeps it out of the menus and the search.",
      ...placeOfField("hidden"),
      because: "`hidden: true` in its frontmatter keeps it out of the menus",
      remedy: "remove `hidden`",
    };
  const url = fields.get("url");
  if (typeof url === "string" && url.trim() !== "")
    yield {
      kind: "frontmatter",
      state: "note",
      sentence: `It is a link: its frontmatter sends readers to \`${url}\`, and they see nothing else of it.`,
      ...placeOfField("url"),
    };
  const groups = fields.get("groups");
  if (Array.isArray(groups) && groups.length > 0)
    yield { ...groupsFinding(site, fields), ...placeOfField("groups") };
}

/** What `groups` does differs between services (contracts.md §6). */
function groupsFinding(site: Site, fields: PageOutline["fields"]): Finding {
  const limits =
    site.profile.groupsLimitPages &&
    site.settings.authentication !== false &&
    fields.get("playground") !== "auth";
  return {
    kind: "frontmatter",
    state: "note",
    sentence: limits
      ? "`groups` in its frontmatter: only readers who have signed in and are in one of them see the page."
      : "`groups` in its frontmatter does not hide the page; it is about the playground alone.",
  };
}
