import { codeSamples } from "../../request/code/code-samples.ts";
import type { HasSchemas } from "../../spec/model/flatten-schema.ts";
import type { OperationModel } from "../../spec/model/operation-model.ts";
import type { SampleView } from "../view/endpoint-page.ts";
import { builtSample } from "./built-sample.ts";
import type { EndpointDrawing } from "./endpoint-drawing.ts";
import type { EndpointFacts } from "./endpoint-source.ts";
import type { SampleRequest } from "./sample-request.ts";
import { sampleValue } from "../../request/form/sample-value.ts";

/** Samples of the request: those that the specification has, then those made of it in the languages of the site. */
export function requestSamples(
  extensions: Readonly<Record<string, unknown>>,
  request: SampleRequest,
  facts: EndpointFacts,
  { highlight }: EndpointDrawing,
): readonly SampleView[] {
  const written = writtenSamples(extensions);
  const made = facts.makesSamples ? codeSamples(builtSample(request), facts.languages) : [];
  const all = [...written, ...made.filter(({ label }) => !written.some((each) => each.label === label))];
  return all.map(({ label, lang, code }) => ({
    label,
    lang,
    lines: highlight(code, lang) ?? plainLines(code),
    isMade: !written.some((each) => each.label === label),
  }));
}

/** `x-codeSamples: [{ lang, label, source }]`. */
function writtenSamples(
  extensions: Readonly<Record<string, unknown>>,
): { label: string; lang: string; code: string }[] {
  const list = extensions["x-codeSamples"] ?? extensions["x-code-samples"];
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    if (typeof each !== "object" || each === null) return [];
    const { lang, label, source } = each as Record<string, unknown>;
    if (typeof lang !== "string" || typeof source !== "string") return [];
    // A block of YAML ends with the end of its last line.
    const code = source.replace(/\r?\n$/, "");
    return [{ label: typeof label === "string" ? label : lang, lang: lang.toLowerCase(), code }];
  });
}

const mostAnswers = 30;

/** What a reader gets back: each example of an answer, else one made of its schema. */
export function answerSamples(
  operation: OperationModel,
  models: HasSchemas,
  facts: EndpointFacts,
  { highlight }: EndpointDrawing,
): readonly SampleView[] {
  const options = { direction: "response", onlyRequired: false } as const;
  return operation.responses.slice(0, mostAnswers).flatMap((response): SampleView[] => {
    const media = response.content.find(({ type }) => /[/+]json\b/.test(type)) ?? response.content[0];
    if (!media) return [];
    const written = media.examples.filter(({ value }) => value !== undefined);
    const values =
      written.length > 0
        ? written.map(({ name, summary, value }) => ({ title: summary ?? name, value, isMade: false }))
        : facts.makesSamples
          ? [{ title: "", value: sampleValue(media, models, options), isMade: true }]
          : [];
    return values.flatMap(({ title, value, isMade }) => {
      if (value === undefined) return [];
      const code = typeof value === "string" ? value : JSON.stringify(value, null, 2);
      const lang = typeof value === "string" && !/json/.test(media.type) ? "text" : "json";
      return [
        {
          label: response.status,
          lang,
          ...(title !== "" && { title }),
          lines: highlight(code, lang) ?? plainLines(code),
          isMade,
        },
      ];
    });
  });
}

function plainLines(code: string): readonly (readonly string[])[] {
  return code.split("\n").map((line) => [line]);
}
