import { join } from "node:path";
import { type OpenedPreview, type OpenPreview, previewPush, type PreviewPush } from "../protocol/preview.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { consentTo } from "../workspace/preview/component-sandbox.ts";
import { readReader } from "../workspace/preview/messages.ts";
import { changedAtHead, textAtHead } from "../workspace/preview/page-diff.ts";
import type { PreviewTarget } from "../workspace/preview/preview-target.ts";
import type { PreviewHost } from "../workspace/preview/previews.ts";
import { failureLog } from "./failure-log.ts";
import { pathOfUri, uriOf, uriOfPath } from "./file-uri.ts";
import { previewRange } from "./preview-range.ts";
import type { Session } from "./session.ts";
import { writeExample } from "./write-example.ts";

const noSite = "This file belongs to no site: there is no docs.json beside it or in a folder above.";

/** `docwright/preview/open` */
export async function openedPreview(request: OpenPreview, session: Session): Promise<OpenedPreview> {
  const path = pathOfUri(request.uri);
  session.documents.flush();
  const place =
    path === undefined ? undefined : (session.sites.siteOf(path) ?? (await session.sites.whenReady(path)));
  if (!place) return { ok: false, reason: noSite };
  const { site } = place;
  session.previews.open(request.preview, {
    site,
    target: targetOf(request, place),
    host: hostOf(request.preview, place, session),
    audience: readReader(request.audience),
    consent: session.git ? consentTo(request.components) : undefined,
    write: (source, example) => writeExample(site, source, example, session),
    versionOf: (file) => session.sites.openFile(join(site.root, file))?.version ?? 0,
  });
  return { ok: true, root: uriOfPath(site.root) };
}

function targetOf({ url }: OpenPreview, { path }: SitePlace): PreviewTarget {
  if (url !== undefined) return { url };
  return /\.mdx?$/i.test(path) ? { file: path } : { url: "/" };
}

function hostOf(preview: string, { site }: SitePlace, session: Session): PreviewHost {
  const push = (message: PreviewPush) => void session.connection.sendNotification(previewPush, message);
  return {
    send: (message) => push({ preview, kind: "page", message }),
    show: (path, at) => {
      const place = { site, path };
      push({ preview, kind: "show", uri: uriOf(place, session), range: previewRange(at, place, session) });
    },
    moved: (place, followed) => {
      const uri = place.file === undefined ? {} : { uri: uriOf({ site, path: place.file }, session) };
      push({ preview, kind: "moved", place, ...uri, followed });
    },
    former: session.git ? (file) => textAtHead(site.root, file) : undefined,
    changes: session.git ? () => changedAtHead(site.root) : undefined,
    failed: failureLog(session.connection),
  };
}
