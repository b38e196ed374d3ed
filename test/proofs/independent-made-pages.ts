/**
 * Derives generated pages from a specification independently of the product, and reads values of files whose structure
 * isn't known.
 */
export type Plain = Readonly<Record<string, unknown>>;

export function sentenceOf(id: string): string {
  const words = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface Made {
  readonly spec: Plain;
  readonly method: string;
  readonly path: string;
  readonly operation: Plain;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export function operationsOf(spec: Plain): Made[] {
  return Object.entries(asObject(spec["paths"])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = asObject(item)[method];
      return operation ? [{ spec, method, path, operation: asObject(operation) }] : [];
    }),
  );
}

export function listsOperations(element: Plain): boolean {
  return Object.values(element)
    .flatMap(asList)
    .some((item) => {
      if (typeof item === "string") return /^([A-Za-z]+\s+\/|webhook\s)/.test(item);
      return asObject(item)["openapi"] === undefined && listsOperations(asObject(item));
    });
}

export function firstTag({ operation }: Made): string | undefined {
  return textIn(asList(operation["tags"])[0]);
}

export function slugged(text: string): string {
  return text
    .replaceAll(" ", "-")
    .replace(/\{[^}]*\}/g, "-")
    .replace(/^-|-$/g, "")
    .replace(/[{}(),.'\n/]/g, "")
    .replaceAll("--", "-")
    .toLowerCase();
}

export function sourcesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item) =>
    typeof item === "string" ? [item] : (textIn(asObject(item)["source"]) ?? []),
  );
}

export function directoryIn(value: unknown): string {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return (textIn(asObject(first)["directory"]) ?? "api-reference").replace(/^\/+|\/+$/g, "").toLowerCase();
}

export function slugIn(written: string): string {
  return written
    .replace(/^\/+/, "")
    .replace(/\/+$/, "")
    .replace(/\.mdx?$/, "");
}

export function urlOf(slug: string): string {
  return slug === "index" ? "/" : `/${encodeURI(slug)}`;
}

export function wordsIn(slug: string): string {
  const name = slug.slice(slug.lastIndexOf("/") + 1).replace(/[-_]/g, " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function asObject(value: unknown): Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Plain) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
