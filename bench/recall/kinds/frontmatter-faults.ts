import { replaceAt, type FaultKind } from "../fault-kind.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addMember } from "./edit-config.ts";
import { insertLine, isAboutApi, pickFrontmatter } from "./frontmatter-places.ts";
import { misspell } from "../misspell.ts";

export const frontmatterFaults: readonly FaultKind[] = [
  {
    name: "frontmatter/quote-open",
    codes: ["frontmatter/syntax"],
    inject: (site, random) => insertLine(site, random, `summary: "${random.nextWord(5)} without an end`, true),
  },
  {
    name: "frontmatter/second-colon",
    codes: ["frontmatter/syntax"],
    inject: (site, random) => insertLine(site, random, `summary: ${random.nextWord(5)}: more: words`, true),
  },
  {
    name: "frontmatter/indent-odd",
    codes: ["frontmatter/syntax"],
    inject: (site, random) => {
      const injection = insertLine(site, random, `   badge: ${random.nextWord(5)}`, true);
      // If the inserted line comes first, the other lines are the ones that seem to be indented incorrectly.
      return injection?.edits.some(({ start }) => start < 5) ? undefined : injection;
    },
  },
  {
    name: "frontmatter/bracket-open",
    codes: ["frontmatter/syntax"],
    inject: (site, random) => insertLine(site, random, `keywords: [one, ${random.nextWord(5)}`, true),
  },
  {
    name: "frontmatter/key-twice",
    codes: ["frontmatter/duplicate-key", "frontmatter/syntax"],
    inject: (site, random) => {
      const page = pickFrontmatter(site, random);
      const line = page && random.pick([...page.head.matchAll(/^(title|description|sidebarTitle|icon):.*\r?$/gm)]);
      const end = page && page.head.lastIndexOf("\n---") + 1;
      if (!page || !line || end === undefined || /^\s+\S|[|>]\s*$/m.test(page.head)) return undefined;
      const text = `${line[1] ?? ""}: Zz ${random.nextWord(4)}\n`;
      return { ...replaceAt(page.path, { start: end, end }, text), what: `${line[1] ?? ""} twice` };
    },
  },
  {
    name: "frontmatter/no-map",
    codes: ["frontmatter/not-a-map"],
    inject: (site, random) => {
      const page = pickFrontmatter(site, random);
      if (!page) return undefined;
      const text = random.pick(["---\nJust some words\n---\n", "---\n- title\n- icon\n---\n"]) ?? "";
      const line = text.indexOf("\n") + 1;
      return {
        ...replaceAt(page.path, { start: 0, end: page.head.length }, text),
        marks: [
          { path: page.path, at: 0 },
          { path: page.path, at: line },
        ],
        what: "frontmatter is no map",
      };
    },
  },
  {
    name: "frontmatter/language-tag",
    codes: ["frontmatter/language-not-allowed"],
    inject: (site, random) => {
      const page = pickFrontmatter(site, random);
      return (
        page && {
          ...replaceAt(page.path, { start: 0, end: 3 }, `---${random.pick(["js", "json", "toml", "coffee"])}`),
          what: "a tagged fence",
        }
      );
    },
  },
  {
    name: "frontmatter/field-misspelt",
    codes: ["frontmatter/unknown-field"],
    inject: (site, random) => {
      const page = pickFrontmatter(site, random);
      const line =
        page &&
        random.pick([
          ...page.head.matchAll(
            /^(title|description|sidebarTitle|icon|openapi|keywords|hidden|noindex|mode|tag)(?=:)/gm,
          ),
        ]);
      if (!page || !line) return undefined;
      const name = line[0];
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const newLine =
        random.pick([
          name[0]?.toUpperCase() + name.slice(1),
          snake === name ? misspell(name, random) : snake,
          name.length > 4 ? misspell(name, random) : name.toUpperCase(),
        ]) ?? "";
      // If the misspelled name is short, it could be one of the site's custom fields.
      if (newLine.length < 5 && newLine.toLowerCase() !== name) return undefined;
      return {
        ...replaceAt(page.path, { start: line.index, end: line.index + name.length }, newLine),
        what: `${name} written ${newLine}`,
      };
    },
  },
  createLineKind(
    "frontmatter/type-wrong",
    ["frontmatter/wrong-type"],
    [
      "hidden: maybe",
      "boost: high",
      "noindex: [true]",
      "deprecated: soon",
      "description: [a, b]",
      "title: {a: b}",
      "rss: 3",
      "keywords: {a: b}",
    ],
  ),
  createLineKind(
    "frontmatter/value-not-allowed",
    ["frontmatter/value-not-allowed"],
    [
      "playground: full",
      "playground: Simple",
      "iconType: bold",
      "iconType: regulr",
      "mode: fullscreen",
      "mode: widee",
      "playground: hidden",
    ],
  ),
  createLineKind(
    "frontmatter/icon-unknown",
    ["frontmatter/unknown-icon"],
    ["icon: rockt", "icon: zz-book", "icon: { name: zz-star }"],
  ),
  createLineKind(
    "frontmatter/boost-not-positive",
    ["frontmatter/boost-not-positive"],
    ["boost: 0", "boost: -2", "boost: -0.5"],
  ),
  createLineKind(
    "frontmatter/api-malformed",
    ["frontmatter/api-malformed"],
    ["api: GET", "api: /users", "api: FETCH /users", "api: GET https://api.example.com/users twice"],
  ),
  createLineKind(
    "frontmatter/api-without-server",
    ["frontmatter/api-without-server"],
    ["api: GET /zz/users", "api: POST /zz/users/{id}"],
    (site) => site.config.getAt("api", "mdx", "server") === undefined,
  ),
  {
    name: "frontmatter/api-ignores-server",
    codes: ["frontmatter/api-ignores-server"],
    inject: (site, random) => {
      const injection = insertLine(site, random, "api: GET https://api.example.com/zz", false);
      const root = site.config.getAt();
      if (!injection || !root || site.config.getAt("api") || isAboutApi(site, injection)) return undefined;
      const server = addMember(site, root, '"api": { "mdx": { "server": "https://api.example.com" } }');
      return { ...injection, edits: [...injection.edits, ...server.edits] };
    },
  },
  createLineKind(
    "frontmatter/two-targets",
    ["frontmatter/several-targets"],
    [
      "api: GET https://api.example.com/zz\nasyncapi: zz-channel",
      "asyncapi: zz-channel\napi: POST https://api.example.com/zz",
    ],
  ),
  createLineKind(
    "frontmatter/auth-method-alone",
    ["frontmatter/auth-method-without-effect"],
    ["authMethod: bearer", "authMethod: key", "authMethod: basic"],
  ),
  {
    name: "frontmatter/groups-alone",
    codes: ["frontmatter/groups-without-effect"],
    // The profile `mintlify` interprets `groups` differently.
    options: ["--profile", "standard"],
    inject: (site, random) => {
      if (site.config.getAt("api", "playground", "display")?.value === "auth") return undefined;
      const injection = insertLine(site, random, 'groups: ["staff"]', false);
      const [edit] = injection?.edits ?? [];
      const text = (edit && site.texts.get(edit.path)) ?? "";
      return /^playground:/m.test(text.slice(0, 2000)) ? undefined : injection;
    },
  },
  createLineKind("frontmatter/playground-auth", ["frontmatter/playground-needs-authentication"], ["playground: auth"]),
  {
    name: "frontmatter/title-missing",
    codes: ["frontmatter/missing-title"],
    inject: (site, random) => {
      const page = pickFrontmatter(site, random);
      const match = page && /^title:.*\r?\n/m.exec(page.head);
      if (
        !page ||
        !match ||
        /^(openapi|asyncapi|openapi-schema|url|sidebarTitle):|^\s+\S/m.test(page.head) ||
        /^#\s/m.test(page.text)
      )
        return undefined;
      return {
        ...replaceAt(page.path, { start: match.index, end: match.index + match[0].length }, ""),
        marks: [{ path: page.path, at: 0 }],
        what: "title taken away",
      };
    },
  },
  {
    name: "frontmatter/title-twice",
    codes: ["frontmatter/duplicate-title"],
    inject: (site, random) => {
      const [one, other] = [pickFrontmatter(site, random), pickFrontmatter(site, random)];
      const [from, to] = [one, other].map(
        (page) =>
          page && {
            ...page,
            title: /^title:.*$/m.exec(page.head)?.[0],
            description: /^description:.*$/m.exec(page.head)?.[0],
          },
      );
      if (!from?.title || !to?.title || from.path === to.path || from.path.split("/")[0] !== to.path.split("/")[0])
        return undefined;
      if (!from.description || !to.description || /^\s+\S|[|>]\s*\r?$/m.test(from.head + to.head)) return undefined;
      const head = to.head
        .replace(to.title, () => from.title ?? "")
        .replace(to.description, () => from.description ?? "");
      const { edits } = replaceAt(to.path, { start: 0, end: to.head.length }, head);
      return {
        edits,
        marks: [
          { path: to.path, at: head.indexOf("title:") },
          { path: from.path, at: from.head.indexOf("title:") },
        ],
        what: `title and description of ${from.path}`,
      };
    },
  },
];

/** Returns a kind of problem in the value of a field, on a page that isn't about an operation. */
function createLineKind(
  name: string,
  codes: readonly string[],
  lines: readonly string[],
  isSuitable: (site: SiteCopy) => boolean = () => true,
): FaultKind {
  return {
    name,
    codes,
    inject: (site, random) => {
      const added = random.pick(lines) ?? "";
      const injection = isSuitable(site) ? insertLine(site, random, added, false) : undefined;
      const [edit] = injection?.edits ?? [];
      if (!injection || !edit) return undefined;
      if (isAboutApi(site, injection)) return undefined;
      const marks = added.split("\n").map((_, i, all) => ({
        path: edit.path,
        at: edit.start + all.slice(0, i).join("\n").length + (i > 0 ? 1 : 0),
      }));
      return { ...injection, marks };
    },
  };
}
