import { parseArgs } from "node:util";
import { profiles, type ProfileName } from "../core/config/settings/profile.ts";
import { visibleText } from "./visible-text.ts";

const formats = ["pretty", "json", "markdown"] as const;
const failLevels = ["breaking", "any"] as const;

/** What `docwright diff-spec` is asked to do. */
export interface DiffSpecOptions {
  /** The older version; with `since` the path that it had then. */
  readonly before: string;
  readonly after: string;
  readonly since: string | undefined;
  readonly site: string | undefined;
  readonly format: (typeof formats)[number];
  readonly profile: ProfileName | undefined;
  /** Where the draft of a changelog is written. */
  readonly changelog: string | undefined;
  /** What makes the exit code 1; absent: nothing. */
  readonly failOn: (typeof failLevels)[number] | undefined;
}

/** A sentence where the arguments cannot be followed. */
export function readDiffSpecOptions(args: readonly string[]): DiffSpecOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        since: { type: "string" },
        site: { type: "string" },
        format: { type: "string", default: "pretty" },
        profile: { type: "string" },
        changelog: { type: "string" },
        "fail-on": { type: "string" },
      },
      allowPositionals: true,
    });
    const [first, second, ...more] = positionals;
    if (first === undefined || more.length > 0)
      return 'diff-spec takes two files, as in "docwright diff-spec old.yaml api.yaml", or one with --since.';
    if (second === undefined && values.since === undefined)
      return 'with one file a revision of git is needed, as in "docwright diff-spec api.yaml --since HEAD".';
    const format = oneOf("--format", formats, values.format);
    const failOn =
      values["fail-on"] === undefined ? undefined : oneOf("--fail-on", failLevels, values["fail-on"]);
    const profile =
      values.profile === undefined
        ? undefined
        : oneOf("--profile", Object.keys(profiles) as ProfileName[], values.profile);
    return {
      before: first,
      after: second ?? first,
      since: values.since,
      site: values.site,
      format,
      profile,
      changelog: values.changelog,
      failOn,
    };
  } catch (error) {
    return error instanceof Error
      ? visibleText(error.message.split("\n", 1).join(""))
      : "the options are not understood.";
  }
}

function oneOf<T extends string>(name: string, choices: readonly T[], given: string): T {
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new Error(`${name} cannot be ${given}; it is one of ${choices.join(", ")}.`);
  return found;
}
