import { readConfig } from "../../server/src/core/config/config.ts";
import { type JsonFile, readJson } from "../../server/src/core/config/json/json-tree.ts";
import { type ProfileName, profiles } from "../../server/src/core/config/settings/profile.ts";
import { scanPage } from "../../server/src/core/page/scan-page.ts";
import { scanScript } from "../../server/src/core/page/scan-script.ts";
import { isInNestedSite, getNestedSites } from "../../server/src/core/site/navigation/nested-sites.ts";
import { createIgnoreMatcher } from "../../server/src/core/site/settings/ignore.ts";
import { readSettings } from "../../server/src/core/site/settings/site-settings.ts";
import { buildSite, configEntry, type Site } from "../../server/src/core/site/site.ts";
import { canBeSpec } from "../../server/src/core/spec/detect-spec.ts";
import { readWholeSpec } from "../../server/src/core/spec/read-spec.ts";
import { getParentFolders } from "../../server/src/core/text/site-path.ts";

/** A site's files, by path. For binary files, only the path is recorded. */
export type Texts = ReadonlyMap<string, string>;

/** Reads sites that differ in only a few files. Results are cached for each path and text. */
export class SiteReading {
  readonly #cache = new Map<string, { readonly text: string; readonly read: unknown }>();
  readonly #profile: ProfileName;

  constructor(profile: ProfileName) {
    this.#profile = profile;
  }

  read(texts: Texts): Site {
    const isIgnored = createIgnoreMatcher(texts.get(".mintignore"));
    const folders = getParentFolders(texts.keys());
    const outside = [...folders].filter((folder) => isIgnored(`${folder}/`));
    const siteTexts = [...texts]
      .filter(([path]) => !isIgnored(path) && !outside.some((folder) => path.startsWith(`${folder}/`)))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const settings = readSettings(texts.get(".docwright.json"));
    const files = new Set(siteTexts.map(([path]) => path));
    const nested = getNestedSites({ files, settings });
    const sitePaths = siteTexts.filter(([path]) => !isInNestedSite(path, nested));
    const configSources = this.#getConfigSources(texts);
    const textOf = (file: string) => texts.get(file);
    const specs = sitePaths
      .filter(([path]) => canBeSpec(path) && !configSources.has(path))
      .flatMap(([path, text]) => this.#memoize(`spec ${path}`, text, () => readWholeSpec(path, text, textOf)) ?? []);
    return buildSite({
      profile: profiles[this.#profile],
      settings,
      files,
      isIgnored,
      configSources,
      pages: sitePaths
        .filter(([path]) => /\.mdx?$/i.test(path))
        .map(([path, text]) => this.#memoize(path, text, () => scanPage(path, text))),
      scripts: sitePaths
        .filter(([path]) => /\.[jt]sx?$/i.test(path))
        .map(([path, text]) => this.#memoize(path, text, () => scanScript(path, text))),
      specs: specs.map(({ outline }) => outline),
      loaded: { pages: true, specs: true },
    });
  }

  #getConfigSources(texts: Texts): Map<string, JsonFile | null> {
    const sources = new Map<string, JsonFile | null>();
    for (
      let configPaths: readonly string[] = [configEntry];
      configPaths.length > 0;
      configPaths = readConfig(configEntry, sources).requestedPaths
    )
      for (const path of configPaths) {
        const text = texts.get(path);
        sources.set(path, text === undefined ? null : readJson(path, text));
      }
    return sources;
  }

  #memoize<T>(key: string, text: string, read: () => T): T {
    const cached = this.#cache.get(key);
    if (cached?.text === text) return cached.read as T;
    const value = read();
    this.#cache.set(key, { text, read: value });
    return value;
  }
}
