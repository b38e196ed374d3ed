import type { FieldValue, ModuleExport, PageOutline, ScriptOutline } from "../page/page.ts";

/** Whether a page tells others the same as before. The scan caps depth and size of field values, so this ends. */
export function sameOutline(a: PageOutline, b: PageOutline): boolean {
  return (
    a.headings.length === b.headings.length &&
    a.headings.every(
      (heading, i) => heading.text === b.headings[i]?.text && heading.id === b.headings[i]?.id,
    ) &&
    sameList(a.anchors, b.anchors) &&
    sameList(a.elementIds, b.elementIds) &&
    a.hasUnknownAnchors === b.hasUnknownAnchors &&
    sameList(a.imports, b.imports) &&
    sameList(a.snippets, b.snippets) &&
    sameList(a.media, b.media) &&
    a.codeBlockCount === b.codeBlockCount &&
    sameExports(a.exports, b.exports) &&
    a.fields.size === b.fields.size &&
    [...a.fields].every(([key, value]) => b.fields.has(key) && sameValue(value, b.fields.get(key)))
  );
}

/** Whether a file of code tells others the same as before. */
export function sameScript(a: ScriptOutline, b: ScriptOutline): boolean {
  return a.exportsAll === b.exportsAll && sameList(a.imports, b.imports) && sameExports(a.exports, b.exports);
}

function sameExports(a: readonly ModuleExport[], b: readonly ModuleExport[]): boolean {
  return (
    a.length === b.length &&
    a.every((each, i) => {
      const other = b[i];
      return (
        each.name === other?.name &&
        each.isComponent === other.isComponent &&
        each.text === other.text &&
        (each.props === undefined) === (other.props === undefined) &&
        sameList(each.props ?? [], other.props ?? [])
      );
    })
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function sameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime();
  if (isList(a)) return isList(b) && a.length === b.length && a.every((value, i) => sameValue(value, b[i]));
  if (!isMap(a) || !isMap(b)) return false;
  return a.size === b.size && [...a].every(([key, value]) => b.has(key) && sameValue(value, b.get(key)));
}

function isList(value: FieldValue | undefined): value is readonly FieldValue[] {
  return Array.isArray(value);
}

function isMap(value: FieldValue | undefined): value is ReadonlyMap<string, FieldValue> {
  return value instanceof Map;
}
