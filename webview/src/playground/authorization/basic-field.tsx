import type { VNode } from "preact";
import type { SchemeForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { Credential } from "../../../../server/src/core/request/form/request-values.ts";
import { useParts } from "../playground-context.ts";
import { SecretField } from "./secret-field.tsx";

interface BasicFieldProps {
  readonly scheme: SchemeForm;
  readonly credential: Credential | undefined;
  readonly labelledBy: string;
}

/** A user name, as text, and a password, as a secret. */
export function BasicField({ scheme: { name }, credential, labelledBy }: BasicFieldProps): VNode {
  const { store } = useParts();
  const { user, password } = credential?.kind === "basic" ? credential : { user: "", password: "" };
  const put = (change: { readonly user?: string; readonly password?: string }): void =>
    store.fill((all) => ({
      ...all,
      credentials: { ...all.credentials, [name]: { kind: "basic", user, password, ...change } },
    }));
  return (
    <div class="dw-try-basic" role="group" aria-labelledby={labelledBy}>
      <input
        type="text"
        class="dw-try-input"
        aria-label={`User name of ${name}`}
        placeholder="User name"
        autocomplete="off"
        spellcheck={false}
        value={user}
        onInput={({ currentTarget }) => put({ user: currentTarget.value })}
      />
      <SecretField
        name={`${name}-password`}
        value={password}
        label={`Password of ${name}`}
        onChange={(value) => put({ password: value })}
      />
    </div>
  );
}
