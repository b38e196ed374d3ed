import { join } from "node:path";
import type { Diagnostic } from "vscode-languageserver/node";
import { stringOf } from "../../core/config/json/json-tree.ts";
import { type DelegatedFeatures, readDelegatedFeatures } from "../../core/features/completion/completion.ts";
import { rulePage } from "../../core/rules/engine/registry.ts";
import type { Problem } from "../../core/rules/rule.ts";
import type { HostChanged, HostOptions } from "../../protocol/site.ts";
import type { SitePlace } from "../../workspace/analysis/site-store.ts";
import { toRange, toSeverity, toTag, uriOf } from "../convert/convert.ts";
import type { Session } from "../session/session.ts";

/** VS Code shows no more in one file, and sending all of them for each keystroke would slow down typing. */
const maxShown = 1000;

/**
 * Returns as many problems as an editor lists, most severe first, because some editors keep this order. The counts of
 * the site include all of them.
 */
export function getMostSevere(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, maxShown);
}

/** 1 for an error to 4 for a hint. */
export function rankOf({ severity }: Problem): number {
  return toSeverity[severity];
}

export const source = "docwright";

/** Returns the LSP diagnostics of a file. */
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

/** Returns an identity that is unique among the problems of a file. */
export function getDiagnosticIdentity({ code, at }: Problem): string {
  return `${code}@${at.range.start}-${at.range.end}`;
}

/** Distinguishes result IDs of this server process from those of others. */
const life = `${process.pid}.${Date.now()}`;

/** Returns the result ID of a file's diagnostics, which changes whenever they may have changed. */
export function resultIdOf({ site, path }: SitePlace, { host }: Session): string {
  return `${life}:${site.problems.serialOf(path)}:${host.serial}`;
}

/** Returns the result ID, and records that the client has it. */
export function giveResultId(place: SitePlace, session: Session): string {
  const resultId = resultIdOf(place, session);
  session.given.set(join(place.site.root, place.path), resultId);
  return resultId;
}

const syntaxCodes: ReadonlySet<string> = new Set(["config/syntax", "config/duplicate-key"]);

/** Problems that the schema of docs.json also detects. It can't detect the effect of a setting on the docs. */
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

/** The problems that the editor itself reports in open JSON files. Docwright doesn't repeat them. */
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

  /** Returns the features in pages that other extensions provide. */
  readonly leftInPages = (): DelegatedFeatures => readDelegatedFeatures(this.#general.mdx);

  /** A number that changes whenever the editor's own reports change. */
  get serial(): number {
    return this.#serial;
  }

  /** Returns the problems that the editor doesn't already report in this open file. */
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
