import matter from "gray-matter";
import type { FieldValue } from "./page.ts";

/**
 * The value that js-yaml returns for the text, or the reason why the text is rejected. Offsets are relative to the
 * start of the text.
 */
export type YamlResult =
  | { readonly ok: true; readonly value: FieldValue }
  | { readonly ok: false; readonly refusal: "syntax"; readonly reason: string; readonly offset: number }
  | { readonly ok: false; readonly refusal: "too-large" | "too-deep" };

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
engines.javascript = { parse: refuseScripts };
engines.coffee = { parse: refuseScripts };

function refuseScripts(): never {
  throw new Error("Scripts in frontmatter are never run.");
}

/**
 * Parses YAML as data, and never throws an error. If `usesLastKey` is set, duplicate keys are allowed. Trees with more
 * than 50,000 nodes or 100 levels are rejected as soon as the limit is reached. Each use of an alias counts toward
 * these limits.
 */
export function readYaml(text: string, usesLastKey = false): YamlResult {
  if (countAliases(text) * text.length > maxAliasWork) return { ok: false, refusal: "too-large" };
  try {
    const raw = engines.yaml.parse(text, { json: usesLastKey });
    return new YamlCopier().createResult(raw);
  } catch (error) {
    return toRefusal(error);
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
function toRefusal(error: unknown): YamlResult {
  if (error instanceof RangeError) return { ok: false, refusal: "too-deep" };
  const { reason, mark } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly reason?: unknown;
    readonly mark?: { readonly position?: unknown };
  };
  const words = typeof reason === "string" ? reason : "";
  // js-yaml reports this error if the text exceeds the limit for merging with `<<`.
  if (words.startsWith("merge keys exceeded")) return { ok: false, refusal: "too-large" };
  return {
    ok: false,
    refusal: "syntax",
    reason: words,
    offset: typeof mark?.position === "number" ? mark.position : 0,
  };
}

/** Copies the tree that js-yaml returns into Docwright's own values. The copy is limited in size and depth. */
class YamlCopier {
  #budget = maxNodes;
  #refusal: "too-large" | "too-deep" | undefined;
  #hasBytes = false;

  createResult(raw: unknown): YamlResult {
    const value = this.#copy(raw, 0);
    if (this.#hasBytes) return { ok: false, refusal: "syntax", reason: "unknown tag !<!!binary>", offset: 0 };
    return this.#refusal ? { ok: false, refusal: this.#refusal } : { ok: true, value };
  }

  #copy(raw: unknown, depth: number): FieldValue {
    if (depth > maxDepth) this.#refusal ??= "too-deep";
    if (this.#budget-- <= 0) this.#refusal ??= "too-large";
    if (this.#refusal) return null;
    if (typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean") return raw;
    if (raw instanceof Date) return raw;
    if (Array.isArray(raw)) return this.#copyList(raw, depth);
    if (ArrayBuffer.isView(raw)) this.#hasBytes = true;
    if (typeof raw !== "object" || raw === null || this.#hasBytes) return null;
    const fieldsByKey = new Map<string, FieldValue>();
    for (const [key, value] of Object.entries(raw)) {
      fieldsByKey.set(key, this.#copy(value, depth + 1));
      if (this.#refusal) break;
    }
    return fieldsByKey;
  }

  #copyList(raw: readonly unknown[], depth: number): FieldValue {
    const list: FieldValue[] = [];
    for (const item of raw) {
      list.push(this.#copy(item, depth + 1));
      if (this.#refusal) break;
    }
    return list;
  }
}
