import type { Environment, EnvironmentChange } from "../core/request/protocol/playground-protocol.ts";
import { flagOf, isRecord, ownRecord, textOf, textsByName } from "../core/request/protocol/request-schema.ts";
import type { PlaygroundStore } from "./playground-store.ts";
import type { RelayTarget } from "./relay.ts";
import { readTargetUrl } from "./target-url.ts";

/** Values of a person for each place where the API runs. They never come from the site. */
export interface KeptEnvironments {
  readonly all: () => readonly Environment[];
  /** The one in use. */
  readonly chosen: () => Environment | undefined;
  readonly change: (change: EnvironmentChange) => void;
  /** Where their addresses lead: the person has typed them. */
  readonly targets: () => readonly RelayTarget[];
}

const maxEnvironments = { environments: 50, variables: 100, value: 10_000 } as const;

export function keptEnvironments(store: PlaygroundStore, scope: string): KeptEnvironments {
  const keys = { all: `${scope}/environments`, chosen: `${scope}/environment` };
  let all = readAll(store.get(keys.all));
  let chosen = textOf(store.get(keys.chosen), 200) ?? "";
  const keep = (environments: readonly Environment[], name: string): void => {
    all = environments;
    chosen = environments.some((each) => each.name === name) ? name : "";
    void store.update(keys.all, all);
    void store.update(keys.chosen, chosen);
  };

  return {
    all: () => all,
    chosen: () => all.find(({ name }) => name === chosen),
    change: (change) => {
      const { name } = change;
      const others = all.filter((each) => each.name !== name);
      if (change.kind === "choose") return keep(all, name);
      if (change.kind === "remove") return keep(others, chosen);
      const environment = readOne({ name, ...change.environment });
      if (!environment || others.length >= maxEnvironments.environments) return;
      const at = all.findIndex((each) => each.name === name);
      keep(at < 0 ? [...all, environment] : all.toSpliced(at, 1, environment), chosen);
    },
    targets: () => all.flatMap(({ baseUrl }) => targetOf(baseUrl) ?? []),
  };
}

function readAll(value: unknown): readonly Environment[] {
  return Array.isArray(value)
    ? (value as readonly unknown[]).slice(0, maxEnvironments.environments).flatMap((each) => readOne(each) ?? [])
    : [];
}

/** An address that nothing can be sent to is left out, the rest is kept. */
function readOne(value: unknown): Environment | undefined {
  if (!isRecord(value)) return undefined;
  const name = textOf(value["name"], 60)?.trim() ?? "";
  const variables = textsByName(value["variables"], maxEnvironments.variables, maxEnvironments.value);
  if (name === "" || /[\0-\x1f\x7f]/.test(name) || !variables) return undefined;
  const baseUrl = textOf(value["baseUrl"], 2000)?.trim();
  const named = Object.entries(variables).filter(([variable]) => /^[\w.-]{1,64}$/.test(variable));
  return {
    name,
    baseUrl: targetOf(baseUrl) ? baseUrl : undefined,
    variables: ownRecord(named),
    keepsCookies: flagOf(value["keepsCookies"]) ?? false,
  };
}

function targetOf(baseUrl: string | undefined): RelayTarget | undefined {
  if (baseUrl === undefined) return undefined;
  try {
    return { origin: readTargetUrl(baseUrl).origin, declaredBy: "you" };
  } catch {
    return undefined;
  }
}
