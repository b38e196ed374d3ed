/** A value of a JSON text as it is written: numbers keep every digit, texts their escapes. */
export interface JsonNode {
  /** Of a member, as it is written, with its quotation marks; of an item of a list its number. */
  readonly key: string | number | undefined;
  readonly kind: "object" | "array" | "string" | "number" | "literal";
  /** What is written, for what has nothing inside. */
  readonly text: string;
  readonly children: readonly JsonNode[];
}

const deepest = 400;
const token =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;

/** The tree of a text; undefined where it is no JSON, or lies too deep in itself. */
export function readJsonTree(text: string): JsonNode | undefined {
  token.lastIndex = 0;
  const next = (): RegExpExecArray | null => token.exec(text);
  const value = (
    found: RegExpExecArray | null,
    key: JsonNode["key"],
    depth: number,
  ): JsonNode | undefined => {
    if (!found || depth > deepest) return undefined;
    const [, mark, string, number, literal] = found;
    if (string !== undefined) return { key, kind: "string", text: string, children: [] };
    if (number !== undefined) return { key, kind: "number", text: number, children: [] };
    if (literal !== undefined) return { key, kind: "literal", text: literal, children: [] };
    if (mark === "{" || mark === "[") return inside(mark, key, depth);
    return undefined;
  };
  const inside = (mark: "{" | "[", key: JsonNode["key"], depth: number): JsonNode | undefined => {
    const children: JsonNode[] = [];
    const isObject = mark === "{";
    const done = (): JsonNode => ({ key, kind: isObject ? "object" : "array", text: "", children });
    let found = next();
    if (found?.[1] === (isObject ? "}" : "]")) return done();
    for (;;) {
      let name: string | number = children.length;
      if (isObject) {
        if (found?.[2] === undefined) return undefined;
        name = found[2];
        if (next()?.[1] !== ":") return undefined;
        found = next();
      }
      const child = value(found, name, depth + 1);
      if (!child) return undefined;
      children.push(child);
      const after = next()?.[1];
      if (after === (isObject ? "}" : "]")) return done();
      if (after !== ",") return undefined;
      found = next();
    }
  };
  const root = value(next(), undefined, 0);
  return root && /^[ \t\r\n]*$/.test(text.slice(token.lastIndex)) ? root : undefined;
}
