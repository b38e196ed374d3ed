import { parseArgs, type ParseArgsConfig } from "node:util";

interface Accepted<Options> {
  /** The text that `--help` prints. Its first line is the usage. */
  readonly help: string;
  readonly options: Options;
  /** The number of arguments that aren't options. */
  readonly count: { readonly min: number; readonly max?: number };
}

type OptionsConfig = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads the arguments of a script in `tools` or `bench`. If `--help` is specified, prints the help and ends the
 * process. If an option is unknown, or if there are too few or too many arguments, prints the reason and the usage, and
 * ends the process with exit code 2.
 */
export function readArguments<const Options extends OptionsConfig>({
  help,
  options,
  count: { min, max = Infinity },
}: Accepted<Options>): {
  values: ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>["values"];
  positionals: string[];
} {
  if (process.argv.includes("--help")) {
    console.log(help);
    process.exit(0);
  }
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length < min) throw new Error("Too few arguments.");
    if (positionals.length > max) throw new Error(`Unexpected argument ${positionals[max] ?? ""}.`);
    return { values, positionals };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(help.split("\n", 1)[0]);
    process.exit(2);
  }
}
