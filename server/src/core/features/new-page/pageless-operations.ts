import { coverage } from "../../site/navigation/coverage.ts";
import { isExcluded, isHidden } from "../../site/specs/generated-page-plan.ts";
import { isReadable } from "../../site/specs/specs.ts";
import type { Site } from "../../site/site.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { operationsOf } from "../complete-operation.ts";
import { shortest } from "../complete-reference.ts";

/** An operation or webhook that readers find on no page. */
export interface PagelessOperation {
  readonly spec: SitePath;
  /** `GET /users`, `webhook order.paid` */
  readonly name: string;
  readonly summary?: string;
  readonly deprecated: boolean;
}

/** In the order of files; those that a specification marks as hidden or excluded are left out on purpose. */
export function pagelessOperations(site: Site): readonly PagelessOperation[] {
  const shown = new Set(
    coverage(site).flatMap(({ operation, state }) => (state === "missing" ? [] : [operation])),
  );
  return specsOf(site).flatMap((spec) =>
    operationsOf(spec, site.profile).flatMap(({ operation, name }): PagelessOperation[] => {
      if (shown.has(operation) || isHidden(operation, site.profile) || isExcluded(operation, site.profile))
        return [];
      const { summary, deprecated } = operation;
      return [{ spec: spec.path, name, ...(summary !== undefined && { summary }), deprecated }];
    }),
  );
}

/** How a page at `path` names it, in the shortest form that leads there. */
export function referenceTo(site: Site, path: SitePath, { spec, name }: PagelessOperation): string {
  const outline = site.specs.get(spec);
  return outline
    ? shortest({ site, path }, name, outline, readOperationReference, specsOf(site).length)
    : name;
}

function specsOf(site: Site): readonly SpecOutline[] {
  return [...site.specs.values()].filter((spec) => spec.kind !== "asyncapi" && isReadable(spec));
}
