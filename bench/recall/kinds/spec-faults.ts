import { replaceAt, type FaultKind, type Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { readTree, type SpecText } from "../read-specs.ts";
import type { SiteCopy } from "../site-copy.ts";

/** Problems inside specification files. */
export const specFaults: readonly FaultKind[] = [
  {
    name: "openapi/spec-broken-json",
    codes: ["openapi/spec-syntax"],
    alone: true,
    inject: (site, random) => {
      const spec = random.pick(listUsed(site).filter(({ json }) => json));
      const line = spec && random.pick(findLines(spec, /^\s*"[\w$]+": (".*"|true|\d+),$/));
      if (!spec || !line) return undefined;
      const colon = line.start + line.text.indexOf('":') + 1;
      return { ...replaceAt(spec.path, { start: colon, end: colon + 1 }, ""), what: "a colon taken away" };
    },
  },
  {
    name: "openapi/spec-broken-yaml",
    codes: ["openapi/spec-syntax"],
    alone: true,
    inject: (site, random) => {
      const spec = random.pick(listUsed(site).filter(({ json }) => !json));
      const line = spec && random.pick(findLines(spec, /^ +(operationId|summary|type|name): [\w ]+$/));
      if (!spec || !line) return undefined;
      const at = line.start + line.text.length;
      // If the colon is part of a longer text, it isn't a problem.
      if (readTree(`${spec.text.slice(0, at)}: x: y${spec.text.slice(at)}`, false) !== undefined) return undefined;
      return { ...replaceAt(spec.path, { start: at, end: at }, ": x: y"), what: "a second colon in a line" };
    },
  },
  {
    name: "openapi/spec-version-2",
    codes: ["openapi/spec-version-unsupported"],
    alone: true,
    inject: (site, random) => {
      const spec = random.pick(listUsed(site));
      const line = spec && findLines(spec, /^\s*"?openapi"?:\s*\S+/)[0];
      if (!spec || !line) return undefined;
      const text = line.text.replace(
        /"?openapi"?:\s*["']?[\d.]+["']?/,
        spec.json ? '"swagger": "2.0"' : "swagger: '2.0'",
      );
      return {
        ...replaceAt(spec.path, { start: line.start, end: line.start + line.text.length }, text),
        what: "Swagger 2.0",
      };
    },
  },
  {
    name: "openapi/ref-dangling",
    codes: ["openapi/dangling-ref"],
    inject: (site, random) =>
      changeLine(site, random, /^\s*(- )?"?\$ref"?: ["']#\/components\/\w+\/\w+["'],?$/, (text) =>
        text.replace(/(#\/components\/\w+\/\w+)/, "$1Zz"),
      ),
  },
  {
    name: "openapi/ref-external",
    codes: ["openapi/external-ref"],
    inject: (site, random) =>
      changeLine(site, random, /^\s*(- )?"?\$ref"?: ["']#\/components\/schemas\/\w+["'],?$/, (text) =>
        text.replace("#/components", "https://zz.example.com/models.json#/components"),
      ),
  },
  {
    name: "openapi/operation-id-twice",
    codes: ["openapi/duplicate-operation-id"],
    inject: (site, random) => {
      const spec = random.pick(listUsed(site));
      const lines = spec ? findLines(spec, /^\s*"?operationId"?: ["']?[\w.-]+["']?,?$/) : [];
      const [one, other] = random.shuffle(lines);
      if (!spec || !one || !other) return undefined;
      const findId = (text: string) => /operationId"?: ["']?([\w.-]+)/.exec(text)?.[1] ?? "";
      const text = other.text.replace(findId(other.text), findId(one.text));
      if (text === other.text || other.text.indexOf(findId(other.text)) < other.text.indexOf(":")) return undefined;
      const later = Math.max(one.start, other.start + (other.start > one.start ? 0 : text.length - other.text.length));
      const range = { start: other.start, end: other.start + other.text.length };
      const shifted = one.start > other.start ? one.start + text.length - other.text.length : one.start;
      return {
        ...replaceAt(spec.path, range, text),
        marks: [
          { path: spec.path, at: later + 1 },
          { path: spec.path, at: Math.max(shifted, other.start) + 1 },
        ],
        what: `${findId(one.text)} twice`,
      };
    },
  },
  {
    name: "openapi/extension-wrong",
    codes: ["openapi/extension-invalid"],
    inject: (site, random) => {
      const spec = random.pick(listUsed(site));
      const line = spec && random.pick(findLines(spec, /^\s*"?operationId"?: ["']?[\w.-]+["']?,?$/));
      if (!spec || !line) return undefined;
      const indent = /^\s*/.exec(line.text)?.[0] ?? "";
      const [json, yaml] = random.pick([
        ['"x-mint": { "href": 5 }', "x-mint: { href: 5 }"],
        ['"x-mint": "hidden"', "x-mint: hidden"],
        ['"x-mint": { "content": ["text"] }', "x-mint: { content: [text] }"],
      ]) ?? ["", ""];
      if (/"?x-mint"?:/.test(spec.text)) return undefined;
      const text = spec.json ? `${indent}${json},\n` : `${indent}${yaml}\n`;
      return { ...replaceAt(spec.path, { start: line.start, end: line.start }, text), what: json };
    },
  },
  {
    name: "openapi/no-server",
    codes: ["openapi/no-server"],
    alone: true,
    inject: (site, random) => {
      const spec = random.pick(listUsed(site));
      const line = spec && findLines(spec, /^\s{0,4}"?servers"?:/)[0];
      if (!spec || !line || (spec.text.match(/"?servers"?\s*:/g) ?? []).length !== 1) return undefined;
      const at = line.start + line.text.indexOf("servers");
      const version = findLines(spec, /^\s*"?openapi"?:\s*\S+/)[0];
      return {
        ...replaceAt(spec.path, { start: at, end: at + 7 }, "x-servers"),
        marks: [
          { path: spec.path, at: 0 },
          { path: spec.path, at: version?.start ?? 0 },
        ],
        what: "servers taken away",
      };
    },
  },
  {
    name: "asyncapi/spec-version-2",
    codes: ["asyncapi/spec-version-unsupported"],
    alone: true,
    inject: (site, random) => {
      const spec = random.pick(site.specs.filter(({ kind }) => kind === "asyncapi"));
      const line = spec && findLines(spec, /^\s*"?asyncapi"?:\s*["']?3/)[0];
      if (!spec || !line) return undefined;
      const text = line.text.replace(/3\.[\d.]+/, `2.${random.nextBelow(7)}.0`);
      return {
        ...replaceAt(spec.path, { start: line.start, end: line.start + line.text.length }, text),
        what: "AsyncAPI 2",
      };
    },
  },
  {
    name: "asyncapi/spec-broken",
    codes: ["asyncapi/spec-syntax"],
    alone: true,
    inject: (site, random) => {
      const spec = random.pick(listNamed(site, "asyncapi"));
      const lines = spec
        ? findLines(
            spec,
            spec.json ? /^\s*"[\w$]+": (".*"|true|\d+|\{|\[),?$/ : /^ +(summary|type|name|title): [\w ]+$/,
          )
        : [];
      const line = random.pick(lines);
      if (!spec || !line) return undefined;
      const [start, text] = spec.json
        ? [line.start + line.text.indexOf('":') + 1, ""]
        : [line.start + line.text.length, ": x: y"];
      const end = start + (spec.json ? 1 : 0);
      if (readTree(spec.text.slice(0, start) + text + spec.text.slice(end), spec.json) !== undefined) return undefined;
      return { ...replaceAt(spec.path, { start, end }, text), what: "a colon too many or too few" };
    },
  },
  {
    name: "openapi/listed-although-excluded",
    codes: ["openapi/operation-excluded"],
    inject: (site, random) => injectFlag(site, random, "x-excluded"),
  },
  {
    name: "openapi/listed-although-hidden",
    codes: ["openapi/operation-hidden"],
    inject: (site, random) => injectFlag(site, random, "x-hidden"),
  },
];

/** Returns the specifications whose operations docs.json or a page refers to by file name. */
export function listUsed(site: SiteCopy): readonly SpecText[] {
  return listNamed(site, "openapi").filter(({ operations }) => operations.length > 0);
}

/** Returns specifications of this kind that docs.json or a page refers to by file name. */
export function listNamed(site: SiteCopy, requestedKind: SpecText["kind"]): readonly SpecText[] {
  return site.specs.filter(
    ({ kind, path }) =>
      kind === requestedKind &&
      (site.config.all.some(({ value }) => typeof value === "string" && value.replace(/^\.?\//, "") === path) ||
        site.pages.some((page) =>
          new RegExp(`^${requestedKind}:.*${path.split("/").at(-1) ?? ""}`, "m").test(
            site.texts.get(page)?.slice(0, 600) ?? "",
          ),
        )),
  );
}

export function findLines(
  { text }: SpecText,
  pattern: RegExp,
): readonly { readonly start: number; readonly text: string }[] {
  const lineMatches: { start: number; text: string }[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const bare = line.replace(/\r$/, "");
    if (pattern.test(bare)) lineMatches.push({ start, text: bare });
    start += line.length + 1;
  }
  return lineMatches;
}

export function changeLine(
  site: SiteCopy,
  random: Random,
  pattern: RegExp,
  change: (text: string) => string,
): Injection | undefined {
  const spec = random.pick(listUsed(site));
  const line = spec && random.pick(findLines(spec, pattern));
  if (!spec || !line) return undefined;
  const text = change(line.text);
  return {
    ...replaceAt(spec.path, { start: line.start, end: line.start + line.text.length }, text),
    what: text.trim(),
  };
}

/** Hides an operation that is listed by exactly one entry in the navigation. The problem is reported at that entry. */
function injectFlag(site: SiteCopy, random: Random, flag: string): Injection | undefined {
  const entry = random.pick(
    site.config.all.filter(
      ({ pointer, value }) =>
        pointer.at(-2) === "pages" && typeof value === "string" && /^(GET|POST|PUT|PATCH|DELETE) \//.test(value),
    ),
  );
  const [method = "", path = ""] = String(entry?.value).toLowerCase() === "" ? [] : String(entry?.value).split(" ");
  const specs = listUsed(site).filter(({ operations }) =>
    operations.some((one) => one.method === method.toLowerCase() && one.path === path),
  );
  const [spec] = specs;
  if (!entry || !spec || specs.length !== 1) return undefined;
  const id = spec.operations.find((one) => one.method === method.toLowerCase() && one.path === path)?.content[
    "operationId"
  ];
  const lines = findLines(spec, /^\s*"?operationId"?:/).filter(
    ({ text }) => typeof id === "string" && text.replace(/["',\s]/g, "") === `operationId:${id}`,
  );
  const [line] = lines;
  if (!line || lines.length !== 1) return undefined;
  const indent = /^\s*/.exec(line.text)?.[0] ?? "";
  const { edits } = replaceAt(
    spec.path,
    { start: line.start, end: line.start },
    spec.json ? `${indent}"${flag}": true,\n` : `${indent}${flag}: true\n`,
  );
  return {
    edits,
    marks: [{ path: entry.path, at: entry.node.offset }],
    what: `${flag} on ${String(entry.value)}`,
  };
}
