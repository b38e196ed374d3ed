import { createFile, replaceAt, type FaultKind } from "../fault-kind.ts";
import { getRange } from "../read-config.ts";
import type { Random } from "../random.ts";
import type { SiteCopy } from "../site-copy.ts";

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789";
const createKey = (random: Random) =>
  `mint_${Array.from({ length: 24 + random.nextBelow(16) }, () => letters[random.nextBelow(letters.length)]).join("")}`;

/** Secrets in source files, and problems in `.docwright.json` and ignore comments. */
export const settingsFaults: readonly FaultKind[] = [
  {
    name: "security/key-in-page",
    codes: ["security/key-in-source"],
    inject: (site, random) => {
      const path = random.pick(site.pages);
      const at = path === undefined ? undefined : random.pick(site.getPage(path)?.blanks ?? []);
      return path !== undefined && at !== undefined
        ? {
            ...replaceAt(path, { start: at, end: at }, ` ${createKey(random)}`, "mint_"),
            what: "a key in words",
          }
        : undefined;
    },
  },
  {
    name: "security/key-in-code",
    codes: ["security/key-in-source"],
    inject: (site, random) => {
      const path = random.pick(site.pages);
      const fence =
        path === undefined
          ? undefined
          : random.pick(site.getPage(path)?.fences.filter(({ value }) => value !== "") ?? []);
      if (path === undefined || !fence) return undefined;
      const line = `curl -H "Authorization: Bearer ${createKey(random)}"\n`;
      return {
        ...replaceAt(path, { start: fence.body, end: fence.body }, line),
        what: "a key in a code sample",
      };
    },
  },
  {
    name: "security/key-in-config",
    codes: ["security/key-in-source"],
    inject: (site, random) => {
      const configValue = random.pick(
        site.config.all.filter(
          ({ value, key: name }) =>
            typeof value === "string" && ["description", "label", "group", "tab", "name"].includes(String(name?.value)),
        ),
      );
      return (
        configValue && {
          ...replaceAt(configValue.path, getRange(configValue.node), JSON.stringify(createKey(random))),
          what: "a key in docs.json",
        }
      );
    },
  },
  {
    name: "security/key-in-spec",
    codes: ["security/key-in-source"],
    inject: (site, random) => {
      const spec = random.pick(site.specs);
      const found = random.pick([...(spec?.text ?? "").matchAll(/(?<="?description"?: ["']?)[A-Z]\w+ (?=\w)/g)]);
      if (!spec || !found) return undefined;
      const at = found.index + found[0].length;
      return {
        ...replaceAt(spec.path, { start: at, end: at }, `${createKey(random)} `),
        what: "a key in a specification",
      };
    },
  },
  createKind(
    "settings/syntax",
    ["settings/syntax"],
    (random) =>
      random.pick([
        '{\n  "rules": {}\n  "ignore": []\n}\n',
        '{\n  "profile": mintlify\n}\n',
        '{\n  "rules": {\n    "link/*": \'off\'\n  }\n}\n',
      ]) ?? "",
    (text) =>
      text.includes('}\n  "ignore"')
        ? [text.indexOf("{}"), text.indexOf('"ignore')]
        : [Math.max(text.indexOf(": mint"), text.indexOf("'off"))],
  ),
  createKind(
    "settings/key-unknown",
    ["settings/unknown-key"],
    (random) =>
      `{\n  "profile": "mintlify",\n  "${random.pick(["rule", "ignored", "siteURL", "zz", "base"])}": {}\n}\n`,
    (text) => [text.lastIndexOf('  "')],
  ),
  createKind(
    "settings/rule-unknown",
    ["settings/unknown-rule"],
    (random) =>
      `{\n  "rules": {\n    "nav/page-not-found": "error",\n    "${random.pick(["nav/page-not-fond", "zz/any", "links/*", "mdx/sintax"])}": "off"\n  }\n}\n`,
    (text) => [text.lastIndexOf('    "')],
  ),
  createKind(
    "settings/value-not-allowed",
    ["settings/value-not-allowed"],
    (random) =>
      random.pick([
        '{\n  "profile": "mint"\n}\n',
        '{\n  "rules": {\n    "link/page-not-found": "warn"\n  }\n}\n',
        '{\n  "authentication": "yes"\n}\n',
        '{\n  "ignore": "drafts/**"\n}\n',
      ]) ?? "",
    (text) => [text.lastIndexOf('": ')],
  ),
  {
    name: "settings/ignore-unused",
    codes: ["settings/unused-ignore"],
    inject: (site, random) => {
      const path = random.pick(site.pages);
      const at = path === undefined ? undefined : random.pick(site.getPage(path)?.blocks ?? []);
      if (path === undefined || at === undefined) return undefined;
      const code = random.pick(["redirect/loop", "mdx/package-import", "openapi/no-spec"]);
      return {
        ...replaceAt(path, { start: at, end: at }, `{/* docwright-ignore ${code} */}\n\n`),
        what: "an ignore comment with nothing to ignore",
      };
    },
  },
];

/** Returns a kind of problem in a `.docwright.json` file. */
function createKind(
  name: string,
  codes: readonly string[],
  write: (random: Random) => string,
  findMarked: (text: string) => readonly number[],
): FaultKind {
  return {
    name,
    codes,
    alone: true,
    inject: (site: SiteCopy, random) => {
      if (site.files.has(".docwright.json")) return undefined;
      const text = write(random);
      const path = ".docwright.json";
      return {
        edits: createFile(path, text).edits,
        marks: findMarked(text).map((at) => ({ path, at })),
        what: JSON.stringify(text),
      };
    },
  };
}
