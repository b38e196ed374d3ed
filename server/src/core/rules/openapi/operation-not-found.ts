import { groupLocationsByOperation, type OperationLocations } from "../../site/navigation/coverage.ts";
import { groupMenuKeysByPage } from "../../site/navigation/navigation-pages.ts";
import { findGeneratedPage } from "../../site/links/resolve-link.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { findTarget, type Resolution } from "../../site/specs/operation-references.ts";
import { hasOverlays, isReadable } from "../../site/specs/specs.ts";
import { findNearestOperation, type NearestOperation } from "../../spec/find-spec.ts";
import type { EndpointReference } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { findNearestName } from "../../text/similarity.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";
import { createSuggestionSource, type SuggestionSource } from "../subjects/fixes.ts";
import { maxSeparateFindings } from "../subjects/same-target.ts";
import {
  isReplaceable,
  listLocatedReferences,
  getOperationLocation,
  formatOperation,
  getPartLocation,
  type LocatedReference,
  createPartEdits,
  getTargetRange,
  getTargetText,
} from "../subjects/site-subjects.ts";

type NotFoundResolution = Extract<Resolution, { kind: "target-not-found" }>;
type MessageKey =
  | "missing"
  | "missing-here"
  | "severalHere"
  | "severalMissing"
  | "near"
  | "near-any"
  | "elsewhere"
  | "instead"
  | "insteads"
  | "schema"
  | "near-schema"
  | "here"
  | "use";

export const operationNotFound = defineRule({
  code: "openapi/operation-not-found",
  subjectKinds: ["config", "page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "A reference to an operation, webhook, or schema that isn't in the specification.",
  why: "The method and path must match the specification exactly. Otherwise, readers see a page without its endpoint, or no page at all. Some services use the operation from another specification instead, so readers may see text in the wrong language or for the wrong version.",
  howToFix: "Fix the reference, or add the operation, webhook, or schema to the specification.",
  whenToTurnOff: "Turn off this rule if a build step generates the specification after Docwright checks the site.",
  messages: {
    missing:
      "`{target}` isn't defined in any of the site's specifications, so readers don't see an endpoint here. Fix the reference, or add the definition.",
    "missing-here":
      "`{target}` isn't defined in `{spec}`, so readers don't see an endpoint here. Fix the reference, or add the definition.",
    severalHere:
      "{count} references, such as `{target}`, aren't defined in `{spec}`, so readers don't see these endpoints. Fix the references, or add the definitions.",
    severalMissing:
      "{count} references, such as `{target}`, aren't defined in any of the site's specifications, so readers don't see these endpoints. Fix the references, or add the definitions.",
    near: "`{target}` isn't defined in `{spec}`, so readers don't see an endpoint here. Did you mean `{near}`?",
    "near-any":
      "`{target}` isn't defined in any of the site's specifications, so readers don't see an endpoint here. Did you mean `{near}`?",
    elsewhere:
      "`{target}` isn't defined in `{spec}`, so readers don't see an endpoint here. Use `{other}`, which defines it.",
    instead:
      "`{target}` isn't defined in `{spec}`, so readers see the definition from `{other}` instead. Reference `{newest}`, or add the definition to `{spec}`.",
    insteads:
      "`{target}` isn't defined in the specifications of {count} pages, so readers see the definition from `{other}` instead. Reference `{newest}`, or add the definition.",
    schema:
      "`{target}` isn't defined under `components` in any specification, so readers see no schema here. Fix the reference, or add the schema.",
    "near-schema":
      "`{target}` isn't defined under `components` in any specification, so readers see no schema here. Did you mean `{near}`?",
    here: "The closest match.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["user", "[|GET /user|]"] }] } }
//- user.mdx
---
openapi: "[|DELETE /users|]"
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["user", "GET /users"] }] } }
//- user.mdx
---
openapi: "POST /users"
---
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {}, "post": {} } } }
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["user"] } }
//- user.mdx
---
openapi-schema: [|Usr|]
---
//- api.json
{ "openapi": "3.1.0", "components": { "schemas": { "User": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["user"] } }
//- user.mdx
---
openapi-schema: User
---
//- api.json
{ "openapi": "3.1.0", "components": { "schemas": { "User": {} } } }
`,
    },
    {
      profile: "mintlify",
      bad: `
//- docs.json
{ "navigation": { "pages": ["paid"] } }
//- paid.mdx
---
openapi: "v1.json [|webhook order.paid|]"
---
//- v1.json
{ "openapi": "3.1.0", "paths": {} }
//- v2.json
{ "openapi": "3.1.0", "webhooks": { "order.paid": { "post": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["paid"] } }
//- paid.mdx
---
openapi: "v2.json webhook order.paid"
---
//- v1.json
{ "openapi": "3.1.0", "paths": {} }
//- v2.json
{ "openapi": "3.1.0", "webhooks": { "order.paid": { "post": {} } } }
`,
    },
  ],
  *check(subject, site) {
    // Readers see the endpoint of a generated page that replaces the file, which `nav/slug-collision` reports.
    const slug = subject.kind === "page" ? getPageSlug(subject.value.outline.path) : undefined;
    if (slug !== undefined && findGeneratedPage(site, slug)) return;
    const suggestions: SuggestionSources = {
      operation: createSuggestionSource(),
      name: createSuggestionSource(),
    };
    for (const locatedReference of listLocatedReferences(subject, site)) {
      const { resolution } = locatedReference;
      if (resolution.kind !== "target-not-found" || resolution.reference.form === "channel") continue;
      if (resolution.specs.some((spec) => hasOverlays(spec, site))) continue;
      const range = getTargetRange(resolution.reference, locatedReference.text);
      const at = getPartLocation(locatedReference, range);
      const definingSpecs = locatedReference.field === undefined ? [] : findAlternativeSpecs(resolution, site);
      const [otherSpec] = definingSpecs;
      const finding = otherSpec
        ? createAlternativeFinding(resolution, definingSpecs, otherSpec, at)
        : createFinding(resolution, at, locatedReference.field, site, suggestions);
      const { data, ...rest } = finding;
      yield isReplaceable(at, range) && data
        ? { ...rest, data: { ...data, ...getNamedFileData(locatedReference) } }
        : rest;
    }
  },
  *createFixes({ at, data }) {
    const suggestion = data?.["near"];
    if (typeof suggestion !== "string") return;
    const file = data?.["file"];
    const otherPath = data?.["other"];
    if (typeof otherPath === "string" && file !== undefined) return;
    const text = typeof otherPath === "string" ? `${otherPath} ${suggestion}` : suggestion;
    const edits = createPartEdits(at, text);
    if (edits.length > 0) yield { title: "use", args: { near: text }, edits };
  },
  // Each version of an API can have a page for an operation that was removed long ago.
  grouping: {
    maxSeparateProblems: maxSeparateFindings,
    getCause: ({ message, args }) => {
      const spec = args?.["spec"];
      if (message === "missing-here") return typeof spec === "string" ? `${spec}\n${message}` : undefined;
      if (message === "missing") return message;
      return message === "instead" ? `${message}\n${JSON.stringify([args?.["target"], args?.["other"]])}` : undefined;
    },
    combinedMessage: ({ message }) => combinedMessages[message],
  },
});

const combinedMessages: Readonly<Partial<Record<string, "insteads" | "severalHere" | "severalMissing">>> = {
  instead: "insteads",
  "missing-here": "severalHere",
  missing: "severalMissing",
};

function getNamedFileData({ resolution }: LocatedReference): { readonly file?: string } {
  const file = resolution.kind === "target-not-found" ? resolution.reference.file : undefined;
  return file ? { file: file.text } : {};
}

/** Returns the path that differs from this one only in its version numbers and has the highest numbers. */
function findNewestVersion(path: SitePath, specs: readonly SpecOutline[]): SitePath {
  const maskNumbers = (text: string) => text.replace(/\d+(?:\.\d+)*/g, "0");
  const versions = specs.map((spec) => spec.path).filter((specPath) => maskNumbers(specPath) === maskNumbers(path));
  return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1) ?? path;
}

/**
 * Returns the specifications that contain the operation or schema if the referenced one doesn't. Some services use the
 * first one.
 */
function findAlternativeSpecs({ reference, specs }: NotFoundResolution, site: Site): readonly SpecOutline[] {
  if (site.profile.name !== "mintlify" || !reference.file) return [];
  return [...site.specs.values()].filter(
    (spec) => !specs.includes(spec) && isReadable(spec) && findTarget(spec, reference),
  );
}

function createAlternativeFinding(
  { reference, specs }: NotFoundResolution,
  definingSpecs: readonly SpecOutline[],
  otherSpec: SpecOutline,
  at: Finding["at"],
): Finding<MessageKey> {
  const { path } = otherSpec;
  const newestPath = findNewestVersion(path, definingSpecs);
  const args = {
    spec: specs[0]?.path ?? "",
    target: getTargetText(reference),
    other: path,
    newest: newestPath,
  };
  return { message: "instead", args, at, severity: "warning" };
}

interface SuggestionSources {
  readonly operation: SuggestionSource<NearestOperation>;
  readonly name: SuggestionSource;
}

function createFinding(
  resolution: NotFoundResolution,
  at: Finding["at"],
  field: LocatedReference["field"],
  site: Site,
  suggestions: SuggestionSources,
): Finding<MessageKey> {
  const { reference, specs } = resolution;
  if (reference.form === "schema") return createSchemaFinding(reference, specs, at, suggestions);
  const [spec] = specs;
  const target = getTargetText(reference);
  const onlySpec = specs.length === 1 ? spec : undefined;
  if (reference.form === "operation") {
    const candidateSpecs = specs.length > 1 ? specs : [...site.specs.values()];
    const nearestOperation = suggestions.operation(`${onlySpec?.path ?? ""}\n${target}`, () =>
      findNearestOperation(onlySpec, candidateSpecs, reference.method.text, reference.path.text),
    );
    if (nearestOperation && !isShownElsewhere(nearestOperation, at.file, field, site)) {
      const suggestion = formatOperation(nearestOperation.operation);
      const args = { target, near: suggestion, ...(onlySpec && { spec: onlySpec.path }) };
      const relatedLocations = [
        { at: getOperationLocation(nearestOperation.spec, nearestOperation.operation), message: "here" },
      ] as const;
      if (nearestOperation.difference !== "spec" || !onlySpec)
        return { message: onlySpec ? "near" : "near-any", args, at, relatedLocations, data: { near: suggestion } };
      const otherPath = nearestOperation.spec.path;
      return {
        message: "elsewhere",
        args: { ...args, other: otherPath },
        at,
        relatedLocations,
        data: { near: suggestion, other: otherPath },
      };
    }
  }
  const suggestion =
    reference.form === "webhook"
      ? suggestions.name(`${spec?.path ?? ""}\n${target}`, () =>
          findNearestName(reference.name.text, listWebhookNames(specs)),
        )
      : undefined;
  if (suggestion !== undefined && spec) {
    const webhookReference = `webhook ${suggestion}`;
    return {
      message: "near",
      args: { target, spec: spec.path, near: webhookReference },
      at,
      data: { near: webhookReference },
    };
  }
  return onlySpec
    ? { message: "missing-here", args: { target, spec: onlySpec.path }, at }
    : { message: "missing", args: { target }, at };
}

/**
 * Whether readers find the operation elsewhere, so the author meant another one: in a menu that lists this page or, if
 * only the method differs, in any menu. An entry whose path has a typo is probably a duplicate.
 */
function isShownElsewhere(
  { operation, difference }: NearestOperation,
  page: SitePath,
  field: LocatedReference["field"],
  site: Site,
): boolean {
  if (difference === "spec") return false;
  const locations = groupLocationsByOperation(site).get(operation);
  const isShown = ({ pages, entries }: OperationLocations) =>
    entries.length > 0 || pages.some((other) => other !== page);
  if (difference === "method") return [...(locations?.values() ?? [])].some(isShown);
  if (field === undefined) return false;
  const menus = groupMenuKeysByPage(site.config).get(getPageSlug(page) ?? "") ?? [];
  return [...menus].some((menu) => {
    const location = locations?.get(menu);
    return location !== undefined && isShown(location);
  });
}

function listWebhookNames(specs: NotFoundResolution["specs"]): string[] {
  return specs.flatMap(({ webhooks }) => webhooks.map(({ path }) => path));
}

function createSchemaFinding(
  reference: Extract<EndpointReference, { form: "schema" }>,
  specs: NotFoundResolution["specs"],
  at: Finding["at"],
  suggestions: SuggestionSources,
): Finding<MessageKey> {
  const target = reference.name.text;
  const suggestion = suggestions.name(`${specs[0]?.path ?? ""}\n${target}`, () =>
    findNearestName(
      target,
      specs.flatMap(({ schemas }) => schemas.map(({ name }) => name)),
    ),
  );
  return suggestion === undefined
    ? { message: "schema", args: { target }, at }
    : { message: "near-schema", args: { target, near: suggestion }, at, data: { near: suggestion } };
}
