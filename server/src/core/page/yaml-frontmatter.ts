import matter from "gray-matter";
import type { FieldValue } from "./page.ts";

/**
 * The value that js-yaml returns for the text, or the reason why the text is rejected. Offsets are relative to the
 * start of the text.
 */
export type YamlResult =
  | { readonly ok: true; readonly value: FieldValue }
  | { readonly ok: false; readonly errorKind: "syntax"; readonly reason: string; readonly offset: number }
  | { readonly ok: false; readonly errorKind: "too-large" | "too-deep" };

const maxNodes = 50_000;
const maxDepth = 100;
/**
 * The maximum product of the number of aliases and the number of characters. This limits the time spent on lists that
 * are used as keys many times.
 */
const maxAliasWork = 20_000_000;

/**
 * gray-matter includes the same version of js-yaml as the service, so values are the same as on published sites. Only
 * its YAML engine is used. Its main function isn't used, because it selects an engine based on the tag after the fence,
 * evaluates `---js`, caches results by text, and takes quadratic time for blank lines. The script engines are disabled
 * so that other code that uses the package can't run scripts either.
 */
const { engines } = matter as unknown as {
  readonly engines: {
    readonly yaml: { readonly parse: (text: string, options: { readonly json: boolean }) => unknown };
    javascript: { parse: () => never };
    coffee: { parse: () => never };
  };
};
engines.javascript = { parse: rejectScripts };
engines.coffee = { parse: rejectScripts };

function rejectScripts(): never {
  throw new Error("Scripts in frontmatter are never run.");
}

/**
 * Parses YAML as data, and never throws an error. If `usesLastKey` is set, duplicate keys are allowed. Trees with more
 * than 50,000 nodes or 100 levels are rejected as soon as the limit is reached. Each use of an alias counts toward
 * these limits.
 */
export function readYaml(text: string, usesLastKey = false): YamlResult {
  if (countAliases(text) * text.length > maxAliasWork) return { ok: false, errorKind: "too-large" };
  try {
    const rawValue = engines.yaml.parse(text, { json: usesLastKey });
    return new YamlCopier().createResult(rawValue);
  } catch (error) {
    return toErrorResult(error);
  }
}

function countAliases(text: string): number {
  let count = 0;
  for (let offset = text.indexOf("*"); offset >= 0; offset = text.indexOf("*", offset + 1))
    if (/[\s[{,:]/.test(text[offset - 1] ?? " ") && /[^\s*]/.test(text[offset + 1] ?? " ")) count++;
  return count;
}

/**
 * Converts an error thrown by js-yaml. It's usually js-yaml's own error, of which only a few fields are used, or a
 * RangeError if the nesting is too deep.
 */
function toErrorResult(error: unknown): YamlResult {
  if (error instanceof RangeError) return { ok: false, errorKind: "too-deep" };
  const { reason, mark } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly reason?: unknown;
    readonly mark?: { readonly position?: unknown };
  };
  const reasonText = typeof reason === "string" ? reason : "";
  // js-yaml reports this error if the text exceeds the limit for merging with `<<`.
  if (reasonText.startsWith("merge keys exceeded")) return { ok: false, errorKind: "too-large" };
  return {
    ok: false,
    errorKind: "syntax",
    reason: reasonText,
    offset: typeof mark?.position === "number" ? mark.position : 0,
  };
}

/** Copies the tree that js-yaml returns into Docwright's own values. The copy is limited in size and depth. */
class YamlCopier {
  #remainingNodes = maxNodes;
  #errorKind: "too-large" | "too-deep" | undefined;
  #hasBytes = false;

  createResult(rawValue: unknown): YamlResult {
    const value = this.#copy(rawValue, 0);
    if (this.#hasBytes) return { ok: false, errorKind: "syntax", reason: "unknown tag !<!!binary>", offset: 0 };
    return this.#errorKind ? { ok: false, errorKind: this.#errorKind } : { ok: true, value };
  }

  #copy(rawValue: unknown, depth: number): FieldValue {
    if (depth > maxDepth) this.#errorKind ??= "too-deep";
    if (this.#remainingNodes-- <= 0) this.#errorKind ??= "too-large";
    if (this.#errorKind) return null;
    if (typeof rawValue === "string" || typeof rawValue === "number" || typeof rawValue === "boolean") return rawValue;
    if (rawValue instanceof Date) return rawValue;
    if (Array.isArray(rawValue)) return this.#copyList(rawValue, depth);
    if (ArrayBuffer.isView(rawValue)) this.#hasBytes = true;
    if (typeof rawValue !== "object" || rawValue === null || this.#hasBytes) return null;
    const valuesByKey = new Map<string, FieldValue>();
    for (const [key, value] of Object.entries(rawValue)) {
      valuesByKey.set(key, this.#copy(value, depth + 1));
      if (this.#errorKind) break;
    }
    return valuesByKey;
  }

  #copyList(rawValue: readonly unknown[], depth: number): FieldValue {
    const list: FieldValue[] = [];
    for (const item of rawValue) {
      list.push(this.#copy(item, depth + 1));
      if (this.#errorKind) break;
    }
    return list;
  }
}
