import { join } from "node:path";
import type { Diagnostic } from "vscode-languageserver/node";
import type { Problem } from "../core/rules/problem.ts";
import { rulePage } from "../core/rules/engine/registry.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { toRange, toSeverity, toTag } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import { gravest } from "./gravest.ts";
import type { Session } from "./session.ts";

export const source = "docwright";

/** The problems of a file that are to be shown, as the protocol has them. */
export function toDiagnostics(
  problems: readonly Problem[],
  place: SitePlace,
  session: Session,
): Diagnostic[] {
  const isOpen = session.documents.get(join(place.site.root, place.path)) !== undefined;
  const shown = isOpen ? session.host.withoutRepeated(problems, uriOf(place, session), place) : problems;
  return gravest(shown).map((problem) => toDiagnostic(problem, place.site, session));
}

function toDiagnostic(problem: Problem, site: SitePlace["site"], session: Session): Diagnostic {
  const { at, code, related, tags } = problem;
  const lines = session.lineMaps.of({ site, path: at.file });
  return {
    range: toRange(lines, at.range),
    severity: toSeverity[problem.severity],
    code,
    codeDescription: { href: rulePage(code) },
    source,
    message: problem.message,
    ...(tags.length > 0 ? { tags: tags.map((tag) => toTag[tag]) } : {}),
    ...(related.length > 0
      ? {
          relatedInformation: related.map((other) => {
            const place = { site, path: other.at.file };
            const range = toRange(session.lineMaps.of(place), other.at.range);
            return { location: { uri: uriOf(place, session), range }, message: other.message };
          }),
        }
      : {}),
    data: { problem: identityOf(problem) },
  };
}

/** Names a problem among those of its file. */
export function identityOf({ code, at }: Problem): string {
  return `${code}@${at.range.start}-${at.range.end}`;
}
