import type { Case } from "./case.ts";
import { anchors } from "./anchors.ts";
import { causes } from "./causes.ts";
import { configFiles } from "./config-files.ts";
import { configMoreSettings } from "./config-more-settings.ts";
import { configRefs } from "./config-refs.ts";
import { configSettings } from "./config-settings.ts";
import { drift } from "./drift.ts";
import { frontmatterFence } from "./frontmatter-fence.ts";
import { frontmatterFields } from "./frontmatter-fields.ts";
import { harderNavigation } from "./harder-navigation.ts";
import { harderPages } from "./harder-pages.ts";
import { harderSites } from "./harder-sites.ts";
import { harder } from "./harder.ts";
import { linkPlaces } from "./link-places.ts";
import { linkTargets } from "./link-targets.ts";
import { mdxComponents } from "./mdx-components.ts";
import { mdxContent } from "./mdx-content.ts";
import { mdxSyntax } from "./mdx-syntax.ts";
import { navDivisions } from "./nav-divisions.ts";
import { navFields } from "./nav-fields.ts";
import { navLinks } from "./nav-links.ts";
import { navNesting } from "./nav-nesting.ts";
import { navPages } from "./nav-pages.ts";
import { navStructure } from "./nav-structure.ts";
import { nestedSites } from "./nested-sites.ts";
import { openapiNavigation } from "./openapi-navigation.ts";
import { openapiOverlays } from "./openapi-overlays.ts";
import { openapiPages } from "./openapi-pages.ts";
import { openapiSources } from "./openapi-sources.ts";
import { openapiSpecs } from "./openapi-specs.ts";
import { redirects } from "./redirects.ts";
import { repeatedCauses } from "./repeated-causes.ts";
import { security, settingsFile } from "./security-and-settings.ts";
import { suggestions } from "./suggestions.ts";
import { wholeSites } from "./whole-sites.ts";

/** All cases, by area. */
export const areas: Readonly<Record<string, readonly Case[]>> = {
  "docs.json as a file": configFiles,
  settings: configSettings,
  "more settings": configMoreSettings,
  "split files": configRefs,
  "navigation: nesting and labels": navNesting,
  "navigation: structure": navStructure,
  "navigation: links": navLinks,
  "navigation: fields": navFields,
  "navigation: languages, versions, products": navDivisions,
  "navigation: pages": navPages,
  "frontmatter: fields": frontmatterFields,
  "frontmatter: fence and api": frontmatterFence,
  "openapi: navigation": openapiNavigation,
  "openapi: sources": openapiSources,
  "openapi: pages": openapiPages,
  "openapi: overlays": openapiOverlays,
  "openapi and asyncapi: specifications": openapiSpecs,
  "openapi: combinations": harder,
  "navigation: unusual content": harderNavigation,
  "mdx: components": mdxComponents,
  "mdx: syntax": mdxSyntax,
  "mdx: names, imports, images, code": mdxContent,
  "links: positions": linkPlaces,
  "links: targets": linkTargets,
  "links: heading anchors": anchors,
  redirects,
  drift,
  "one problem for each cause": causes,
  "one problem for what authors repeat": repeatedCauses,
  "whole sites": wholeSites,
  "suggested targets": suggestions,
  security,
  ".docwright.json and ignore comments": settingsFile,
  "docs.json in subfolders": nestedSites,
  "pages: nested syntax": harderPages,
  "pages: context": harderSites,
};
