import type { SpecSource } from "../config/settings/navigation.ts";
import type { Profile } from "../config/settings/profile.ts";
import { findNamedSpec, findOperation, findSpecs, findWebhook, hasWrittenName, type SpecLookup } from "../spec/find-spec.ts";
import type { EndpointReference, Malformation, ReferencePart } from "../spec/operation-reference.ts";
import type { ChannelOutline, NamedRange, OperationOutline, SpecOutline } from "../spec/spec-outline.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import { isReadable } from "./readable-spec.ts";

/** What a reference names. */
export type EndpointTarget =
  | { readonly kind: "operation" | "webhook"; readonly operation: OperationOutline }
  | { readonly kind: "schema"; readonly schema: NamedRange }
  | { readonly kind: "channel"; readonly channel: ChannelOutline };

/** What became of a reference. */
export type Resolution =
  | { readonly kind: "malformed"; readonly malformed: Malformation; readonly at: TextRange }
  | {
      readonly kind: "found";
      readonly reference: EndpointReference;
      readonly spec: SpecOutline;
      readonly target: EndpointTarget;
      /** Every specification that has it, when none is named; else only `spec`. */
      readonly candidates: readonly SpecOutline[];
    }
  /** The specification is known, what it should have is not there. No specification: the site's have none of it. */
  | {
      readonly kind: "target-not-found";
      readonly reference: EndpointReference;
      readonly specs: readonly SpecOutline[];
    }
  | {
      readonly kind: "spec-not-found";
      readonly reference: EndpointReference;
      readonly file: ReferencePart;
      /** Some services take this one instead; to the author the name is wrong all the same. */
      readonly instead: { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined;
    }
  | {
      readonly kind: "spec-outside-site";
      readonly reference: EndpointReference;
      readonly file: ReferencePart;
    }
  /** The reference names no file and nothing else does. */
  | { readonly kind: "no-spec"; readonly reference: EndpointReference }
  /** Cannot be told: the specification is remote or faulty, or the fault is told where docs.json names it. */
  | {
      readonly kind: "unknown";
      readonly reference: EndpointReference;
      readonly remote: boolean;
      /** The faulty file, when the reference names it itself. */
      readonly faulty?: SpecOutline;
    };

type Specs = ReadonlyMap<SitePath, SpecOutline>;

/** A navigation entry: its own file, else what the element inherits (of a list some services use the first only). */
export function resolveEntryReference(
  specs: Specs,
  profile: Profile,
  reference: EndpointReference,
  inherited: readonly SpecSource[] | undefined,
): Resolution {
  if (reference.file) return resolveNamed(specs, reference, reference.file, "");
  if (!inherited) return { kind: "no-spec", reference };
  const used = profile.name === "mintlify" ? inherited.slice(0, 1) : inherited;
  const lookups = used.map(({ source }) => findNamedSpec(specs, source));
  const found = lookups.flatMap((lookup) => (lookup.kind === "found" ? lookup.specs : []));
  const match = firstWith(found, reference);
  if (match) return { kind: "found", reference, ...match, candidates: [match.spec] };
  const isAnswer = (spec: SpecOutline) => isReadable(spec) && spec.kind !== "asyncapi";
  if (lookups.some(({ kind }) => kind !== "found") || !found.every(isAnswer))
    return { kind: "unknown", reference, remote: lookups.some(({ kind }) => kind === "remote") };
  return { kind: "target-not-found", reference, specs: found };
}

/**
 * A page's frontmatter: its own file, else any specification of the site. `preferred` are those that docs.json names
 * under `api`; `hasRemote` says that docs.json names some that are not here to look into.
 */
export function resolvePageReference(
  specs: Specs,
  reference: EndpointReference,
  folder: SitePath,
  preferred: readonly SpecOutline[],
  hasRemote: boolean,
): Resolution {
  if (reference.file) return resolveNamed(specs, reference, reference.file, folder);
  const family = reference.form === "channel" ? "asyncapi" : "openapi";
  const all = [...specs.values()].filter(({ kind }) => (kind === "asyncapi") === (family === "asyncapi"));
  const match = firstWith([...preferred, ...all], reference);
  if (match) {
    const candidates = preferred.includes(match.spec)
      ? [match.spec]
      : all.filter((spec) => findTarget(spec, reference));
    return { kind: "found", reference, ...match, candidates };
  }
  if (hasRemote || !all.every(isReadable)) return { kind: "unknown", reference, remote: hasRemote };
  return all.length > 0
    ? { kind: "target-not-found", reference, specs: all }
    : { kind: "no-spec", reference };
}

function resolveNamed(
  specs: Specs,
  reference: EndpointReference,
  file: ReferencePart,
  folder: SitePath,
): Resolution {
  const lookup: SpecLookup = findSpecs(specs, file.text, folder);
  switch (lookup.kind) {
    case "remote":
      return { kind: "unknown", reference, remote: true };
    case "outside-site":
      return { kind: "spec-outside-site", reference, file };
    case "not-found":
      return { kind: "spec-not-found", reference, file, instead: firstWith(specs.values(), reference) };
    case "found":
      return resolveIn(lookup.specs, specs, reference, file);
  }
}

function resolveIn(
  named: readonly SpecOutline[],
  specs: Specs,
  reference: EndpointReference,
  file: ReferencePart,
): Resolution {
  const written = named.filter((spec) => hasWrittenName(spec, file.text));
  if (written.length === 0)
    return {
      kind: "spec-not-found",
      reference,
      file,
      instead: firstWith([...named, ...specs.values()], reference),
    };
  const match = firstWith(written, reference);
  const faulty = written.find((spec) => !isReadable(spec));
  if (match && isReadable(match.spec))
    return { kind: "found", reference, ...match, candidates: [match.spec] };
  if (faulty) return { kind: "unknown", reference, remote: false, faulty };
  return { kind: "target-not-found", reference, specs: written };
}

function firstWith(
  specs: Iterable<SpecOutline>,
  reference: EndpointReference,
): { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined {
  for (const spec of specs) {
    const target = findTarget(spec, reference);
    if (target) return { spec, target };
  }
  return undefined;
}

/** What the reference names in this specification. */
export function findTarget(spec: SpecOutline, reference: EndpointReference): EndpointTarget | undefined {
  switch (reference.form) {
    case "operation": {
      const operation = findOperation(spec, reference.method.text, reference.path.text);
      return operation && { kind: "operation", operation };
    }
    case "webhook": {
      const operation = findWebhook(spec, reference.name.text);
      return operation && { kind: "webhook", operation };
    }
    case "schema": {
      const schema = spec.schemas.find(({ name }) => name === reference.name.text);
      return schema && { kind: "schema", schema };
    }
    case "channel": {
      const channel = spec.channels.find(({ id }) => id === reference.name.text);
      return channel && { kind: "channel", channel };
    }
  }
}
