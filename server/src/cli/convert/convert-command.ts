import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { conversionTargets } from "../../core/spec/convert/convert-swagger.ts";
import { formatMessageInEnglish } from "../../core/text/localized-message.ts";
import { replaceText } from "../../workspace/files/write-files.ts";
import { convertFile } from "../../workspace/specs/convert-spec.ts";
import {
  createChoiceOption, CommandError, type CommandHost, defineCommand, createFlagOption, printMessage, createValueOption, writeNewFile,
} from "../command.ts"; // prettier-ignore
import { lowercaseFirstLetter, toVisibleText, toVisibleLines } from "../terminal/text.ts";

export const convertCommand = defineCommand({
  name: "convert",
  usage: ["FILE [options]"],
  description: [
    "Shows how a Swagger 2.0 file changes when it's converted to OpenAPI 3, and what can't be converted. YAML files remain YAML but lose their comments. JSON files keep their indentation.",
  ],
  options: {
    to: createChoiceOption("VERSION", conversionTargets, "3.1", "OpenAPI version"),
    write: createFlagOption("overwrite the file"),
    output: createValueOption("NEW", "write to a new file"),
  },
  exitCodes: "0 success, 2 the command failed",
  conflicts: [["write", "output"]],
  parse: (values, [file, ...extraArguments]) => {
    if (file === undefined || extraArguments.length > 0)
      throw new CommandError('specify one file, for example, "docwright convert api.json"');
    return { ...values, file };
  },
  run: async ({ file, to, write, output }, host) => {
    const path = resolve(host.cwd, file);
    const text = readUtf8(path);
    if (text === undefined) throw new CommandError(`can't read ${file}`);
    const conversion = await convertFile({ path, text, target: to });
    if (!conversion.ok)
      throw new CommandError(`${file}: ${lowercaseFirstLetter(formatMessageInEnglish(conversion.reason))}`);
    for (const note of conversion.notes) printMessage(lowercaseFirstLetter(note), host);
    if (output !== undefined) {
      writeNewFile(output, conversion.text, host);
      host.stdout.write(`Wrote ${toVisibleText(output)}\n`);
    } else if (write) {
      if (replaceText(dirname(path), basename(path), text, conversion.text))
        throw new CommandError(`can't write ${file}: it's read-only, or it changed during the conversion`);
      host.stdout.write(`Converted ${toVisibleText(file)}\n`);
    } else await printDiff(file, text, conversion.text, host);
    return 0;
  },
});

async function printDiff(file: string, oldText: string, newText: string, host: CommandHost): Promise<void> {
  const { formatUnifiedDiff } = await import("../terminal/diff.ts");
  const diff = formatUnifiedDiff(file, oldText, newText);
  host.stdout.write(host.stdout.isTTY ? toVisibleLines(diff) : diff);
  host.stderr.write("No files changed. Use --write to apply these changes.\n");
}

function readUtf8(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
}
