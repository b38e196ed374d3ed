import { ownTemplate, type PageTemplate, pageTemplates } from "../core/features/new-page/page-templates.ts";
import { folderOf, resolveSitePath } from "../core/text/site-path.ts";
import { readFile, type SiteFiles, textOf } from "./read-frame.ts";

const mostTemplates = 50;
const largestTemplate = 100_000;

/**
 * What new pages of a site can begin with: the `.mdx` files of its folder of templates first, then what Docwright
 * brings. A folder outside of the site holds none; over 50 files, and files over 100 KB, are left out.
 */
export function templatesOf(files: SiteFiles, folder: string | undefined): readonly PageTemplate[] {
  return [
    ...(folder === undefined || folder.trim() === "" ? [] : ownTemplates(files, folder)),
    ...pageTemplates,
  ];
}

function ownTemplates(files: SiteFiles, folder: string): readonly PageTemplate[] {
  const place = resolveSitePath(folder);
  if (!place.ok || place.path === "" || !files.disk.isFolder(place.path)) return [];
  const listing = files.disk.list((entered) => `${place.path}/`.startsWith(`${entered}/`));
  let step = listing.next();
  while (!step.done) step = listing.next();
  return step.value.files
    .filter((file) => folderOf(file) === place.path && file.endsWith(".mdx"))
    .slice(0, mostTemplates)
    .flatMap((file) => {
      const text = textOf(readFile(files, file, largestTemplate));
      return text === undefined ? [] : [ownTemplate(file, text)];
    });
}
