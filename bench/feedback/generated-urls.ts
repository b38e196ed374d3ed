import {
  asList,
  asObject,
  directoryIn,
  firstTag,
  listsOperations,
  operationsOf,
  slugged,
  sourcesIn,
  textIn,
  type Made,
  type Plain,
} from "../../test/proofs/independent-made-pages.ts";
import type { SiteCopy } from "../recall/site-copy.ts";

/**
 * A page that the service generates from an operation, according to the published rules. Computed without any product
 * code.
 */
export interface GeneratedUrl {
  readonly slug: string;
  readonly spec: string;
  /** The operation, such as `GET /users`. */
  readonly operation: string;
}

/** Returns the URLs of generated pages that belong to exactly one operation and not to a file. */
export function listGeneratedUrls({ texts, specs }: Pick<SiteCopy, "texts" | "specs">): readonly GeneratedUrl[] {
  const urls: GeneratedUrl[] = [];
  const read = (file: string): unknown => {
    try {
      return JSON.parse(texts.get(file.replace(/^\.?\/+/, "")) ?? "");
    } catch {
      return undefined;
    }
  };
  const findSpec = (source: string) => specs.find(({ path }) => path === source.replace(/^\.?\/+/, ""));
  const add = (made: Made, spec: string, directory: string) => {
    const slug = getSlug(made, directory);
    if (made.operation["x-excluded"] !== true)
      urls.push({ slug, spec, operation: `${made.method.toUpperCase()} ${made.path}` });
  };
  const visit = (value: unknown, inherited: unknown): void => {
    const element = resolveRef(value, read);
    const ownSpec = element["openapi"];
    const openapi = ownSpec ?? inherited;
    const [source = ""] = sourcesIn(openapi);
    const spec = findSpec(source);
    const directory = directoryIn(openapi);
    const made = spec?.kind === "openapi" ? operationsOf(spec.content) : [];
    if (spec && ownSpec !== undefined && !listsOperations(element))
      for (const one of made) add(one, spec.path, directory);
    for (const child of Object.entries(element).flatMap(([key, item]) => (key === "openapi" ? [] : asList(item)))) {
      const [, method, path] = typeof child === "string" ? (/^([A-Z]+)\s+(\/\S*)$/.exec(child) ?? []) : [];
      const named = made.find((one) => one.method.toUpperCase() === method && one.path === path);
      if (spec && named) add(named, spec.path, directory);
      else if (typeof child === "object") visit(child, openapi);
    }
  };
  visit(asObject(read("docs.json"))["navigation"], undefined);
  const count = new Map<string, Set<string>>();
  for (const { slug, spec, operation } of urls)
    count.set(slug, (count.get(slug) ?? new Set()).add(`${spec} ${operation}`));
  const isUnique = ({ slug }: GeneratedUrl) =>
    count.get(slug)?.size === 1 && !texts.has(`${slug}.mdx`) && !texts.has(`${slug}.md`);
  return [...new Map(urls.filter(isUnique).map((one) => [one.slug, one])).values()];
}

function resolveRef(value: unknown, read: (file: string) => unknown): Plain {
  const element = asObject(value);
  const file = textIn(element["$ref"]);
  return file === undefined ? element : { ...asObject(read(file)), ...element };
}

function getSlug(made: Made, directory: string): string {
  const { operation, method, path } = made;
  const extension = asObject(operation["x-mint"] ?? operation["x-service"]);
  const href = textIn(extension["href"]);
  if (href !== undefined) return href.replace(/^\/+|\/+$/g, "").toLowerCase();
  const name =
    textIn(operation["summary"]) === undefined ? `${method}-${slugged(path)}` : slugged(String(operation["summary"]));
  return [directory, slugged(firstTag(made) ?? ""), name].filter((part) => part !== "").join("/");
}
