import type { OperationOutline } from "../../spec/spec-outline.ts";
import { siteView } from "../site.ts";
import { generatedPages } from "../specs/generated-pages.ts";
import {
  endpointEntries,
  findTarget,
  operationsAtAddress,
  pageEndpoints,
} from "../specs/operation-references.ts";
import { pagesWithAddress } from "./coverage.ts";

/** The operations that page files, navigation entries, and generated pages show. */
export const documentedOperations = siteView(
  ["config", "specs", "pages", "profile"],
  (site): ReadonlySet<OperationOutline> => {
    const documented = new Set<OperationOutline>();
    for (const { target } of generatedPages(site))
      if (target.kind === "operation") documented.add(target.operation);
    // An operation with a lowercase method also counts as documented, because `openapi/method-not-uppercase` already
    // reports the method.
    for (const { api } of pagesWithAddress(site.pages))
      for (const { operation } of operationsAtAddress(site.specs, api) ?? []) documented.add(operation);
    for (const { resolution } of [...pageEndpoints(site), ...endpointEntries(site)]) {
      if (resolution.kind !== "found") continue;
      for (const spec of resolution.candidates) {
        const target = findTarget(spec, resolution.reference);
        if (target?.kind === "operation") documented.add(target.operation);
      }
    }
    return documented;
  },
);
