import { listOperationsWithPage } from "../../site/navigation/coverage.ts";
import type { Site } from "../../site/site.ts";
import { isSpecUsed, listPageEndpoints, findIncludingSpec } from "../../site/specs/operation-references.ts";
import { mapIncludingSpecs } from "../../site/specs/specs.ts";
import { isReadable } from "../../site/specs/specs.ts";
import type { ReferenceOwner, SpecOutline } from "../../spec/spec-outline.ts";
import { derive, groupBy } from "../../text/maps.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";

export const danglingRef = defineRule({
  code: "openapi/dangling-ref",
  on: ["spec", "file"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "A `$ref` whose target doesn't exist.",
  why: "The content that the reference should include, such as a parameter, a body, or a field's schema, is missing from every page that needs it. If no page shows an operation that contains the reference, the problem is only information. The published service leaves out the whole file if more than the last part of the reference is missing, and for each missing target in an AsyncAPI file.",
  howToFix: "Fix the reference, or add its target.",
  whenToTurnOff:
    "Keep this rule on. If the target of a reference doesn't exist, its content is missing from the published pages.",
  messages: {
    dangling:
      "`{reference}` doesn't exist in this file, so its content is missing from the pages. Fix the reference, or add its target.",
    elsewhere:
      "`{reference}` doesn't exist in the site or can't be read, so its content is missing from the pages. Fix the reference, or add its target.",
    unshown:
      "`{reference}` doesn't exist, but no page shows the operation that uses it. Fix the reference before you add the operation to the docs.",
    unused:
      "`{reference}` doesn't exist, but no operation uses the component that contains it. Fix the reference, or remove the component.",
    file: "`{reference}` doesn't exist, so the service leaves this whole file out of the docs. Fix the reference, or add its target.",
    severalDangling:
      "`{reference}` is used {count} times but doesn't exist in this file, so content is missing from the pages. Fix the references, or add their target.",
    severalElsewhere:
      "`{reference}` is used {count} times but doesn't exist in the site or can't be read, so content is missing from the pages. Fix the references, or add their target.",
    severalUnshown:
      "`{reference}` is used {count} times but doesn't exist. No page shows the operations that use it. Fix the references before you add the operations to the docs.",
    severalFile:
      "`{reference}` is used {count} times but doesn't exist, so the service leaves this whole file out of the docs. Fix the references, or add their target.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      parameters:
        - $ref: [|"#/components/parameters/Page"|]
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      parameters:
        - $ref: "#/components/parameters/Page"
components:
  parameters:
    Page: { name: page, in: query }
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      requestBody:
        $ref: "shared/bodies.yaml#/User"
//- shared/bodies.yaml
User:
  content:
    application/json:
      schema:
        $ref: [|"../schemas.yaml#/User"|]
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.1.0
paths:
  /users:
    get:
      requestBody:
        $ref: "shared/bodies.yaml#/User"
//- shared/bodies.yaml
User:
  content:
    application/json:
      schema:
        $ref: "../schemas.yaml#/User"
//- schemas.yaml
User: { type: object }
`,
    },
  ],
  check: (subject, site) => {
    if (subject.kind === "spec") return findDanglingReferences(subject.value, subject.value.path, site);
    return subject.kind === "file" ? findDanglingReferencesInPart(subject.value, site) : [];
  },
  grouping: {
    getCause: ({ at, data }) => `${at.file}\n${String(data?.["reference"])}`,
    several: ({ message }) => severalMessages[message] ?? "severalDangling",
  },
});

type DanglingFinding = Finding<"dangling" | "elsewhere" | "unshown" | "unused" | "file">;

const severalMessages: Readonly<Record<string, SeveralMessage | undefined>> = {
  elsewhere: "severalElsewhere",
  unshown: "severalUnshown",
  unused: "severalUnshown",
  file: "severalFile",
};

type SeveralMessage = "severalElsewhere" | "severalUnshown" | "severalFile";

/** Yields the references in one of a specification's files that can't be resolved. */
function* findDanglingReferences(spec: SpecOutline, file: SitePath, site: Site): Iterable<DanglingFinding> {
  if (!isReadable(spec) || spec.problems.length === 0) return;
  const isShown = createShownCheck(spec, site);
  for (const problem of spec.problems) {
    if ("reason" in problem || (problem.file ?? spec.path) !== file) continue;
    if (problem.isData && !site.profile.invalidOperationLosesFile) continue;
    const isDangling =
      problem.kind === "dangling-ref" ||
      // If the service doesn't follow references to other files, `openapi/external-ref` reports them.
      (problem.outcome === "names-nothing" && !site.profile.invalidOperationLosesFile);
    if (!isDangling) continue;
    const args = { reference: problem.text };
    const data = { reference: problem.text };
    const at = { file, range: problem.range };
    if (site.profile.invalidOperationLosesFile && (problem.losesFile || spec.kind === "asyncapi"))
      yield { message: "file", args, at, data };
    else if (problem.owners && !isShown(problem.owners))
      yield {
        message: problem.owners.length === 0 ? "unused" : "unshown",
        args,
        at,
        data,
        severity: "information",
      };
    else yield { message: problem.text.startsWith("#") ? "dangling" : "elsewhere", args, at, data };
  }
}

/**
 * Returns a function that checks whether a page shows any of the operations or a component that a reference applies to.
 * It returns true for all references if another specification includes parts of this one, because it's unknown which
 * parts, and if the site doesn't use the specification, because all of its problems are then combined.
 */
function createShownCheck(spec: SpecOutline, site: Site): (owners: readonly ReferenceOwner[]) => boolean {
  const isIncluded = mapIncludingSpecs(site.specs).has(spec.path);
  if (isIncluded || !isSpecUsed(spec, site) || showsSchemas(spec, site)) return () => true;
  const operationsWithPages = listOperationsWithPage(site);
  const operationsByPath = groupByPath(spec);
  return (owners) =>
    owners.some(({ path, method }) => {
      const operationsOnPath = operationsByPath.get(path) ?? [];
      const matchingOperations =
        method === undefined ? operationsOnPath : operationsOnPath.filter((operation) => operation.method === method);
      return (
        matchingOperations.length === 0 || matchingOperations.some((operation) => operationsWithPages.has(operation))
      );
    });
}

const groupByPath = derive(({ operations }: SpecOutline) => groupBy(operations, ({ path }) => path));

/** Whether a page shows one of the specification's schemas. Its content can include any other component. */
function showsSchemas(spec: SpecOutline, site: Site): boolean {
  return listPageEndpoints(site).some(
    ({ resolution }) => resolution.kind === "found" && resolution.target.kind === "schema" && resolution.spec === spec,
  );
}

/**
 * Checks a file that specifications include but that isn't a specification itself. The file is read as part of the
 * first specification that includes it.
 */
function findDanglingReferencesInPart(file: SitePath, site: Site): Iterable<DanglingFinding> {
  const owningSpec = findIncludingSpec(site, file);
  return owningSpec && !site.profile.invalidOperationLosesFile ? findDanglingReferences(owningSpec, file, site) : [];
}
