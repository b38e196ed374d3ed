import { operationName } from "../../site/specs/generated-page-plan.ts";
import type { Site } from "../../site/site.ts";
import { specName } from "../../spec/remote-spec.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { describeOperation } from "./describe-operation.ts";
import { describeRating, type RatePage } from "./describe-rating.ts";
import type { Hover } from "./hover.ts";

/** What readers think of the operation whose method stands at an offset of a specification; undefined where they have said nothing. */
export function hoverOperation(
  { specs }: Pick<Site, "specs">,
  file: SitePath,
  offset: number,
  rate: RatePage,
): Hover | undefined {
  for (const spec of specs.values())
    for (const kind of ["operation", "webhook"] as const)
      for (const operation of kind === "operation" ? spec.operations : spec.webhooks) {
        const { start, end } = operation.range;
        if ((operation.file ?? spec.path) !== file || offset < start || offset > end) continue;
        const rating = rate(spec.path, operationName({ kind, operation }));
        if (describeRating(rating) === undefined) continue;
        return {
          range: operation.range,
          markdown: describeOperation(operation, specName(spec.path), rating),
        };
      }
  return undefined;
}
