import type { JoinedPath } from "../protocol/feedback.ts";
import type { ListedPage } from "./view/listed-row.ts";

/** By what a page is named in a `ListQuery`: its address in the site, else `?` and the path as the service tells it. */
export function pageKeyOf(path: string, joined: JoinedPath | undefined): string {
  return joined && joined.kind !== "unknown" ? joined.url : `?${path}`;
}

/** What a list tells of the page behind a path. */
export function listedPage(path: string, joined: JoinedPath | undefined): ListedPage {
  const key = pageKeyOf(path, joined);
  if (!joined || joined.kind === "unknown") return { key, title: path, isJoined: false };
  const title = joined.title.trim() === "" ? joined.url : joined.title;
  return {
    key,
    title,
    isJoined: true,
    ...(joined.kind === "operation" && { operation: joined.operation }),
  };
}
