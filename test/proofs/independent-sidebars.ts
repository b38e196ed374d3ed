import matter from "gray-matter";
import { load } from "js-yaml";
import {
  sentenceOf,
  type Made,
  operationsOf,
  listsOperations,
  firstTag,
  slugged,
  sourcesIn,
  directoryIn,
  slugIn,
  urlOf,
  wordsIn,
  asObject,
  asList,
  textIn,
  type Plain,
} from "./independent-made-pages.ts";

/**
 * The sidebar of a page as the published service shows it to readers who aren't signed in. It's computed a second time
 * from docs.json and the pages' frontmatter. The code doesn't share anything with the product, so that an error in one
 * of them can't hide in the other.
 */
export interface ListedPage {
  readonly slug: string;
  /** The lines of the sidebar, such as `1 group Tracking -> /guides/tracking`, each indented by its depth. */
  readonly lines: readonly string[];
  readonly previous: string;
  readonly next: string;
}

type Text = (path: string) => string | undefined;
const kinds: Readonly<Record<string, readonly string[]>> = {
  root: ["products", "languages", "versions", "tabs", "dropdowns", "anchors", "groups", "pages"],
  tabs: ["languages", "versions", "dropdowns", "anchors", "products", "groups", "pages", "menu"],
  anchors: ["languages", "versions", "dropdowns", "tabs", "products", "groups", "pages"],
  dropdowns: ["languages", "versions", "tabs", "anchors", "products", "groups", "pages"],
  products: ["languages", "versions", "tabs", "anchors", "dropdowns", "groups", "pages", "menu"],
  versions: ["languages", "tabs", "dropdowns", "anchors", "products", "groups", "pages"],
  languages: ["versions", "tabs", "dropdowns", "anchors", "products", "groups", "pages"],
  menu: ["languages", "versions", "dropdowns", "anchors", "products", "tabs", "groups", "pages"],
};

interface Line {
  readonly depth: number;
  readonly slug: string | undefined;
  readonly text: string;
}

interface List {
  readonly rank: number;
  readonly lines: readonly Line[];
}

/** Returns the sidebars by page. Only pages in a menu have a sidebar. */
export function sidebarsIndependently(textOf: Text): ReadonlyMap<string, ListedPage> {
  const reading = new Reading(textOf);
  const config = reading.json("docs.json");
  const lists: List[] = [];
  const navigation = asObject(asObject(config)["navigation"]);
  reading.divide(navigation, "root", 0, { openapi: undefined }, lists);
  const pages = new Map<string, ListedPage>();
  for (const { lines } of [...lists].sort((a, b) => a.rank - b.rank)) {
    const order = [...new Set(lines.flatMap(({ slug }) => slug ?? []))];
    const shown = lines.map(({ depth, text }) => `${depth} ${text}`);
    order.forEach((slug, i) => {
      if (!pages.has(slug))
        pages.set(slug, { slug, lines: shown, previous: order[i - 1] ?? "", next: order[i + 1] ?? "" });
    });
  }
  return pages;
}

interface Around {
  readonly openapi: unknown;
}

class Reading {
  readonly #textOf: Text;
  readonly #heads = new Map<string, Plain>();
  readonly #specs = new Map<string, Plain | undefined>();

  constructor(textOf: Text) {
    this.#textOf = textOf;
  }

  /** Returns the content of a JSON file in which every `$ref` to another file is resolved. */
  json(path: string): unknown {
    return this.#filled(JSON.parse(this.#textOf(path) ?? "{}"), path);
  }

  #filled(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#filled(item, path));
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: unknown };
    const own = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, this.#filled(item, path)]));
    if (typeof $ref !== "string") return own;
    const base = $ref.startsWith("/") ? "http://site/" : `http://site/${path}`;
    const target = this.json(decodeURIComponent(new URL($ref, base).pathname.slice(1)));
    return typeof target === "object" && !Array.isArray(target) ? { ...target, ...own } : target;
  }

  /** Visits the elements that contain pages, and adds a list for each of them. */
  divide(element: Plain, kind: string, rank: number, around: Around, lists: List[]): void {
    if (kind !== "root" && typeof element["href"] === "string") return;
    const within = { openapi: element["openapi"] ?? around.openapi };
    const retained = kinds[kind]?.find((key) => Array.isArray(element[key]));
    const children = retained === undefined ? [] : asList(element[retained]);
    if (retained !== undefined && retained !== "groups" && retained !== "pages") {
      const chosen = children.find((child) => asObject(child)["default"] === true) ?? children[0];
      for (const child of children) {
        if (asObject(child)["hidden"] === true) continue;
        const isBeside = (retained === "languages" || retained === "versions") && child !== chosen;
        this.divide(asObject(child), retained, rank + (isBeside ? 1 : 0), within, lists);
      }
    }
    const own = retained === "groups" || retained === "pages" ? this.#items(children, 0, within) : [];
    const made = kind === "root" ? [] : [...this.#made(element, 0), ...this.#channels(element, 0)];
    lists.push({ rank, lines: [...own, ...made] });
  }

  #items(items: readonly unknown[], depth: number, around: Around): Line[] {
    return items.flatMap((item) => {
      if (typeof item === "string") return this.#entry(item, depth, around);
      const group = asObject(item);
      return group["hidden"] === true ? [] : this.#group(group, depth, around);
    });
  }

  #group(group: Plain, depth: number, around: Around): Line[] {
    const within = { openapi: group["openapi"] ?? around.openapi };
    const made = [...this.#made(group, depth + 1), ...this.#channels(group, depth + 1)];
    const below = [...this.#items(asList(group["pages"]), depth + 1, within), ...made];
    const root = typeof group["root"] === "string" ? slugIn(group["root"]) : undefined;
    const isThere = root !== undefined && this.#head(root) !== undefined && !this.#isHidden(root);
    const isElsewhere = sourcesIn(group["openapi"]).some((source) => /^https?:/.test(source));
    if (below.length === 0 && !isThere && !isElsewhere) return [];
    const text = `group ${textIn(group["group"]) ?? ""}${isThere ? ` -> ${urlOf(root)}` : ""}`;
    return [{ depth, slug: isThere ? root : undefined, text }, ...below];
  }

  #entry(written: string, depth: number, around: Around): Line[] {
    const webhook = /^(?:(\S+)\s+)?webhook\s+(\S+)$/i.exec(written.trim());
    if (webhook) {
      const [, file, name = ""] = webhook;
      const spec = this.#spec(file ?? sourcesIn(around.openapi)[0] ?? "");
      const [operation] = Object.values(asObject(asObject(spec?.["webhooks"])[name]));
      if (!spec || !operation) return [];
      const made = { spec, method: "webhook", path: name, operation: asObject(operation) };
      return [this.#madePage(made, directoryIn(around.openapi), depth)];
    }
    const operation = /^(?:(\S+)\s+)?([A-Za-z]+)\s+(\/\S*)$/.exec(written.trim());
    if (operation) {
      const [, file, method = "", path = ""] = operation;
      const [first = ""] = sourcesIn(around.openapi);
      const found = this.#operation(file ?? first, method, path);
      return found ? [this.#madePage(found, directoryIn(around.openapi), depth)] : [];
    }
    const slug = slugIn(written);
    const head = this.#head(slug);
    if (!head || this.#isHidden(slug)) return [];
    const label = textIn(head["sidebarTitle"]) ?? textIn(head["title"]) ?? this.#summary(head) ?? wordsIn(slug);
    const url = textIn(head["url"]);
    if (url !== undefined) return [{ depth, slug: undefined, text: `page ${label} -> ${url}` }];
    return [{ depth, slug, text: `page ${label} -> ${urlOf(slug)}` }];
  }

  /** Returns the frontmatter of a page, or undefined if the page doesn't exist. */
  #head(slug: string): Plain | undefined {
    const known = this.#heads.get(slug);
    if (known || slug.startsWith("snippets/")) return known;
    const text = this.#textOf(`${slug}.mdx`) ?? this.#textOf(`${slug}.md`);
    if (text === undefined) return undefined;
    let head: Plain = {};
    try {
      // Passing options disables the parser's cache.
      head = matter(text.replace(/^\uFEFF/, ""), {}).data;
    } catch {
      // Invalid frontmatter counts as empty frontmatter.
    }
    this.#heads.set(slug, head);
    return head;
  }

  #isHidden(slug: string): boolean {
    const head = this.#head(slug) ?? {};
    const isLimited = Array.isArray(head["groups"]) && head["groups"].length > 0 && head["playground"] !== "auth";
    return head["hidden"] === true || isLimited;
  }

  #summary(head: Plain): string | undefined {
    const [, file, method = "", path = ""] =
      /^(?:(\S+)\s+)?([A-Za-z]+)\s+(\/\S*)$/.exec(textIn(head["openapi"]) ?? "") ?? [];
    const found = file === undefined ? undefined : this.#operation(file, method, path);
    return found && textIn(found.operation["summary"]);
  }

  #spec(source: string): Plain | undefined {
    const path = source.replace(/^(\.?\/)+/, "");
    if (!this.#specs.has(path)) {
      const text = /^https?:/.test(path) ? undefined : this.#textOf(path);
      const isJson = text?.trimStart().startsWith("{");
      this.#specs.set(path, text === undefined ? undefined : asObject(isJson ? JSON.parse(text) : load(text)));
    }
    return this.#specs.get(path);
  }

  #operation(source: string, method: string, path: string): Made | undefined {
    const spec = this.#spec(source);
    const paths = asObject(spec?.["paths"]);
    const bare = path.replace(/(?<=.)\/$/, "");
    const item = asObject(paths[path] ?? paths[bare] ?? paths[`${bare}/`]);
    const operation = item[method.toLowerCase()];
    return spec && operation ? { spec, method: method.toLowerCase(), path, operation: asObject(operation) } : undefined;
  }

  /** Returns the groups that the service generates from the element's own first specification. */
  #made(element: Plain, depth: number): Line[] {
    const [source] = sourcesIn(element["openapi"]);
    const spec = source === undefined ? undefined : this.#spec(source);
    if (!spec || listsOperations(element)) return [];
    const groups = new Map<string, Line[]>();
    for (const made of operationsOf(spec)) {
      if (made.operation["x-hidden"] === true || made.operation["x-excluded"] === true) continue;
      const tag = firstTag(made);
      const tags = asList(spec["tags"]).map(asObject);
      const label =
        tag === undefined ? "API Reference" : (textIn(tags.find(({ name }) => name === tag)?.["x-group"]) ?? tag);
      const lines = groups.get(label) ?? [];
      groups.set(label, [...lines, this.#madePage(made, directoryIn(element["openapi"]), depth + 1)]);
    }
    return linesOf(groups, depth);
  }

  #channels(element: Plain, depth: number): Line[] {
    const [source] = sourcesIn(element["asyncapi"]);
    const spec = source === undefined ? undefined : this.#spec(source);
    const groups = new Map<string, Line[]>();
    for (const [id, value] of Object.entries(asObject(spec?.["channels"]))) {
      const channel = asObject(value);
      const tag = textIn(asObject(asList(channel["tags"])[0])["name"]) ?? "Websockets";
      const title = textIn(channel["title"]) ?? sentenceOf(id);
      const slug = `${directoryIn(element["asyncapi"])}/${slugged(tag)}/${slugged(textIn(channel["title"]) ?? id)}`;
      const head = this.#head(slug);
      const label = textIn(head?.["sidebarTitle"]) ?? textIn(head?.["title"]) ?? title;
      const line: Line = { depth: depth + 1, slug, text: `page ${label} -> ${urlOf(slug)}` };
      groups.set(tag, [...(groups.get(tag) ?? []), line]);
    }
    return linesOf(groups, depth);
  }

  #madePage(made: Made, directory: string, depth: number): Line {
    const { operation, method, path } = made;
    const extension = asObject(operation["x-mint"] ?? operation["x-service"]);
    const metadata = asObject(extension["metadata"]);
    const summary = textIn(operation["summary"]);
    const own = method === "webhook" ? slugged(path) : `${method}-${slugged(path)}`;
    const name = summary === undefined ? own : slugged(summary);
    const parts = [directory, slugged(firstTag(made) ?? ""), name];
    const href = textIn(extension["href"])
      ?.replace(/^\/+|\/+$/g, "")
      .toLowerCase();
    const slug = href ?? parts.filter(Boolean).join("/");
    const head = this.#head(slug);
    const shown = method === "webhook" ? undefined : summary;
    const title = textIn(metadata["title"]) ?? shown ?? wordsIn(name);
    const label =
      textIn(head?.["sidebarTitle"]) ??
      textIn(head?.["title"]) ??
      textIn(metadata["sidebarTitle"]) ??
      (href === undefined ? title : wordsIn(slug));
    return { depth, slug, text: `page ${label} -> ${urlOf(slug)}` };
  }
}

function linesOf(groups: ReadonlyMap<string, readonly Line[]>, depth: number): Line[] {
  return [...groups].flatMap(([label, lines]) => [{ depth, slug: undefined, text: `group ${label}` }, ...lines]);
}
