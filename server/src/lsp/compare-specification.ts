import type { LostPlace } from "../core/analysis/spec-diff/difference.ts";
import { differenceDocument } from "../core/analysis/spec-diff/report.ts";
import { specOfFile } from "../core/site/specs/specs.ts";
import { isUsed } from "../core/site/specs/operation-references.ts";
import { positionAt } from "../core/text/text-edit.ts";
import type { ComparedSpecification, CompareSpecification } from "../protocol/specifications.ts";
import { compareVersions, versionAt, versionOfText } from "../workspace/specs/compare-specs.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/**
 * `docwright/compareSpecification`: the text in the editor against the last commit, or against a text that the person
 * has picked. Only where they trust the workspace, because git is asked about it.
 */
export async function comparedSpecification(
  { uri, other, date }: CompareSpecification,
  session: Session,
): Promise<ComparedSpecification> {
  const refuse = (reason: string) => ({ ok: false, reason: sentence(reason) }) as const;
  if (!session.git) return refuse("Specifications are compared in trusted workspaces only.");
  session.documents.flush();
  await session.sites.whenAtRest();
  const file = pathOfUri(uri);
  const place = file === undefined ? undefined : session.sites.siteOf(file);
  const site = place?.site.current?.site;
  if (!place || !site) return refuse("The file belongs to no site.");
  // A file that a specification pulls in is compared as the part that it is.
  const path = specOfFile(site, place.path)?.path ?? place.path;
  const { files, root } = place.site;
  const before = other
    ? { ok: true as const, value: versionOfText(files, path, other) }
    : await versionAt(root, "HEAD", path, session.specs);
  if (!before.ok) return refuse(before.reason);
  const spec = site.specs.get(path);
  const use = spec && isUsed(spec, site) ? { site, path } : undefined;
  const compared = await compareVersions(before.value, { from: files, path, name: path }, use, session.specs);
  if (!compared.ok) return refuse(compared.reason);
  const { difference, after } = compared.value;
  const lineOf = ({ at }: LostPlace) => {
    const lines = session.lineMaps.of({ site: place.site, path: at.file });
    return `${at.file}:${positionAt(lines, at.range.start).line + 1}`;
  };
  const head = { label: date, description: after.title };
  const title = `${path} compared with ${before.value.name}`;
  return { ok: true, markdown: differenceDocument(difference, title, head, lineOf) };
}

/** Git's reasons begin in small letters; names of files do too and stay. */
function sentence(reason: string): string {
  return reason === ""
    ? "Git gives no reason."
    : reason.replace(/^(git|this) /, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
}
