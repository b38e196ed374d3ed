import { relative, sep } from "node:path";
import type { ProfileName } from "../core/config/settings/profile.ts";
import type { Config } from "../core/config/config.ts";
import type { Site } from "../core/site/site.ts";
import { listRemoteSources } from "../core/site/specs/operation-references.ts";
import { type LineMap, createLineMap, getPosition, type SiteLocation, type SitePath } from "../core/text/text-edit.ts";
import { type Disk, isInside } from "../workspace/files/disk.ts";
import { createNodeDisk, usesAstro } from "../workspace/files/node-disk.ts";
import type { SiteFiles } from "../workspace/files/site-files.ts";
import type { RemoteSpecs } from "../workspace/specs/remote-specs.ts";
import type { Notice, ReportedRange } from "./check/check-result.ts";
import type { ReportText } from "./check/report-text.ts";
import { toVisibleText } from "./terminal/text.ts";

/** A site in the folder that was specified on the command line. */
export interface FolderSite {
  /** The path of the site relative to the folder, such as `docs` or `.`. */
  readonly relativePath: string;
  /** The prefix of the site's files in output, such as `docs/`, or an empty string for the folder itself. */
  readonly prefix: string;
  readonly siteFiles: SiteFiles;
}

/** Returns the site at `root`, which is `folder` itself or a folder below it. */
export function getFolderSite(
  folder: string,
  root: string,
  profile?: ProfileName,
  openDisk: (root: string) => Disk = createNodeDisk,
): FolderSite {
  const relativePath = relative(folder, root).split(sep).join("/");
  const createDiskAbove = (parentFolder: string) =>
    isInside(folder, parentFolder) ? openDisk(parentFolder) : createNodeDisk(parentFolder);
  return {
    relativePath: relativePath || ".",
    prefix: relativePath && `${relativePath}/`,
    siteFiles: {
      disk: openDisk(root),
      isAstro: () => usesAstro(root, folder, createDiskAbove),
      ...(profile && { profile }),
    },
  };
}

/**
 * Returns a function that converts locations in a site to line and character ranges. Each file is split into lines only
 * once.
 */
export function createRangeConverter(
  readText: (path: SitePath) => string | undefined,
): (location: SiteLocation) => ReportedRange {
  const lineMapsByPath = new Map<SitePath, LineMap>();
  return ({ file, range }) => {
    const lineMap = lineMapsByPath.get(file) ?? createLineMap(readText(file) ?? "");
    lineMapsByPath.set(file, lineMap);
    return { start: getPosition(lineMap, range.start), end: getPosition(lineMap, range.end) };
  };
}

/**
 * Returns a notice about the first syntax error in docs.json or in a file that it refers to, or undefined if there are
 * no syntax errors. The service rejects a file with a syntax error, whereas Docwright reads as much of the file as
 * possible. `prefix` is the site's path relative to the folder on the command line. It's either empty or ends with `/`.
 */
export function describeSyntaxError({ files }: Config, prefix: string): string | undefined {
  for (const { path, text, problems } of files) {
    const error = problems.find(({ kind }) => kind !== "duplicate-key");
    if (!error) continue;
    const { line, character } = getPosition(createLineMap(text), error.range.start);
    return `${prefix}${path}:${line + 1}:${character + 1} has a syntax error, so the service rejects the file and this result may be incomplete; run "docwright check" for details`;
  }
  return undefined;
}

/**
 * The remote specifications for one run of a command. A specification is fetched once if its host was allowed with
 * `--fetch`. If its host wasn't allowed, an existing local copy is used.
 */
export class RemoteSpecCopies {
  readonly remoteSpecs: RemoteSpecs;
  readonly #hosts: ReadonlySet<string>;
  readonly #requestsByUrl = new Map<string, Promise<Notice | undefined>>();
  readonly #usedUrls = new Set<string>();
  readonly #refreshOption: string;
  readonly #reportText: ReportText;

  /**
   * `refreshOption` is the command-line option that updates the copies from a host. Notices about the use of local
   * copies suggest this option.
   */
  constructor(remoteSpecs: RemoteSpecs, hosts: readonly string[], reportText: ReportText, refreshOption = "--fetch") {
    this.remoteSpecs = remoteSpecs;
    this.#hosts = new Set(hosts);
    this.#refreshOption = refreshOption;
    this.#reportText = reportText;
  }

  /** Fetches the remote specifications that the site uses, and returns notices about them. */
  async fetchSpecs(site: Site, report: (progress: string) => void): Promise<Notice[]> {
    const notices: Notice[] = [];
    for (const url of listRemoteSources(site)) {
      const host = getHost(url);
      const isRequested = host !== undefined && this.#hosts.has(host);
      if (isRequested) {
        this.#usedUrls.add(host);
        report(this.#reportText.format("fetching", { url: toVisibleText(url) }));
        const request = this.#requestsByUrl.get(url) ?? this.#fetch(url);
        this.#requestsByUrl.set(url, request);
        const notice = await request;
        if (notice) notices.push(notice);
      } else notices.push(...this.#createCopyNotice(url, host));
    }
    return notices;
  }

  /** Returns a notice for each allowed host whose specifications aren't used by any site. */
  listUnusedHosts(): Notice[] {
    return [...this.#hosts]
      .filter((host) => !this.#usedUrls.has(host))
      .map((host) => ({
        text: this.#reportText.format("unusedHost", { host: toVisibleText(host) }),
        isReportIncomplete: false,
      }));
  }

  async #fetch(url: string): Promise<Notice | undefined> {
    const outcome = await this.remoteSpecs.fetch(url, { isHostAllowed: (host) => this.#hosts.has(host) });
    const name = toVisibleText(url);
    if (outcome.kind === "fetched") return undefined;
    const text =
      outcome.kind === "failed"
        ? `${name} ${outcome.text}.`
        : this.#reportText.format("redirected", { url: name, host: outcome.host });
    return { text, isReportIncomplete: true };
  }

  #createCopyNotice(url: string, host: string | undefined): Notice[] {
    const [copy] = this.remoteSpecs.listCopies([url]).values();
    if (!copy) return [];
    const time = new Date(copy.fetchedAt).toISOString().slice(0, 16).replace("T", " ");
    const text = this.#reportText.format(copy.isStale ? "staleCopyUsed" : "copyUsed", {
      url: toVisibleText(url),
      time,
      option: this.#refreshOption,
      host: toVisibleText(host ?? "HOST"),
    });
    return [{ text, isReportIncomplete: false }];
  }
}

function getHost(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
