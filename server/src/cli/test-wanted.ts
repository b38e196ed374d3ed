import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { TestTarget } from "../workspace/api-tests/api-test.ts";
import { largestRecording, readRecording, type Recording } from "../workspace/api-tests/recording.ts";
import type { CommandHost } from "./run-cli.ts";
import { readTestEnvironment } from "./test-environment.ts";
import type { TestOptions } from "./test-options.ts";
import { visibleText } from "./visible-text.ts";

/** What the person has named: where tests are sent, with which secrets, or a recording in place of both. */
export interface Wanted {
  readonly target: TestTarget;
  readonly secrets: ReadonlyMap<string, string>;
  readonly replay: Recording | undefined;
}

/** What the person has named; a sentence when a file of it cannot be used. */
export function readWanted(options: TestOptions, host: CommandHost): Wanted | string {
  const { servers, environment: file, replay, record, allMethods } = options;
  if (replay !== undefined) {
    const text = readText(resolve(host.cwd, replay));
    const recording = text === undefined ? undefined : readRecording(text);
    if (!recording) return `${visibleText(replay)} is no recording; write one by --record.`;
    return { target: recording.target, secrets: new Map(), replay: recording };
  }
  const old = record === undefined ? undefined : readText(resolve(host.cwd, record));
  if (old !== undefined && !readRecording(old))
    return `${visibleText(record ?? "")} is there already and is no recording, so it is not written over.`;
  const base = { servers, variables: {}, credentials: {}, allMethods };
  if (file === undefined) return { target: base, secrets: new Map(), replay: undefined };
  const text = readText(resolve(host.cwd, file));
  if (text === undefined) return `the environment ${visibleText(file)} cannot be read.`;
  const read = readTestEnvironment(text, host.environment);
  if (!read.ok) return `the environment ${visibleText(file)} ${read.reason}`;
  const { secrets, credentials, variables } = read.environment;
  const [onlySecret, second] = secrets.keys();
  return {
    target: {
      servers: servers.length > 0 ? servers : read.environment.servers,
      variables,
      credentials,
      ...(onlySecret !== undefined && second === undefined && { onlySecret }),
      allMethods,
    },
    secrets,
    replay: undefined,
  };
}

function readText(path: string): string | undefined {
  try {
    return statSync(path).size <= largestRecording ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
