import type { SitePath } from "../../text/text-range.ts";
import type { CodeFault } from "./fault.ts";
import type { Missing, Value } from "./value.ts";

/** A file that can be imported, read: what it exports by name, `default` among them. Grows while it is being read. */
export interface SiteModule {
  readonly path: SitePath;
  readonly exports: Map<string, Value>;
}

/** A file that cannot be had: every name of it is this. */
export interface AbsentModule {
  readonly absent: CodeFault | "pending";
}

export function exportOf(module: SiteModule | AbsentModule, name: string): Value {
  if ("absent" in module) return missing(name, module);
  return module.exports.get(name);
}

export function missing(name: string, { absent }: AbsentModule): Missing {
  return { kind: "missing", name, ...(absent !== "pending" && { fault: absent }) };
}
