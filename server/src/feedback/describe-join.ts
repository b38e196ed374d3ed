import { pageTitle } from "../core/features/hover/describe-page.ts";
import type { GeneratedPage } from "../core/site/specs/generated-pages.ts";
import { titleOfSlug } from "../core/site/pages/new-page.ts";
import { operationName } from "../core/site/specs/generated-page-plan.ts";
import { urlsOf } from "../core/site/pages/pages.ts";
import type { Site } from "../core/site/site.ts";
import type { SitePath, TextRange } from "../core/text/text-edit.ts";
import type { Reached } from "./follow-address.ts";
import { trailOfGenerated, trailOfPage } from "./navigation-trail.ts";
import type { OperationJoin, PathJoin } from "./path-join.ts";

/** A page that was found, with what is shown of it. */
export function describeJoin(site: Site, { slug, file, generated, by }: Reached): PathJoin {
  const [url = `/${slug}`] = urlsOf(slug);
  if (generated) return { ...ofGenerated(generated), url, by };
  const path = file ?? `${slug}.mdx`;
  return {
    kind: "page",
    file: path,
    range: headOf(site, path),
    title: pageTitle(site.pages.get(path)) ?? titleOfSlug(slug),
    url,
    by,
    groups: trailOfPage(site.config, slug),
  };
}

/** The title in frontmatter, else the first line. */
function headOf(site: Site, path: SitePath): TextRange {
  const page = site.references.get(path);
  if (!page) return { start: 0, end: 0 };
  const title = page.frontmatter.fields.get("title");
  if (title)
    return {
      start: title.keyRange.start,
      end: Math.max(title.keyRange.end, title.valueRange.end),
    };
  return { start: 0, end: /^[^\r\n]*/.exec(page.text)?.[0].length ?? 0 };
}

function ofGenerated(page: GeneratedPage): Omit<OperationJoin, "url" | "by"> {
  const { spec, target, title } = page;
  const range =
    target.kind === "channel"
      ? target.channel.range
      : // What a reference has pulled in stands in another file; its path key never does.
        target.operation.file === undefined
        ? target.operation.range
        : target.operation.pathRange;
  return {
    kind: "operation",
    file: spec.path,
    range,
    title,
    operation: operationName(target),
    groups: trailOfGenerated(page),
  };
}
