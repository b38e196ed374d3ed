import { readConfig } from "../../server/src/core/config/config.ts";
import { isSiteConfig, type JsonFile, readJson } from "../../server/src/core/config/json/json-tree.ts";
import { type ProfileName, profiles } from "../../server/src/core/config/settings/profile.ts";
import { scanPage } from "../../server/src/core/page/scan-page.ts";
import { scanScript } from "../../server/src/core/page/scan-script.ts";
import { scanStyleSheet } from "../../server/src/core/page/scan-style.ts";
import type { SyntaxProblem } from "../../server/src/core/page/syntax-problem.ts";
import { checkSyntax } from "../../server/src/core/page/syntax/check-syntax.ts";
import { isTriviallyValid } from "../../server/src/core/page/syntax/trivially-valid.ts";
import { isInNestedSite, isNestedConfig, getNestedSites } from "../../server/src/core/site/navigation/nested-sites.ts";
import { createIgnoreMatcher } from "../../server/src/core/site/settings/ignore.ts";
import { findKeys, type KeyPattern, getSearchPattern } from "../../server/src/core/site/settings/secret-keys.ts";
import { chooseProfile, readSettings } from "../../server/src/core/site/settings/site-settings.ts";
import { getPageSlug } from "../../server/src/core/site/pages/pages.ts";
import { buildSite, configEntry, type Site } from "../../server/src/core/site/site.ts";
import { findRequiredOperations } from "../../server/src/core/analysis/drift/page-drift.ts";
import { type LoadedSpecification, readWholeSpec } from "../../server/src/core/spec/read-spec.ts";
import { type SpecAnalysis, analyzeSpecification } from "../../server/src/core/spec/validity/analyze-spec.ts";
import { isStyleSheet } from "../../server/src/core/text/site-path.ts";
import type { SitePath } from "../../server/src/core/text/text-edit.ts";
import { validators } from "../../server/src/workspace/specs/compiled-validators.cjs";

export interface SiteOptions {
  /**
   * Whether the parser checks each page, which takes most of the time for a long page. False in tests that check or
   * measure everything except the parser, because the parser runs in a worker thread.
   */
  readonly parsesPages?: boolean;
}

/** Returns the site that consists of these files, read in the same way as from disk. */
export function siteOf(
  all: ReadonlyMap<SitePath, string>,
  profile?: ProfileName,
  { parsesPages = true }: SiteOptions = {},
): Site {
  // A path such as `HEAD:guides/old.mdx` represents a file in the revision to compare with. If the file was renamed,
  // its content is the new path.
  const files = new Map([...all].filter(([path]) => !path.startsWith("HEAD:")));
  const former = [...all].flatMap(([path, now]) => {
    const slug = /^HEAD:(.+)\.mdx?$/.exec(path)?.[1];
    return slug === undefined ? [] : [[slug, getPageSlug(now.trim())] as const];
  });
  const isIgnored = createIgnoreMatcher(files.get(".mintignore"));
  const retained = [...files].filter(([path]) => !isIgnored(path));
  const configSources = readConfigSources(files);
  const settings = readSettings(files.get(".docwright.json"));
  const kinds = { files: new Set(retained.map(([path]) => path)), settings };
  const nested = getNestedSites(kinds);
  const own = retained.filter(([path]) => !isInNestedSite(path, nested));
  const specs = own
    .filter(([path]) => /\.(json|ya?ml)$/i.test(path))
    .flatMap(([path, text]) => readWholeSpec(path, text, (file) => files.get(file)) ?? []);
  const site = buildSite({
    profile: profile ? profiles[profile] : chooseProfile("auto", settings, readConfig(configEntry, configSources)),
    ...kinds,
    isIgnored,
    configSources,
    nestedConfigs: nestedConfigsAmong(own),
    pages: own.filter(([path]) => /\.mdx?$/i.test(path)).map(([path, text]) => scanPage(path, text)),
    scripts: own.filter(([path]) => /\.[jt]sx?$/i.test(path)).map(([path, text]) => scanScript(path, text)),
    styleSheets: own.filter(([path]) => isStyleSheet(path)).map(([path, text]) => scanStyleSheet(path, text)),
    specs: specs.map(({ outline }) => outline),
    syntaxProblems: new Map(parsesPages ? own.filter(([path]) => /\.mdx?$/i.test(path)).map(syntaxOf) : []),
    ...(former.length > 0 && {
      previousPages: {
        slugs: new Set(former.map(([slug]) => slug)),
        currentPaths: new Map(former.flatMap(([slug, now]) => (now === undefined ? [] : [[slug, now] as const]))),
      },
    }),
    keys: keysOf(files, getSearchPattern(settings)),
    loaded: { pages: true, specs: true },
  });
  return { ...site, analyses: analysesOf(site, specs, files) };
}

function nestedConfigsAmong(files: readonly (readonly [SitePath, string])[]): Site["nestedConfigs"] {
  const configs = files.filter(([path]) => isNestedConfig(path)).map(([path, text]) => readJson(path, text));
  return new Map(
    configs.filter(isSiteConfig).map(({ path, root }) => {
      const start = root?.range.start ?? 0;
      return [path, { start, end: start + 1 }];
    }),
  );
}

/** Analyzes every specification in the same way as `docwright check`. */
function analysesOf(
  site: Site,
  specs: readonly LoadedSpecification[],
  texts: ReadonlyMap<SitePath, string>,
): Site["analyses"] {
  return new Map(
    specs.map(({ outline, files }): [SitePath, SpecAnalysis] => {
      const operations = findRequiredOperations(site).get(outline.path) ?? [];
      const judging = { checks: { validators }, text: texts.get(outline.path) };
      const steps = analyzeSpecification(files, outline, { checksValidity: true, operations }, judging);
      let step = steps.next();
      while (!step.done) step = steps.next();
      return [outline.path, { outline, ...step.value }];
    }),
  );
}

function keysOf(files: ReadonlyMap<SitePath, string>, pattern: KeyPattern | undefined): Site["keys"] {
  const found = [...files].map(([path, text]) => [path, pattern ? findKeys(text, pattern) : []] as const);
  return new Map(found.filter(([, keys]) => keys.length > 0));
}

function syntaxOf([path, text]: readonly [SitePath, string]): [SitePath, readonly SyntaxProblem[]] {
  return [path, isTriviallyValid(text) ? [] : checkSyntax(text)];
}

/** Returns docs.json and every file that it includes through `$ref`, at any depth. */
export function readConfigSources(files: ReadonlyMap<SitePath, string>): Map<SitePath, JsonFile | null> {
  const sources = new Map<SitePath, JsonFile | null>();
  let expected: readonly SitePath[] = [configEntry];
  while (expected.length > 0) {
    for (const path of expected) {
      const text = files.get(path);
      sources.set(path, text === undefined ? null : readJson(path, text));
    }
    expected = readConfig(configEntry, sources).requestedPaths;
  }
  return sources;
}
