import { getSearchPattern } from "../../site/settings/secret-keys.ts";
import type { Site } from "../../site/site.ts";
import { isSpecUsedOnlyOnPages, findIncludingSpec } from "../../site/specs/operation-references.ts";
import { listDocumentedOperations } from "../../site/navigation/coverage.ts";
import { isNavigationComplete } from "../../site/settings/navigation.ts";
import { getServiceProblems, isReadable, getReadProblem } from "../../site/specs/specs.ts";
import { getSpecName } from "../../spec/detect-spec.ts";
import { getFamily, type SpecFamily, type SpecOutline } from "../../spec/spec-outline.ts";
import type { ValidityProblem } from "../../spec/validity/analyze-spec.ts";
import { type Phrase, toVerbatim } from "../../text/phrase.ts";
import { getFileName } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { MessageArgs } from "../format-message.ts";
import { toFileEdits, type Finding, type Fix, type Grouping, type Subject } from "../rule.ts";
import { maxSeparateFindings } from "../subjects/same-target.ts";
import { findSpecFileReferences, createPartEdits } from "../subjects/site-subjects.ts";

export type SpecSyntaxMessage =
  | "syntax"
  | "refused"
  | "named"
  | "here"
  | "trailingComma"
  | "notJson"
  | "yaml"
  | "removeComma";

/**
 * Yields the errors that prevent a specification from being parsed, both in the specification's own file and where the
 * specification is referenced. Also yields errors in JSON that the service accepts but other tools don't.
 */
export function* findSpecSyntaxErrors(
  subject: Subject,
  site: Site,
  family: SpecFamily,
): Generator<Finding<SpecSyntaxMessage>> {
  if (subject.kind === "spec") {
    const problem = getFamily(subject.value) === family ? getReadProblem(subject.value) : undefined;
    if (problem)
      yield {
        message: problem.kind === "syntax" ? "syntax" : "refused",
        args: { reason: problem.reason },
        at: { file: subject.value.path, range: problem.range },
      };
    else yield* findToleratedJsonErrors(subject.value, family);
    return;
  }
  for (const { spec, at } of findSpecFileReferences(subject, site, family, (spec) => Boolean(getReadProblem(spec)))) {
    const problem = getReadProblem(spec);
    if (!problem) continue;
    yield {
      message: "named",
      args: { file: getSpecName(spec.path), reason: problem.reason },
      at,
      relatedLocations: [
        { at: { file: spec.path, range: problem.range }, message: "here", args: { reason: problem.reason } },
      ],
    };
  }
}

/** Yields findings about errors in JSON that the service accepts but other tools don't. */
function* findToleratedJsonErrors(spec: SpecOutline, family: SpecFamily): Generator<Finding<SpecSyntaxMessage>> {
  if (getFamily(spec) !== family) return;
  const { path: file, jsonError, trailingCommas = [] } = spec;
  const severity = "information";
  for (const range of trailingCommas) yield { message: "trailingComma", severity, at: { file, range } };
  if (jsonError)
    yield {
      ...(jsonError.isYaml
        ? { message: "yaml", args: { name: getFileName(file).replace(/\.[^.]*$/, ".yaml") } }
        : { message: "notJson", args: { reason: jsonError.reason } }),
      severity,
      at: { file, range: jsonError.range },
    };
}

export function* createSpecSyntaxFixes({ message, at }: Finding): Generator<Fix<SpecSyntaxMessage>> {
  if (message === "trailingComma")
    yield {
      title: "removeComma",
      edits: toFileEdits(at.file, [{ range: at.range, newText: "" }]),
      isSafe: true,
    };
}

/** The problem and the fix in each message. The effect is inserted between them. */
const problemMessages = {
  missing: ["`{name}` is missing here", "Add it."],
  either: ["`{name}` or `{instead}` is missing here", "Add one of them."],
  unknown: ["`{name}` isn't a valid key here", "Fix or remove it."],
  excluded: ["`{name}` can't be used together with another key here", "Remove one of them."],
  type: ["`{name}` isn't {expected}", "Fix the value."],
  value: ["`{name}` is used where {expected} is required", "Fix the value."],
  form: ["`{name}` isn't valid (it must be {expected})", "Fix the value."],
  odd: ["`{name}` isn't in a valid format", "Fix the format."],
  empty: ["`{name}` is empty", "Add a value, or remove it."],
  twice: ["`{name}` appears twice in its list", "Remove the duplicate."],
  choice: ["`{name}` isn't valid here", "Fix the value."],
  second: ["`{name}` refers to the wrong type of object", "Change the reference."],
  more: ["{count} more errors follow", "Fix those errors, too."],
} as const satisfies Readonly<Record<string, readonly [what: string, todo: string]>>;

/** The full messages for errors that services tolerate. */
const toleratedMessages = {
  samePath:
    "This path differs from another one only in its parameter names. The service generates pages for both, but other tools may reject the file. Merge them, or change a path.",
  undefinedParameter:
    "`{name}` is in braces, but no parameter describes it, so the playground has no field for it. Add it to `parameters`.",
  undefinedParameters:
    "{count} names in braces, such as `{name}`, aren't described by a parameter, so the playground has no fields for them. Add them to `parameters`.",
  unusedParameter:
    "`{name}` isn't in the path, so readers enter a value that is never sent. Add it to the path in braces, or remove it.",
  renamedParameter: "`{name}` isn't in the path, so readers enter a value that is never sent. Did you mean {expected}?",
  underscores:
    "`{name}` has underscores, which only some YAML parsers accept in numbers, so the service may leave out this whole file. Remove the underscores.",
  oddType: "`{name}` isn't {expected}, so readers may see nothing or the wrong content here. Fix the value.",
  oddValue: "`{name}` is used where {expected} is required, so readers may see the wrong content. Fix the value.",
  wrongReference:
    "`{name}` refers to the wrong type of object, so readers may see the wrong content here. Change the reference.",
  more: "{count} more problems follow, so readers may see the wrong content. Fix those problems, too.",
  moreAccepted:
    "{count} more problems follow. The service generates pages anyway, but other tools may reject the file.",
  accepted:
    "`{name}` isn't valid here. The service generates pages anyway, but other tools may reject the file. Fix or remove it.",
  acceptedMissing:
    "`{name}` is missing here. The service generates pages anyway, but other tools may reject the file. Add it.",
  listedTwice: "`{name}` appears twice in this list, so readers may see it twice. Remove the duplicate.",
} as const;

export interface EffectClauses {
  /** The effect if only the operation with the error is affected. */
  readonly one: string;
  /** The effect if all operations that use the invalid part are affected. */
  readonly users: string;
  /** The effect if the whole file is affected. */
  readonly whole: string;
  /** The effect if the whole file is affected, and only references on pages use the file. */
  readonly pages: string;
}
type Effect = keyof EffectClauses;

export type ValidityMessage =
  | `${keyof typeof problemMessages}-${Effect}`
  | keyof typeof toleratedMessages
  | "first"
  | "add"
  | "rename"
  | "replace";

/**
 * Returns all messages of a rule for invalid specifications. Each consists of the problem, its effect on the published
 * docs, and the fix.
 */
export function createValidityMessages(effects: EffectClauses): Readonly<Record<ValidityMessage, string>> {
  const sentences = Object.entries(problemMessages).flatMap(([problemKind, [problemText, fixText]]) =>
    Object.entries(effects).map(
      ([effect, effectText]: [string, string]) =>
        [`${problemKind}-${effect}`, `${problemText}, so ${effectText}. ${fixText}`] as const,
    ),
  );
  return {
    ...(Object.fromEntries(sentences) as Record<`${keyof typeof problemMessages}-${Effect}`, string>),
    ...toleratedMessages,
    first: "First defined here.",
    add: "Add `{name}`",
    rename: "Rename to `{name}`",
    replace: "Change to `{name}`",
  };
}

/** The maximum number of errors that are listed per specification. An editor doesn't show more. */
const maxReportedProblems = 1000;

/** The number of errors in a specification that are listed separately. */
const maxSeparateProblems = 3;

/**
 * Lists the most severe errors in a specification separately. Combines the others into one problem that contains their
 * number. Errors that the service accepts are combined only with each other. If many specifications have the same
 * accepted error, for example, because they're generated by the same tool, the error is listed once for all of them.
 * Undefined path parameters are combined, too, because all of them are missing if authors describe them on pages.
 */
export const validityGrouping: Grouping<ValidityMessage> = {
  getCause: ({ at, message, data }) => {
    if (message.startsWith("more")) return undefined;
    const sharedText = data?.["shared"];
    if (typeof sharedText === "string") return sharedText;
    if (data?.["isShown"] === false) return `${at.file}\nunshown`;
    if (message === "undefinedParameter") return message;
    return message.startsWith("accepted") ? `${at.file}\naccepted` : at.file;
  },
  separateCount: (finding) =>
    finding.message.startsWith("accepted") || isUndefinedParameter(finding) ? 0 : maxSeparateProblems,
  maxSeparateProblems: (finding) =>
    finding.data?.["shared"] !== undefined || isUndefinedParameter(finding) ? maxSeparateFindings : 1,
  combinedMessage: (finding) => {
    const { message, data } = finding;
    if (data?.["shared"] !== undefined) return undefined;
    if (message.startsWith("accepted")) return "moreAccepted";
    if (isUndefinedParameter(finding)) return "undefinedParameters";
    const effect = /-(one|users|whole|pages)$/.exec(message)?.[1];
    return effect === undefined ? "more" : `more-${effect as Effect}`;
  },
};

function isUndefinedParameter({ message, data }: Finding): boolean {
  return message === "undefinedParameter" && data?.["isShown"] !== false;
}

/**
 * Yields the errors in a specification at their locations. If there are too many, yields the first ones and a message
 * with the number of remaining errors.
 */
export function* findSpecProblems(
  subject: Subject,
  site: Site,
  family: SpecFamily,
): Generator<Finding<ValidityMessage>> {
  const [spec, file] = getValidatedSpec(subject, site);
  if (!spec || getFamily(spec) !== family) return;
  const problems = getSpecProblems(spec, site).filter((problem) => problem.file === file);
  // The message about the remaining errors is used only if there are at least two of them.
  const count = problems.length > maxReportedProblems + 1 ? maxReportedProblems : problems.length;
  const sharedTexts: string[] = [];
  const isShown = createShownCheck(spec, site);
  for (const problem of problems.slice(0, count)) {
    const findingParts = problem.isTolerated
      ? createToleratedFinding(problem)
      : createValidityFinding(problem, spec, site);
    const sharedText = [findingParts.message, problem.name].join("\n");
    const isShared = problem.isAccepted === true && sharedTexts.length < maxSeparateProblems;
    if (isShared) sharedTexts.push(sharedText);
    const occurrence = isShared ? sharedTexts.filter((other) => other === sharedText).length : 0;
    yield {
      ...findingParts,
      ...(isShared
        ? { data: { shared: `${sharedText}\n${occurrence}` } }
        : !isShown(problem) && { data: { isShown: false } }),
      at: { file: problem.file, range: problem.range },
      relatedLocations: problem.first ? [{ at: { file: problem.file, range: problem.first }, message: "first" }] : [],
      ...(problem.isTolerated ? { severity: isShown(problem) ? getToleratedSeverity(problem) : "hint" } : {}),
    };
  }
  const firstUnlistedProblem = problems[count];
  if (firstUnlistedProblem)
    yield {
      message: `more-${getValidityEffect(firstUnlistedProblem, spec, site)}`,
      args: { count: problems.length - count },
      at: { file: firstUnlistedProblem.file, range: firstUnlistedProblem.range },
    };
}

/**
 * Returns the specification whose errors are reported in this file, and the file's path. The specification is in the
 * file itself or includes the file.
 */
function getValidatedSpec(subject: Subject, site: Site): readonly [SpecOutline | undefined, SitePath] {
  if (subject.kind === "spec") return [subject.value, subject.value.path];
  // Some services don't follow references to other files, so these files aren't part of the API. In that case,
  // `openapi/external-ref` reports the references.
  if (subject.kind !== "file" || site.profile.invalidOperationExcludesFile) return [undefined, ""];
  return [findIncludingSpec(site, subject.value), subject.value];
}

/**
 * Returns the errors in a specification, or an empty list if the specification can't be read or hasn't been analyzed.
 */
export function getSpecProblems(spec: SpecOutline, site: Site): readonly ValidityProblem[] {
  return isReadable(spec) ? getServiceProblems(site, spec) : [];
}

/** Yields the fix for an error unless there are several possible fixes. */
export function* createValidityFixes({ at }: Finding, site: Site): Generator<Fix<ValidityMessage>> {
  const analysis = site.analyses.get(findIncludingSpec(site, at.file)?.path ?? at.file);
  const problem = analysis?.problems?.find(
    ({ file, range }) => file === at.file && range.start === at.range.start && range.end === at.range.end,
  );
  if (!problem?.fix) return;
  const { kind, text, edits } = problem.fix;
  yield { title: kind, args: { name: text }, edits: [{ kind: "edit", file: problem.file, edits }] };
}

/** Returns the effect of an error. The service leaves out either the affected operations or the entire file. */
function getValidityEffect(problem: ValidityProblem, spec: SpecOutline, site: Site): Effect {
  const fileEffect = isSpecUsedOnlyOnPages(spec, site) ? "pages" : "whole";
  if (site.profile.invalidOperationExcludesFile) return fileEffect;
  if (problem.operation) return "one";
  return problem.users || problem.path[0] === "components" ? "users" : fileEffect;
}

function createValidityFinding(
  problem: ValidityProblem,
  spec: SpecOutline,
  site: Site,
): Pick<Finding<ValidityMessage>, "message" | "args"> {
  const { name, expected, alternativeKeys } = problem;
  const args = {
    name,
    ...(expected !== undefined && { expected }),
    ...(alternativeKeys !== undefined && { instead: alternativeKeys }),
  };
  return { message: `${getProblemMessageKey(problem)}-${getValidityEffect(problem, spec, site)}`, args };
}

function getProblemMessageKey({
  kind,
  expected,
  alternativeKeys,
  variant,
}: ValidityProblem): keyof typeof problemMessages {
  switch (kind) {
    case "missing-key":
      return alternativeKeys === undefined ? "missing" : "either";
    case "unknown-key":
      return variant === "beside" ? "excluded" : "unknown";
    case "wrong-form":
      return expected === undefined ? "odd" : "form";
    default:
      return messageKeyByKind[kind];
  }
}

const messageKeyByKind = {
  "wrong-type": "type",
  "wrong-value": "value",
  "too-few": "empty",
  "not-unique": "twice",
  "no-choice-fits": "choice",
  "same-path": "choice",
  "path-parameter": "choice",
  "second-verdict": "second",
} as const;

function createToleratedFinding({
  kind,
  name,
  expected = "a valid value",
  variant,
  isAccepted,
}: ValidityProblem): Pick<Finding<ValidityMessage>, "message" | "args"> {
  if (isAccepted) return { message: kind === "missing-key" ? "acceptedMissing" : "accepted", args: { name } };
  switch (kind) {
    case "same-path":
      return { message: "samePath" };
    case "path-parameter":
      if (variant === "renamed") return { message: "renamedParameter", args: { name, expected } };
      return { message: variant === "unused" ? "unusedParameter" : "undefinedParameter", args: { name } };
    case "wrong-type":
      return variant === "underscores"
        ? { message: "underscores", args: { name } }
        : { message: "oddType", args: { name, expected } };
    case "wrong-value":
      return { message: "oddValue", args: { name, expected } };
    case "second-verdict":
      return { message: "wrongReference", args: { name } };
    default:
      return { message: "listedTwice", args: { name } };
  }
}

/**
 * Returns the severity of an error that services tolerate. Some kinds of errors are only information. For example, an
 * undescribed placeholder in a path is harmless if readers can guess its meaning.
 */
function getToleratedSeverity({ kind, isAccepted }: ValidityProblem): "warning" | "information" {
  return isAccepted || harmlessKinds.has(kind) ? "information" : "warning";
}

const harmlessKinds: ReadonlySet<ValidityProblem["kind"]> = new Set(["path-parameter", "not-unique", "same-path"]);

/**
 * Returns a function that checks whether a page may show the part of the specification that contains a problem. The
 * function returns false only for errors that services tolerate, because other errors can be the reason why a page
 * wasn't generated.
 */
function createShownCheck(spec: SpecOutline, site: Site): (problem: ValidityProblem) => boolean {
  if (!isNavigationComplete(site.config)) return () => true;
  const documentedOperations = listDocumentedOperations(site);
  const shownOperationKeys = new Set<string>();
  for (const operation of spec.operations)
    if (documentedOperations.has(operation))
      shownOperationKeys.add(operation.path).add(`${operation.path}\n${operation.method.toLowerCase()}`);
  const methodNames = new Set(spec.operations.map(({ method }) => method.toLowerCase()));
  return ({ path: [area, path, key], isTolerated, isAccepted = false }) => {
    if (area !== "paths" || path === undefined || !isTolerated || isAccepted) return true;
    const isOperation = key !== undefined && methodNames.has(String(key));
    return shownOperationKeys.has(isOperation ? `${path}\n${key}` : String(path));
  };
}

export type SpecVersionMessage =
  | "swagger"
  | "number"
  | "version"
  | "none"
  | "named"
  | "namedInvalid"
  | "here"
  | "quote";

/**
 * Reports an unsupported specification version, both in the specification's own file and at references in docs.json and
 * pages. The service silently ignores such a file, so authors don't know why its pages are missing.
 */
export function* findUnsupportedVersion(
  subject: Subject,
  site: Site,
  family: SpecFamily,
): Generator<Finding<SpecVersionMessage>> {
  if (subject.kind === "spec") {
    const spec = subject.value;
    if (getFamily(spec) !== family || !hasUnsupportedVersion(spec)) return;
    yield createVersionFinding(spec);
    return;
  }
  for (const { spec, at } of findSpecFileReferences(subject, site, family, hasUnsupportedVersion))
    yield {
      message: hasInvalidVersion(spec) ? "namedInvalid" : "named",
      args: { file: getSpecName(spec.path), version: formatVersion(spec) },
      at,
      relatedLocations: [{ at: { file: spec.path, range: spec.versionRange }, message: "here" }],
    };
}

/** Yields the fix that changes a version that YAML parses as a number to a string with three parts. */
export function* createVersionFixes({ at, data }: Finding): Generator<Fix<SpecVersionMessage>> {
  const version = data?.["version"];
  if (typeof version !== "string") return;
  const edits = createPartEdits(at, version).map((edit) =>
    edit.kind === "edit"
      ? { ...edit, edits: edit.edits.map((textEdit) => ({ ...textEdit, newText: `"${textEdit.newText}"` })) }
      : edit,
  );
  yield { title: "quote", args: { text: version }, edits };
}

function hasUnsupportedVersion(spec: SpecOutline): boolean {
  return !spec.isSupported && !getReadProblem(spec);
}

/** Whether the version is missing or isn't a string. The version itself may be supported. */
function hasInvalidVersion({ kind, version, isVersionString }: SpecOutline): boolean {
  return kind !== "swagger" && (version === "" || !isVersionString);
}

function createVersionFinding(spec: SpecOutline): Finding<SpecVersionMessage> {
  const at = { file: spec.path, range: spec.versionRange };
  const args = { version: formatVersion(spec) };
  if (spec.kind === "swagger") return { message: "swagger", args, at };
  if (spec.version === "") return { message: "none", at };
  if (!hasInvalidVersion(spec)) return { message: "version", args, at };
  const versionMatch = /^3(\.[012])?$/.exec(spec.version);
  const version = versionMatch ? `${spec.version}${versionMatch[1] ? "" : ".0"}.0` : undefined;
  return { message: "number", args, at, ...(version === undefined ? {} : { data: { version } }) };
}

function formatVersion({ kind, version }: SpecOutline): Phrase {
  const name = kind === "asyncapi" ? "AsyncAPI" : kind === "swagger" ? "Swagger" : "OpenAPI";
  return toVerbatim(version === "" ? name : `${name} ${version}`);
}

/**
 * Returns the message arguments with the site's API keys masked, except for their prefixes. Many rules quote text from
 * the site, and other people can read the reports.
 */
export function maskApiKeys(args: MessageArgs | undefined, site: Site): MessageArgs | undefined {
  const secretKeyPattern = site.keys.size > 0 && args ? getSearchPattern(site.settings) : undefined;
  if (!secretKeyPattern || !args) return args;
  return maskStrings(args, secretKeyPattern.prefix) as MessageArgs;
}

/** Masks the site's API keys in strings, including strings inside phrases and lists. */
function maskStrings(value: unknown, prefix: string): unknown {
  if (typeof value === "string") return maskAfterPrefix(value, prefix);
  if (Array.isArray(value)) return value.map((item) => maskStrings(item, prefix));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, innerValue]) => [name, maskStrings(innerValue, prefix)]));
}

function maskAfterPrefix(text: string, prefix: string): string {
  const [textBefore = "", ...otherSegments] = text.split(prefix);
  return [textBefore, ...otherSegments.map((segment) => segment.replace(/^[\w-]{8,}…?[\w-]*/, "***"))].join(prefix);
}
