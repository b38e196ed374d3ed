import { newFile, type FaultKind } from "../fault-kind.ts";
import { memberOf, rangeOf } from "../read-config.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addMember, elementsOf, has } from "./edit-config.ts";
import { known, operationIn, rewrite, samePath, targets } from "./openapi-faults.ts";

/** Ambiguous references to specifications, and specifications that are ignored in favor of another. */
export const specChoiceFaults: readonly FaultKind[] = [
  {
    name: "openapi/second-spec",
    codes: ["openapi/ambiguous-spec"],
    inject: (site, random) => {
      const found = random.pick(known(site).filter(({ value }) => /^[A-Za-z]+\s+\//.test(value)));
      const at = found && operationIn(found.value);
      if (!found || !at || namesSpecForAll(site)) return undefined;
      const path = `zz-${random.word(5)}.json`;
      const operation = { [at.method.toLowerCase()]: { responses: { 200: { description: "OK" } } } };
      return {
        edits: newFile(path, specText({ [at.path]: operation })).edits,
        marks: [{ path: found.path, at: found.start }],
        what: `${path} has ${found.value} too`,
      };
    },
  },
  {
    name: "openapi/file-not-named",
    codes: ["openapi/ambiguous-spec"],
    inject: (site, random) => {
      const found = random.pick(
        targets(site, "openapi").filter(({ value }) => /^\S+\s+\S+\s+\/\S*$/.test(value)),
      );
      const at = found && operationIn(found.value);
      if (!found || !at || namesSpecForAll(site)) return undefined;
      const having = site.specs.filter(({ operations }) =>
        operations.some((one) => samePath(one.path, at.path) && one.method === at.method.toLowerCase()),
      );
      return having.length > 1 ? rewrite(found, `${at.method} ${at.path}`) : undefined;
    },
  },
  {
    name: "openapi/asyncapi-beside",
    codes: ["openapi/asyncapi-ignored"],
    inject: (site, random) => {
      const groups = elementsOf(site).filter((one) => one.kind === "groups" && !has(one, "asyncapi"));
      const given = groups.filter((one) => has(one, "openapi"));
      const found = random.pick(given.length > 0 && random.chance(0.7) ? given : groups);
      const spec = random.pick(site.specs.filter(({ kind }) => kind === "openapi"));
      if (!found) return undefined;
      const file = `zz-${random.word(5)}.json`;
      const channels = '{ "asyncapi": "3.0.0", "info": { "title": "Zz", "version": "1" }, "channels": {} }';
      const own = has(found, "openapi") || !spec ? [] : [`"openapi": ${JSON.stringify(spec.path)}`];
      if (!has(found, "openapi") && own.length === 0) return undefined;
      const member = random.shuffle([`"asyncapi": "${file}"`, ...own]).join(", ");
      const placed = addMember(site, found, member, random.chance(0.5) ? "first" : "last", '"asyncapi"');
      return {
        ...placed,
        edits: [...placed.edits, ...newFile(file, channels).edits],
        what: "asyncapi next to openapi",
      };
    },
  },
  {
    name: "openapi/second-spec-in-list",
    codes: ["openapi/only-first-spec-used"],
    inject: (site, random) => {
      const elements = elementsOf(site);
      const given = elements.filter(({ node }) =>
        ["string", "object"].includes(memberOf(node, "openapi")?.type ?? ""),
      );
      const spec = random.pick(site.specs.filter(({ kind }) => kind === "openapi"));
      const found = random.pick(given.length > 0 && random.chance(0.7) ? given : elements);
      if (!found || !spec) return undefined;
      const file = `zz-${random.word(5)}.json`;
      const added = newFile(
        file,
        specText({ "/zz": { get: { responses: { 200: { description: "OK" } } } } }),
      ).edits;
      const value = memberOf(found.node, "openapi");
      if (!value) {
        if (has(found, "asyncapi", "href")) return undefined;
        const member = `"openapi": [${JSON.stringify(spec.path)}, "${file}"]`;
        const placed = addMember(site, found, member, "first", `"${file}"`);
        return { ...placed, edits: [...placed.edits, ...added], what: "two files where there was none" };
      }
      const range = rangeOf(value);
      const written = (site.texts.get(found.path) ?? "").slice(range.start, range.end);
      if (value.type !== "string" && value.type !== "object") return undefined;
      const text = `[${written}, "${file}"]`;
      return {
        edits: [{ path: found.path, ...range, text }, ...added],
        marks: [{ path: found.path, at: range.start + text.lastIndexOf(`"${file}"`) }],
        what: `a second file next to ${written}`,
      };
    },
  },
];

/** Whether docs.json sets a specification for all pages with `api.openapi`. */
function namesSpecForAll(site: SiteCopy): boolean {
  return site.config.at("api", "openapi") !== undefined;
}

function specText(paths: Readonly<Record<string, unknown>>): string {
  const servers = [{ url: "https://api.example.com" }];
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Zz", version: "1" }, servers, paths }, null, 2);
}
