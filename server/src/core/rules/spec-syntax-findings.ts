import { readingProblem } from "../site/specs/specs.ts";
import type { Site } from "../site/site.ts";
import { familyOf, type SpecFamily } from "../spec/spec-outline.ts";
import { specName } from "../spec/remote-spec.ts";
import { placesThatName } from "./places-that-name.ts";
import type { Finding, Subject } from "./rule.ts";

export type SpecSyntaxMessage = "syntax" | "refused" | "named" | "here";

/** What keeps a specification from being read, in its own file and wherever the file is named. */
export function* findSpecSyntax(
  subject: Subject,
  site: Site,
  family: SpecFamily,
): Generator<Finding<SpecSyntaxMessage>> {
  if (subject.kind === "spec") {
    const problem = familyOf(subject.value) === family ? readingProblem(subject.value) : undefined;
    if (problem)
      yield {
        message: problem.kind === "syntax" ? "syntax" : "refused",
        args: { reason: problem.text },
        at: { file: subject.value.path, range: problem.range },
      };
    return;
  }
  for (const { spec, at } of placesThatName(subject, site, family, (named) =>
    Boolean(readingProblem(named)),
  )) {
    const problem = readingProblem(spec);
    if (!problem) continue;
    yield {
      message: "named",
      args: { file: specName(spec.path), reason: problem.text },
      at,
      related: [
        { at: { file: spec.path, range: problem.range }, message: "here", args: { reason: problem.text } },
      ],
    };
  }
}
