import { likelyHome, pageHomes, pagelessOperations } from "../core/features/new-page/page-homes.ts";
import { slugOf } from "../core/site/pages/pages.ts";
import { folderOf } from "../core/text/site-path.ts";
import type { AskNewPageChoices, NewPageChoices } from "../protocol/new-page.ts";
import { templatesOf } from "../workspace/files/site-files.ts";
import { whyNotWritable } from "../workspace/files/write-files.ts";
import { uriOfPath } from "./file-uri.ts";
import { KnownFiles } from "./known-files.ts";
import { navigationPlaceOf } from "./location-of.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";
import { nameOf } from "./site-status.ts";

const noSite = {
  ok: false,
  reason: "This folder belongs to no site, as neither it nor one above it has a docs.json.",
} as const;
const unreadable =
  "docs.json has no navigation that can be read, so the page is made and in no menu by now. The problems list shows why.";

/** `docwright/newPageChoices` */
export function newPageChoicesAt(
  { templatesFolder }: AskNewPageChoices,
  session: Session,
  { place }: InFile,
): NewPageChoices {
  const site = place?.site.current?.site;
  if (!place || !site) return noSite;
  const { site: live, path } = place;
  const page = site.pages.has(path) ? slugOf(path) : undefined;
  const folder = path === "" || !/\.\w+$/.test(path) ? path : folderOf(path);
  const known = pageHomes(site);
  const locked = new Set(known.flatMap(({ at }) => whyNotWritable(live.root, [at.file]) ?? []));
  const homes = known.filter(({ at }) => !locked.has(at.file));
  const likely = likelyHome(site, homes, { page, folder });
  const files = new KnownFiles(live, session);
  return {
    ok: true,
    root: uriOfPath(live.root),
    name: nameOf(live),
    folder: folder === "snippets" || folder.startsWith("snippets/") ? "" : folder,
    templates: templatesOf(live.files, templatesFolder).map(({ id, label, detail, makes }) => {
      return { id, label, detail, makes, isOwn: id.startsWith("own:") };
    }),
    operations: pagelessOperations(site),
    ...(page !== undefined && { page }),
    homes: homes.map(({ at, label, around }) => ({ at: navigationPlaceOf(at, site, files), label, around })),
    ...(likely && { likely: homes.indexOf(likely) }),
    ...(homes.length === 0 && { fault: faultOf([...locked]) }),
  };
}

function faultOf([file]: readonly string[]): string {
  if (file === undefined) return unreadable;
  return `${file} may not be written, so the page is made and in no menu by now. Make the file writable to list it.`;
}
