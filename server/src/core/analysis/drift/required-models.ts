import type { Site } from "../../site/site.ts";
import type { OperationName } from "../../spec/validity/analyze-spec.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { findDocumentedOperations } from "./page-drift.ts";

/** The operations whose models rules and features need to compare pages with, by specification. */
export const requiredModels = derive(
  (site: Site): ReadonlyMap<SitePath, readonly OperationName[]> =>
    new Map(
      [...findDocumentedOperations(site)].map(([spec, operations]) => [
        spec.path,
        [...operations].map((operation) => ({
          method: operation.method,
          path: operation.path,
          isWebhook: spec.webhooks.includes(operation),
        })),
      ]),
    ),
);
