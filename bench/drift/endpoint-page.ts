import type { Json } from "./read-api.ts";

/** A page about one operation, as an author would write it by hand. */
export interface EndpointPage {
  readonly reference: string;
  readonly fields: readonly PageField[];
  readonly curl: PageRequest | undefined;
  readonly fetch: PageRequest | undefined;
  readonly body: Json | undefined;
  readonly answer: { readonly status: string; readonly value: Json } | undefined;
}

export interface PageField {
  /** The location of the field: `query`, `path`, `header`, `body`, or `response`. */
  readonly place: string;
  readonly name: string;
  readonly type: string | undefined;
  readonly required: boolean;
  /** Whether the specification also allows any other name. */
  readonly isOpen?: boolean;
}

export interface PageRequest {
  readonly method: string;
  readonly url: string;
  readonly query: readonly { readonly name: string; readonly value: string }[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Json | undefined;
}

/**
 * The page's text and the zero-based line of each part. The parts have names such as `curl/url`, `body:/user/name`, and
 * `field:query:limit`.
 */
export interface WrittenPage {
  readonly text: string;
  readonly lines: ReadonlyMap<string, number>;
}

export function writePage(page: EndpointPage): WrittenPage {
  const writer = new PageWriter();
  writer.add("---", `title: ${JSON.stringify(page.reference.split(" ").slice(-2).join(" "))}`);
  writer.add(`openapi: ${JSON.stringify(page.reference)}`, "---", "");
  for (const field of page.fields) writer.writeField(field);
  writer.add("<RequestExample>");
  if (page.curl) writer.writeCurl(page.curl);
  if (page.fetch) writer.fetch(page.fetch);
  if (page.body !== undefined) {
    writer.add("```json Body");
    writer.writeJson("body:", page.body, "", "", "", false);
    writer.add("```");
  }
  writer.add("</RequestExample>", "");
  if (page.answer) {
    writer.add("<ResponseExample>", `\`\`\`json ${page.answer.status}`);
    writer.writeJson("answer:", page.answer.value, "", "", "", false);
    writer.add("```", "</ResponseExample>", "");
  }
  return { text: writer.lines.join("\n"), lines: writer.places };
}

class PageWriter {
  readonly lines: string[] = [];
  readonly places = new Map<string, number>();

  add(...lines: readonly string[]): void {
    this.lines.push(...lines);
  }

  #mark(key: string): void {
    this.places.set(key, this.lines.length);
  }

  writeField({ place, name, type, required }: PageField): void {
    const tag = place === "response" ? "ResponseField" : "ParamField";
    const head = place === "response" ? `name="${name}"` : `${place}="${name}"`;
    const kind = type === undefined ? "" : ` type="${type}"`;
    this.#mark(`field:${place}:${name}`);
    this.add(`<${tag} ${head}${kind}${required ? " required" : ""}>`, "  What it is for.", `</${tag}>`, "");
  }

  writeCurl({ method, url, query, headers, body }: PageRequest): void {
    this.add("```bash cURL");
    this.#mark("curl/url");
    this.#mark("curl/method");
    const heads = headers.map(([name, value]) => `  -H "${name}: ${value}"`);
    const first = `curl -X ${method} '${createUrl(url, query)}'`;
    const rest = [first, ...heads];
    for (const [i, line] of rest.entries()) this.add(i < rest.length - 1 || body !== undefined ? `${line} \\` : line);
    if (body !== undefined) this.writeJson("curl:", body, "  -d '", "", "'", false);
    this.add("```");
  }

  fetch({ method, url, query, headers, body }: PageRequest): void {
    this.add("```javascript fetch");
    this.#mark("fetch/url");
    this.add(`const response = await fetch("${createUrl(url, query)}", {`);
    this.#mark("fetch/method");
    this.add(`  method: "${method}",`, "  headers: {");
    for (const [name, value] of headers) this.add(`    "${name}": "${value}",`);
    this.add("  },");
    if (body !== undefined) this.writeJson("fetch:", body, "  body: JSON.stringify(", "  ", "),", true);
    this.add("});", "```");
  }

  /** Writes a value across several lines. In a script, names are quoted only if necessary. */
  writeJson(key: string, value: Json, before: string, indent: string, after: string, isScript: boolean): void {
    const write = (one: Json, pointer: string, head: string, deep: string, tail: string): void => {
      this.#mark(key + pointer);
      const [opener, closer, items] = Array.isArray(one)
        ? (["[", "]", one.map((item, i) => [String(i), item as Json, ""] as const)] as const)
        : typeof one === "object" && one !== null
          ? ([
              "{",
              "}",
              Object.entries(one).map(([name, item]) => [name, item, `${getNameIn(name, isScript)}: `] as const),
            ] as const)
          : (["", "", []] as const);
      if (items.length === 0) {
        this.add(`${head}${opener === "" ? JSON.stringify(one) : opener + closer}${tail}`);
        return;
      }
      this.add(head + opener);
      for (const [i, [name, item, label]] of items.entries())
        write(item, `${pointer}/${name}`, `${deep}  ${label}`, `${deep}  `, i < items.length - 1 ? "," : "");
      this.add(`${deep}${closer}${tail}`);
    };
    write(value, "", before, indent, after);
  }
}

function getNameIn(name: string, isScript: boolean): string {
  return isScript && /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function createUrl(url: string, query: PageRequest["query"]): string {
  return query.length === 0 ? url : `${url}?${query.map(({ name, value }) => `${name}=${value}`).join("&")}`;
}
