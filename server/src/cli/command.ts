import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ProfileName, profiles } from "../core/config/settings/profile.ts";
import {
  findTranslatedLanguage,
  isEnglish,
  type TranslatedLanguage,
  translatedLanguages,
} from "../core/text/page-language.ts";
import { formatMessageInEnglish } from "../core/text/localized-message.ts";
import type { Refusal } from "../core/text/message.ts";
import { findNearestName } from "../core/text/similarity.ts";
import { lowercaseFirstLetter, toVisibleText, wrapText } from "./terminal/text.ts";

/**
 * The exit code of a command. 0 means success, 1 means that problems were found, and 2 means that the command failed.
 */
export type ExitCode = 0 | 1 | 2;

/** The process that a command runs in. */
export interface CommandHost {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** The folder that contains this program. If it's undefined or isn't a build, results aren't stored. */
  readonly program?: string | undefined;
}

export interface Output {
  readonly isTTY?: boolean;
  /** Whether the output is redirected to a file. */
  readonly isFile?: boolean;
  readonly columns?: number;
  write(text: string, syntax?: OutputSyntax): unknown;
}

/**
 * The syntax of the output, which must remain valid when text is escaped for a CI log (see `createLogOutput`).
 * `commands` means that the output consists of GitHub Actions workflow commands that Docwright itself prints.
 */
export type OutputSyntax = "text" | "json" | "xml" | "commands";

/**
 * An error that ends a command and prints a message on stderr. The message starts in lowercase, because it follows
 * `docwright: `. Control characters in values are made visible when the message is printed.
 */
export class CommandError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function toCommandError({ reason }: Refusal): CommandError {
  const message = formatMessageInEnglish(reason);
  // A value at the start, such as the name of a branch, preserves its capitalization.
  return new CommandError(reason.text.startsWith("{0}") ? message : lowercaseFirstLetter(message));
}

/** A command-line option. Its name is its key in `CommandDefinition.options`. */
export interface Option<T> {
  /** The placeholder for the value in the help text, such as `FILE`. Undefined if the option doesn't have a value. */
  readonly placeholder?: string;
  /** The text that `--help` prints: a lowercase phrase without a period. */
  readonly help: string;
  /** Whether the value is optional. For example, both `--branch` and `--branch=BASE` are valid. */
  readonly isValueOptional?: true;
  /** Whether the option can be repeated. If it can't, only the last value is used. */
  readonly isRepeatable?: true;
  /**
   * Parses the values as specified on the command line. `name` includes the leading `--`. If the option isn't
   * specified, `values` is empty. Throws a `CommandError` if a value is invalid.
   */
  readonly parse: (values: readonly string[], name: string) => T;
}

type Options = Readonly<Record<string, Option<unknown>>>;

type CamelCase<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : S;

/** The values of options, keyed by the options' names in camel case. */
export type OptionValues<O extends Options> = {
  readonly [K in keyof O & string as CamelCase<K>]: O[K] extends Option<infer T> ? T : never;
};

/** The parts of the text that `--help` prints. */
interface HelpContent {
  readonly name: string;
  /**
   * The supported forms of the arguments after the command's name, such as `[DIR] [options]`, each printed on its own
   * line.
   */
  readonly usage: readonly string[];
  /** The paragraphs of the help text, which are wrapped when they're printed. */
  readonly description: readonly string[];
  readonly options: Options;
  /** Paragraphs that are printed after the options. */
  readonly notes?: readonly string[];
  /** The meaning of the exit codes, such as `0 success, 1 problems found, 2 the command failed`. */
  readonly exitCodes: string;
}

interface CommandDefinition<O extends Options, R> extends HelpContent {
  readonly options: O;
  /** Pairs of options that can't be used together. */
  readonly conflicts?: readonly (readonly [keyof O & string, keyof O & string])[];
  /** Changes the arguments before they're parsed. */
  readonly prepare?: (args: readonly string[], host: CommandHost) => readonly string[];
  /**
   * Converts the arguments to the options that the command needs. Throws a `CommandError` if they're invalid.
   */
  readonly parse: (values: OptionValues<O>, positionals: readonly string[], host: CommandHost) => R;
  readonly run: (options: R, host: CommandHost) => Promise<ExitCode>;
}

export interface Command<R = unknown> {
  readonly help: string;
  /**
   * Parses the arguments that follow the command's name. Throws a `CommandError` if an argument is unknown or invalid.
   */
  readonly parse: (args: readonly string[], host: CommandHost) => R;
  /** Parses the arguments, and runs the command or prints its help. Throws a `CommandError` if the command fails. */
  readonly run: (args: readonly string[], host: CommandHost) => Promise<ExitCode>;
}

/** Defines a command with typed options, including their error messages and `--help`. */
export function defineCommand<const O extends Options, R>(definition: CommandDefinition<O, R>): Command<R> {
  const parse = (args: readonly string[], host: CommandHost): R => {
    const { valuesByName, positionals } = parseArguments(
      definition.name,
      definition.options,
      definition.prepare?.(args, host) ?? args,
    );
    for (const [firstName, secondName] of definition.conflicts ?? [])
      if (valuesByName.has(firstName) && valuesByName.has(secondName))
        throw new CommandError(`--${firstName} and --${secondName} can't be used together`);
    const entries = Object.entries(definition.options).map(([name, option]) => [
      name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      option.parse(valuesByName.get(name) ?? [], `--${name}`),
    ]);
    return definition.parse(Object.fromEntries(entries) as OptionValues<O>, positionals, host);
  };
  const help = formatHelp(definition);
  return {
    help,
    parse,
    run: async (args, host) => {
      if (hasHelpOption(args)) {
        host.stdout.write(help);
        return 0;
      }
      return definition.run(parse(args, host), host);
    },
  };
}

/** Creates an option without a value. */
export function createFlagOption(help: string): Option<boolean> {
  return { help, parse: (values) => values.length > 0 };
}

/** Creates an option that accepts any value. */
export function createValueOption(placeholder: string, help: string): Option<string | undefined> {
  return { placeholder, help, parse: (values) => values.at(-1) };
}

/** Creates an option that accepts one of several values. If the option isn't specified, the value is `fallback`. */
export function createChoiceOption<const T extends string, const D extends T | undefined>(
  placeholder: string,
  choices: readonly T[],
  fallback: D,
  help: string,
  defaultText: string | undefined = fallback,
): Option<T | D> {
  const defaultNote = defaultText === undefined ? "" : ` (default: ${defaultText})`;
  return {
    placeholder,
    help: `${help}: ${formatChoices(choices)}${defaultNote}`,
    parse: (values, name) => {
      const optionValue = values.at(-1);
      return optionValue === undefined ? fallback : parseChoice(name, optionValue, choices);
    },
  };
}

/** Creates an option that accepts a whole number in a range. If the option isn't specified, the value is `fallback`. */
export function createNumberOption<D extends number | undefined>(
  placeholder: string,
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: D },
  help: string,
): Option<number | D> {
  const rangeText = max < 1_000_000 ? `a number from ${min} to ${max}` : `a whole number, ${min} or greater`;
  return {
    placeholder,
    help,
    parse: (values, name) => {
      const optionValue = values.at(-1);
      if (optionValue === undefined) return fallback;
      const number = /^\d{1,9}$/.test(optionValue) ? Number(optionValue) : Number.NaN;
      if (!(number >= min && number <= max)) throw new CommandError(`${name} must be ${rangeText}, not ${optionValue}`);
      return number;
    },
  };
}

/**
 * Creates an option that can be repeated. `findRequirement` returns undefined if a value is valid, and a description of
 * valid values if it isn't.
 */
export function createRepeatableOption(
  placeholder: string,
  help: string,
  findRequirement: (value: string) => string | undefined = () => undefined,
): Option<readonly string[]> {
  return {
    placeholder,
    help: `${help} (repeatable)`,
    isRepeatable: true,
    parse: (values, name) => {
      for (const optionValue of values) {
        const requirement = findRequirement(optionValue);
        if (requirement !== undefined) throw new CommandError(`${name} must be ${requirement}, not ${optionValue}`);
      }
      return values;
    },
  };
}

/** Creates an option that accepts a language supported by Docwright. */
export function createLanguageOption(label: string, fallback: string): Option<TranslatedLanguage | "en" | undefined> {
  const languages = ["en", ...translatedLanguages] as const;
  return {
    placeholder: "LANG",
    help: `${label}: ${languages.join(", ")} (default: ${fallback})`,
    parse: (values, name) => {
      const optionValue = values.at(-1);
      if (optionValue === undefined) return undefined;
      if (isEnglish(optionValue)) return "en";
      return findTranslatedLanguage(optionValue) ?? parseChoice(name, optionValue, languages);
    },
  };
}

/** The `--profile` option, which all commands that load a site have. */
export const profileOption: Option<ProfileName | undefined> = createChoiceOption(
  "NAME",
  Object.values(profiles).map(({ name }) => name),
  undefined,
  "profile of the service that publishes the site",
  "as set in .docwright.json or docs.json",
);

/**
 * Returns the value if it's one of the choices. If it isn't, throws a `CommandError` that suggests the nearest choice.
 */
export function parseChoice<T extends string>(name: string, optionValue: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === optionValue);
  if (choice !== undefined) return choice;
  const suggestion = findNearestName(optionValue, choices);
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  throw new CommandError(`${name} must be ${formatChoices(choices)}, not ${optionValue}${hint}`);
}

/** Returns the folder argument, or `.` if there isn't one. Throws a `CommandError` if there are several arguments. */
export function getFolderArgument(positionals: readonly string[]): string {
  if (positionals.length > 1)
    throw new CommandError(`expected one folder, but got ${positionals.length}: ${positionals.join(", ")}`);
  return positionals[0] ?? ".";
}

/**
 * Returns the absolute path of a folder that was specified on the command line. Throws a `CommandError` if the folder
 * can't be read.
 */
export function resolveFolder(path: string, { cwd }: CommandHost): string {
  const folder = resolve(cwd, path);
  try {
    readdirSync(folder);
  } catch (error) {
    throw new CommandError(describeFolderError(error, path));
  }
  return folder;
}

function describeFolderError(error: unknown, path: string): string {
  switch (getErrorCode(error)) {
    case "ENOENT":
      return `the folder ${path} doesn't exist`;
    case "ENOTDIR":
      return `${path} is a file; specify the folder that contains docs.json`;
    case "EACCES":
    case "EPERM":
      return `can't read the folder ${path}: permission denied`;
    default:
      return `can't read the folder ${path}`;
  }
}

/**
 * Returns the error for a folder that doesn't contain a site. The message explains what to do next. `path` is the
 * folder as specified on the command line.
 */
export function createNoSiteError(path: string, folder: string): CommandError {
  return new CommandError(
    existsSync(join(folder, "mint.json"))
      ? `${path} contains a mint.json but no docs.json; run "docwright upgrade ${path} --write" to create it`
      : `no docs.json found in ${path} or its subfolders; specify the folder of your site, or create a docs.json in it`,
  );
}

/**
 * Writes a file that doesn't exist yet. `path` is relative to the working directory. Throws a `CommandError` if the
 * file exists or can't be written.
 */
export function writeNewFile(path: string, text: string, { cwd }: CommandHost): void {
  try {
    writeFileSync(resolve(cwd, path), text, { flag: "wx" });
  } catch (error) {
    throw new CommandError(getErrorCode(error) === "EEXIST" ? `${path} already exists` : `can't write ${path}`);
  }
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function hasHelpOption(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? undefined : end).some((arg) => arg === "--help" || arg === "-h");
}

interface Arguments {
  /**
   * Maps each option to its values as specified. If an option doesn't take a value, such as `--all`, the value is an
   * empty string.
   */
  readonly valuesByName: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

function parseArguments(command: string, options: Options, args: readonly string[]): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { placeholder, isValueOptional }]) => [
        name,
        { type: placeholder === undefined || isValueOptional ? ("boolean" as const) : ("string" as const) },
      ]),
    ),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const valuesByName = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value: rawValue, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option || !rawName.startsWith("--"))
      throw createUnknownOptionError(command, rawName, name, Object.keys(options));
    if (option.placeholder === undefined && rawValue !== undefined)
      throw new CommandError(`--${name} doesn't take a value`);
    const isMissing = rawValue === undefined || rawValue === "" || (!inlineValue && /^-./.test(rawValue));
    if (option.placeholder !== undefined && !option.isValueOptional && isMissing)
      throw new CommandError(`--${name} requires a value`);
    const previousValues = valuesByName.get(name);
    if (previousValues && option.isRepeatable) previousValues.push(rawValue ?? "");
    else valuesByName.set(name, [rawValue ?? ""]);
  }
  return { valuesByName, positionals };
}

function createUnknownOptionError(
  command: string,
  rawName: string,
  name: string,
  optionNames: readonly string[],
): CommandError {
  const suggestion = findNearestName(name, optionNames);
  const hint =
    suggestion === undefined ? `; run "docwright ${command} --help" for a list` : `; did you mean --${suggestion}?`;
  return new CommandError(`unknown option ${rawName}${hint}`);
}

/** Returns the choices as a list such as `a, b, or c`. */
function formatChoices(choices: readonly string[]): string {
  if (choices.length <= 2) return choices.join(" or ");
  return `${choices.slice(0, -1).join(", ")}, or ${choices.at(-1)}`;
}

const helpColumns = 80;
/** The maximum width of an option's label. If the label is wider, the description starts on the next line. */
const maxLabelColumns = 24;

function formatHelp({ name, usage, description, options, notes = [], exitCodes }: HelpContent): string {
  const formatParagraph = (text: string) => wrapLines(text, helpColumns).join("\n");
  const rows = [
    ...Object.entries<Option<unknown>>(options).map(([optionName, { placeholder, isValueOptional, help }]) => {
      const argument = placeholder === undefined ? "" : isValueOptional ? `[=${placeholder}]` : ` ${placeholder}`;
      return [`--${optionName}${argument}`, help] as const;
    }),
    ["--help", "show this help"] as const,
  ];
  const labelWidths = rows.map(([label]) => label.length).filter((length) => length <= maxLabelColumns);
  const width = Math.max(...labelWidths);
  const lines = rows.flatMap(([label, help]) => {
    const helpLines = wrapLines(help, helpColumns - width - 4);
    const [firstLine = "", ...otherLines] = label.length > width ? ["", ...helpLines] : helpLines;
    return [
      `  ${label.padEnd(width)}  ${firstLine}`.trimEnd(),
      ...otherLines.map((text) => " ".repeat(width + 4) + text),
    ];
  });
  return `${[
    usage.map((form, i) => `${i === 0 ? "Usage:" : "      "} docwright ${name} ${form}`).join("\n"),
    ...description.map(formatParagraph),
    `Options:\n${lines.join("\n")}`,
    ...notes.map(formatParagraph),
    formatParagraph(`Exit codes: ${exitCodes}`),
  ].join("\n\n")}\n`;
}

function wrapLines(text: string, columns: number): string[] {
  return wrapText(text.split(" "), columns).map((lineParts) => lineParts.join(" "));
}

/** Runs the command and returns its exit code. If the command throws a `CommandError`, prints the error. */
export async function runCommand(command: Command, args: readonly string[], host: CommandHost): Promise<ExitCode> {
  try {
    return await command.run(args, host);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printMessage(error.message, host);
    return error.exitCode;
  }
}

/** Prints a line on stderr that starts with `docwright: `. */
export function printMessage(message: string, host: CommandHost): void {
  host.stderr.write(`docwright: ${toVisibleText(message)}\n`);
}

/** The build replaces this name with the version. It isn't defined if the code runs from source. */
declare const docwrightVersion: string | undefined;

/** Returns the version of this package. If the code runs from source, reads it from package.json. */
export function readVersion(): string {
  if (typeof docwrightVersion === "string") return docwrightVersion;
  const manifest = readFileSync(join(__dirname, "../../../package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
