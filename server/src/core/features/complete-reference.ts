import { isHidden } from "../site/specs/generated-page-plan.ts";
import { pageEndpoints, resolvePageReference } from "../site/specs/operation-references.ts";
import { namedSources } from "../site/specs/specs.ts";
import { findNamedSpec } from "../spec/find-spec.ts";
import { readNameReference, readOperationReference, type ReferenceResult } from "../spec/operation-reference.ts";
import { isRemoteSpec, specName } from "../spec/remote-spec.ts";
import type { OperationOutline, SpecOutline } from "../spec/spec-outline.ts";
import { folderOf, withoutPageExtension } from "../text/site-path.ts";
import { documentedOperations, operationsOf } from "./complete-operation.ts";
import type { Offer } from "./completion.ts";
import { likeness, nearness, wordsOf } from "./likeness.ts";
import type { PageCaret } from "./page-caret-context.ts";

/**
 * Operations and webhooks for the `openapi` field in their shortest legal form: with the file in front only where
 * another specification would be taken. Those documented nowhere first, and those that are called what the page is.
 */
export function offerPageOperations(caret: PageCaret, title: string): Offer[] {
  const { site, path } = caret;
  const documented = documentedOperations(site, path);
  const words = pageWords(path, title);
  const near = specsNear(caret);
  const specs = [...site.specs.values()].filter(({ kind }) => kind !== "asyncapi");
  return specs.flatMap((spec) =>
    operationsOf(spec, site.profile).map(({ operation, name }): Offer => {
      const isDone = documented.has(operation);
      const remark = isDone ? "already documented" : isHidden(operation, site.profile) ? "hidden" : undefined;
      const label = shortest(caret, name, spec, readOperationReference, specs.length);
      return {
        kind: "operation",
        label,
        ...(operation.summary === undefined ? {} : { detail: operation.summary, words: operation.summary }),
        ...(remark === undefined ? {} : { remark }),
        text: label,
        rank: (isDone ? 3 : 0) - 6 * fit(operation, words) - 1.5 * (near.get(spec.path) ?? 0),
      };
    }),
  );
}

/** Channels of AsyncAPI specifications. */
export function offerChannels(caret: PageCaret, title: string): Offer[] {
  const words = pageWords(caret.path, title).all;
  const specs = [...caret.site.specs.values()].filter(({ kind }) => kind === "asyncapi");
  return specs.flatMap((spec) =>
    spec.channels.map((channel): Offer => {
      const label = shortest(
        caret,
        channel.id,
        spec,
        (text) => readNameReference(text, "channel"),
        specs.length,
      );
      return {
        kind: "operation",
        label,
        ...(channel.title === undefined ? {} : { detail: channel.title }),
        text: label,
        rank: -likeness(wordsOf(`${channel.id} ${channel.title ?? ""}`), words),
      };
    }),
  );
}

/** Schemas of OpenAPI specifications. */
export function offerSchemas(caret: PageCaret, title: string): Offer[] {
  const words = pageWords(caret.path, title).all;
  const specs = [...caret.site.specs.values()].filter(({ kind }) => kind !== "asyncapi");
  return specs.flatMap((spec) =>
    spec.schemas.map(({ name }): Offer => {
      const label = shortest(caret, name, spec, (text) => readNameReference(text, "schema"), specs.length);
      return { kind: "operation", label, text: label, rank: -likeness(wordsOf(name), words) };
    }),
  );
}

/** The name alone when it leads to this specification and to no other, else with the file in front. */
export function shortest(
  { site, path }: Pick<PageCaret, "site" | "path">,
  name: string,
  spec: SpecOutline,
  read: (text: string) => ReferenceResult,
  specs: number,
): string {
  if (specs === 1) return name;
  const result = read(name);
  if (!result.ok) return name;
  const preferred = preferredSpecs(site);
  const found = resolvePageReference(site.specs, result.reference, folderOf(path), preferred, false);
  const isPlain = found.kind === "found" && found.spec === spec && found.candidates.length <= 1;
  return isPlain ? name : `${isRemoteSpec(spec.path) ? specName(spec.path) : `/${spec.path}`} ${name}`;
}

function preferredSpecs(site: PageCaret["site"]): readonly SpecOutline[] {
  return namedSources(site.config).flatMap(({ source, element }) => {
    const lookup = element ? undefined : findNamedSpec(site.specs, source.source);
    return lookup?.kind === "found" ? lookup.specs : [];
  });
}

/** How much the pages that lie nearest draw on each specification, from 0 to 1. */
function specsNear({ site, path }: PageCaret): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  for (const { page, resolution } of pageEndpoints(site)) {
    if (page === path || resolution.kind !== "found") continue;
    const { path: spec } = resolution.spec;
    near.set(spec, Math.max(near.get(spec) ?? 0, nearness(page, path)));
  }
  return near;
}

interface PageWords {
  readonly title: ReadonlySet<string>;
  readonly name: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

function pageWords(path: string, title: string): PageWords {
  const slug = withoutPageExtension(path);
  const name = slug.slice(slug.lastIndexOf("/") + 1);
  const folder = folderOf(slug).split("/").at(-1) ?? "";
  return { title: wordsOf(title), name: wordsOf(`${name} ${folder}`), all: wordsOf(`${title} ${name}`) };
}

const verbs: Readonly<Record<string, readonly string[]>> = {
  GET: ["get", "list", "retrieve", "search", "fetch"],
  POST: ["create", "add", "post", "send", "start", "generate", "new"],
  PUT: ["update", "put", "upsert", "replace"],
  PATCH: ["update", "patch", "edit"],
  DELETE: ["delete", "remove", "cancel"],
};

function fit(
  { summary, operationId, path, method }: OperationOutline,
  { title, name, all }: PageWords,
): number {
  const hasVerb = (verbs[method] ?? []).some((verb) => all.has(verb)) ? 0.15 : 0;
  const inSummary = summary === undefined ? 0 : likeness(wordsOf(summary), title);
  const inId = operationId === undefined ? 0 : likeness(wordsOf(operationId), name);
  const inPath = likeness(wordsOf(path), name) * 0.8;
  return Math.max(inSummary, inId, inPath) + hasVerb + 0.1 * (inPath + inId);
}
