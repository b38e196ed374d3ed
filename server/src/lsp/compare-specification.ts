import { changelogDraft } from "../core/site/spec-difference/changelog-draft.ts";
import type { LostPlace } from "../core/site/spec-difference/difference.ts";
import { differenceReport } from "../core/site/spec-difference/difference-report.ts";
import { specOfFile } from "../core/site/spec-of-file.ts";
import { isUsed } from "../core/site/used-specs.ts";
import { positionAt } from "../core/text/line-map.ts";
import { fileName, folderOf } from "../core/text/site-path.ts";
import type { ComparedSpecification, CompareSpecification } from "../protocol.ts";
import { compareVersions, versionAt, type Answer, type VersionFile } from "../workspace/compare-specs.ts";
import type { SitePlace } from "../workspace/site-store.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

const lastCommit = "HEAD";

/**
 * `docwright/compareSpecification`: the text in the editor against the last commit, or against a text that the person
 * has picked. Only where they trust the workspace, because git is asked about it.
 */
export async function comparedSpecification(
  { uri, other, date }: CompareSpecification,
  session: Session,
): Promise<ComparedSpecification> {
  const refuse = (reason: string) => ({ ok: false, reason }) as const;
  if (!session.git) return refuse("Specifications are compared in trusted workspaces only.");
  session.documents.flush();
  await session.sites.whenAtRest();
  const file = pathOfUri(uri);
  const place = file === undefined ? undefined : session.sites.siteOf(file);
  const site = place?.site.current?.site;
  if (!place || !site) return refuse("The file belongs to no site.");
  // A file that a specification pulls in is compared as the part that it is.
  const path = specOfFile(site, place.path)?.path ?? place.path;
  const after: VersionFile = { from: place.site.files, path, name: path };
  const before = await olderVersion({ site: place.site, path }, other, session);
  if (!before.ok) return before;
  const spec = site.specs.get(path);
  const use = spec && isUsed(spec, site) ? { site, path } : undefined;
  const compared = await compareVersions(before.value, after, use, session.specs);
  if (!compared.ok) return compared;
  const { difference } = compared.value;
  const lineOf = ({ at }: LostPlace) => {
    const lines = session.lineMaps.of({ site: place.site, path: at.file });
    return `${at.file}:${positionAt(lines, at.range.start).line + 1}`;
  };
  const report = differenceReport(difference, `${path} compared with ${before.value.name}`, lineOf);
  const changelog = changelogDraft(difference, { label: date, description: compared.value.after.title });
  const draft =
    changelog === undefined ? "" : `\n## Draft of a changelog entry\n\n\`\`\`mdx\n${changelog}\`\`\`\n`;
  return { ok: true, markdown: report + draft };
}

async function olderVersion(
  { site, path }: SitePlace,
  other: CompareSpecification["other"],
  session: Session,
): Promise<Answer<VersionFile>> {
  if (!other) {
    const kept = await versionAt(site.root, lastCommit, path, session.specs);
    return kept.ok ? kept : { ok: false, reason: sentence(kept.reason) };
  }
  const folder = folderOf(path);
  // It is read as if it stood beside the other; its ending tells JSON from YAML.
  const own = `${folder === "" ? "" : `${folder}/`}${fileName(other.name)}`;
  const { files } = site;
  const from = {
    ...files,
    unsaved: (asked: string) => (asked === own ? other.text : files.unsaved?.(asked)),
  };
  return { ok: true, value: { from, path: own, name: other.name } };
}

/** Reasons of git begin in small letters. */
function sentence(reason: string): string {
  return reason === "" ? "git gives no reason." : reason.charAt(0).toUpperCase() + reason.slice(1);
}
