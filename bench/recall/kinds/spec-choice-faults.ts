import { createFile, type FaultKind } from "../fault-kind.ts";
import { getMember, getRange } from "../read-config.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addMember, listElements, has } from "./edit-config.ts";
import { listKnown, parseOperation, rewrite, isSamePath, listTargets } from "./openapi-faults.ts";

/** Ambiguous references to specifications, and specifications that are ignored in favor of another. */
export const specChoiceFaults: readonly FaultKind[] = [
  {
    name: "openapi/second-spec",
    codes: ["openapi/ambiguous-spec"],
    inject: (site, random) => {
      const target = random.pick(listKnown(site).filter(({ value }) => /^[A-Za-z]+\s+\//.test(value)));
      const at = target && parseOperation(target.value);
      if (!target || !at || hasSpecForAll(site)) return undefined;
      const path = `zz-${random.nextWord(5)}.json`;
      const operation = { [at.method.toLowerCase()]: { responses: { 200: { description: "OK" } } } };
      return {
        edits: createFile(path, createSpecText({ [at.path]: operation })).edits,
        marks: [{ path: target.path, at: target.start }],
        what: `${path} has ${target.value} too`,
      };
    },
  },
  {
    name: "openapi/file-not-named",
    codes: ["openapi/ambiguous-spec"],
    inject: (site, random) => {
      const target = random.pick(listTargets(site, "openapi").filter(({ value }) => /^\S+\s+\S+\s+\/\S*$/.test(value)));
      const at = target && parseOperation(target.value);
      if (!target || !at || hasSpecForAll(site)) return undefined;
      const having = site.specs.filter(({ operations }) =>
        operations.some((one) => isSamePath(one.path, at.path) && one.method === at.method.toLowerCase()),
      );
      return having.length > 1 ? rewrite(target, `${at.method} ${at.path}`) : undefined;
    },
  },
  {
    name: "openapi/asyncapi-beside",
    codes: ["openapi/asyncapi-ignored"],
    inject: (site, random) => {
      const groups = listElements(site).filter((one) => one.kind === "groups" && !has(one, "asyncapi"));
      const specGroups = groups.filter((one) => has(one, "openapi"));
      const found = random.pick(specGroups.length > 0 && random.nextChance(0.7) ? specGroups : groups);
      const spec = random.pick(site.specs.filter(({ kind }) => kind === "openapi"));
      if (!found) return undefined;
      const file = `zz-${random.nextWord(5)}.json`;
      const channels = '{ "asyncapi": "3.0.0", "info": { "title": "Zz", "version": "1" }, "channels": {} }';
      const specLines = has(found, "openapi") || !spec ? [] : [`"openapi": ${JSON.stringify(spec.path)}`];
      if (!has(found, "openapi") && specLines.length === 0) return undefined;
      const member = random.shuffle([`"asyncapi": "${file}"`, ...specLines]).join(", ");
      const injection = addMember(site, found, member, random.nextChance(0.5) ? "first" : "last", '"asyncapi"');
      return {
        ...injection,
        edits: [...injection.edits, ...createFile(file, channels).edits],
        what: "asyncapi next to openapi",
      };
    },
  },
  {
    name: "openapi/second-spec-in-list",
    codes: ["openapi/only-first-spec-used"],
    inject: (site, random) => {
      const elements = listElements(site);
      const specElements = elements.filter(({ node }) =>
        ["string", "object"].includes(getMember(node, "openapi")?.type ?? ""),
      );
      const spec = random.pick(site.specs.filter(({ kind }) => kind === "openapi"));
      const found = random.pick(specElements.length > 0 && random.nextChance(0.7) ? specElements : elements);
      if (!found || !spec) return undefined;
      const file = `zz-${random.nextWord(5)}.json`;
      const edits = createFile(
        file,
        createSpecText({ "/zz": { get: { responses: { 200: { description: "OK" } } } } }),
      ).edits;
      const value = getMember(found.node, "openapi");
      if (!value) {
        if (has(found, "asyncapi", "href")) return undefined;
        const member = `"openapi": [${JSON.stringify(spec.path)}, "${file}"]`;
        const injection = addMember(site, found, member, "first", `"${file}"`);
        return {
          ...injection,
          edits: [...injection.edits, ...edits],
          what: "two files where there was none",
        };
      }
      const range = getRange(value);
      const oldText = (site.texts.get(found.path) ?? "").slice(range.start, range.end);
      if (value.type !== "string" && value.type !== "object") return undefined;
      const text = `[${oldText}, "${file}"]`;
      return {
        edits: [{ path: found.path, ...range, text }, ...edits],
        marks: [{ path: found.path, at: range.start + text.lastIndexOf(`"${file}"`) }],
        what: `a second file next to ${oldText}`,
      };
    },
  },
];

/** Whether docs.json sets a specification for all pages with `api.openapi`. */
function hasSpecForAll(site: SiteCopy): boolean {
  return site.config.getAt("api", "openapi") !== undefined;
}

function createSpecText(paths: Readonly<Record<string, unknown>>): string {
  const servers = [{ url: "https://api.example.com" }];
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Zz", version: "1" }, servers, paths }, null, 2);
}
