import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import { plainRenderTools } from "../../server/src/core/preview/drawing.ts";
import { renderFormula } from "../../server/src/core/preview/render-formula.ts";
import { renderPage } from "../../server/src/core/preview/render-page.ts";
import { getSiteFacts } from "../../server/src/core/preview/source/page-source.ts";
import { previewRuleCodes } from "../../server/src/core/rules/findings/mdx-findings.ts";
import type { Rule } from "../../server/src/core/rules/rule.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import type { SitePath } from "../../server/src/core/text/text-edit.ts";
import { toRenderedIssues } from "../../server/src/workspace/preview/preview-session.ts";
import { siteOf, type SiteOptions } from "./site-of.ts";

/** Returns the site for a rule's example. For rules about previews, all pages are open in a preview. */
export function siteFor(
  rule: Rule,
  files: ReadonlyMap<SitePath, string>,
  profile?: ProfileName,
  options?: SiteOptions,
): Site {
  const site = siteOf(files, profile, options);
  return previewRuleCodes.has(rule.code) ? inPreview(site, files) : site;
}

/** Adds a preview for every page. */
function inPreview(site: Site, files: ReadonlyMap<SitePath, string>): Site {
  const audience = { reader: "human", signedIn: false, groups: [] } as const;
  const pages = [...site.pages.keys()].map((path): [SitePath, ReturnType<typeof toRenderedIssues>] => {
    const source = { path, text: files.get(path) ?? "", files, facts: getSiteFacts(site), audience };
    const { view } = renderPage(source, { ...plainRenderTools, renderFormula });
    return [path, toRenderedIssues(view.issues)];
  });
  return { ...site, renderedIssues: new Map(pages) };
}
