import type { Config } from "../config/config.ts";
import type { Profile } from "../config/settings/profile.ts";
import type { PageOutline, PageReferences, ScriptOutline } from "../page/page.ts";
import type { RenderedIssue } from "../page/rendered-issue.ts";
import type { SyntaxProblem } from "../page/syntax-problem.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import type { SpecStudy } from "../spec/validity/analyze-spec.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { RemoteCopy } from "./remote-copy.ts";
import type { SiteSettings } from "./site-settings.ts";

/**
 * A documentation site as a value: files went in, this came out, nothing in it ever changes. Every feature and
 * rule is a function of it. A change of one file makes a new Site that shares all other parts with the old, so
 * views derived from an untouched part (`derive.ts`) are not computed again.
 */
export interface Site {
  readonly profile: Profile;
  /** `.docwright.json`. */
  readonly settings: SiteSettings;
  /** Every file that is not ignored, whatever its kind; what links, assets and `$ref` may name. */
  readonly files: ReadonlySet<SitePath>;
  /** Whether a path is left out by the service's ignore list or `.mintignore`. */
  readonly isIgnored: (path: SitePath) => boolean;
  readonly config: Config;
  /** Every .mdx and .md file that is not ignored, snippets included (see `publishedPages`). */
  readonly pages: ReadonlyMap<SitePath, PageOutline>;
  readonly references: ReadonlyMap<SitePath, PageReferences>;
  readonly specs: ReadonlyMap<SitePath, SpecOutline>;
  /** Copies of specifications on the web that are among `specs`, by their path there. */
  readonly copies?: ReadonlyMap<SitePath, RemoteCopy>;
  /** What was found out about specifications beyond their outlines; absent for one that has not been looked into as it is now. */
  readonly studies: ReadonlyMap<SitePath, SpecStudy>;
  /** `.jsx`, `.tsx`, `.js` and `.ts` files, which pages may import. */
  readonly scripts: ReadonlyMap<SitePath, ScriptOutline>;
  /** What the full parse of a page's MDX found; absent for a page that has not been parsed as it is now. */
  readonly syntax: ReadonlyMap<SitePath, readonly SyntaxProblem[]>;
  /** What open previews could not show of a file; absent for one of which no preview shows anything. */
  readonly rendered?: ReadonlyMap<SitePath, readonly RenderedIssue[]>;
  /** Where files hold what looks like an administrator key. Files without are absent; the keys are kept nowhere. */
  readonly keys: ReadonlyMap<SitePath, readonly TextRange[]>;
  /**
   * Names of images and the like that files besides pages mention (styles, scripts, specifications), as `mediaNamesIn`
   * writes them; files that mention none are absent. Absent where a file could not be read.
   */
  readonly mentions?: ReadonlyMap<SitePath, ReadonlySet<string>> | undefined;
  /** Pages by their path that were published before, at the revision to compare with; absent when there is none. */
  readonly formerPages?: ReadonlySet<string>;
  /**
   * Where each docs.json in a folder of this site begins, if it could configure a site. The service reads only the one
   * at the root.
   */
  readonly nestedConfigs?: ReadonlyMap<SitePath, TextRange>;
  /** How far the first scan has come: docs.json and the list of files, then pages, then specifications too. */
  readonly loaded: { readonly pages: boolean; readonly specs: boolean };
}
