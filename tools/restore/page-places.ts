import { hasIcon } from "../../server/src/core/config/icons/icons.ts";
import { getIconLibrary } from "../../server/src/core/features/completion/complete-values.ts";
import { isCommonProp } from "../../server/src/core/page/components/component.ts";
import { components } from "../../server/src/core/page/components/components.ts";
import { frontmatterFields, getFieldValues } from "../../server/src/core/page/frontmatter-fields.ts";
import { scanPage } from "../../server/src/core/page/scan-page.ts";
import { getPageAnchors } from "../../server/src/core/site/links/anchors.ts";
import { listPageEndpoints } from "../../server/src/core/site/specs/operation-references.ts";
import { findImportedFile } from "../../server/src/core/site/pages/pages.ts";
import { getFinalTarget, resolveLink } from "../../server/src/core/site/links/resolve-link.ts";
import type { CorpusSite, RestoreLocation } from "./place.ts";

/**
 * Returns every name on a page that completion could offer. Names are found only with the patterns in this file, so the
 * results include names that Docwright's own code doesn't recognize. Omits code, comments, and multi-line expressions.
 */
export function listPagePlaces(corpus: CorpusSite, file: string): RestoreLocation[] {
  const text = corpus.texts.get(file) ?? "";
  const textWithoutCode = removeCode(text);
  return [
    ...listFieldPlaces(corpus, file, text),
    ...listTagPlaces(corpus, file, text, textWithoutCode),
    ...listLinkPlaces(corpus, file, text, textWithoutCode),
    ...importPlaces(corpus, file, text, textWithoutCode),
    ...listCodePlaces(file, text),
  ];
}

function listFieldPlaces({ site }: CorpusSite, file: string, text: string): RestoreLocation[] {
  const fence = /^\ufeff?---[ \t]*\r?\n([^]*?)\r?\n---/.exec(text);
  if (!fence) return [];
  const locations: RestoreLocation[] = [];
  const bodyAt = text.indexOf(fence[1] ?? "", 3);
  const before = formatFields(file, text);
  const endpoint = listPageEndpoints(site).find(({ page }) => page === file);
  for (const line of (fence[1] ?? "").matchAll(/^([A-Za-z][\w:-]*):[ \t]*(.*?)[ \t]*\r?$/gm)) {
    const [, key = "", writtenValue = ""] = line;
    const start = bodyAt + line.index;
    const field = frontmatterFields.get(key);
    if (!field || field.isUnlisted) continue;
    const isSame = (after: string) => formatFields(file, after) === before;
    locations.push({ kind: "frontmatter key", file, start, end: start + key.length, isSame });
    const valueAt = start + line[0].indexOf(writtenValue, key.length + 1);
    const value = writtenValue.replace(/^(["'])(.*)\1$/, "$2");
    const add = (kind: string, isRestored = isSame) =>
      locations.push({ kind, file, start: valueAt, end: valueAt + writtenValue.length, isSame: isRestored });
    if (writtenValue === "") continue;
    if (getFieldValues(field, site.profile.name)?.some((knownInfo) => knownInfo.value === value))
      add("frontmatter value");
    if (field.type.kind === "icon" && hasIcon(getIconLibrary(site), value)) add("icon in frontmatter");
    if (endpoint?.field === key && endpoint.resolution.kind === "found") {
      const { target, spec } = endpoint.resolution;
      add("operation of a page", (after) => {
        const outline = scanPage(file, after).outline;
        const resolution = listPageEndpoints({ ...site, pages: new Map([[file, outline]]) })[0]?.resolution;
        return (
          resolution?.kind === "found" &&
          resolution.spec === spec &&
          JSON.stringify(resolution.target) === JSON.stringify(target)
        );
      });
    }
  }
  return locations;
}

function formatFields(file: string, text: string): string {
  return JSON.stringify([...scanPage(file, text).outline.fields]);
}

const tagPattern = /<(\/?)([A-Za-z][\w.]*)((?:\s+[A-Za-z_][\w:-]*(?:=(?:"[^"\n]*"|'[^'\n]*'|\{[^{}\n]*\}))?)*)\s*\/?>/g;
const html =
  /^(div|span|img|a|br|table|thead|tbody|tr|td|th|ul|ol|li|p|video|source|iframe|details|summary|sup|sub|kbd|code|strong|em|b|i)$/;

function listTagPlaces(corpus: CorpusSite, file: string, text: string, textWithoutCode: string): RestoreLocation[] {
  const { site } = corpus;
  const locations: RestoreLocation[] = [];
  const add = (kind: string, start: number, length: number, isSame?: RestoreLocation["isSame"]) =>
    locations.push({ kind, file, start, end: start + length, ...(isSame ? { isSame } : {}) });
  const ownNames = new Set(
    [...textWithoutCode.matchAll(/^import\s+(.*?)\s+from/gm)].flatMap(
      ([, clause = ""]) => clause.match(/[A-Za-z_$][\w$]*/g) ?? [],
    ),
  );
  for (const tag of textWithoutCode.matchAll(tagPattern)) {
    const [full, slash = "", name = "", attributes = ""] = tag;
    const isKnown = components.has(name) || ownNames.has(name);
    const nameAt = tag.index + 1 + slash.length;
    if (slash !== "") {
      if (isKnown || html.test(name)) add("closing tag", nameAt, name.length);
      continue;
    }
    if (!isKnown && !html.test(name)) continue;
    add(isKnown ? "component name" : "HTML element", nameAt, name.length);
    const component = components.get(name);
    for (const attribute of attributes.matchAll(/([A-Za-z_][\w:-]*)(?:=("[^"\n]*"|'[^'\n]*'|\{[^{}\n]*\}))?/g)) {
      const [, key = "", writtenValue] = attribute;
      const at = nameAt + name.length + attribute.index;
      const prop = component?.props.get(key);
      if (prop || (component && isCommonProp(key))) add("prop", at, key.length);
      if (writtenValue === undefined || writtenValue.length < 3) continue;
      const valueAt = at + key.length + 2;
      const value = text.slice(valueAt, valueAt + writtenValue.length - 2);
      const isText = !writtenValue.startsWith("{");
      if (prop?.names === "icon" && isText && hasIcon(getIconLibrary(site), value))
        add("icon in a page", valueAt, value.length);
      else if (prop && isFixed(prop.type, prop.values, prop.range, value)) add("prop value", valueAt, value.length);
      if (isText && key === "href") listLinkParts(corpus, file, value, valueAt, locations);
      if (isText && (key === "src" || key === "img") && site.files.has(value.replace(/^\/+/, "")))
        add("image", valueAt, value.length, hasSameTarget(corpus, file, text, valueAt, value));
    }
    void full;
  }
  return locations;
}

function isFixed(
  type: string,
  values: readonly string[] | undefined,
  range: { readonly min: number; readonly max: number } | undefined,
  value: string,
): boolean {
  if (values) return values.includes(value);
  if (type === "flag") return /^(true|false)$/.test(value);
  return range !== undefined && range.max < 10 && /^\d$/.test(value) && Number(value) <= range.max;
}

function listLinkPlaces(corpus: CorpusSite, file: string, text: string, textWithoutCode: string): RestoreLocation[] {
  const locations: RestoreLocation[] = [];
  for (const link of textWithoutCode.matchAll(/(!?)\[((?:[^[\]\n]|\[[^\]\n]*\])*)\]\(([^()\s<>]+)\)/g)) {
    const [full, mark = "", , target = ""] = link;
    const at = link.index + full.length - 1 - target.length;
    if (mark === "!") {
      if (corpus.site.files.has(target.replace(/^\/+/, "")))
        locations.push({
          kind: "image",
          file,
          start: at,
          end: at + target.length,
          isSame: hasSameTarget(corpus, file, text, at, target),
        });
    } else listLinkParts(corpus, file, target, at, locations);
  }
  return locations;
}

/** Adds the path of a link to a page. Also adds the link's anchor if the page contains that anchor. */
function listLinkParts(
  corpus: CorpusSite,
  file: string,
  writtenTarget: string,
  at: number,
  locations: RestoreLocation[],
): void {
  const { site, texts } = corpus;
  const text = texts.get(file) ?? "";
  const target = resolveLink(site, writtenTarget, { path: file });
  const hash = writtenTarget.indexOf("#");
  const path = hash < 0 ? writtenTarget : writtenTarget.slice(0, hash);
  if (target.kind === "page" || target.kind === "generated")
    locations.push({
      kind: "link target",
      file,
      start: at,
      end: at + path.length,
      isSame: hasSameTarget(corpus, file, text, at, writtenTarget, path.length),
    });
  if (hash < 0 || hash === writtenTarget.length - 1) return;
  const anchored = target.kind === "page" ? target.file : target.kind === "same-page" ? file : undefined;
  if (anchored === undefined) return;
  const ids = getPageAnchors(site, anchored).ids;
  if (ids.includes(writtenTarget.slice(hash + 1)))
    locations.push({ kind: "anchor", file, start: at + hash + 1, end: at + writtenTarget.length });
}

/**
 * Returns a function that checks whether completed text has the same target in the site as the original link,
 * regardless of its spelling.
 */
function hasSameTarget(
  { site }: CorpusSite,
  file: string,
  before: string,
  at: number,
  writtenTarget: string,
  length = writtenTarget.length,
): NonNullable<RestoreLocation["isSame"]> {
  const targetId = JSON.stringify(getId(getFinalTarget(resolveLink(site, writtenTarget, { path: file }))));
  return (after) => {
    const tail = before.length - at - length;
    const shift = after.length - before.length;
    const target = after.slice(at, after.length - tail) + writtenTarget.slice(length);
    if (Math.abs(shift) > 500) return false;
    return JSON.stringify(getId(getFinalTarget(resolveLink(site, target, { path: file })))) === targetId;
  };
}

function getId(target: ReturnType<typeof resolveLink>): unknown {
  if (target.kind === "page" || target.kind === "file") return [target.kind, target.file, target.anchor];
  return target.kind === "generated" ? [target.page.slug, target.anchor] : target;
}

function importPlaces({ site }: CorpusSite, file: string, text: string, textWithoutCode: string): RestoreLocation[] {
  const locations: RestoreLocation[] = [];
  for (const line of textWithoutCode.matchAll(/^import\s+([^"'\n]+?)\s+from\s+(["'])([^"'\n]+)\2/gm)) {
    const [full, clause = "", ,] = line;
    const sourceAt = line.index + full.lastIndexOf(full.at(-1) ?? '"', full.length - 2) + 1;
    const source = text.slice(sourceAt, line.index + full.length - 1);
    const target = findImportedFile(source, file);
    if (target === undefined || !site.files.has(target)) continue;
    locations.push({
      kind: "import source",
      file,
      start: sourceAt,
      end: sourceAt + source.length,
      isSame: (after) =>
        findImportedFile(after.slice(sourceAt, after.indexOf(full.at(-1) ?? '"', sourceAt)), file) === target,
    });
    const exported = new Set(
      (site.scripts.get(target) ?? site.pages.get(target))?.exports.map(({ name }) => name) ?? [],
    );
    const clauseAt = line.index + full.indexOf(clause);
    for (const name of clause.matchAll(/[A-Za-z_$][\w$]*/g))
      if (exported.has(name[0]) && name[0] !== "default" && !/\bas\b/.test(clause))
        locations.push({
          kind: "import name",
          file,
          start: clauseAt + name.index,
          end: clauseAt + name.index + name[0].length,
        });
  }
  return locations;
}

function listCodePlaces(file: string, text: string): RestoreLocation[] {
  const locations: RestoreLocation[] = [];
  for (const block of text.matchAll(/^([ \t]*)(`{3,}|~{3,})([\w+#.-]*)([^`\n]*)\n[^]*?^[ \t]*\2[ \t]*\r?$/gm)) {
    const [, indent = "", marks = "", language = ""] = block;
    const at = block.index + indent.length + marks.length;
    if (language !== "") locations.push({ kind: "code language", file, start: at, end: at + language.length });
  }
  return locations;
}

/** Replaces frontmatter, code, and comments with spaces of the same length. */
function removeCode(text: string): string {
  const blankOut = (code: string) => code.replace(/[^\n]/g, " ");
  return text
    .replace(/^\ufeff?---[ \t]*\r?\n[^]*?\n---/, blankOut)
    .replace(
      /^([ \t>]*(?:[-*+][ \t]+|\d+\.[ \t]+)?)(`{3,}|~{3,})[^\n]*\n[^]*?(?:^[ \t>]*\2[ \t]*\r?$|$(?![^]))/gm,
      blankOut,
    )
    .replace(/\{\/\*[^]*?\*\/\}|<!--[^]*?-->/g, blankOut)
    .replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, blankOut);
}
