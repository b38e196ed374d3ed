import { operationName } from "../../site/specs/generated-page-plan.ts";
import { isReadable, readingProblem } from "../../site/specs/specs.ts";
import { type EndpointTarget, findTarget } from "../../site/specs/operation-references.ts";
import type { Site } from "../../site/site.ts";
import { findNamedSpec, findNearestOperation } from "../../spec/find-spec.ts";
import type { EndpointReference } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { becauseOf, type Explanation, type Finding, stepsOf } from "./explanation.ts";
import { operationFindings } from "./operation-findings.ts";
import { hiddenVerdict, shownVerdict } from "./verdict.ts";

export type ShownTarget = Exclude<EndpointTarget, { kind: "schema" }>;

/** Where readers find an operation, webhook or channel; of several specifications that have it, in each. */
export function explainOperation(site: Site, reference: EndpointReference): Explanation {
  const named =
    "file" in reference && reference.file ? findNamedSpec(site.specs, reference.file.text) : undefined;
  const specs = named?.kind === "found" ? named.specs : [...site.specs.values()];
  const having = specs.flatMap((spec) => {
    const target = findTarget(spec, reference);
    return target && target.kind !== "schema" ? [{ spec, target }] : [];
  });
  return having.length > 0 ? explainTargets(site, having) : explainUnknown(site, reference, specs);
}

/** The same of things that have been found already. */
export function explainTargets(
  site: Site,
  having: readonly { readonly spec: SpecOutline; readonly target: ShownTarget }[],
): Explanation {
  const [first] = having;
  const told = having.map(({ spec, target }) => operationFindings(site, spec, target));
  const findings = told.flatMap((each) => each.findings);
  const visible = told.flatMap((each) => each.visible);
  const name = first ? operationName(first.target) : "";
  const address = told.map((each) => each.url).find((url) => url !== undefined);
  const shown = told.some((each) => each.shown);
  return {
    target: name,
    about: "operation",
    shown,
    verdict: shown
      ? shownVerdict(site, visible)
      : hiddenVerdict(findings, told.find((each) => each.isOpen)?.url),
    ...(!shown && { because: becauseOf(findings) ?? "nothing leads to it" }),
    ...(address !== undefined && { url: address }),
    steps: stepsOf(findings),
  };
}

function explainUnknown(
  site: Site,
  reference: EndpointReference,
  specs: readonly SpecOutline[],
): Explanation {
  const name = nameOf(reference);
  const near =
    reference.form === "operation"
      ? findNearestOperation(undefined, specs, reference.method.text, reference.path.text)?.operation
      : undefined;
  const nearName = near && `${near.method} ${near.path}`;
  const where = specs.length === 1 ? `\`${specs[0]?.path ?? ""}\`` : "a specification of this site";
  const because = specs.length === 0 ? "the site has no specification" : `${where} does not have \`${name}\``;
  const findings: Finding[] = [
    {
      kind: "operation",
      state: "stops",
      sentence:
        (specs.length === 0
          ? "The site has no specification."
          : specs.length === 1
            ? `${where} does not have \`${name}\`.`
            : `None of the ${specs.length} specifications of this site has \`${name}\`.`) +
        (nearName === undefined ? "" : ` Did you mean \`${nearName}\`?`),
      ...(near && specs[0] && { place: { file: near.file ?? ownerOf(specs, near), range: near.range } }),
      because: specs.length > 1 ? `no specification of this site has \`${name}\`` : because,
      ...(nearName !== undefined && { hint: `Did you mean \`${nearName}\`?` }),
    },
    ...specs
      .filter((spec) => !isReadable(spec))
      .map((spec): Finding => ({
        kind: "specification",
        state: "note",
        sentence: `\`${spec.path}\` cannot be read, so it is not known what it has.`,
        place: { file: spec.path, range: readingProblem(spec)?.range ?? spec.versionRange },
      })),
  ];
  return {
    target: name,
    about: "operation",
    shown: false,
    verdict: hiddenVerdict(findings, undefined),
    steps: stepsOf(findings),
  };
}

function ownerOf(specs: readonly SpecOutline[], operation: SpecOutline["operations"][number]): string {
  return specs.find(({ operations }) => operations.includes(operation))?.path ?? "";
}

function nameOf(reference: EndpointReference): string {
  switch (reference.form) {
    case "operation":
      return `${reference.method.text} ${reference.path.text}`;
    case "webhook":
      return `WEBHOOK ${reference.name.text}`;
    case "channel":
      return `CHANNEL ${reference.name.text}`;
    case "schema":
      return reference.name.text;
  }
}
