import type { RemovedLocation } from "../../core/analysis/spec-diff/difference.ts";
import { isSpecUsed, listRemoteSources } from "../../core/site/specs/operation-references.ts";
import { findFileSpec } from "../../core/site/specs/specs.ts";
import { conversionTargets } from "../../core/spec/convert/convert-swagger.ts";
import { maxSpecLength } from "../../core/spec/detect-spec.ts";
import { createMessage, type LocalizedMessage, refuse } from "../../core/text/message.ts";
import { getPosition } from "../../core/text/text-edit.ts";
import type {
  ComparedSpecification,
  CompareSpecificationParams,
  ConvertedSpecification,
  ConvertSpecificationParams,
  FetchedSpecification,
  FetchSpecificationParams,
  RemoteSpecification,
} from "../../protocol/specifications.ts";
import { checkUrl } from "../../relay/policy/address-policy.ts";
import { readFile } from "../../workspace/files/site-files.ts";
import { compareVersions, readOldVersion, createTextVersion } from "../../workspace/specs/compare-specs.ts";
import { convertFile } from "../../workspace/specs/convert-spec.ts";
import { RemoteSpecs } from "../../workspace/specs/remote-specs.ts";
import { toPath } from "../convert/convert.ts";
import { fileNotInSiteReason, localize } from "../convert/client-messages.ts";
import type { Cancellable } from "../handlers.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** Returns the local copies of remote specifications. Only `docwright/fetchSpecification` creates copies. */
export function createRemoteSpecs(): RemoteSpecs {
  return new RemoteSpecs(async (...request) => (await import("../../relay/download.ts")).download(...request));
}

/** Handles `docwright/remoteSpecifications`. Returns the remote specifications that sites use. */
export function listRemoteSpecifications(session: Session): RemoteSpecification[] {
  return listRemoteUrls(session).map((url): RemoteSpecification => {
    const checkedUrl = checkUrl(url);
    const [copy] = session.remoteSpecs.listCopies([url]).values();
    return {
      url,
      ...(checkedUrl.ok && { host: checkedUrl.url.host }),
      ...(copy && { fetchedAt: copy.fetchedAt }),
      isStale: copy?.isStale ?? false,
    };
  });
}

/** Handles `docwright/fetchSpecification`. Downloads a specification or updates its local copy. */
export async function downloadSpecification(
  { url, allowedHosts: hosts }: FetchSpecificationParams,
  session: Session,
  { token }: Cancellable,
): Promise<FetchedSpecification> {
  if (!session.canFetchSpecs) return { kind: "failed", text: "wasn't fetched because this workspace isn't trusted" };
  if (!listRemoteUrls(session).includes(url))
    return { kind: "failed", text: "wasn't fetched because no site refers to it" };
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  const allowedHosts = new Set(hosts);
  const { signal } = controller;
  const outcome = await session.remoteSpecs.fetch(url, { isHostAllowed: (host) => allowedHosts.has(host), signal });
  if (outcome.kind === "fetched") for (const site of session.sites.sites) site.onCopyUpdated(url);
  return outcome;
}

function listRemoteUrls({ sites }: Session): string[] {
  const urls = sites.sites.flatMap(({ current }) => (current ? listRemoteSources(current.site) : []));
  return [...new Set(urls)];
}

/**
 * Handles `docwright/convertSpecification`. If the file is open, converts the text in the editor. Only files in a site
 * are read.
 */
export async function convertSiteFile(
  { to }: ConvertSpecificationParams,
  session: Session,
  { location }: RequestFile,
): Promise<ConvertedSpecification> {
  const target = conversionTargets.find((version) => version === to);
  if (!location || !target) return localize(refuse(fileNotInSiteReason), session);
  const fileContent = readFile(location.site.files, location.path, maxSpecLength);
  if (fileContent.kind !== "text") return localize(refuse(createMessage("The file can't be read.")), session);
  const conversion = await convertFile({ path: location.path, text: fileContent.text, target });
  return localize(conversion.ok ? { ...conversion, originalText: fileContent.text } : conversion, session);
}

/**
 * Handles `docwright/compareSpecification`. Compares the text in the editor with the last commit or with a file that
 * the user has selected. Available only in trusted workspaces, because it runs Git.
 */
export async function compareSpecVersions(
  { uri, otherFile, date }: CompareSpecificationParams,
  session: Session,
): Promise<ComparedSpecification> {
  const createFailure = (reason: LocalizedMessage) => localize(refuse(reason), session);
  if (!session.canRunGit)
    return createFailure(createMessage("Specifications can be compared only in trusted workspaces."));
  session.documents.flush();
  await session.sites.waitUntilIdle();
  const file = toPath(uri);
  const location = file === undefined ? undefined : session.sites.findSite(file);
  const site = location?.site.current?.site;
  if (!location || !site) return createFailure(fileNotInSiteReason);
  // If a specification includes the file, that specification is compared.
  const path = findFileSpec(site, location.path)?.path ?? location.path;
  const { files, root } = location.site;
  const oldVersionResult = otherFile
    ? { ok: true as const, value: createTextVersion(files, path, otherFile) }
    : await readOldVersion(root, "HEAD", path, session.specs);
  if (!oldVersionResult.ok) return createFailure(oldVersionResult.reason);
  const spec = site.specs.get(path);
  const specSite = spec && isSpecUsed(spec, site) ? { site, path } : undefined;
  const comparisonResult = await compareVersions(
    oldVersionResult.value,
    { siteFiles: files, path, name: path },
    specSite,
    session.specs,
  );
  if (!comparisonResult.ok) return createFailure(comparisonResult.reason);
  const { formatReportWithChangelog: createDocument } = await import("../../core/analysis/spec-diff/report.ts");
  const { difference, after } = comparisonResult.value;
  const formatLocation = ({ location: at }: RemovedLocation) => {
    const lines = session.lineMaps.get({ site: location.site, path: at.file });
    return `${at.file}:${getPosition(lines, at.range.start).line + 1}`;
  };
  const changelogEntry = { label: date, description: after.title };
  const title = `${path} compared with ${oldVersionResult.value.name}`;
  return { ok: true, markdown: createDocument(difference, title, changelogEntry, formatLocation) };
}
