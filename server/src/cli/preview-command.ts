import { relative, resolve } from "node:path";
import { findSites } from "../workspace/files/find-sites.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { readPreviewEnvironment } from "./preview-environment.ts";
import { readPreviewOptions, type PreviewOptions } from "./preview-options.ts";
import type { CommandHost, ExitCode } from "./run-cli.ts";
import { visibleText } from "./visible-text.ts";
import { whyNoFolder } from "./why-no-folder.ts";

/** `docwright preview`: shows a site in a browser until it is stopped. 2 when it cannot. */
export async function runPreviewCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readPreviewOptions(args);
  if (!parsed.ok) return failCommand(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { previewHelp } = await import("./help.ts");
    host.stdout.write(previewHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = whyNoFolder(folder, options.folder);
  if (hindrance !== undefined) return failCommand(hindrance, host);
  const site = await chooseSite(folder, options);
  if (!site.ok) return failCommand(site.reason, host);
  const environment = readPreviewEnvironment(options.environment, host);
  if (typeof environment === "string") return failCommand(environment, host);
  const { previewSite } = await import("./preview-site.ts");
  const stop = stopped();
  const preview = await previewSite(site.root, { ...options, named: environment }, host);
  if (!preview.ok) return failCommand(preview.reason, host);
  host.stdout.write(`Preview: ${preview.url}\n`);
  if (options.open) void openInBrowser(preview.createUrl());
  answerEditor(preview.createUrl);
  await stop;
  await preview.close();
  return 0;
}

type Choice = { readonly ok: true; readonly root: string } | { readonly ok: false; readonly reason: string };

/** The site in the folder itself, else the only one below it. */
async function chooseSite(folder: string, { folder: written }: PreviewOptions): Promise<Choice> {
  const roots = await findSites(folder);
  const [first, second] = roots;
  const name = visibleText(written);
  if (first === undefined) return { ok: false, reason: `there is no docs.json in ${name} or below.` };
  if (roots.includes(folder)) return { ok: true, root: folder };
  if (second === undefined) return { ok: true, root: first };
  const names = roots.slice(0, 5).map((root) => visibleText(relative(folder, root)));
  const more = roots.length > names.length ? ` and ${roots.length - names.length} more` : "";
  return {
    ok: false,
    reason: `there are several sites in ${name}: ${names.join(", ")}${more}. Name the folder of one.`,
  };
}

/** The editor that has started the command opens a browser itself: for each request it gets a URL that works once. */
function answerEditor(createUrl: () => string): void {
  process.on("message", (message) => {
    if (message === "url") process.send?.(createUrl());
  });
}

/** Resolves when the person, the terminal or the system ends the command, or the editor that has started it is gone. */
function stopped(): Promise<void> {
  return new Promise((end) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end());
    process.once("disconnect", () => end());
  });
}

function failCommand(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}
