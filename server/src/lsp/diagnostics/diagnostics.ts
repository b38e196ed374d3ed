import { join } from "node:path";
import type { Diagnostic } from "vscode-languageserver/node";
import { stringOf } from "../../core/config/json/json-tree.ts";
import { type DelegatedFeatures, readDelegatedFeatures } from "../../core/features/completion/completion.ts";
import { rulePage } from "../../core/rules/engine/registry.ts";
import type { Problem } from "../../core/rules/problem.ts";
import type { HostChanged, HostOptions } from "../../protocol/site.ts";
import type { SitePlace } from "../../workspace/analysis/site-store.ts";
import { toRange, toSeverity, toTag, uriOf } from "../convert/convert.ts";
import type { Session } from "../session/session.ts";

/** VS Code shows no more in one file, and sending them all for each key would hold up what is typed. */
const maxShown = 1000;

/** As many as an editor lists, the gravest first; the counts of the site have them all. */
export function getMostSevere(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxShown) return problems;
  const rank = ({ severity }: Problem): number => toSeverity[severity];
  return problems.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxShown);
}

export const source = "docwright";

/** The problems of a file that are to be shown, as the protocol has them. */
export function toDiagnostics(
  problems: readonly Problem[],
  place: SitePlace,
  session: Session,
): Diagnostic[] {
  const isOpen = session.documents.get(join(place.site.root, place.path)) !== undefined;
  const shown = isOpen ? session.host.withoutRepeated(problems, uriOf(place, session), place) : problems;
  return getMostSevere(shown).map((problem) => toDiagnostic(problem, place.site, session));
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
    data: { problem: getDiagnosticIdentity(problem) },
  };
}

/** Names a problem among those of its file. */
export function getDiagnosticIdentity({ code, at }: Problem): string {
  return `${code}@${at.range.start}-${at.range.end}`;
}

/** Other servers' results and those of other days are never taken for this one's. */
const life = `${process.pid}.${Date.now()}`;

/** Names what is said of a file: another name whenever that may have changed. */
export function resultIdOf({ site, path }: SitePlace, { host }: Session): string {
  return `${life}:${site.problems.serialOf(path)}:${host.serial}`;
}

/** The name, noted as what the client has. */
export function giveResultId(place: SitePlace, session: Session): string {
  const resultId = resultIdOf(place, session);
  session.given.set(join(place.site.root, place.path), resultId);
  return resultId;
}

const syntaxCodes: ReadonlySet<string> = new Set(["config/syntax", "config/duplicate-key"]);

/** What a schema of docs.json can tell as well; what a setting does to the docs, it cannot. */
const structuralCodes: ReadonlySet<string> = new Set([
  "config/wrong-type",
  "config/value-not-allowed",
  "config/invalid-value",
  "config/missing-setting",
  "config/unknown-setting",
  "config/not-an-object",
  "nav/missing-field",
  "nav/unknown-language",
]);

/** What the editor reports by itself of the JSON files that are open in it, so that nothing is said twice. */
export class Host {
  #general: HostOptions;
  readonly #byUri = new Map<string, HostOptions>();
  #serial = 0;

  constructor(general: HostOptions = {}) {
    this.#general = general;
  }

  change({ uri, host }: HostChanged): void {
    if (uri === undefined) this.#general = host;
    else this.#byUri.set(uri, host);
    this.#serial++;
  }

  /** What others answer in pages. */
  readonly leftInPages = (): DelegatedFeatures => readDelegatedFeatures(this.#general.mdx);

  /** Another number whenever what the editor reports has changed. */
  get serial(): number {
    return this.#serial;
  }

  /** The problems that the editor does not report already in this open file. */
  withoutRepeated(problems: readonly Problem[], uri: string, { site, path }: SitePlace): readonly Problem[] {
    if (!path.endsWith(".json")) return problems;
    const { jsonSyntax, jsonSchema } = { ...this.#general, ...this.#byUri.get(uri) };
    const config = site.current?.site.config;
    const hasSchema =
      jsonSchema === "remote" &&
      path === config?.entry &&
      /^https?:/.test(stringOf(config.root, "$schema") ?? "");
    return problems.filter(
      ({ code }) =>
        !(jsonSyntax === true && syntaxCodes.has(code)) && !(hasSchema && structuralCodes.has(code)),
    );
  }
}
