/** An element as it stands in a document. */
export interface XmlElement {
  /** As written, with its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All text directly inside, joined. */
  readonly text: string;
  /** What its prefix stands for, or what is declared for names without one; undefined where nothing is. */
  readonly namespace: string | undefined;
}

export type XmlTree =
  | { readonly kind: "read"; readonly root: XmlElement }
  /** `line 3: \`<b>\` is closed by \`</a>\``: it is no XML. */
  | { readonly kind: "broken"; readonly reason: string }
  /** It may be XML, and is not read; why, as a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

const deepest = 200;
/** Declared in one element and all that it stands in. */
const mostDeclared = 1_000;

interface Open {
  readonly element: XmlElement & { readonly children: XmlElement[] };
  readonly texts: string[];
  readonly namespaces: ReadonlyMap<string, string>;
}

class Broken extends Error {}
class Refused extends Error {}

/**
 * Reads a document (XML 1.0, fifth edition, with the names of Namespaces in XML) of which nothing is expanded: it knows the
 * five entities and characters by number, and refuses a DOCTYPE, so that no document is larger than it looks.
 */
export function readXmlTree(text: string): XmlTree {
  const source = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const reader = new TreeReader(source);
  try {
    return { kind: "read", root: reader.read() };
  } catch (error) {
    if (error instanceof Refused) return { kind: "refused", reason: error.message };
    if (!(error instanceof Broken)) throw error;
    const line = source.slice(0, reader.at).split("\n").length;
    return { kind: "broken", reason: `line ${line}: ${error.message}` };
  }
}

const nameStart = ":A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}"; // prettier-ignore
const name = `[${nameStart}][${nameStart}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f-\\u2040]*`;
const patterns = {
  declaration: /<\?xml[ \t\n][^?<>]*\?>/y,
  comment: /<!--(?:(?!--)[^])*-->/y,
  instruction: /<\?(?!xml[?\s])[^?\s][^]*?\?>/iy,
  data: /<!\[CDATA\[([^]*?)\]\]>/y,
  end: new RegExp(`</(${name})[ \\t\\n]*>`, "uy"),
  start: new RegExp(`<(${name})`, "uy"),
  attribute: new RegExp(`[ \\t\\n]+(${name})[ \\t\\n]*=[ \\t\\n]*(?:"([^<"]*)"|'([^<']*)')`, "uy"),
  close: /[ \t\n]*(\/?)>/y,
  text: /[^<]+/y,
  blank: /[ \t\n]+/y,
};
/** What no document may hold. */
const notAllowed = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const entities: ReadonlyMap<string, string> = new Map([
  ["lt", "<"], ["gt", ">"], ["amp", "&"], ["quot", '"'], ["apos", "'"],
]); // prettier-ignore

class TreeReader {
  at = 0;
  readonly #source: string;
  readonly #open: Open[] = [];
  #root: XmlElement | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  read(): XmlElement {
    const found = notAllowed.exec(this.#source);
    if (found) {
      this.at = found.index;
      throw new Broken("a character that XML does not allow");
    }
    this.#take("declaration");
    while (this.at < this.#source.length) this.#step();
    const last = this.#open.at(-1);
    if (last) throw new Broken(`\`<${last.element.name}>\` is not closed`);
    if (!this.#root) throw new Broken("there is no element");
    return this.#root;
  }

  #take(which: keyof typeof patterns): RegExpExecArray | undefined {
    const pattern = patterns[which];
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#source) ?? undefined;
    if (match) this.at += match[0].length;
    return match;
  }

  #step(): void {
    const inside = this.#open.at(-1);
    if (this.#take("comment") || this.#take("instruction")) return;
    if (!inside && this.#take("blank")) return;
    if (this.#source.startsWith("<!DOCTYPE", this.at))
      throw new Refused("The answer has a DOCTYPE, and documents with one are not read here.");
    if (!inside && this.#root) throw new Broken("something stands behind the one element of the document");
    const data = inside && this.#take("data");
    if (data) return void inside.texts.push(data[1] ?? "");
    const end = inside && this.#take("end");
    if (end) return this.#close(inside, end[1] ?? "");
    const start = this.#take("start");
    if (start) return this.#begin(start[1] ?? "");
    const text = inside && this.#take("text");
    if (!text) throw new Broken("this is no element, text or comment");
    if (text[0].includes("]]>")) throw new Broken("`]]>` in a text");
    inside.texts.push(unescaped(text[0]));
  }

  #begin(name: string): void {
    const attributes = new Map<string, string>();
    for (let found = this.#take("attribute"); found; found = this.#take("attribute")) {
      const [, key = "", double, single = ""] = found;
      if (attributes.has(key)) throw new Broken(`the attribute \`${key}\` comes twice`);
      attributes.set(key, unescaped((double ?? single).replace(/[\t\n]/g, " ")));
    }
    const end = this.#take("close");
    if (!end) throw new Broken(`the tag \`<${name}\` is not as a tag should be`);
    if (this.#open.length >= deepest)
      throw new Refused(
        `The answer is nested deeper than ${deepest} levels, which is too deep to be checked.`,
      );
    const parent = this.#open.at(-1);
    const namespaces = declared(parent?.namespaces ?? new Map<string, string>(), attributes);
    const namespace = namespaces.get(name.includes(":") ? name.slice(0, name.indexOf(":")) : "");
    const open: Open = {
      element: { name, attributes, children: [], text: "", namespace },
      texts: [],
      namespaces,
    };
    this.#open.push(open);
    if (end[1] !== "") this.#close(open, name);
  }

  #close({ element, texts }: Open, name: string): void {
    if (element.name !== name) throw new Broken(`\`<${element.name}>\` is closed by \`</${name}>\``);
    this.#open.pop();
    const whole: XmlElement = { ...element, text: texts.join("") };
    const parent = this.#open.at(-1);
    if (parent) parent.element.children.push(whole);
    else this.#root = whole;
  }
}

function declared(
  known: ReadonlyMap<string, string>,
  attributes: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const own = [...attributes].flatMap(([key, value]): [string, string][] =>
    key === "xmlns" ? [["", value]] : key.startsWith("xmlns:") ? [[key.slice(6), value]] : [],
  );
  if (own.length === 0) return known;
  if (known.size + own.length > mostDeclared)
    throw new Refused("The answer declares too many namespaces to be checked.");
  return new Map([...known, ...own]);
}

function unescaped(text: string): string {
  return text.includes("&") ? text.replace(/&([^;&]{0,12};?)/g, (_, inner: string) => entity(inner)) : text;
}

function entity(inner: string): string {
  const whole = inner.endsWith(";") ? inner.slice(0, -1) : "";
  const [, decimal, hex] = /^#(?:(\d+)|x([\da-fA-F]+))$/.exec(whole) ?? [];
  const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? parseInt(hex, 16) : undefined;
  const found =
    code === undefined ? entities.get(whole) : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  if (found === undefined || notAllowed.test(found)) {
    const shown = whole === "" ? "&" : `&${whole};`;
    throw new Broken(`\`${shown}\` stands for nothing`);
  }
  return found;
}
