import type { SitePath } from "../../text/text-edit.ts";
import { CodeFault, type FaultPlace } from "./fault.ts";
import { say } from "./say.ts";
import type { Missing, Value } from "./value.ts";

/** A file that can be imported, read: what it exports by name, `default` among them. Grows while it is being read. */
export interface SiteModule {
  readonly path: SitePath;
  readonly exports: Map<string, Value>;
  /** Until then a name that is not there may still come. */
  isRead: boolean;
}

/** A file that cannot be had: every name of it is this. */
export interface AbsentModule {
  readonly absent: CodeFault | "pending";
}

/** What the module exports by this name; a fault for one that it does not have, told at the import. */
export function exportOf(module: SiteModule | AbsentModule, name: string, at: FaultPlace): Value {
  if ("absent" in module) return missing(name, module);
  if (module.exports.has(name) || !module.isRead) return module.exports.get(name);
  const message =
    module.path === ""
      ? say`\`${name}\` of React is not worked out by the preview, so this part is left out. Look at it on the published page.`
      : name === "default"
        ? say`\`${module.path}\` has no default export, so readers see an error or a gap. Export one, or import a name in braces.`
        : say`\`${module.path}\` exports no \`${name}\`, so readers see an error or a gap. Export it, or correct the name.`;
  const kind = module.path === "" ? "not-static" : "import";
  return missing(name, { absent: new CodeFault(kind, message, at) });
}

export function missing(name: string, { absent }: AbsentModule): Missing {
  return { kind: "missing", name, ...(absent !== "pending" && { fault: absent }) };
}
