import { join } from "node:path";
import type { ToPage } from "../../../webview/src/protocol.ts";
import { pageAtUrl } from "../core/preview/frame/pages.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { type PreviewedSite, startPreviewServer } from "../preview-server/preview-server.ts";
import { openRegular } from "../preview-server/static-files.ts";
import { download } from "../relay/download.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { SiteStore } from "../workspace/analysis/site-store.ts";
import { Pause } from "../workspace/async/time-slicing.ts";
import { iconStore } from "../workspace/files/bundled-assets.ts";
import { realPlaceOf } from "../workspace/files/node-disk.ts";
import { watchFolder } from "../workspace/files/watch-files.ts";
import { consentTo } from "../workspace/preview/component-sandbox.ts";
import { changedAtHead, textAtHead } from "../workspace/preview/page-diff.ts";
import { OpenPreviews } from "../workspace/preview/previews.ts";
import { RemoteSpecs } from "../workspace/specs/remote-specs.ts";
import { siteReaders, type SiteReaders } from "../workspace/workers.ts";
import { errorLines } from "./error-lines.ts";
import type { PreviewEnvironment } from "./preview-environment.ts";
import type { PreviewOptions } from "./preview-options.ts";
import { previewPlayground, type PreviewPlayground } from "./preview-playground.ts";
import type { CommandHost } from "./run-cli.ts";
import { visibleText } from "./visible-text.ts";

export type StartedPreview =
  | {
      readonly ok: true;
      readonly url: string;
      /** `PreviewServer.createUrl`. */
      readonly createUrl: () => string;
      readonly close: () => Promise<void>;
    }
  | { readonly ok: false; readonly reason: string };

const glanceMilliseconds = { quiet: 5, longest: 30 };

/** Reads the site, follows its files and serves it. Each error that is found is a line. */
export async function previewSite(
  root: string,
  options: PreviewOptions & { readonly named: PreviewEnvironment | undefined },
  host: CommandHost,
): Promise<StartedPreview> {
  const readers = siteReaders();
  const previews = new OpenPreviews(readers.pages, iconStore(join(__dirname, "icons")).draw, readers.specs);
  const tellErrors = errorLines(host.stdout);
  const failed = (what: string, error: unknown) =>
    host.stderr.write(
      `docwright: ${visibleText(what)}: ${visibleText(error instanceof Error ? error.message : String(error))}\n`,
    );
  const sites = new SiteStore({
    profile: options.profile ?? "auto",
    ...readers,
    remote: new RemoteSpecs(download),
    rules: { onRuleFailed: (code, error) => failed(`The rule ${code} failed`, error) },
    onFailed: failed,
    onChanged: (site) => previews.follow(site),
    onProblems: () => undefined,
    onRest: (site) => {
      if (site.root === root) tellErrors(site);
    },
    onRemoved: () => undefined,
    onScanning: () => undefined,
    onProgress: () => undefined,
  });
  readers.pages.warmUp();
  // Pages that are shown need not wait until it is known what else has changed.
  const glance = new Pause(
    () => {
      glance.end();
      for (const site of sites.sites) previews.follow(site);
    },
    glanceMilliseconds.quiet,
    glanceMilliseconds.longest,
  );
  const watching = watchFolder(root, (paths) => {
    glance.begin();
    sites.watched(paths);
  });
  const finding = sites.setFolders([root]);
  const end = async (): Promise<void> => {
    watching.end();
    glance.end();
    previews.end();
    sites.end();
    await endReaders(readers);
  };
  try {
    await finding;
    const { port, allowedHosts } = options;
    const siteNow = (): LiveSite | undefined => sites.sites.find((one) => one.root === root);
    const started: { port?: number } = {};
    const playground = previewPlayground({
      root,
      site: () => siteNow()?.current?.site,
      port: () => started.port,
      named: options.named,
      print: (line) => void host.stdout.write(`${visibleText(line)}\n`),
    });
    const site = previewedSite({ root, ...options }, { siteNow, previews, playground, failed });
    const bundle = join(__dirname, "webview");
    const relay = playground.listener;
    const server = await startPreviewServer({ site, port, allowedHosts, bundle, relay });
    started.port = Number(new URL(server.url).port);
    return {
      ok: true,
      url: server.url,
      createUrl: server.createUrl,
      close: async () => {
        await server.close();
        await playground.end();
        await end();
      },
    };
  } catch (error) {
    await end();
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    return {
      ok: false,
      reason: isTaken
        ? `the port ${options.port} is taken. Another --port, or none, helps.`
        : `the preview cannot be started: ${visibleText(String(error))}.`,
    };
  }
}

async function endReaders({ specs, syntax, pages }: SiteReaders): Promise<void> {
  syntax.save();
  await Promise.all([specs.end(), syntax.end(), pages.end()]);
}

interface PreviewedParts {
  /** Undefined before it is found. */
  readonly siteNow: () => LiveSite | undefined;
  readonly previews: OpenPreviews;
  readonly playground: PreviewPlayground;
  readonly failed: (what: string, error: unknown) => void;
}

function previewedSite(
  { root, git, runComponents }: Pick<PreviewOptions, "git" | "runComponents"> & { readonly root: string },
  { siteNow, previews, playground, failed }: PreviewedParts,
): PreviewedSite {
  const consent = runComponents ? consentTo([]) : undefined;
  const sends = new Map<string, (message: ToPage) => void>();
  return {
    open: (name, url, send) => {
      const site = siteNow();
      if (!site) return;
      sends.set(name, send);
      const former = git ? (file: SitePath) => textAtHead(root, file) : undefined;
      const changes = git ? () => changedAtHead(root) : undefined;
      const host = { send, show: () => undefined, moved: () => undefined, former, changes, failed };
      previews.open(name, { site, target: { url }, host, consent });
    },
    take: (name, message) => {
      const send = sends.get(name);
      if (send) playground.take(name, message, send);
      previews.take(name, message);
    },
    close: (name) => {
      sends.delete(name);
      playground.leave(name);
      previews.close(name);
    },
    answers: (url) => {
      const site = siteNow()?.current?.site;
      return !(site?.loaded.pages && site.loaded.specs) || pageAtUrl(site, url).kind !== "not-found";
    },
    asset: (path) => {
      const real = isHiddenFile(path) ? undefined : realPlaceOf(root, path);
      return real === undefined ? undefined : openRegular(real);
    },
  };
}

/** `.docwright.json`, `.git/config`: for authors and programs. */
function isHiddenFile(path: SitePath): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}
