import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ConversionTarget, conversionTargets } from "../../core/spec/convert/convert-swagger.ts";
import { replaceText } from "../../workspace/files/write-files.ts";
import { convertFile } from "../../workspace/specs/convert-spec.ts";
import type { CommandHost, ExitCode } from "../run-cli.ts";
import { visibleLines, toVisibleText } from "../terminal/text.ts";

interface ConvertOptions {
  readonly file: string;
  readonly to: ConversionTarget;
  readonly write: boolean;
  readonly output: string | undefined;
}

/**
 * Runs `docwright convert`: shows a Swagger 2.0 file as OpenAPI 3, or writes it. Returns 2 if it can't be converted.
 */
export async function runConvertCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  if (args.includes("--help") || args.includes("-h")) {
    const { convertHelp } = await import("../help.ts");
    host.stdout.write(convertHelp);
    return 0;
  }
  const options = readOptions(args);
  if (typeof options === "string") return refuse(options, host);
  const path = resolve(host.cwd, options.file);
  const text = readQuietly(path);
  if (text === undefined) return refuse(`${toVisibleText(options.file)} cannot be read.`, host);
  const conversion = await convertFile({ path, text, target: options.to });
  if (!conversion.ok) return refuse(`${toVisibleText(options.file)}: ${conversion.reason}`, host);
  for (const note of conversion.notes) host.stderr.write(`docwright: ${toVisibleText(note)}\n`);
  if (options.output !== undefined) return writeNew(options.output, conversion.text, host);
  if (options.write) return writeOver(path, text, conversion.text, options.file, host);
  const { unifiedDiff } = await import("../terminal/diff.ts");
  const diff = unifiedDiff(options.file, text, conversion.text);
  host.stdout.write(host.stdout.isTTY ? visibleLines(diff) : diff);
  host.stderr.write("Nothing was written; --write does.\n");
  return 0;
}

function readOptions(args: readonly string[]): ConvertOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: { type: "string" }, write: { type: "boolean" }, output: { type: "string" } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0)
      return 'convert takes one file, as in "docwright convert api.json".';
    if (values.write && values.output !== undefined) return "--write and --output do not go together.";
    const to = conversionTargets.find((target) => target === (values.to ?? "3.1"));
    if (to === undefined)
      return `--to cannot be ${toVisibleText(values.to ?? "")}; it is one of ${conversionTargets.join(", ")}.`;
    return { file, to, write: values.write ?? false, output: values.output };
  } catch (error) {
    return error instanceof Error
      ? toVisibleText(error.message.split("\n", 1).join(""))
      : "the options are not understood.";
  }
}

function readQuietly(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
}

function writeNew(output: string, text: string, host: CommandHost): ExitCode {
  try {
    writeFileSync(resolve(host.cwd, output), text, { flag: "wx" });
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    return refuse(`${toVisibleText(output)} ${isThere ? "is there already" : "cannot be written"}.`, host);
  }
  host.stdout.write(`Wrote ${toVisibleText(output)}\n`);
  return 0;
}

function writeOver(path: string, before: string, after: string, name: string, host: CommandHost): ExitCode {
  if (replaceText(dirname(path), basename(path), before, after))
    return refuse(
      `${toVisibleText(name)} was not written: it may not be, or it was changed meanwhile.`,
      host,
    );
  host.stdout.write(`Converted ${toVisibleText(name)}\n`);
  return 0;
}

function refuse(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}
