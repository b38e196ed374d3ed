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
  const query = at < 0 ? "" : withQuery.slice(at + 1);
  if (query !== "") building.query.unshift(encodeMarked(query, "query"));
  const filled = piecesOf(path, segments);
  if (filled.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    tell(
      building,
      "path",
      "A part of the path is `.` or `..`, which addresses take for a step up or down. Send something else.",
      true,
    );
  return filled;
}

function piecesOf(path: string, segments: ReadonlyMap<string, string>): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: name = "" } of path.matchAll(/\{([^{}]+)\}/g)) {
    const segment = segments.get(name);
    if (segment === undefined) continue;
    pieces.push(encodeMarked(path.slice(from, index), "path"), segment);
    from = index + whole.length;
  }
  return pieces.join("") + encodeMarked(path.slice(from), "path");
}
