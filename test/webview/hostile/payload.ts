/**
 * Content of a site that might run code in the preview or make the preview send a request. `RUN` represents a call of
 * the canary, and `EVIL` represents a URL on the web (`evil.example/17`). Both contain the payload's number, which
 * identifies a successful attack.
 */
export interface Payload {
  /** A unique name, such as `links/javascript: in Markdown`. */
  readonly name: string;
  /** The text of a page. */
  readonly page?: string;
  /** The HTML that a browser would receive without any protection. By default, the page as written. */
  readonly html?: string;
  /** Other files in the site. */
  readonly files?: Readonly<Record<string, string>>;
  /** Settings in docs.json. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Members of the operation and of the schema in a specification. */
  readonly spec?: SpecPayload;
}

export interface SpecPayload {
  readonly root?: Readonly<Record<string, unknown>>;
  readonly operation?: Readonly<Record<string, unknown>>;
}

/** Inserts the canary call and the URL of this payload. */
export function addPayload<Text extends string | undefined>(text: Text, number: number): Text {
  return text?.replaceAll("RUN", `pwned(${number})`).replaceAll("EVIL", `evil.example/${number}`) as Text;
}

/** Returns the number of the payload in a URL or in a canary call. */
export function numberIn(text: string): number | undefined {
  const found = /evil\.example(?:\/|%2F)(\d+)/i.exec(text);
  return found ? Number(found[1]) : undefined;
}

/** Returns payloads that consist only of a page. `area` is the first part of their names. */
export function pages(
  area: string,
  texts: Readonly<Record<string, string | readonly [page: string, html: string]>>,
): readonly Payload[] {
  return Object.entries(texts).map(([name, text]) =>
    typeof text === "string"
      ? { name: `${area}/${name}`, page: text }
      : { name: `${area}/${name}`, page: text[0], html: text[1] },
  );
}
