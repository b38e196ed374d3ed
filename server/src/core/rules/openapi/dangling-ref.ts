import { listDocumentingPages, listOperationsWithPage } from "../../site/navigation/coverage.ts";
import { createSiteView, type Site } from "../../site/site.ts";
import { getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { isSpecUsed, listPageEndpoints, findIncludingSpec } from "../../site/specs/operation-references.ts";
import { groupSpecsByIncludedFile } from "../../site/specs/specs.ts";
import { isReadable } from "../../site/specs/specs.ts";
import type { OperationOutline, ReferenceSource, SpecOutline } from "../../spec/spec-outline.ts";
import { derive, groupBy } from "../../text/maps.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";

export const danglingRef = defineRule({
  code: "openapi/dangling-ref",
  subjectKinds: ["spec", "file"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "A `$ref` whose target doesn't exist.",
  why: "The content that the reference should include, such as a parameter, a body, or a field's schema, is missing from every page that needs it. If no page shows an operation that contains the reference, or if another specification defines all of these operations, too, the problem is only information. The published service leaves out the whole file if more than the last part of the reference is missing, and for each missing target in an AsyncAPI file.",
  howToFix: "Fix the reference, or add its target.",
  whenToTurnOff:
    "Keep this rule on. If the target of a reference doesn't exist, its content is missing from the published pages.",
  messages: {
    dangling:
      "`{reference}` doesn't exist in this file, so its content is missing from the pages. Fix the reference, or add its target.",
    elsewhere:
      "`{reference}` doesn't exist in the site or can't be read, so its content is missing from the pages. Fix the reference, or add its target.",
    example:
      "`{reference}` doesn't exist in this file, so readers don't see this example. Fix the reference, or add the example.",
    unshown:
      "`{reference}` doesn't exist, but no page shows the operation that uses it. Fix the reference before you add the operation to the docs.",
    copied:
      "`{reference}` doesn't exist in this file, but readers may see the operation that uses it from `{other}`. Fix the reference, or remove this copy of the operation.",
    unused:
      "`{reference}` doesn't exist, but no operation uses the component that contains it. Fix the reference, or remove the component.",
    file: "`{reference}` doesn't exist, so the service leaves this whole file out of the docs. Fix the reference, or add its target.",
    severalDangling:
      "{count} references, such as `{reference}`, have no target in this file, so content is missing from the pages. Fix the references, or add their targets.",
    severalElsewhere:
      "`{reference}` is used {count} times but doesn't exist in the site or can't be read, so content is missing from the pages. Fix the references, or add their target.",
    severalExamples:
      "{count} references to examples, such as `{reference}`, have no target in this file, so readers don't see these examples. Fix the references, or add the examples.",
    severalUnshown:
      "{count} references, such as `{reference}`, have no target, but no page shows the operations that use them. Fix the references before you add the operations to the docs.",
    severalCopied:
      "{count} references, such as `{reference}`, don't exist in this file, but readers may see the operations from `{other}`. Fix the references, or remove these copies.",
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
    return subject.kind === "file" ? findDanglingReferencesInIncludedFile(subject.value, site) : [];
  },
  grouping: {
    getCause: ({ at, message, data }) => {
      const reference = String(data?.["reference"]);
      // Components of the same kind are usually left out together.
      const target = /^(?:dangling|un)/.test(message) ? reference.slice(0, reference.lastIndexOf("/")) : reference;
      return `${at.file}\n${message === "copied" || message === "example" ? message : target}`;
    },
    combinedMessage: ({ message }) => severalMessages[message] ?? "severalDangling",
  },
});

type DanglingFinding = Finding<"dangling" | "elsewhere" | "example" | "unshown" | "copied" | "unused" | "file">;

const severalMessages: Readonly<Record<string, SeveralMessage | undefined>> = {
  elsewhere: "severalElsewhere",
  example: "severalExamples",
  unshown: "severalUnshown",
  unused: "severalUnshown",
  copied: "severalCopied",
  file: "severalFile",
};

type SeveralMessage = "severalElsewhere" | "severalExamples" | "severalUnshown" | "severalCopied" | "severalFile";

/** Yields the references in one of a specification's files that can't be resolved. */
function* findDanglingReferences(spec: SpecOutline, file: SitePath, site: Site): Iterable<DanglingFinding> {
  if (!isReadable(spec) || spec.problems.length === 0) return;
  const isShown = createVisibilityCheck(spec, site);
  const findOtherSpec = createEarlierSpecFinder(spec, site);
  for (const problem of spec.problems) {
    if ("reason" in problem || (problem.file ?? spec.path) !== file) continue;
    if (problem.isData && !site.profile.invalidOperationExcludesFile) continue;
    const isDangling =
      problem.kind === "dangling-ref" ||
      // If the service doesn't follow references to other files, `openapi/external-ref` reports them.
      (problem.outcome === "names-nothing" && !site.profile.invalidOperationExcludesFile);
    if (!isDangling) continue;
    const args = { reference: problem.text };
    const data = { reference: problem.text };
    const at = { file, range: problem.range };
    let otherSpec: SpecOutline | undefined;
    if (site.profile.invalidOperationExcludesFile && (problem.losesFile || spec.kind === "asyncapi"))
      yield { message: "file", args, at, data };
    else if (problem.owners && !isShown(problem.owners))
      yield {
        message: problem.owners.length === 0 ? "unused" : "unshown",
        args,
        at,
        data,
        severity: "information",
      };
    else if ((otherSpec = findOtherSpec(problem.owners)))
      yield { message: "copied", args: { ...args, other: otherSpec.path }, at, data, severity: "information" };
    else if (problem.text.startsWith("#/components/examples/"))
      yield { message: "example", args, at, data, severity: "warning" };
    else yield { message: problem.text.startsWith("#") ? "dangling" : "elsewhere", args, at, data };
  }
}

/**
 * Returns a function that checks whether a page shows any of the operations or a component that a reference applies to.
 * It returns true for all references if another specification includes parts of this one, because it's unknown which
 * parts, and if the site doesn't use the specification, because all of its problems are then combined.
 */
function createVisibilityCheck(spec: SpecOutline, site: Site): (owners: readonly ReferenceSource[]) => boolean {
  if (mayUseAnyPart(spec, site)) return () => true;
  const operationsWithPages = listOperationsWithPage(site);
  return (owners) =>
    owners.some((referenceOwner) => {
      const operations = listOwnedOperations(spec, referenceOwner);
      return operations.length === 0 || operations.some((operation) => operationsWithPages.has(operation));
    });
}

/** Whether any part of the specification may be used, because it's unknown which parts pages show. */
function mayUseAnyPart(spec: SpecOutline, site: Site): boolean {
  return groupSpecsByIncludedFile(site.specs).has(spec.path) || !isSpecUsed(spec, site) || showsSchemas(spec, site);
}

/**
 * Returns a function that finds an earlier specification that defines all operations that a reference applies to and
 * that pages show. Without owners, a reference may apply to any operation.
 */
function createEarlierSpecFinder(
  spec: SpecOutline,
  site: Site,
): (owners: readonly ReferenceSource[] | undefined) => SpecOutline | undefined {
  const earlierSpecByOperation = getEarlierSpecByOperation(site);
  if (mayUseAnyPart(spec, site) || !spec.operations.some((operation) => earlierSpecByOperation.has(operation)))
    return () => undefined;
  const operationsWithPages = listOperationsWithPage(site);
  const findEarlierSpec = (operations: readonly OperationOutline[]): SpecOutline | undefined => {
    const shownOperations = operations.filter((operation) => operationsWithPages.has(operation));
    const [firstOperation] = shownOperations;
    return firstOperation && shownOperations.every((operation) => earlierSpecByOperation.has(operation))
      ? earlierSpecByOperation.get(firstOperation)
      : undefined;
  };
  const earlierSpecOfAll = findEarlierSpec([...spec.operations, ...spec.webhooks]);
  return (owners) =>
    owners
      ? findEarlierSpec(owners.flatMap((referenceOwner) => listOwnedOperations(spec, referenceOwner)))
      : earlierSpecOfAll;
}

/**
 * Maps each operation that pages show only if the service doesn't choose an earlier specification to that
 * specification. The pages don't specify a file, and several specifications define the operation.
 */
const getEarlierSpecByOperation = createSiteView(
  ["config", "specs", "pages", "profile"],
  (site): ReadonlyMap<OperationOutline, SpecOutline> => {
    const operationsOfPages = listDocumentingPages(site).map(({ operations }) => operations);
    const shownOperations = new Set(operationsOfPages.flatMap((operations) => operations.slice(0, 1)));
    for (const { target } of getGeneratedPages(site))
      if (target && "operation" in target) shownOperations.add(target.operation);
    const specByOperation = new Map<OperationOutline, SpecOutline>();
    for (const spec of site.specs.values())
      for (const operation of [...spec.operations, ...spec.webhooks]) specByOperation.set(operation, spec);
    const earlierSpecByOperation = new Map<OperationOutline, SpecOutline>();
    for (const [firstOperation, ...otherOperations] of operationsOfPages) {
      const spec = firstOperation && specByOperation.get(firstOperation);
      for (const operation of otherOperations)
        if (spec && !shownOperations.has(operation)) earlierSpecByOperation.set(operation, spec);
    }
    return earlierSpecByOperation;
  },
);

/** Returns the operations of a path item, or the operation itself. */
function listOwnedOperations(spec: SpecOutline, { path, method }: ReferenceSource): readonly OperationOutline[] {
  const operations = groupByPath(spec).get(path) ?? [];
  return method === undefined ? operations : operations.filter((operation) => operation.method === method);
}

const groupByPath = derive(({ operations }: SpecOutline) => groupBy(operations, ({ path }) => path));

/** Whether a page shows one of the specification's schemas. Its content can include any other component. */
function showsSchemas(spec: SpecOutline, site: Site): boolean {
  return listPageEndpoints(site).some(
    ({ resolution }) => resolution.kind === "found" && resolution.target.kind === "schema" && resolution.spec === spec,
  );
}

/**
 * Returns the findings for a file that specifications include but that isn't a specification itself. The file is
 * checked as part of the first specification that includes it.
 */
function findDanglingReferencesInIncludedFile(file: SitePath, site: Site): Iterable<DanglingFinding> {
  const owningSpec = findIncludingSpec(site, file);
  return owningSpec && !site.profile.invalidOperationExcludesFile ? findDanglingReferences(owningSpec, file, site) : [];
}
