import { encodeMarked, tell, type Building } from "./building.ts";

/**
 * The path with its parameters put in, encoded. A query in it, which OpenAPI forbids and people write, goes to the
 * query; a fragment, which is never sent, away.
 */
export function fillPath(
  building: Building,
  template: string,
  segments: ReadonlyMap<string, string>,
): string {
  const [withQuery = ""] = template.split("#");
  const at = withQuery.indexOf("?");
  const path = at < 0 ? withQuery : withQuery.slice(0, at);
  const query = at < 0 ? "" : filled(withQuery.slice(at + 1), segments, "query");
  if (query !== "") building.query.unshift({ name: undefined, value: query, place: "path" });
  return filled(path, segments, "path");
}

/** `{name}` is replaced where it is a parameter, the rest encoded; `{{name}}` is no parameter. */
function filled(text: string, segments: ReadonlyMap<string, string>, set: "path" | "query"): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: name = "" } of text.matchAll(/(?<!\{)\{([^{}]+)\}/g)) {
    const segment = segments.get(name);
    if (segment === undefined) continue;
    pieces.push(encodeMarked(text.slice(from, index), set), segment);
    from = index + whole.length;
  }
  return pieces.join("") + encodeMarked(text.slice(from), set);
}

/** Addresses take a part of a path that is `.` or `..` for a step up or down, whoever reads them, encoded or not. */
export function tellDotSegments(building: Building, path: string): void {
  if (path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    tell(
      building,
      "path",
      "A part of the path is `.` or `..`, which leads elsewhere on its way. Fill in something else.",
      true,
    );
}
