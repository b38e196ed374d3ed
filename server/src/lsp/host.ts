import type { Problem } from "../core/rules/problem.ts";
import { readLeft, type LeftToOthers } from "../core/features/completion/completion.ts";
import { stringOf } from "../core/config/json/json-tree.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import type { HostChanged, HostOptions } from "../protocol/site.ts";

const syntaxCodes: ReadonlySet<string> = new Set(["config/syntax", "config/duplicate-key"]);

/** What a schema of docs.json can tell as well; what a setting does to the docs, it cannot. */
const structuralCodes: ReadonlySet<string> = new Set([
  "config/wrong-type",
  "config/value-not-allowed",
  "config/invalid-value",
  "config/missing-setting",
  "config/unknown-setting",
  "config/not-an-object",
  "nav/missing-field",
  "nav/unknown-language",
]);

/** What the editor reports by itself of the JSON files that are open in it, so that nothing is said twice. */
export class Host {
  #general: HostOptions;
  readonly #byUri = new Map<string, HostOptions>();
  #serial = 0;

  constructor(general: HostOptions = {}) {
    this.#general = general;
  }

  change({ uri, host }: HostChanged): void {
    if (uri === undefined) this.#general = host;
    else this.#byUri.set(uri, host);
    this.#serial++;
  }

  /** What others answer in pages. */
  readonly leftInPages = (): LeftToOthers => readLeft(this.#general.mdx);

  /** Another number whenever what the editor reports has changed. */
  get serial(): number {
    return this.#serial;
  }

  /** The problems that the editor does not report already in this open file. */
  withoutRepeated(problems: readonly Problem[], uri: string, { site, path }: SitePlace): readonly Problem[] {
    if (!path.endsWith(".json")) return problems;
    const { jsonSyntax, jsonSchema } = { ...this.#general, ...this.#byUri.get(uri) };
    const config = site.current?.site.config;
    const hasSchema =
      jsonSchema === "remote" &&
      path === config?.entry &&
      /^https?:/.test(stringOf(config.root, "$schema") ?? "");
    return problems.filter(
      ({ code }) =>
        !(jsonSyntax === true && syntaxCodes.has(code)) && !(hasSchema && structuralCodes.has(code)),
    );
  }
}
