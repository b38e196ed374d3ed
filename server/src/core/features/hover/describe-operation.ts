import type { Resolution } from "../../site/specs/operation-references.ts";
import { specName } from "../../spec/remote-spec.ts";
import type { ChannelOutline, OperationOutline, ParameterSummary } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { operationName } from "../../site/specs/generated-page-plan.ts";
import { codeText, paragraphs, plainText } from "../markdown.ts";
import { describeRating, type PageRating, type RatePage } from "./describe-rating.ts";

const mostParameters = 12;

/** What a reference to a specification names; undefined when it names nothing that is known. */
export function describeResolution(resolution: Resolution, rate?: RatePage): string | undefined {
  if (resolution.kind !== "found") return undefined;
  const { spec, target } = resolution;
  const rating = target.kind === "schema" ? undefined : rate?.(spec.path, operationName(target));
  switch (target.kind) {
    case "operation":
    case "webhook":
      return describeOperation(target.operation, specName(spec.path), rating);
    case "channel":
      return describeChannel(target.channel, specName(spec.path), rating);
    case "schema":
      return paragraphs([`**${plainText(target.schema.name)}**`, `From ${codeText(specName(spec.path))}`]);
  }
}

/** Its summary, parameters and security, as its page will ask for them. */
export function describeOperation(operation: OperationOutline, file: SitePath, rating?: PageRating): string {
  const { method, path, summary, request, deprecated, hidden, excluded } = operation;
  const { parameters, bodyTypes, bodyRequired, security, answers } = request;
  return paragraphs([
    `${codeText(`${method} ${path}`)}${summary === undefined ? "" : ` — ${plainText(summary)}`}`,
    describeRating(rating),
    remark(deprecated, "Deprecated.") ?? remark(excluded, "Excluded: it has no page."),
    remark(hidden, "Hidden: its page is in no generated menu."),
    list("Parameters", parameters.slice(0, mostParameters).map(describeParameter), parameters.length),
    bodyTypes.length === 0
      ? undefined
      : `Body${bodyRequired ? ", required" : ""}: ${bodyTypes.map(codeText).join(", ")}`,
    security.length === 0 ? undefined : `Security: ${security.map(describeSchemes).join(" or ")}`,
    answers.length === 0 ? undefined : `Responses: ${answers.map(codeText).join(", ")}`,
    `From ${codeText(file)}`,
  ]);
}

function describeChannel(
  { id, title, address }: ChannelOutline,
  file: SitePath,
  rating: PageRating | undefined,
): string {
  return paragraphs([
    `${codeText(id)}${title === undefined ? "" : ` — ${plainText(title)}`}`,
    describeRating(rating),
    address === undefined ? undefined : `Address: ${codeText(address)}`,
    `From ${codeText(file)}`,
  ]);
}

function describeParameter({ name, in: place, required, type }: ParameterSummary): string {
  const details = [place, type, required ? "required" : undefined].filter((part) => part !== undefined);
  return `${codeText(name)} ${details.map(plainText).join(", ")}`;
}

function describeSchemes(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map(codeText).join(" and ");
}

function remark(holds: boolean, words: string): string | undefined {
  return holds ? words : undefined;
}

function list(title: string, items: readonly string[], all: number): string | undefined {
  if (items.length === 0) return undefined;
  const more = all > items.length ? `\n- and ${all - items.length} more` : "";
  return `${title}:\n${items.map((item) => `- ${item}`).join("\n")}${more}`;
}
