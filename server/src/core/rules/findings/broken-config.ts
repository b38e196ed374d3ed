import type { Config } from "../../config/config.ts";
import { hasUncertainMembers, isMisreadRange } from "../../config/json/misread-parts.ts";
import { type JsonFile, type JsonNode, readJson } from "../../config/json/json-tree.ts";
import type { NavElement, Navigation } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { validateSettings } from "../../config/validate-config.ts";
import { arePathsUncertain, getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { truncateEnd } from "../../text/message.ts";
import type { Phrase } from "../../text/phrase.ts";
import { applyEdits, type SiteLocation, type SitePath, type TextEdit } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import type { Finding } from "../rule.ts";
import { getElementName } from "../subjects/site-subjects.ts";

/** The rules that report syntax errors. */
const syntaxRules: ReadonlySet<string> = new Set(["config/syntax", "config/duplicate-key", "settings/syntax"]);

/** The rules whose results depend on all paths in docs.json, regardless of where the rules report problems. */
const pathDependentRules: ReadonlySet<string> = new Set([
  "link/file-not-found",
  "link/page-not-found",
  "redirect/missing-for-moved-page",
  "redirect/target-not-found",
]);

/**
 * Whether a finding may only be a consequence of a syntax error in docs.json or `.docwright.json`, such as `"theme":
 * "mi` while the author is typing. Such findings aren't reported, because the syntax error already is.
 */
export function isCausedBySyntaxError(code: string, at: SiteLocation, { config, settings }: Site): boolean {
  if (syntaxRules.has(code)) return false;
  if (pathDependentRules.has(code) && arePathsUncertain(config)) return true;
  if (settings.source?.path === at.file) return isMisreadRange(settings.source, at.range);
  return (
    findMisplacedFiles(config).has(at.file) ||
    isMisreadIn(config, at) ||
    (dependsOnMembers(code) && (findUncertainFiles(config).has(at.file) || hasUncertainMembersAt(config, at)))
  );
}

function isMisreadIn(config: Config, { file, range }: SiteLocation): boolean {
  const brokenFile = getBrokenFiles(config).get(file);
  return brokenFile !== undefined && isMisreadRange(brokenFile, range);
}

function hasUncertainMembersAt(config: Config, { file, range }: SiteLocation): boolean {
  const brokenFile = getBrokenFiles(config).get(file);
  return brokenFile !== undefined && hasUncertainMembers(brokenFile, range, { skipsRoot: file === config.entry });
}

const getBrokenFiles = derive(
  ({ files }: Config): ReadonlyMap<SitePath, JsonFile> =>
    new Map(files.flatMap((file) => (file.problems.length > 0 ? [[file.path, file] as const] : []))),
);

/** The files that are included from text that may be misread. Their content may therefore be at the wrong level. */
const findMisplacedFiles = derive((config: Config) => findFilesIncludedAt(config, (at) => isMisreadIn(config, at)));

/** The files that are included in an object or list whose members are uncertain because of a syntax error. */
const findUncertainFiles = derive((config: Config) =>
  findFilesIncludedAt(config, (at) => hasUncertainMembersAt(config, at)),
);

/** Returns the files that the matching `$ref` references include, directly or indirectly. */
function findFilesIncludedAt(config: Config, matches: (at: SiteLocation) => boolean): ReadonlySet<SitePath> {
  const paths = new Set<SitePath>();
  if (getBrokenFiles(config).size === 0) return paths;
  // A reference in an included file comes before the reference that includes the file, so the references are reversed.
  const refs = config.refs.toReversed();
  for (let count = -1; count < paths.size;) {
    count = paths.size;
    for (const { location, result } of refs)
      if (result.kind === "resolved" && (paths.has(location.file) || matches(location))) paths.add(result.file);
  }
  return paths;
}

/** Whether a rule's result depends on other members of the objects and lists around a finding. */
function dependsOnMembers(code: string): boolean {
  return /^(nav|openapi|asyncapi)\//.test(code) || code === "config/unknown-setting";
}

/**
 * What the service does if the value of a setting isn't valid. `rejected`: it rejects docs.json. `emptied`: it leaves
 * out all children of a section such as a tab. `ignored`: it continues without the value. `unread`: it doesn't read the
 * value, because another list or a link takes precedence.
 */
export type ProblemEffect =
  | { readonly kind: "rejected" | "ignored" | "unread" }
  | { readonly kind: "emptied"; readonly section: string };

/**
 * Returns the parts of a finding that depend on the effect of an invalid value. The message contains the placeholder
 * `{effect}`, which describes what the service does.
 */
export function createEffectParts<Key extends string>(
  message: Key,
  args: NonNullable<Finding["args"]>,
  effect: ProblemEffect,
): Pick<Finding<Key>, "message" | "args" | "severity"> {
  return {
    message,
    args: { ...args, effect: formatEffect(effect) },
    ...(effect.kind === "ignored" && { severity: "warning" }),
  };
}

/** Returns the phrase for an effect, such as “the service rejects the file”. */
export function formatEffect(effect: ProblemEffect): Phrase {
  if (effect.kind === "emptied")
    return {
      phrase: "readers see nothing under `{parent}`",
      values: { parent: truncateEnd(effect.section, 40) },
    };
  return effect.kind === "ignored" ? "the service ignores it" : "the service rejects the file";
}

/**
 * Returns the effect of an invalid value at a path in the resolved docs.json, such as `navigation.tabs[0].groups`. If a
 * list in a section isn't valid, the service publishes the section without the list, because every list is optional.
 */
export function getProblemEffect({ config }: Pick<Site, "config">, path: string): ProblemEffect {
  const { root, elements } = getNavigation(config);
  let remainingPath = /^navigation(?=[.[])(.*)$/s.exec(path)?.[1];
  if (remainingPath === undefined || !root) return { kind: "rejected" };
  let element: NavElement = root;
  const elementByNode = getElementsByNode(elements);
  for (;;) {
    const [step = "", key, index] = /^\.(\w+)(?:\[(\d+)\])?/.exec(remainingPath) ?? [];
    const child: NavElement["childProperties"][number] | undefined = element.childProperties.find(
      (candidate) => candidate.key === key,
    );
    if (!child) break;
    if (element.retainedKey !== key) return { kind: "unread" };
    const item = index === undefined ? undefined : child.array?.items[Number(index)];
    const childElement: NavElement | undefined = item && elementByNode.get(item);
    if (!childElement) return createSectionEffect(isSection(element) ? element : findSectionAbove(element));
    element = childElement;
    remainingPath = remainingPath.slice(step.length);
  }
  if (element.kind === "group" && /^\.(openapi|asyncapi)\b/.test(remainingPath)) return { kind: "ignored" };
  return createSectionEffect(findSectionAbove(element));
}

function createSectionEffect(section: NavElement | undefined): ProblemEffect {
  return section ? { kind: "emptied", section: getElementName(section) } : { kind: "rejected" };
}

const getElementsByNode = derive(
  (elements: Navigation["elements"]): ReadonlyMap<JsonNode, NavElement> =>
    new Map(elements.map((element) => [element.node, element])),
);

/**
 * Returns the innermost section, such as a tab, that contains the element. Returns undefined if there's none, or if the
 * element is a link in `global`.
 */
export function findSectionAbove({ parent }: NavElement): NavElement | undefined {
  if (!parent || parent.kind === "global") return undefined;
  return isSection(parent) ? parent : findSectionAbove(parent);
}

function isSection({ kind }: NavElement): boolean {
  return kind !== "root" && kind !== "group" && kind !== "global";
}

/** Whether the value would have no problems at this path, such as `["api", "examples"]`. */
export function isValidAt(path: readonly string[], value: JsonNode, { profile }: Pick<Site, "profile">): boolean {
  const { file, range } = value;
  const root = path.reduceRight<JsonNode>(
    (inner, key) => ({ kind: "object", file, range, properties: [{ key, file, keyRange: range, value: inner }] }),
    value,
  );
  const prefix = `${path.join(".")}.`;
  return validateSettings({ root, files: [] }, profile).problems.every(
    (problem) => !`${problem.path}.`.replaceAll("[", ".").startsWith(prefix),
  );
}

/** Whether the service would reject the file because of values that the edits move to a place where it reads them. */
export function addsRejectedValues(
  file: JsonFile,
  edits: readonly TextEdit[],
  { profile }: Pick<Site, "profile">,
): boolean {
  return (
    countRejectedValues(readJson(file.path, applyEdits(file.text, edits)))(profile) > countRejectedValues(file)(profile)
  );
}

const countRejectedValues = derive(({ root }: JsonFile) =>
  derive(
    (profile: Profile) =>
      validateSettings({ root, files: [] }, profile).problems.filter(({ kind }) => kind !== "unknown-setting").length,
  ),
);
