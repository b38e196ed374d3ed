import type { Credential } from "../../core/request/form/request-values.ts";
import type { TestTarget } from "./api-test.ts";

/** What the same requests are made of when a recording is played back: no value of a secret is in it. */
export type RecordedTarget = TestTarget;

/** The target that stands in a recording; undefined where there is none. */
export function readTarget(value: unknown): RecordedTarget | undefined {
  if (!isDict(value)) return undefined;
  const { servers, variables, credentials, onlySecret, allMethods } = value;
  if (!Array.isArray(servers) || !servers.every((each) => typeof each === "string")) return undefined;
  if (!isDict(variables) || !isDict(credentials)) return undefined;
  return {
    servers,
    variables: Object.fromEntries(
      Object.entries(variables).flatMap(([name, each]) => (typeof each === "string" ? [[name, each]] : [])),
    ),
    credentials: Object.fromEntries(
      Object.entries(credentials).flatMap(([name, each]): [string, Credential][] => {
        const credential = isDict(each) ? readCredential(each) : undefined;
        return credential ? [[name, credential]] : [];
      }),
    ),
    ...(typeof onlySecret === "string" && { onlySecret }),
    allMethods: allMethods === true,
  };
}

function readCredential({
  kind,
  value,
  user,
  password,
}: Readonly<Record<string, unknown>>): Credential | undefined {
  if (kind === "value" && typeof value === "string") return { kind, value };
  return kind === "basic" && typeof user === "string" && typeof password === "string"
    ? { kind, user, password }
    : undefined;
}

export function isDict(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
