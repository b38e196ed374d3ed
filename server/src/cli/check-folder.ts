import type { ProfileName } from "../core/config/settings/profile.ts";
import { download } from "../relay/download.ts";
import { findSites } from "../workspace/files/find-sites.ts";
import { pageWorkerFile } from "../workspace/mdx/mdx-worker-host.ts";
import { RemoteSpecs } from "../workspace/specs/remote-specs.ts";
import { SpecReader } from "../workspace/specs/spec-service.ts";
import { userSyntaxCache } from "../workspace/mdx/mdx-cache.ts";
import { SyntaxReader } from "../workspace/mdx/mdx-validator.ts";
import { compareProblems, countSeverities, type CheckResult, type FixedFile } from "./check-result.ts";
import { checkSite, type SiteCheck } from "./check-site.ts";
import { coverageTogether } from "./coverage-result.ts";
import { FetchCopies } from "./fetch-copies.ts";
import { fixSite } from "./fix-site.ts";

/** What of `docwright check`'s options decides about what is found. */
export interface FolderChecking {
  readonly mdxSyntax?: boolean;
  /** The revision to compare with. */
  readonly changedSince?: string | undefined;
  /** Takes what safe fixes put right for done; says which files they may change. Nothing is written. */
  readonly mayFix?: ((file: string) => boolean) | undefined;
  /** Hosts from which specifications may be fetched. */
  readonly fetch?: readonly string[];
}

/** Checks every site at or below a folder. `tell` hears what is being done, many times a second. */
export async function checkFolder(
  folder: string,
  profile: ProfileName | undefined,
  tell: (progress: string) => void,
  { mdxSyntax = true, changedSince, mayFix, fetch = [] }: FolderChecking = {},
): Promise<CheckResult> {
  const begin = performance.now();
  const checked: SiteCheck[] = [];
  const fixed: FixedFile[] = [];
  const specs = new SpecReader();
  const syntax = mdxSyntax ? new SyntaxReader({ cache: userSyntaxCache(pageWorkerFile()) }) : undefined;
  const remote = new FetchCopies(new RemoteSpecs(download), fetch);
  const checking = { profile, specs, syntax, changedSince, remote, tell };
  try {
    for (const root of await findSites(folder)) {
      if (!mayFix) checked.push(await checkSite(folder, root, checking));
      else {
        const { check, files } = await fixSite(folder, root, checking, mayFix);
        checked.push(check);
        fixed.push(...files);
      }
    }
    syntax?.save();
  } finally {
    await Promise.all([specs.end(), syntax?.end()]);
  }
  const problems = checked.flatMap((site) => site.problems).sort(compareProblems);
  return {
    root: folder,
    sites: checked.map(({ summary }) => summary),
    milliseconds: performance.now() - begin,
    counts: countSeverities(problems),
    problems,
    textOf: (file) => textAmong(checked, file),
    fixed,
    coverage: () => coverageTogether(checked.map(({ coverage }) => coverage())),
    notices: [...checked.flatMap(({ notices }) => notices), ...remote.unusedHosts()],
  };
}

/** The innermost site answers for a file. */
function textAmong(checked: readonly SiteCheck[], file: string): string | undefined {
  const site = checked
    .filter(({ prefix }) => file.startsWith(prefix))
    .reduce<SiteCheck | undefined>(
      (best, one) => (best && best.prefix.length >= one.prefix.length ? best : one),
      undefined,
    );
  return site?.textOf(file.slice(site.prefix.length));
}
