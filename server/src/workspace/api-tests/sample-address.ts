import type { SampleRequest } from "../../core/page/samples/sample-request.ts";
import { readSampleUrl, segmentsOf } from "../../core/analysis/drift/called-operations.ts";
import type { OperationModel } from "../../core/spec/model/operation-model.ts";

export type SampleAddress =
  | { readonly ok: true; readonly path: string; readonly query: string }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

const placeholder = /[$<>{}`]/;

/**
 * The path of the operation and the query as a sample writes them, without the server in front. What stands in the place
 * of a parameter and is no value (`$ID`, `<id>`) gives way to the person's variable, else to the parameter's example.
 */
export function sampleAddress(
  { url, query }: SampleRequest,
  { path, parameters }: OperationModel,
  variables: Readonly<Record<string, string>>,
): SampleAddress {
  const wanted = segmentsOf(path);
  const written = readSampleUrl(url)?.segments.slice(-wanted.length) ?? [];
  const segments: string[] = [];
  for (const [i, segment] of written.entries()) {
    const name = /^\{([^{}]+)\}$/.exec(wanted[i] ?? "")?.[1];
    if (name === undefined || !placeholder.test(segment)) {
      segments.push(segment);
      continue;
    }
    const example = parameters.find((each) => each.in === "path" && each.name === name)?.examples[0]?.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : example;
    if (typeof value !== "string" && typeof value !== "number")
      return {
        ok: false,
        reason: `\`${segment}\` stands in its address, and there is no example of \`${name}\`.`,
      };
    segments.push(encodeURIComponent(String(value)));
  }
  const own = url.text.split("#")[0]?.split("?")[1] ?? "";
  const more = query.map(
    ({ name, value }) => `${name}=${encodeURIComponent(value.replace(/\p{Cs}/gu, "\ufffd"))}`,
  );
  const search = [own, ...more].filter((each) => each !== "").join("&");
  if (segments.some((segment) => placeholder.test(segment)) || placeholder.test(search))
    return { ok: false, reason: "Its address has a placeholder, so it cannot be sent as it is written." };
  return { ok: true, path: `/${segments.join("/")}`, query: search };
}
