/** What of a site is sent as it is: what pages show or let readers download. Everything else is no asset. */
export const assetTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["svg", "image/svg+xml"],
  ["ico", "image/x-icon"],
  ["bmp", "image/bmp"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["mov", "video/quicktime"],
  ["ogv", "video/ogg"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["ogg", "audio/ogg"],
  ["m4a", "audio/mp4"],
  ["flac", "audio/flac"],
  ["woff", "font/woff"],
  ["woff2", "font/woff2"],
  ["ttf", "font/ttf"],
  ["otf", "font/otf"],
  ["pdf", "application/pdf"],
  ["txt", "text/plain; charset=utf-8"],
  ["csv", "text/plain; charset=utf-8"],
  ["json", "application/json; charset=utf-8"],
  ["yaml", "text/plain; charset=utf-8"],
  ["yml", "text/plain; charset=utf-8"],
  ["zip", "application/zip"],
]);

/** Of the page's own files. */
export const bundleTypes: ReadonlyMap<string, string> = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["woff2", "font/woff2"],
  ["svg", "image/svg+xml"],
]);

export function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}
