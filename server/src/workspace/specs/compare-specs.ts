import type { SpecSite, SpecVersion } from "../../core/analysis/spec-diff/compare-specs.ts";
import type { SpecDifference } from "../../core/analysis/spec-diff/difference.ts";
import { isReadable, getReadProblem } from "../../core/site/specs/specs.ts";
import { maxSpecLength } from "../../core/spec/detect-spec.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import { createMessage, type Refusal, refuse } from "../../core/text/message.ts";
import { toMessageValue } from "../../core/text/phrase.ts";
import { getFileName, getFolderPath, resolveSitePath } from "../../core/text/site-path.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { readFile, type SiteFiles, getFileText } from "../files/site-files.ts";
import { resolveCommit, type GitLimits, readTextAt } from "../git/git.ts";
import type { SpecService } from "./spec-service.ts";

/** The `SpecService` methods that are needed to compare versions. */
export type VersionReader = Pick<SpecService, "readText" | "analyze">;

/** The text of one version of a specification, along with the files that the version may include. */
export interface VersionFile {
  readonly siteFiles: SiteFiles;
  readonly path: SitePath;
  /** The name of the version in messages. */
  readonly name: string;
}

/** A value, or a sentence that explains why there isn't one. */
export type ComparisonResult<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface ComparedVersions {
  readonly difference: SpecDifference;
  readonly before: SpecOutline;
  readonly after: SpecOutline;
}

/** Returns the changes that readers notice when the newer version replaces the older one. */
export async function compareVersions(
  oldFile: VersionFile,
  newFile: VersionFile,
  specSite: SpecSite | undefined,
  versionReader: VersionReader,
): Promise<ComparisonResult<ComparedVersions>> {
  const oldVersion = await readVersion(oldFile, versionReader);
  if (!oldVersion.ok) return oldVersion;
  const newVersion = await readVersion(newFile, versionReader);
  if (!newVersion.ok) return newVersion;
  const asyncapiFlags = [oldVersion, newVersion].map(({ value }) => value.outline.kind === "asyncapi");
  if (asyncapiFlags[0] !== asyncapiFlags[1])
    return refuse(createMessage("One file is OpenAPI and the other is AsyncAPI."));
  const { compareSpecs } = await import("../../core/analysis/spec-diff/compare-specs.ts");
  const difference = compareSpecs(oldVersion.value, newVersion.value, specSite);
  return { ok: true, value: { difference, before: oldVersion.value.outline, after: newVersion.value.outline } };
}

async function readVersion(
  { siteFiles, path, name }: VersionFile,
  versionReader: VersionReader,
): Promise<ComparisonResult<SpecVersion>> {
  const file = readFile(siteFiles, path, maxSpecLength);
  if (file.kind === "too-large") return refuse(createMessage("{0} is too large to compare.", name));
  const text = getFileText(file);
  if (text === undefined) return refuse(createMessage("{0} can't be read.", name));
  const outline = (await versionReader.readText(siteFiles, path, text))?.outline;
  if (!outline) return refuse(createMessage("{0} isn't an OpenAPI or AsyncAPI file.", name));
  if (outline.kind === "swagger")
    return refuse(
      createMessage(
        "{0} is Swagger 2.0, so the service doesn't generate pages from it. Run `docwright convert` to convert it to OpenAPI.",
        name,
      ),
    );
  if (!isReadable(outline)) {
    const problem = getReadProblem(outline);
    return refuse(
      problem
        ? createMessage("{0} can't be read: {1}.", name, toMessageValue(problem.reason))
        : createMessage("{0} uses version {1}, which isn't supported.", name, outline.version),
    );
  }
  const operations = [
    ...outline.operations.map(({ method, path: operationPath }) => ({
      method,
      path: operationPath,
      isWebhook: false,
    })),
    ...outline.webhooks.map(({ method, path: webhookPath }) => ({
      method,
      path: webhookPath,
      isWebhook: true,
    })),
  ];
  const analysis = await versionReader.analyze(siteFiles, outline, { checksValidity: false, operations });
  if (!analysis)
    return refuse(createMessage("{0} takes too long to analyze, or it changed during the analysis.", name));
  return { ok: true, value: { mainFile: path, outline, models: analysis.models } };
}

/**
 * Reads text from elsewhere as if it were in a file next to the specification at `path`. The extension of `path`
 * determines whether the text is JSON or YAML.
 */
export function createTextVersion(
  siteFiles: SiteFiles,
  path: SitePath,
  otherVersion: { readonly name: string; readonly text: string },
): VersionFile {
  const folder = getFolderPath(path);
  const otherPath = `${folder === "" ? "" : `${folder}/`}${getFileName(otherVersion.name)}`;
  const readUnsavedText = (requestedPath: SitePath) =>
    requestedPath === otherPath ? otherVersion.text : siteFiles.readUnsavedText?.(requestedPath);
  return { siteFiles: { ...siteFiles, readUnsavedText }, path: otherPath, name: otherVersion.name };
}

/** The maximum number of files that are read from Git for one version. */
const maxFiles = 500;

/**
 * Reads a specification at a Git revision, along with the files that it included at that revision. `root` is a folder
 * in the work tree that contains `path`. Changes that others have made since the merge base aren't included (see
 * `resolveCommit`).
 */
export async function readOldVersion(
  root: string,
  revision: string,
  path: SitePath,
  versionReader: VersionReader,
  limits: GitLimits = {},
): Promise<ComparisonResult<VersionFile>> {
  const commit = await resolveCommit(root, revision, limits);
  if (!commit.ok) return commit;
  const name = `${path} at ${revision}`;
  const textsByPath = new Map<SitePath, string>();
  const paths = new Set<SitePath>();
  // A separate folder name ensures that these files aren't confused with data about the current files.
  const siteFiles: SiteFiles = { disk: createMemoryDisk(`${root}\0${commit.value}`, textsByPath) };
  for (let requiredPaths: readonly SitePath[] = [path]; requiredPaths.length > 0;) {
    for (const requiredPath of requiredPaths) {
      paths.add(requiredPath);
      const result = await readTextAt(root, commit.value, requiredPath, limits);
      if (!result.ok) return result;
      if (result.value !== undefined) textsByPath.set(requiredPath, result.value);
    }
    const text = textsByPath.get(path);
    if (text === undefined) return refuse(createMessage("{0} doesn't contain {1}.", revision, path));
    const outline = (await versionReader.readText(siteFiles, path, text))?.outline;
    requiredPaths = (outline?.includedFiles ?? [])
      .filter((includedPath) => !paths.has(includedPath) && resolveSitePath(includedPath, "").ok)
      .slice(0, maxFiles - paths.size);
  }
  return { ok: true, value: { siteFiles, path, name } };
}
