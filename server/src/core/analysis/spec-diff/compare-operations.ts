import type {
  BodyModel,
  MediaTypeModel,
  OperationModel,
  ParameterModel,
  ResponseModel,
  SchemeRequirement,
} from "../../spec/model/operation-model.ts";
import { type ValueLocation, SchemaComparison, type Versions } from "./compare-schemas.ts";
import { type Finding, formatAsCode, formatListAsCode, type ChangeImpact } from "./difference.ts";

/** Compares the servers and authentication of an operation. */
export function compareAccess(oldOperation: OperationModel, newOperation: OperationModel): readonly Finding[] {
  return [...compareServers(oldOperation, newOperation), ...compareSecurity(oldOperation, newOperation)];
}

function compareServers(oldOperation: OperationModel, newOperation: OperationModel): Finding[] {
  const [oldUrls, newUrls] = [oldOperation, newOperation].map(({ servers }) => servers.map(({ url }) => url));
  const removedUrls = (oldUrls ?? []).filter((url) => !newUrls?.includes(url));
  const addedUrls = (newUrls ?? []).filter((url) => !oldUrls?.includes(url));
  return [
    ...(addedUrls.length > 0
      ? [createFinding("servers", true, `the operation is now available at ${formatListAsCode(addedUrls)}`)]
      : []),
    ...(removedUrls.length > 0
      ? [
          createFinding(
            "servers",
            false,
            `the operation is no longer available at ${formatListAsCode(removedUrls, "or")}`,
          ),
        ]
      : []),
  ];
}

function compareSecurity(oldOperation: OperationModel, newOperation: OperationModel): Finding[] {
  const [oldAlternatives, newAlternatives] = [getAlternatives(oldOperation), getAlternatives(newOperation)];
  const isStillAccepted = oldAlternatives.every((oldAlternative) =>
    newAlternatives.some((alternative) => isSatisfiedBy(alternative, oldAlternative)),
  );
  const isUnchanged =
    isStillAccepted &&
    newAlternatives.every((newAlternative) =>
      oldAlternatives.some((oldAlternative) => isSatisfiedBy(oldAlternative, newAlternative)),
    );
  if (isUnchanged) return [];
  const newText = formatSecurity(newAlternatives);
  const oldText = formatSecurity(oldAlternatives);
  const text =
    newText === oldText
      ? `the operation still requires ${newText}, but the scheme has changed`
      : `the operation now requires ${newText} (previously ${oldText})`;
  return [createFinding("security", isStillAccepted, text)];
}

/**
 * Returns the alternative security requirements. An empty list means that no authentication is required, so it's
 * returned as a single alternative without requirements.
 */
function getAlternatives({ security }: OperationModel): readonly (readonly SchemeRequirement[])[] {
  return security.length > 0 ? security : [[]];
}

/** Whether the credentials for the second alternative are also sufficient for the first. */
function isSatisfiedBy(
  alternative: readonly SchemeRequirement[],
  otherAlternative: readonly SchemeRequirement[],
): boolean {
  return alternative.every((requirement) =>
    otherAlternative.some(
      (other) =>
        other.name === requirement.name &&
        requirement.scopes.every((scope) => other.scopes.includes(scope)) &&
        getSchemeKey(other) === getSchemeKey(requirement),
    ),
  );
}

/** Returns, as JSON, the properties of a security scheme that determine what a client sends. */
function getSchemeKey({ scheme }: SchemeRequirement): string {
  return JSON.stringify(["type", "in", "name", "scheme"].map((key) => scheme?.[key]));
}

function formatSecurity(alternatives: readonly (readonly SchemeRequirement[])[]): string {
  return alternatives
    .map((alternative) =>
      alternative.length === 0
        ? "no authentication"
        : alternative
            .map(({ name, scopes }) =>
              scopes.length > 0 ? `${formatAsCode(name)} (${formatListAsCode(scopes)})` : formatAsCode(name),
            )
            .join(" and "),
    )
    .join(" or ");
}

function createFinding(kind: "servers" | "security", isSafe: boolean, text: string): Finding {
  return {
    kind,
    weight: isSafe ? "addition" : "breaking",
    section: "changed",
    place: "request",
    name: "",
    text,
  };
}

/**
 * The changes that readers notice on an operation's page or in a part of it, in page order. `isPartial` is true if the
 * comparison stopped early.
 */
export interface ComparedFindings {
  readonly findings: readonly Finding[];
  readonly isPartial: boolean;
}

export function compareOperations(
  oldOperation: OperationModel,
  newOperation: OperationModel,
  versions: Versions,
): ComparedFindings {
  if (versions.specIdentity.isSameOperation(oldOperation, newOperation)) return { findings: [], isPartial: false };
  const comparedParts = [
    ...compareParameters(oldOperation.parameters, newOperation.parameters, "request", "", versions),
    ...compareBodies(oldOperation.body, newOperation.body, versions),
    ...compareResponses(oldOperation.responses, newOperation.responses, versions),
  ];
  const findings = [
    ...compareMetadata(oldOperation, newOperation),
    ...compareAccess(oldOperation, newOperation),
    ...comparedParts.flatMap((part) => part.findings),
  ];
  return {
    findings: removeDuplicateFindings(findings),
    isPartial: oldOperation.isTruncated || newOperation.isTruncated || comparedParts.some(({ isPartial }) => isPartial),
  };
}

/** Removes duplicate changes, because several media types often have the same fields. */
function removeDuplicateFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.weight} ${finding.text}`, finding])).values()];
}

function compareMetadata(oldOperation: OperationModel, newOperation: OperationModel): Finding[] {
  const commonProperties = { place: "request", name: "" } as const;
  const findings: Finding[] = [];
  const addFinding = (kind: Finding["kind"], impact: ChangeImpact, text: string) =>
    findings.push({
      ...commonProperties,
      kind,
      weight: impact,
      section: kind === "deprecated" ? kind : "changed",
      text,
    });
  if (getCallKey(oldOperation) !== getCallKey(newOperation))
    addFinding(
      "moved",
      "breaking",
      `the operation is now ${formatAsCode(`${newOperation.method} ${newOperation.path}`)} (was ${formatAsCode(`${oldOperation.method} ${oldOperation.path}`)})`,
    );
  if (newOperation.deprecated && !oldOperation.deprecated)
    addFinding("deprecated", "wording", "the operation is deprecated");
  if (oldOperation.deprecated && !newOperation.deprecated)
    addFinding("no-longer-deprecated", "wording", "the operation is no longer deprecated");
  if (oldOperation.summary !== newOperation.summary || oldOperation.description !== newOperation.description)
    addFinding("description", "wording", "the operation has a different description");
  if (getSamplesKey(oldOperation) !== getSamplesKey(newOperation))
    addFinding("example", "wording", "the operation has different code samples");
  return findings;
}

/**
 * Returns a string that identifies the specification's own code samples. Services show these samples instead of
 * generated ones.
 */
function getSamplesKey({ extensions }: OperationModel): string {
  return JSON.stringify(extensions["x-codeSamples"] ?? extensions["x-code-samples"] ?? null);
}

/**
 * Returns a string that identifies an operation for callers. The names of path parameters are omitted, because callers
 * don't see them.
 */
function getCallKey({ method, path, isWebhook }: OperationModel): string {
  return isWebhook ? path : `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
}

type Direction = ValueLocation["direction"];

function compareParameters(
  oldParameters: readonly ParameterModel[],
  newParameters: readonly ParameterModel[],
  direction: Direction,
  status: string,
  versions: Versions,
): readonly ComparedFindings[] {
  const getLocation = (parameter: ParameterModel) => (status === "" ? parameter.in : `answer ${status}`);
  const comparisons: ComparedFindings[] = [];
  const unmatchedParametersByKey = new Map(oldParameters.map((parameter) => [getParameterKey(parameter), parameter]));
  const oldParametersByNew = new Map<ParameterModel, ParameterModel>();
  for (const parameter of newParameters) {
    const oldParameter = unmatchedParametersByKey.get(getParameterKey(parameter));
    if (oldParameter) oldParametersByNew.set(parameter, oldParameter);
    if (oldParameter) unmatchedParametersByKey.delete(getParameterKey(parameter));
  }
  pairPathParameters(unmatchedParametersByKey, newParameters, oldParametersByNew);
  for (const parameter of newParameters) {
    const pairedParameter = oldParametersByNew.get(parameter);
    // A parameter with the same name may have moved to this location from another one.
    const movedParameter = pairedParameter
      ? undefined
      : [...unmatchedParametersByKey.values()].find(({ name }) => name === parameter.name);
    if (movedParameter) unmatchedParametersByKey.delete(getParameterKey(movedParameter));
    const label = `${getParameterLabel(parameter, direction)} ${formatAsCode(parameter.name)}${status === "" ? "" : ` in the ${formatAsCode(status)} response`}`;
    const schemaComparison = new SchemaComparison(
      { location: getLocation(parameter), direction, name: parameter.name, label },
      versions,
    );
    if (movedParameter)
      schemaComparison.report("moved", false, "", `was previously a ${getParameterLabel(movedParameter, direction)}`);
    else if (!pairedParameter) schemaComparison.reportAddedField("", parameter.required);
    const oldParameter = pairedParameter ?? movedParameter;
    if (oldParameter) compareParameter(oldParameter, parameter, schemaComparison);
    comparisons.push(schemaComparison);
  }
  for (const oldParameter of unmatchedParametersByKey.values()) {
    const label = `${getParameterLabel(oldParameter, direction)} ${formatAsCode(oldParameter.name)}${status === "" ? "" : ` in the ${formatAsCode(status)} response`}`;
    const schemaComparison = new SchemaComparison(
      { location: getLocation(oldParameter), direction, name: oldParameter.name, label },
      versions,
    );
    schemaComparison.report("removed", false, "", "was removed");
    comparisons.push(schemaComparison);
  }
  return comparisons;
}

/** Matches path parameters by position, because callers don't see their names. */
function pairPathParameters(
  unmatchedParametersByKey: Map<string, ParameterModel>,
  after: readonly ParameterModel[],
  oldParametersByNew: Map<ParameterModel, ParameterModel>,
): void {
  const oldParameters = [...unmatchedParametersByKey.values()].filter((parameter) => parameter.in === "path");
  const newParameters = after.filter((parameter) => parameter.in === "path" && !oldParametersByNew.has(parameter));
  if (oldParameters.length !== newParameters.length) return;
  for (const [i, parameter] of newParameters.entries()) {
    const oldParameter = oldParameters[i];
    if (!oldParameter) continue;
    oldParametersByNew.set(parameter, oldParameter);
    unmatchedParametersByKey.delete(getParameterKey(oldParameter));
  }
}

function compareParameter(
  oldParameter: ParameterModel,
  newParameter: ParameterModel,
  schemaComparison: SchemaComparison,
): void {
  if (oldParameter.name !== newParameter.name && oldParameter.in === "path")
    schemaComparison.addTextFinding("description", "", `was renamed from ${formatAsCode(oldParameter.name)}`);
  schemaComparison.compareRequiredFlag(oldParameter.required, newParameter.required, "");
  if (oldParameter.deprecated !== newParameter.deprecated)
    schemaComparison.reportDeprecation(newParameter.deprecated, "");
  if (
    oldParameter.in === newParameter.in &&
    (oldParameter.style !== newParameter.style || oldParameter.explode !== newParameter.explode)
  )
    schemaComparison.report("serialization", false, "", "is serialized differently");
  if (oldParameter.description !== newParameter.description)
    schemaComparison.addTextFinding("description", "", "has a different description");
  if (getExamplesKey(oldParameter) !== getExamplesKey(newParameter))
    schemaComparison.addTextFinding("example", "", "has a different example");
  if (oldParameter.schema && newParameter.schema)
    schemaComparison.compareSchemas(oldParameter.schema, newParameter.schema, "");
}

function getParameterKey(parameter: ParameterModel): string {
  return `${parameter.in} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`;
}

function getParameterLabel(parameter: ParameterModel, direction: Direction): string {
  if (direction === "response" || parameter.in === "header") return "header";
  return parameter.in === "cookie" ? "cookie" : `${parameter.in} parameter`;
}

function compareBodies(
  oldBody: BodyModel | undefined,
  newBody: BodyModel | undefined,
  versions: Versions,
): readonly ComparedFindings[] {
  const valueLocation: ValueLocation = {
    location: "body",
    direction: "request",
    name: "",
    label: "the request body",
  };
  const schemaComparison = new SchemaComparison(valueLocation, versions);
  if (!oldBody && newBody) schemaComparison.reportAddedField("", newBody.required);
  if (oldBody && !newBody) schemaComparison.report("removed", false, "", "was removed");
  if (!oldBody || !newBody) return [schemaComparison];
  schemaComparison.compareRequiredFlag(oldBody.required, newBody.required, "");
  if (oldBody.description !== newBody.description)
    schemaComparison.addTextFinding("description", "", "has a different description");
  compareContent(oldBody.content, newBody.content, schemaComparison);
  return [schemaComparison];
}

function compareResponses(
  oldResponses: readonly ResponseModel[],
  newResponses: readonly ResponseModel[],
  versions: Versions,
): readonly ComparedFindings[] {
  const unmatchedResponsesByStatus = new Map(oldResponses.map((response) => [response.status, response]));
  const comparisons: ComparedFindings[] = [];
  const createComparison = (status: string) =>
    new SchemaComparison(
      {
        location: `answer ${status}`,
        direction: "response",
        name: "",
        label: `the ${formatAsCode(status)} response`,
      },
      versions,
    );
  for (const response of newResponses) {
    const schemaComparison = createComparison(response.status);
    comparisons.push(schemaComparison);
    const oldResponse = unmatchedResponsesByStatus.get(response.status);
    unmatchedResponsesByStatus.delete(response.status);
    if (!oldResponse) {
      schemaComparison.reportAddedField("", false);
      continue;
    }
    if (oldResponse.description !== response.description)
      schemaComparison.addTextFinding("description", "", "has a different description");
    compareContent(oldResponse.content, response.content, schemaComparison);
    comparisons.push(
      ...compareParameters(oldResponse.headers, response.headers, "response", response.status, versions),
    );
  }
  for (const { status } of unmatchedResponsesByStatus.values()) {
    const schemaComparison = createComparison(status);
    // If an error is no longer returned, a client that handles it still works.
    schemaComparison.report("removed", !status.startsWith("2"), "", "was removed");
    comparisons.push(schemaComparison);
  }
  return comparisons;
}

function compareContent(
  oldMediaTypes: readonly MediaTypeModel[],
  newMediaTypes: readonly MediaTypeModel[],
  schemaComparison: SchemaComparison,
): void {
  const unmatchedMediaTypesByName = new Map(oldMediaTypes.map((mediaType) => [mediaType.type, mediaType]));
  for (const mediaType of newMediaTypes) {
    const oldMediaType = unmatchedMediaTypesByName.get(mediaType.type);
    unmatchedMediaTypesByName.delete(mediaType.type);
    if (!oldMediaType) {
      if (oldMediaTypes.length > 0)
        schemaComparison.report("choices", true, "", `can now be ${formatAsCode(mediaType.type)}`);
      else schemaComparison.report("type", true, "", `is now ${formatAsCode(mediaType.type)}`);
      continue;
    }
    if (getExamplesKey(oldMediaType) !== getExamplesKey(mediaType))
      schemaComparison.addTextFinding("example", "", "has a different example");
    const [oldSchema, newSchema] = [
      oldMediaType.schema ?? oldMediaType.itemSchema,
      mediaType.schema ?? mediaType.itemSchema,
    ];
    if (oldSchema && newSchema) schemaComparison.compareSchemas(oldSchema, newSchema, "");
  }
  for (const { type } of unmatchedMediaTypesByName.values())
    schemaComparison.report("choices", false, "", `can no longer be ${formatAsCode(type)}`);
}

function getExamplesKey({ examples }: MediaTypeModel | ParameterModel): string {
  return JSON.stringify(examples.map(({ name, value }) => [name, value]));
}
