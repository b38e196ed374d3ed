import { replaceAt, type FaultKind, type Injection } from "../fault-kind.ts";
import { getMember, type ConfigValue } from "../read-config.ts";
import { getFrontmatter } from "../read-page.ts";
import { toRecord } from "../read-specs.ts";
import { hasAddressReader } from "../served.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addItem } from "./edit-config.ts";

/** The `openapi` field or a similar field in a page's frontmatter, with its unquoted value. */
export interface Target {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/**
 * Problems in references from pages to operations. For docs.json, see config-spec-faults. For specifications, see
 * spec-faults.
 */
export const openapiFaults: readonly FaultKind[] = [
  {
    name: "openapi/page-file-missing",
    codes: ["openapi/spec-not-found"],
    inject: (site, random) => {
      const target = random.pick(listTargets(site, "openapi").filter(({ value }) => /^\S+\.(json|ya?ml) /.test(value)));
      return target && rewrite(target, target.value.replace(/^(\S+)\.(\w+) /, `$1-zz${random.nextWord(3)}.$2 `));
    },
  },
  {
    name: "openapi/page-path-wrong",
    codes: ["openapi/operation-not-found"],
    inject: (site, random) => {
      const target = random.pick(listKnown(site));
      return target && rewrite(target, `${target.value}${random.pick(["s-zz", "/zz", `-${random.nextWord(4)}`])}`);
    },
  },
  {
    name: "openapi/page-method-wrong",
    codes: ["openapi/operation-not-found"],
    inject: (site, random) => {
      const target = random.pick(listKnown(site));
      const at = target && parseOperation(target.value);
      if (!target || !at) return undefined;
      const other = random.pick(
        ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
          (method) =>
            !site.specs.some(({ operations }) =>
              operations.some((one) => isSamePath(one.path, at.path) && one.method === method.toLowerCase()),
            ),
        ),
      );
      return other === undefined
        ? undefined
        : rewrite(target, target.value.replace(/\b(get|put|post|delete|patch|options|head)\b/i, other));
    },
  },
  {
    name: "openapi/page-reference-malformed",
    // A word that isn't an HTTP method could be a custom OpenAPI 3.2 method that the file doesn't define.
    codes: ["openapi/malformed-reference", "openapi/operation-not-found"],
    inject: (site, random) => {
      const target = random.pick(listKnown(site));
      const at = target && parseOperation(target.value);
      if (!target || !at) return undefined;
      return rewrite(
        target,
        random.pick([at.method, `FETCH ${at.path}`, `openapi.json ${at.method} ${at.path} extra`]) ?? "",
      );
    },
  },
  {
    name: "asyncapi/page-channel-wrong",
    codes: ["asyncapi/channel-not-found"],
    inject: (site, random) => {
      const target = random.pick(listTargets(site, "asyncapi"));
      const spec = random.pick(site.specs.filter(({ kind }) => kind === "asyncapi"));
      if (target && random.nextChance(0.5)) return rewrite(target, `${target.value}${random.nextWord(3)}`);
      const page = random.pick(site.pages);
      const head = page === undefined ? "" : (site.texts.get(page) ?? "").slice(0, 2000);
      if (page === undefined || !spec || !head.startsWith("---\n") || /^(open|async)?api[\w-]*:|^url:/m.test(head))
        return undefined;
      const added = `asyncapi: "/${spec.path} zz${random.nextWord(4)}"\n`;
      return { ...replaceAt(page, { start: 4, end: 4 }, added), what: added };
    },
  },
  {
    name: "openapi/operation-twice",
    codes: ["openapi/operation-twice"],
    inject: (site, random) => {
      const found = random.pick(listNavigated(site));
      const page = random.pick(site.pages);
      const list = found?.config.parent;
      const at = found && parseOperation(found.value);
      if (!found || !list || page === undefined || !at) return undefined;
      const path = `zz-${random.nextWord(5)}`;
      const injection = addItem(
        site,
        list,
        JSON.stringify(path),
        random.nextBelow((list.node.children?.length ?? 0) + 1),
      );
      const file = findSpecAbove(found.config);
      const spec = site.specs.find((one) => one.path === file);
      const operation = spec?.operations.find((one) => one.path === at.path && one.method === at.method.toLowerCase());
      // If the extension moves the page to another path, the operation may have both pages.
      if (!spec || !operation || toRecord(operation.content["x-mint"])["href"] !== undefined) return undefined;
      const text = `---\ntitle: Zz\nopenapi: "/${spec.path} ${at.method} ${at.path}"\n---\n`;
      return {
        edits: [...injection.edits, { path: `${path}.mdx`, start: 0, end: 0, text }],
        marks: [{ path: `${path}.mdx`, at: text.indexOf("openapi") }],
        what: `a page for ${found.value}, which has an entry`,
      };
    },
  },
  {
    name: "openapi/operation-on-two-pages",
    codes: ["openapi/operation-on-several-pages"],
    inject: (site, random) => {
      const target = random.pick(listKnown(site).filter(({ path }) => site.pages.includes(path)));
      const entryOf = target && site.config.entries.find(({ value }) => `${value}.mdx` === target.path);
      const list = entryOf?.config.parent;
      if (!target || !list) return undefined;
      const path = `zz-${random.nextWord(5)}`;
      const injection = addItem(
        site,
        list,
        JSON.stringify(path),
        random.nextBelow((list.node.children?.length ?? 0) + 1),
      );
      const text = `---\ntitle: Zz\nopenapi: ${JSON.stringify(target.value)}\n---\n`;
      return {
        edits: [...injection.edits, { path: `${path}.mdx`, start: 0, end: 0, text }],
        marks: [
          { path: `${path}.mdx`, at: text.indexOf("openapi") },
          { path: target.path, at: target.start },
        ],
        what: `two pages for ${target.value}`,
      };
    },
  },
];

/**
 * Returns the frontmatter lines on visible pages that start with `field` and a colon and contain a single-line value.
 */
export function listTargets(site: SiteCopy, field: string): readonly Target[] {
  return site.pages.flatMap((path) => {
    const text = site.texts.get(path) ?? "";
    const match = new RegExp(`^${field}:[ \t]*(["']?)([^"'\r\n]+?)\\1[ \t]*\r?$`, "m").exec(
      text.slice(0, getFrontmatter(text).end),
    );
    if (!match) return [];
    const start = match.index + match[0].indexOf(":") + 1;
    return [{ path, start, end: match.index + match[0].replace(/\r$/, "").length, value: (match[2] ?? "").trim() }];
  });
}

/**
 * Returns the pages whose operation is in exactly one local specification, so every change causes a problem. If the
 * site also uses a remote specification, returns an empty list.
 */
export function listKnown(site: SiteCopy): readonly Target[] {
  if (hasAddressReader(site)) return [];
  return listTargets(site, "openapi").filter(({ value }) => {
    const at = parseOperation(value);
    if (!at) return false;
    const [spec, ...others] = site.specs.filter(({ operations }) =>
      operations.some((one) => isSamePath(one.path, at.path) && one.method === at.method.toLowerCase()),
    );
    const specName = /^(\S+)\s+\S+\s/.exec(value)?.[1];
    return (
      spec !== undefined &&
      others.length === 0 &&
      (specName === undefined || specName.replace(/^\.?\//, "") === spec.path)
    );
  });
}

export function rewrite({ path, start, end, value }: Target, newText: string): Injection {
  return { ...replaceAt(path, { start, end }, ` ${JSON.stringify(newText)}`), what: `${value} → ${newText}` };
}

export function parseOperation(value: string): { readonly method: string; readonly path: string } | undefined {
  const match = /(?:^|\s)(get|put|post|delete|options|head|patch)\s+(\/\S*)$/i.exec(value);
  return match ? { method: match[1] ?? "", path: match[2] ?? "" } : undefined;
}

export function isSamePath(a: string, b: string): boolean {
  return a.replace(/\/$/, "") === b.replace(/\/$/, "");
}

export function listNavigated(site: SiteCopy) {
  return site.config.all.flatMap((config) =>
    config.pointer[0] === "navigation" &&
    config.pointer.at(-2) === "pages" &&
    typeof config.value === "string" &&
    /^(\S+ )?(GET|PUT|POST|DELETE|PATCH) \//.test(config.value)
      ? [{ config, value: config.value }]
      : [],
  );
}

/** Returns the specification file that an entry inherits from the nearest surrounding element that sets one. */
export function findSpecAbove({ parent }: ConfigValue): string | undefined {
  if (!parent) return undefined;
  const set = getMember(parent.node, "openapi");
  const value: unknown = set?.type === "object" ? getMember(set, "source")?.value : set?.value;
  return typeof value === "string" ? value.replace(/^\.?\//, "") : findSpecAbove(parent);
}
