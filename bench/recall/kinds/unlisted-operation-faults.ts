import { parseTree } from "jsonc-parser";
import type { FaultKind, Injection } from "../fault-kind.ts";
import { getMember, type ConfigValue } from "../read-config.ts";
import type { SpecText } from "../read-specs.ts";
import { hasAddressReader } from "../served.ts";
import type { SiteCopy } from "../site-copy.ts";
import { removeItem } from "./edit-config.ts";
import { listNavigated, parseOperation, isSamePath, findSpecAbove, listTargets } from "./openapi-faults.ts";

/** Operations that no page shows, in specifications whose operations are listed individually. */
export const unlistedOperationFaults: readonly FaultKind[] = [
  {
    name: "openapi/operation-taken-out",
    codes: ["openapi/operation-undocumented"],
    inject: (site, random) => {
      // A remote specification also generates pages, but the benchmark can't determine which ones.
      if (hasAddressReader(site)) return undefined;
      const found = random.pick(listNavigated(site));
      const spec = found && findSpec(site, found);
      const at = found && parseOperation(found.value);
      const list = found?.config.parent;
      if (!found || !spec || !at || !list) return undefined;
      const isSame = (value: string) => {
        const other = parseOperation(value);
        return other?.method.toLowerCase() === at.method.toLowerCase() && isSamePath(other.path, at.path);
      };
      // Without any entries, the element would list the entire specification.
      const siblings = listNavigated(site).filter((one) => one.config.parent === list);
      if (
        siblings.length < 2 ||
        listNavigated(site).filter((one) => isSame(one.value) && findSpec(site, one) === spec).length > 1
      )
        return undefined;
      if (listTargets(site, "openapi").some(({ value }) => isSame(value))) return undefined;
      const operation = spec.operations.find((one) => isSame(`${one.method} ${one.path}`));
      if (!operation || ["deprecated", "x-hidden", "x-excluded"].some((flag) => operation.content[flag] === true))
        return undefined;
      const place = findKey(spec, operation.path, operation.method);
      const edits = removeItem(list, Number(found.config.pointer.at(-1)));
      if (place === undefined || !edits) return undefined;
      return { edits, marks: [{ path: spec.path, at: place }], what: `${found.value} no longer listed` };
    },
  },
  {
    name: "openapi/operation-added",
    codes: ["openapi/operation-undocumented"],
    inject: (site, random) => {
      if (hasAddressReader(site)) return undefined;
      const spec = random.pick(site.specs.filter((one) => one.kind === "openapi" && isListedOneByOne(site, one)));
      if (!spec) return undefined;
      const method = random.pick(["get", "post", "delete"]) ?? "get";
      return addOperation(spec, `/zz-${random.nextWord(5)}`, method);
    },
  },
];

/** Returns the file that an entry specifies or inherits. */
function findSpec(site: SiteCopy, { config, value }: { readonly config: ConfigValue; readonly value: string }) {
  const fileName = /^(\S+\.\w+)\s/.exec(value)?.[1]?.replace(/^\.?\//, "");
  const file = fileName ?? findSpecAbove(config);
  return site.specs.find(({ path }) => path === file);
}

/** Whether some operations in the specification have an entry or a page, and no element lists all of them. */
function isListedOneByOne(site: SiteCopy, spec: SpecText): boolean {
  const naming = site.config.all.filter(
    ({ pointer, value }) =>
      pointer[0] === "navigation" &&
      pointer.some((step) => step === "openapi") &&
      typeof value === "string" &&
      value.replace(/^\.?\//, "") === spec.path,
  );
  const entries = listNavigated(site).filter((one) => findSpec(site, one) === spec);
  const haveAllEntries = naming.every(({ pointer }) => {
    const element = pointer.slice(0, pointer.indexOf("openapi"));
    return entries.some(
      ({ config, value }) => /^[A-Z]+ \//.test(value) && element.every((step, i) => config.pointer[i] === step),
    );
  });
  const isNamed = listTargets(site, "openapi").some(({ value }) =>
    value.replace(/^\.?\//, "").startsWith(`${spec.path} `),
  );
  return haveAllEntries && (entries.length > 0 || isNamed);
}

function addOperation(spec: SpecText, path: string, method: string): Injection | undefined {
  const opening = (spec.json ? /^[ \t]*"paths":[ \t]*\{[ \t]*\r?\n/m : /^paths:[ \t]*\r?\n/m).exec(spec.text);
  if (!opening) return undefined;
  const at = opening.index + opening[0].length;
  const indent = /^[ \t]*/.exec(spec.text.slice(at))?.[0] ?? "";
  const text = spec.json
    ? `${indent}"${path}": {\n${indent}  "${method}": { "summary": "Zz", "responses": { "200": { "description": "OK" } } }\n${indent}},\n`
    : `${indent}${path}:\n${indent}  ${method}:\n${indent}    summary: Zz\n${indent}    responses:\n${indent}      '200':\n${indent}        description: OK\n`;
  return {
    edits: [{ path: spec.path, start: at, end: at, text }],
    marks: [{ path: spec.path, at: at + text.lastIndexOf(method, text.indexOf("Zz")) }],
    what: `${method} ${path} added`,
  };
}

/** Returns the position of the key for an operation's method. */
export function findKey({ json, text }: SpecText, path: string, method: string): number | undefined {
  if (json) {
    const tree = parseTree(text);
    const paths = tree && getMember(tree, "paths");
    const item = paths && getMember(paths, path);
    return item && getMember(item, method)?.parent?.offset;
  }
  const start = text.search(/^paths:/m);
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const item = new RegExp(`^[ ]+["']?${escaped}["']?:[ ]*\\r?$`, "m").exec(text.slice(start));
  if (!item) return undefined;
  const from = start + item.index + item[0].length;
  const key = new RegExp(`^[ ]+${method}:`, "m").exec(text.slice(from));
  return key ? from + key.index : undefined;
}
