import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { readEnvFile } from "../relay/secrets/env-file.ts";
import type { CommandHost } from "./run-cli.ts";
import { readTestEnvironment } from "./test-environment.ts";
import { visibleText } from "./visible-text.ts";

/** What the person has named for the playground, with the values of secrets; in memory alone. */
export interface PreviewEnvironment {
  readonly name: string;
  readonly baseUrl: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** By name; sent to `baseUrl` alone. */
  readonly secrets: ReadonlyMap<string, string>;
}

const largest = 1_000_000;

/**
 * The environment in a file that the person has named: JSON as `docwright test` reads it, else the lines of a `.env` file,
 * which are values. Undefined where none is named, a sentence when it cannot be used.
 */
export function readPreviewEnvironment(
  file: string | undefined,
  { cwd, environment }: CommandHost,
): PreviewEnvironment | string | undefined {
  if (file === undefined) return undefined;
  const shown = visibleText(file);
  const text = textOf(resolve(cwd, file));
  if (text === undefined) return `the environment ${shown} cannot be read.`;
  const name = basename(file).replace(/\.json$/i, "");
  if (!/^\s*\{/.test(text))
    return { name, baseUrl: undefined, variables: Object.fromEntries(readEnvFile(text)), secrets: new Map() };
  const read = readTestEnvironment(text, environment);
  if (!read.ok) return `the environment ${shown} ${read.reason}`;
  const { servers, variables, secrets } = read.environment;
  const [baseUrl] = servers;
  if (secrets.size > 0 && baseUrl === undefined)
    return `the environment ${shown} has secrets and no \`baseUrl\` that they are for.`;
  return { name, baseUrl, variables, secrets };
}

function textOf(path: string): string | undefined {
  try {
    return statSync(path).size <= largest ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
