import { countCoverage, coverage, type OperationCoverage } from "../core/site/navigation/coverage.ts";
import type { Site } from "../core/site/site.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { ReportedRange } from "./check-result.ts";

/** What `--coverage` reports of one operation. */
export interface ReportedOperation {
  /** POSIX, relative to the folder checked, of the specification. */
  readonly file: string;
  readonly range: ReportedRange;
  readonly method: string;
  readonly path: string;
  readonly webhook: boolean;
  readonly operationId: string | null;
  readonly state: OperationCoverage["state"];
  readonly example: boolean;
  readonly deprecated: boolean;
  readonly pages: readonly {
    /** `/api-reference/users/list`. */
    readonly url: string;
    readonly file: string | null;
    readonly navigation: boolean;
    readonly language: string | null;
    readonly version: string | null;
  }[];
}

export interface ReportedCoverage {
  readonly operations: readonly ReportedOperation[];
  readonly counts: ReturnType<typeof countCoverage>;
}

/** The coverage of one site; `prefix` is where it stands below the folder checked. */
export function coverageOf(
  site: Site,
  prefix: string,
  placeOf: (at: { readonly file: SitePath; readonly range: OperationCoverage["operation"]["range"] }) => {
    readonly file: string;
    readonly range: ReportedRange;
  },
): ReportedCoverage {
  const found = coverage(site);
  return {
    operations: found.map(({ spec, operation, isWebhook, places, state, hasExample, deprecated }) => ({
      ...placeOf({ file: operation.file ?? spec.path, range: operation.range }),
      method: operation.method,
      path: operation.path,
      webhook: isWebhook,
      operationId: operation.operationId ?? null,
      state,
      example: hasExample,
      deprecated,
      pages: places.map(({ slug, file, inNavigation, language, version }) => ({
        url: `/${slug}`,
        file: file === undefined ? null : prefix + file,
        navigation: inNavigation,
        language: language ?? null,
        version: version ?? null,
      })),
    })),
    counts: countCoverage(found),
  };
}

/** The coverage of several sites as one. */
export function coverageTogether(parts: readonly ReportedCoverage[]): ReportedCoverage {
  const sum = (key: keyof ReportedCoverage["counts"]) =>
    parts.reduce((total, { counts }) => total + counts[key], 0);
  return {
    operations: parts.flatMap(({ operations }) => operations),
    counts: {
      meant: sum("meant"),
      shown: sum("shown"),
      withExample: sum("withExample"),
      hidden: sum("hidden"),
    },
  };
}
