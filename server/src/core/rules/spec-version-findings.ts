import { readingProblem } from "../site/specs/specs.ts";
import type { Site } from "../site/site.ts";
import { isUsed } from "../site/specs/operation-references.ts";
import { specName } from "../spec/remote-spec.ts";
import { familyOf, type SpecFamily, type SpecOutline } from "../spec/spec-outline.ts";
import { rewritePart } from "./endpoint-places.ts";
import { placesThatName } from "./places-that-name.ts";
import type { Finding, Fix, Subject } from "./rule.ts";

export type SpecVersionMessage = "swagger" | "number" | "version" | "none" | "named" | "here" | "quote";

/**
 * A specification of a version that no page is made from, in its own file and wherever docs.json or a page names
 * it. A file that nothing leads to is not refused but passed over, and its author waits for pages that never come.
 */
export function* findSpecVersion(
  subject: Subject,
  site: Site,
  family: SpecFamily,
): Generator<Finding<SpecVersionMessage>> {
  if (subject.kind === "spec") {
    const spec = subject.value;
    if (familyOf(spec) !== family || !isOfOtherVersion(spec)) return;
    const finding = explainVersion(spec);
    yield isUsed(spec, site) ? finding : { ...finding, severity: "warning" };
    return;
  }
  for (const { spec, at } of placesThatName(subject, site, family, isOfOtherVersion))
    yield {
      message: "named",
      args: { file: specName(spec.path), version: versionName(spec) },
      at,
      related: [{ at: { file: spec.path, range: spec.versionRange }, message: "here" }],
    };
}

/** Writes a version that YAML takes for a number as a text of three parts. */
export function* fixSpecVersion({ at, data }: Finding): Generator<Fix<SpecVersionMessage>> {
  const version = data?.["version"];
  if (typeof version !== "string") return;
  const edits = rewritePart(at, version).map((edit) =>
    edit.kind === "edit"
      ? { ...edit, edits: edit.edits.map((one) => ({ ...one, newText: `"${one.newText}"` })) }
      : edit,
  );
  yield { title: "quote", args: { version }, edits };
}

function isOfOtherVersion(spec: SpecOutline): boolean {
  return !spec.supported && !readingProblem(spec);
}

function explainVersion(spec: SpecOutline): Finding<SpecVersionMessage> {
  const at = { file: spec.path, range: spec.versionRange };
  const args = { version: versionName(spec) };
  if (spec.kind === "swagger") return { message: "swagger", args, at };
  if (spec.version === "") return { message: "none", at };
  if (spec.versionIsText) return { message: "version", args, at };
  const whole = /^3(\.[012])?$/.exec(spec.version);
  const version = whole ? `${spec.version}${whole[1] ? "" : ".0"}.0` : undefined;
  return { message: "number", args, at, ...(version === undefined ? {} : { data: { version } }) };
}

function versionName({ kind, version }: SpecOutline): string {
  const name = kind === "asyncapi" ? "AsyncAPI" : kind === "swagger" ? "Swagger" : "OpenAPI";
  return version === "" ? name : `${name} ${version}`;
}
