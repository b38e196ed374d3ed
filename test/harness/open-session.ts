export interface PreviewSession {
  /** The server's own URL without the key. The URL ends with `/`. */
  readonly url: string;
  /** The request headers of a browser that has opened the preview. */
  readonly headers: Readonly<Record<"Cookie", string>>;
}

/** Opens a preview with the URL that the command has printed, as a browser would. */
export async function openSession(printed: string): Promise<PreviewSession> {
  const { headers, status } = await fetch(printed, { redirect: "manual" });
  const [cookie = ""] = headers.get("set-cookie")?.split(";") ?? [];
  if (status !== 303 || cookie === "") throw new Error(`${printed} doesn't open the preview: ${status}.`);
  return { url: new URL("/", printed).href, headers: { Cookie: cookie } };
}

/** Returns the token that is embedded in the preview page. */
export async function tokenOf({ url, headers }: PreviewSession): Promise<string> {
  const html = await (await fetch(url, { headers })).text();
  return /"token":"([\w-]+)"/.exec(html.replaceAll("&quot;", '"'))?.[1] ?? "";
}
