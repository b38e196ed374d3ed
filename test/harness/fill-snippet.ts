const variables: Readonly<Record<string, string>> = {
  CURRENT_YEAR: "2026",
  CURRENT_MONTH: "01",
  CURRENT_DATE: "15",
};

/**
 * Matches `${1:text}`, `${1|first,second|}`, `$1`, and `$NAME`. The text of a placeholder can contain only names of
 * variables, not other placeholders.
 */
const placeholder = /\$\{(\d+):((?:\$[A-Z_]+|[^${}])*)\}|\$\{(\d+)\|([^|]+)\|\}|\$(\d+|[A-Z_]+)/g;

/**
 * Returns an editor snippet as it's inserted if the user doesn't type anything, with the defaults and the first option
 * of each choice.
 */
export function fillSnippet(body: readonly string[]): string {
  const filled = new Map<string, string>([["0", ""]]);
  const found = (text: string): string =>
    text.replace(placeholder, (_, number, given, choice, choices, name) => {
      if (name !== undefined) {
        const value = filled.get(String(name)) ?? variables[String(name)];
        if (value === undefined) throw new Error(`$${String(name)} has no value`);
        return value;
      }
      const key = String(number ?? choice);
      const value = filled.get(key) ?? (given === undefined ? String(choices).split(",")[0] : found(String(given)));
      filled.set(key, value ?? "");
      return value ?? "";
    });
  return found(body.join("\n"));
}
