/**
 * Something that a site might hold to run code in the preview, or to make it ask somebody. `RUN` stands for a call of the
 * canary and `EVIL` for a place on the web (`evil.example/17`), each with the payload's number, so that whoever was
 * fooled says by which.
 */
export interface Payload {
  /** `links/javascript: in Markdown`: unlike any other's. */
  readonly name: string;
  /** A page's text. */
  readonly page?: string;
  /** What a browser would be given of the page if nothing were done about it. Absent: the page as it is written. */
  readonly html?: string;
  /** Files beside the page. */
  readonly files?: Readonly<Record<string, string>>;
  /** Members of docs.json. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Members of the operation and schema of a specification. */
  readonly spec?: SpecPayload;
}

export interface SpecPayload {
  readonly root?: Readonly<Record<string, unknown>>;
  readonly operation?: Readonly<Record<string, unknown>>;
}

/** With the canary and the address of its own. */
export function armed<Text extends string | undefined>(text: Text, number: number): Text {
  return text?.replaceAll("RUN", `pwned(${number})`).replaceAll("EVIL", `evil.example/${number}`) as Text;
}

/** The number in a text that was armed: of an address, or of a call. */
export function numberIn(text: string): number | undefined {
  const found = /evil\.example(?:\/|%2F)(\d+)/i.exec(text);
  return found ? Number(found[1]) : undefined;
}

/** Payloads of the page alone, by name. */
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
