import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { SpecUse } from "../../core/analysis/spec-diff/compare-specs.ts";
import { type RemovedLocation, getImpact } from "../../core/analysis/spec-diff/difference.ts";
import { changelogDraft } from "../../core/analysis/spec-diff/report.ts";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { isOperationUsed } from "../../core/site/specs/operation-references.ts";
import { type LineMap, lineMapOf, positionAt } from "../../core/text/text-edit.ts";
import { loadSite } from "../../workspace/analysis/load-site.ts";
import { toDiskLocation } from "../../workspace/files/disk.ts";
import { findSiteAbove } from "../../workspace/files/find-sites.ts";
import { nodeDisk } from "../../workspace/files/node-disk.ts";
import { readFile, type SiteFiles, readFileText } from "../../workspace/files/site-files.ts";
import {
  type ComparedVersions,
  compareVersions,
  versionAt,
  type VersionFile,
} from "../../workspace/specs/compare-specs.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import type { ReportedRange } from "../check/check-result.ts";
import type { CommandHost, ExitCode } from "../run-cli.ts";
import { toVisibleText } from "../terminal/text.ts";

const formats = ["pretty", "json", "markdown"] as const;
const failLevels = ["breaking", "any"] as const;

/** Options of `docwright diff-spec`. */
export interface DiffSpecOptions {
  /** The older version. With `since`, the path it had at that revision. */
  readonly before: string;
  readonly after: string;
  readonly since: string | undefined;
  readonly site: string | undefined;
  readonly format: (typeof formats)[number];
  readonly profile: ProfileName | undefined;
  /** The file to write a changelog draft to. */
  readonly changelog: string | undefined;
  /** The changes that cause exit code 1, or undefined for none. */
  readonly failOn: (typeof failLevels)[number] | undefined;
}

/** Returns an error sentence if the arguments are invalid. */
export function readDiffSpecOptions(args: readonly string[]): DiffSpecOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        since: { type: "string" },
        site: { type: "string" },
        format: { type: "string", default: "pretty" },
        profile: { type: "string" },
        changelog: { type: "string" },
        "fail-on": { type: "string" },
      },
      allowPositionals: true,
    });
    const [first, second, ...more] = positionals;
    if (first === undefined || more.length > 0)
      return 'diff-spec takes two files, as in "docwright diff-spec old.yaml api.yaml", or one with --since.';
    if (second === undefined && values.since === undefined)
      return 'with one file a revision of git is needed, as in "docwright diff-spec api.yaml --since HEAD".';
    const format = oneOf("--format", formats, values.format);
    const failOn =
      values["fail-on"] === undefined ? undefined : oneOf("--fail-on", failLevels, values["fail-on"]);
    const profile =
      values.profile === undefined
        ? undefined
        : oneOf("--profile", Object.keys(profiles) as ProfileName[], values.profile);
    return {
      before: first,
      after: second ?? first,
      since: values.since,
      site: values.site,
      format,
      profile,
      changelog: values.changelog,
      failOn,
    };
  } catch (error) {
    return error instanceof Error
      ? toVisibleText(error.message.split("\n", 1).join(""))
      : "the options are not understood.";
  }
}

function oneOf<T extends string>(name: string, choices: readonly T[], given: string): T {
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new Error(`${name} cannot be ${given}; it is one of ${choices.join(", ")}.`);
  return found;
}

/**
 * Runs `docwright diff-spec`: shows what readers of the docs notice between two versions. Returns 2 if they can't be
 * compared.
 */
export async function runDiffSpecCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  if (args.includes("--help") || args.includes("-h")) {
    const { diffSpecHelp } = await import("../help.ts");
    host.stdout.write(diffSpecHelp);
    return 0;
  }
  const options = readDiffSpecOptions(args);
  if (typeof options === "string") return refuse(options, host);
  const root = options.site === undefined ? siteAbove(options, host.cwd) : resolve(host.cwd, options.site);
  if (options.site !== undefined && !existsSync(resolve(root ?? "", "docs.json")))
    return refuse(`${toVisibleText(options.site)} has no docs.json.`, host);
  const specs = new SpecService();
  try {
    return await compare(options, root, specs, host);
  } finally {
    await specs.end();
  }
}

/**
 * Returns the root of the site that contains the newer file, or else the older one. Returns undefined if neither is in
 * a site.
 */
function siteAbove({ before, after }: DiffSpecOptions, cwd: string): string | undefined {
  for (const file of [after, before]) {
    const root = findSiteAbove(resolve(cwd, file));
    if (root !== undefined) return root;
  }
  return undefined;
}

async function compare(
  options: DiffSpecOptions,
  root: string | undefined,
  specs: SpecService,
  host: CommandHost,
): Promise<ExitCode> {
  const fileOf = (name: string): VersionFile => versionFile(resolve(host.cwd, name), root, name);
  const after = fileOf(options.after);
  const old = fileOf(options.before);
  const found =
    options.since === undefined
      ? { ok: true as const, value: old }
      : await versionAt(old.from.disk.root, options.since, old.path, specs);
  if (!found.ok) return refuse(found.reason || "git gives no reason.", host);
  const use = root === undefined ? undefined : await useOf(root, [after, old], options, specs);
  const compared = await compareVersions(found.value, after, use, specs);
  if (!compared.ok) return refuse(compared.reason, host);
  const { difference } = compared.value;
  const changelog = changelogDraft(difference, {
    label: new Date().toISOString().slice(0, 10),
    description: compared.value.after.title,
  });
  if (options.changelog !== undefined && changelog !== undefined) {
    const failed = writeNew(resolve(host.cwd, options.changelog), changelog);
    if (failed !== undefined) return refuse(`${toVisibleText(options.changelog)} ${failed}`, host);
  }
  await print(
    compared.value,
    { options, found: found.value, after, changelog, placeAt: placesIn(use, root) },
    host,
  );
  if (use === undefined)
    host.stderr.write("docwright: no site uses this file, so nothing is said about pages and links.\n");
  const weight = getImpact(difference);
  const fails = options.failOn === "any" ? weight !== undefined : weight === "breaking";
  return options.failOn !== undefined && fails ? 1 : 0;
}

/**
 * A file of the site is read as part of the site, so it can reference other files. Any other file has its own folder as
 * root.
 */
function versionFile(path: string, root: string | undefined, name: string): VersionFile {
  const inSite = root === undefined ? undefined : toDiskLocation(root, path);
  const from = (folder: string): SiteFiles => ({ disk: nodeDisk(folder) });
  return root !== undefined && inSite !== undefined
    ? { from: from(root), path: inSite, name }
    : { from: from(dirname(path)), path: basename(path), name };
}

/** Returns the site and which of its specifications is compared, or undefined if it uses neither file. */
async function useOf(
  root: string,
  files: readonly VersionFile[],
  { profile }: DiffSpecOptions,
  specs: SpecService,
): Promise<SpecUse | undefined> {
  const { site } = await loadSite({
    disk: nodeDisk(root),
    ...(profile && { profile }),
    readSpecs: specs.readSpecs,
  });
  const used = files.find(({ from, path }) => {
    const spec = from.disk.root === root ? site.specs.get(path) : undefined;
    return spec && isOperationUsed(spec, site);
  });
  return used && { site, path: used.path };
}

type PlaceAt = (place: RemovedLocation) => { readonly file: string; readonly range: ReportedRange };

function placesIn(use: SpecUse | undefined, root: string | undefined): PlaceAt {
  const maps = new Map<string, LineMap>();
  const mapOf = (file: string): LineMap => {
    const known = maps.get(file);
    if (known) return known;
    const text =
      use?.site.references.get(file)?.text ??
      (root === undefined ? undefined : readFileText(readFile({ disk: nodeDisk(root) }, file)));
    const map = lineMapOf(text ?? "");
    maps.set(file, map);
    return map;
  };
  return ({ at: { file, range } }) => ({
    file,
    range: { start: positionAt(mapOf(file), range.start), end: positionAt(mapOf(file), range.end) },
  });
}

/** What is printed in addition to the comparison itself. */
export interface PrintedDifference {
  readonly options: Pick<DiffSpecOptions, "format" | "changelog">;
  readonly found: VersionFile;
  readonly after: VersionFile;
  readonly changelog: string | undefined;
  readonly placeAt: PlaceAt;
}

async function print(
  compared: ComparedVersions,
  printed: PrintedDifference,
  host: CommandHost,
): Promise<void> {
  const { options, found, after, placeAt } = printed;
  const title = `${after.name} compared with ${found.name}`;
  const lineOf = (place: RemovedLocation) => {
    const { file, range } = placeAt(place);
    return `${file}:${range.start.line + 1}`;
  };
  if (options.format === "json") {
    const { differenceJson } = await import("./report.ts");
    host.stdout.write(differenceJson(compared.difference, printed), "json");
  } else if (options.format === "markdown") {
    const { differenceReport } = await import("../../core/analysis/spec-diff/report.ts");
    host.stdout.write(differenceReport(compared.difference, title, lineOf));
  } else {
    const { choosePalette } = await import("../terminal/output.ts");
    const { reportDifference } = await import("./report.ts");
    const palette = choosePalette(host.stdout.isTTY === true, host.environment);
    for (const line of reportDifference(compared.difference, title, lineOf, palette))
      host.stdout.write(`${line}\n`);
  }
  if (options.changelog === undefined) return;
  host.stderr.write(
    printed.changelog === undefined
      ? "docwright: there is nothing for a changelog, so none was written.\n"
      : `Wrote ${toVisibleText(options.changelog)}\n`,
  );
}

function writeNew(path: string, text: string): string | undefined {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return undefined;
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    return isThere ? "is there already; an entry is never written over a file." : "cannot be written.";
  }
}

function refuse(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${toVisibleText(reason)}\n`);
  return 2;
}
