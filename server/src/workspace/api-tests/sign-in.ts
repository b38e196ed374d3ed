import type { RequestForm, SchemeForm } from "../../core/request/form/request-form.ts";
import type { Credential } from "../../core/request/form/request-values.ts";
import { secretMark, secretNames } from "../../core/request/build/secret-placeholders.ts";
import type { OperationModel } from "../../core/spec/model/operation-model.ts";
import type { TestTarget } from "./api-test.ts";

export type SignedIn =
  | { readonly ok: true; readonly way: number; readonly credentials: Readonly<Record<string, Credential>> }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * The first way to sign in of which every credential is known: those that the person has given, else the key for
 * everybody that a scheme shows its readers (`x-default`).
 */
export function signIn({ security }: RequestForm, operation: OperationModel, target: TestTarget): SignedIn {
  if (security.length === 0) return { ok: true, way: 0, credentials: {} };
  for (const [way, schemes] of security.entries()) {
    const found = schemes.map((scheme): [string, Credential | undefined] => [
      scheme.name,
      credentialFor(scheme, schemes.length, target) ?? shownKey(scheme.name, operation),
    ]);
    const credentials = Object.fromEntries(
      found.flatMap(([name, credential]) => (credential ? [[name, credential]] : [])),
    );
    if (found.every(([, credential]) => credential)) return { ok: true, way, credentials };
  }
  const names = [...new Set(security.flat().map(({ name }) => `\`${name}\``))].join(" or ");
  return { ok: false, reason: `It needs ${names}, and the environment has no secret for it.` };
}

function credentialFor(
  { name, kind }: SchemeForm,
  atOnce: number,
  { credentials, onlySecret }: TestTarget,
): Credential | undefined {
  if (kind === "mutualTLS" || kind === "unknown") return undefined;
  if (Object.hasOwn(credentials, name)) return credentials[name];
  // A name and a password are more than one secret.
  if (onlySecret === undefined || atOnce > 1 || kind === "basic") return undefined;
  return { kind: "value", value: secretMark(onlySecret) };
}

function shownKey(name: string, { security }: OperationModel): Credential | undefined {
  const value = security.flat().find((need) => need.name === name)?.scheme?.["x-default"];
  // What names a secret would be the site asking for one.
  const isPlain = typeof value === "string" && value.trim() !== "" && secretNames(value).length === 0;
  return isPlain ? { kind: "value", value } : undefined;
}
