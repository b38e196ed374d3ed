import { tell, tellUnknownVariable, type Building } from "./building.ts";
import { fillJson } from "./fill-variables.ts";
import { jsonFault } from "./json-fault.ts";

/**
 * The text of a sequence of JSON values that were written one on each line: as it is, and for `json-seq` each value
 * behind the sign U+001E with a line end (RFC 7464, section 2.1). Blank lines are no values. Undefined where there is
 * nothing. A line that is no JSON is told.
 */
export function buildLines(
  building: Building,
  place: string,
  type: string,
  text: string,
): string | undefined {
  const filled = fillJson(text, building.variables, (name) => tellUnknownVariable(building, place, name));
  if (filled.trim() === "") return undefined;
  // Who writes the signs by hand is past being helped with them.
  if (filled.includes(sign)) return filled;
  const lines = filled.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    const fault = line.trim() === "" ? undefined : jsonFault(line);
    if (!fault) continue;
    tell(
      building,
      place,
      `Each line of the body is a JSON value of its own, and line ${i + 1} is none: column ${fault.column}: ${fault.text}`,
    );
    break;
  }
  if (!type.endsWith("seq")) return filled;
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => `${sign}${line}\n`)
    .join("");
}

const sign = "\u001e";
