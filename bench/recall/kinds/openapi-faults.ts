import { replaceAt, type FaultKind, type Injection } from "../fault-kind.ts";
import { memberOf, type ConfigValue } from "../read-config.ts";
import { frontmatterOf } from "../read-page.ts";
import { asRecord } from "../read-specs.ts";
import { readsAnAddress } from "../served.ts";
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
      const found = random.pick(
        targets(site, "openapi").filter(({ value }) => /^\S+\.(json|ya?ml) /.test(value)),
      );
      return found && rewrite(found, found.value.replace(/^(\S+)\.(\w+) /, `$1-zz${random.word(3)}.$2 `));
    },
  },
  {
    name: "openapi/page-path-wrong",
    codes: ["openapi/operation-not-found"],
    inject: (site, random) => {
      const found = random.pick(known(site));
      return found && rewrite(found, `${found.value}${random.pick(["s-zz", "/zz", `-${random.word(4)}`])}`);
    },
  },
  {
    name: "openapi/page-method-wrong",
    codes: ["openapi/operation-not-found"],
    inject: (site, random) => {
      const found = random.pick(known(site));
      const at = found && operationIn(found.value);
      if (!found || !at) return undefined;
      const other = random.pick(
        ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
          (method) =>
            !site.specs.some(({ operations }) =>
              operations.some((one) => samePath(one.path, at.path) && one.method === method.toLowerCase()),
            ),
        ),
      );
      return other === undefined
        ? undefined
        : rewrite(found, found.value.replace(/\b(get|put|post|delete|patch|options|head)\b/i, other));
    },
  },
  {
    name: "openapi/page-reference-malformed",
    // A word that isn't an HTTP method could be a custom OpenAPI 3.2 method that the file doesn't define.
    codes: ["openapi/malformed-reference", "openapi/operation-not-found"],
    inject: (site, random) => {
      const found = random.pick(known(site));
      const at = found && operationIn(found.value);
      if (!found || !at) return undefined;
      return rewrite(
        found,
        random.pick([at.method, `FETCH ${at.path}`, `openapi.json ${at.method} ${at.path} extra`]) ?? "",
      );
    },
  },
  {
    name: "asyncapi/page-channel-wrong",
    codes: ["asyncapi/channel-not-found"],
    inject: (site, random) => {
      const found = random.pick(targets(site, "asyncapi"));
      const spec = random.pick(site.specs.filter(({ kind }) => kind === "asyncapi"));
      if (found && random.chance(0.5)) return rewrite(found, `${found.value}${random.word(3)}`);
      const page = random.pick(site.pages);
      const head = page === undefined ? "" : (site.texts.get(page) ?? "").slice(0, 2000);
      if (
        page === undefined ||
        !spec ||
        !head.startsWith("---\n") ||
        /^(open|async)?api[\w-]*:|^url:/m.test(head)
      )
        return undefined;
      const added = `asyncapi: "/${spec.path} zz${random.word(4)}"\n`;
      return { ...replaceAt(page, { start: 4, end: 4 }, added), what: added };
    },
  },
  {
    name: "openapi/operation-twice",
    codes: ["openapi/operation-twice"],
    inject: (site, random) => {
      const found = random.pick(navigated(site));
      const page = random.pick(site.pages);
      const list = found?.config.parent;
      const at = found && operationIn(found.value);
      if (!found || !list || page === undefined || !at) return undefined;
      const path = `zz-${random.word(5)}`;
      const added = addItem(
        site,
        list,
        JSON.stringify(path),
        random.below((list.node.children?.length ?? 0) + 1),
      );
      const file = specAbove(found.config);
      const spec = site.specs.find((one) => one.path === file);
      const operation = spec?.operations.find(
        (one) => one.path === at.path && one.method === at.method.toLowerCase(),
      );
      // If the extension moves the page to another path, the operation may have both pages.
      if (!spec || !operation || asRecord(operation.content["x-mint"])["href"] !== undefined)
        return undefined;
      const text = `---\ntitle: Zz\nopenapi: "/${spec.path} ${at.method} ${at.path}"\n---\n`;
      return {
        edits: [...added.edits, { path: `${path}.mdx`, start: 0, end: 0, text }],
        marks: [{ path: `${path}.mdx`, at: text.indexOf("openapi") }],
        what: `a page for ${found.value}, which has an entry`,
      };
    },
  },
  {
    name: "openapi/operation-on-two-pages",
    codes: ["openapi/operation-on-several-pages"],
    inject: (site, random) => {
      const found = random.pick(known(site).filter(({ path }) => site.pages.includes(path)));
      const entryOf = found && site.config.entries.find(({ value }) => `${value}.mdx` === found.path);
      const list = entryOf?.config.parent;
      if (!found || !list) return undefined;
      const path = `zz-${random.word(5)}`;
      const added = addItem(
        site,
        list,
        JSON.stringify(path),
        random.below((list.node.children?.length ?? 0) + 1),
      );
      const text = `---\ntitle: Zz\nopenapi: ${JSON.stringify(found.value)}\n---\n`;
      return {
        edits: [...added.edits, { path: `${path}.mdx`, start: 0, end: 0, text }],
        marks: [
          { path: `${path}.mdx`, at: text.indexOf("openapi") },
          { path: found.path, at: found.start },
        ],
        what: `two pages for ${found.value}`,
      };
    },
  },
];

/**
 * Returns the frontmatter lines on visible pages that start with `field` and a colon and contain a single-line value.
 */
export function targets(site: SiteCopy, field: string): readonly Target[] {
  return site.pages.flatMap((path) => {
    const text = site.texts.get(path) ?? "";
    const found = new RegExp(`^${field}:[ \t]*(["']?)([^"'\r\n]+?)\\1[ \t]*\r?$`, "m").exec(
      text.slice(0, frontmatterOf(text).end),
    );
    if (!found) return [];
    const start = found.index + found[0].indexOf(":") + 1;
    return [
      { path, start, end: found.index + found[0].replace(/\r$/, "").length, value: (found[2] ?? "").trim() },
    ];
  });
}

/**
 * Returns the pages whose operation is in exactly one local specification, so every change causes a problem. If the
 * site also uses a remote specification, returns an empty list.
 */
export function known(site: SiteCopy): readonly Target[] {
  if (readsAnAddress(site)) return [];
  return targets(site, "openapi").filter(({ value }) => {
    const at = operationIn(value);
    if (!at) return false;
    const [spec, ...others] = site.specs.filter(({ operations }) =>
      operations.some((one) => samePath(one.path, at.path) && one.method === at.method.toLowerCase()),
    );
    const named = /^(\S+)\s+\S+\s/.exec(value)?.[1];
    return (
      spec !== undefined &&
      others.length === 0 &&
      (named === undefined || named.replace(/^\.?\//, "") === spec.path)
    );
  });
}

export function rewrite({ path, start, end, value }: Target, written: string): Injection {
  return { ...replaceAt(path, { start, end }, ` ${JSON.stringify(written)}`), what: `${value} → ${written}` };
}

export function operationIn(value: string): { readonly method: string; readonly path: string } | undefined {
  const found = /(?:^|\s)(get|put|post|delete|options|head|patch)\s+(\/\S*)$/i.exec(value);
  return found ? { method: found[1] ?? "", path: found[2] ?? "" } : undefined;
}

export function samePath(a: string, b: string): boolean {
  return a.replace(/\/$/, "") === b.replace(/\/$/, "");
}

export function navigated(site: SiteCopy) {
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
export function specAbove({ parent }: ConfigValue): string | undefined {
  if (!parent) return undefined;
  const set = memberOf(parent.node, "openapi");
  const value: unknown = set?.type === "object" ? memberOf(set, "source")?.value : set?.value;
  return typeof value === "string" ? value.replace(/^\.?\//, "") : specAbove(parent);
}
