export interface PreviewSession {
  /** The server's own URL, without the key. Ends with `/`. */
  readonly url: string;
  /** The headers of a browser that has opened the preview. */
  readonly headers: Readonly<Record<"Cookie", string>>;
}

/** Opens a preview by its printed URL, as a browser does. */
export async function openSession(printed: string): Promise<PreviewSession> {
  const { headers, status } = await fetch(printed, { redirect: "manual" });
  const [cookie = ""] = headers.get("set-cookie")?.split(";") ?? [];
  if (status !== 303 || cookie === "") throw new Error(`${printed} doesn't open the preview: ${status}.`);
  return { url: new URL("/", printed).href, headers: { Cookie: cookie } };
}

/** Returns the token in the preview page. */
export async function tokenOf({ url, headers }: PreviewSession): Promise<string> {
  const html = await (await fetch(url, { headers })).text();
  return /"token":"([\w-]+)"/.exec(html.replaceAll("&quot;", '"'))?.[1] ?? "";
}
