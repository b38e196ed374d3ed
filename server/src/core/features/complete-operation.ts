import { quoted } from "../config/edit-config.ts";
import { endpointEntries } from "../site/endpoint-entries.ts";
import type { Site } from "../site/site.ts";
import { findNamedSpec } from "../spec/find-spec.ts";
import type { OperationOutline } from "../spec/spec-outline.ts";
import type { ConfigCaret, Offer } from "./completion.ts";
import { elementAt } from "./config-place.ts";

/** The operations of the specification that the element at the caret has or inherits, those listed nowhere first. */
export function offerOperations({ site, path }: ConfigCaret): Offer[] {
  const sources = elementAt(site.config, path)?.openapi?.value ?? [];
  const used = site.profile.name === "mintlify" ? sources.slice(0, 1) : sources;
  const specs = used.flatMap(({ source }) => {
    const lookup = findNamedSpec(site.specs, source);
    return lookup.kind === "found" ? lookup.specs : [];
  });
  const listed = listedOperations(site);
  return specs.flatMap(({ operations }) =>
    operations.filter(({ excluded }) => !excluded).map((operation) => toOffer(operation, listed)),
  );
}

function toOffer(operation: OperationOutline, listed: ReadonlySet<OperationOutline>): Offer {
  const { method, path, summary, hidden } = operation;
  const remark = listed.has(operation) ? "already listed" : hidden ? "hidden" : undefined;
  return {
    kind: "operation",
    label: `${method} ${path}`,
    ...(summary === undefined ? {} : { detail: summary }),
    ...(remark === undefined ? {} : { remark }),
    json: quoted(`${method} ${path}`),
    rank: remark === undefined ? 0 : 2,
  };
}

function listedOperations(site: Site): ReadonlySet<OperationOutline> {
  return new Set(
    endpointEntries(site).flatMap(({ resolution }) =>
      resolution.kind === "found" && resolution.target.kind === "operation"
        ? [resolution.target.operation]
        : [],
    ),
  );
}
