import type { OperationOutline, ParameterSummary } from "../../spec/spec-outline.ts";

/**
 * Whether any segment can't be the value of its path parameter. For example, `presign` can't be the `{id}` of
 * `/payments/{id}` if IDs are UUIDs. Segments that may be placeholders are accepted. Only the last segments are compared
 * if there are more segments than the path has.
 */
export function contradictsParameters(
  { path, request }: Pick<OperationOutline, "path" | "request">,
  segments: readonly string[],
): boolean {
  const requested = path.split("/").filter((segment) => segment !== "");
  const own = segments.slice(-requested.length);
  return requested.some((template, i) => {
    const name = /^\{([^{}]+)\}$/.exec(template)?.[1];
    const parameter = request.parameters.find((each) => each.in === "path" && each.name === name);
    const segment = own[i] ?? "";
    return parameter !== undefined && !isPlaceholder(segment) && !accepts(parameter, segment);
  });
}

/** Whether the segment may represent a value, as in `:id`, `<id>`, `$ID`, `USER_ID`, `user_id`, or `your-id`. */
function isPlaceholder(segment: string): boolean {
  return /[^\w.~-]|^[A-Z][A-Z\d_]*$|^(?:your|my)[-_]|(?:^|[-_])id$|Id$|x{3}|\.{3}/.test(segment);
}

function accepts({ type, limits }: ParameterSummary, segment: string): boolean {
  if (limits?.values && !limits.values.includes(segment)) return false;
  if (type === "integer" && !/^-?\d+$/.test(segment)) return false;
  if (type === "number" && !/^-?\d+(?:\.\d+)?$/.test(segment)) return false;
  if (type === "boolean" && !/^(?:true|false)$/.test(segment)) return false;
  // Samples often contain made-up values with the wrong number of characters, but a plain word is another path.
  if (/^(?:uuid|date|date-time)$/.test(limits?.format ?? "") && /^[a-z]+(?:[-_][a-z]+)*$/i.test(segment))
    return false;
  return simplePattern(limits?.pattern)?.test(segment) ?? true;
}

/**
 * Returns a regular expression for a pattern that consists of fixed text and at most one class of characters. Other
 * patterns can take very long.
 */
function simplePattern(pattern: string | undefined): RegExp | undefined {
  const isSimple =
    pattern !== undefined &&
    /^\^[\w-]*(?:(?:\[[^[\]\\^]{1,50}\]|\\[dw])(?:\+|\*|\{\d{1,3}(?:,\d{0,3})?\})?)?\$$/.test(pattern);
  try {
    return isSimple ? new RegExp(pattern) : undefined;
  } catch {
    return undefined;
  }
}
