import { readApiTarget } from "../page/check-field.ts";
import { findOperation } from "../spec/find-spec.ts";
import type { OperationOutline, SpecOutline } from "../spec/spec-outline.ts";
import { isReadable } from "./readable-spec.ts";
import type { Site } from "./site.ts";

export interface OperationAtAddress {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
}

/**
 * What the field `api` of a page can mean, which names no specification: operations of that method and path, behind a
 * server of their specification where it has a full address. Undefined where it is not written as that.
 */
export function operationsAtAddress(
  specs: Site["specs"],
  written: string,
): readonly OperationAtAddress[] | undefined {
  const target = readApiTarget(written);
  if (target.kind === "malformed") return undefined;
  const found: OperationAtAddress[] = [];
  for (const spec of specs.values())
    for (const path of target.kind === "path" ? [target.path] : pathsBehindServers(spec, target.url)) {
      const operation = isReadable(spec) ? findOperation(spec, target.method, path) : undefined;
      if (operation && !found.some((known) => known.operation === operation)) found.push({ spec, operation });
    }
  return found;
}

function pathsBehindServers({ servers }: SpecOutline, url: string): string[] {
  return servers.flatMap((server) => {
    const base = server.replace(/\/+$/, "");
    return url.startsWith(`${base}/`) ? [url.slice(base.length)] : [];
  });
}
