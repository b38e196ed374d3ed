import type { SitePath } from "../core/text/text-edit.ts";
import type { LiveSite } from "./live-site.ts";
import type { SitePlace } from "./site-store.ts";

/** Whether news of this file means anything to its site. */
export function concerns({ site, path }: SitePlace): boolean {
  const frame = site.current?.frame;
  if (!frame) return true;
  return path.startsWith(".") && !path.includes("/")
    ? true
    : !frame.isIgnored(path) || frame.configSources.has(path);
}

/** Whether the path is a folder, or was one. */
export function isFolder({ files, current }: LiveSite, path: SitePath): boolean {
  if (current?.site.files.has(path)) return false;
  if (files.disk.stamp(path) !== undefined) return false;
  if (files.disk.isFolder(path)) return true;
  for (const file of current?.site.files ?? []) if (file.startsWith(`${path}/`)) return true;
  return false;
}
