import type { VNode } from "preact";
import type { RequestForm, SchemeForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { usePlaygroundContext, useView } from "../store/playground-store.ts";
import { formatScheme } from "../store/scheme-secrets.ts";
import { FieldProblems, Sentence, shortenText } from "../ui/controls.tsx";
import { BasicField, OAuthField, SecretField } from "./credential-fields.tsx";

interface AuthorizationProps {
  readonly form: RequestForm;
  readonly values: RequestValues;
}

/**
 * The authentication method that the user selects from those in the specification, along with the fields for its
 * schemes.
 */
export function Authorization({ form, values }: AuthorizationProps): VNode | null {
  const { store } = usePlaygroundContext();
  const id = useUniqueId();
  const { security } = form;
  if (security.every((requirement) => requirement.length === 0)) return null;
  const schemes = security[Math.min(values.way, security.length - 1)] ?? [];
  return (
    <section class="dw-try-section">
      <header class="dw-try-section-head">
        <h2 class="dw-try-title" id={id}>
          {translate("Authorization")}
        </h2>
        {security.length > 1 && (
          <select
            class="dw-try-select"
            aria-labelledby={id}
            value={String(values.way)}
            onChange={({ currentTarget }) =>
              store.fill((currentValues) => ({ ...currentValues, way: Number(currentTarget.value) }))
            }
          >
            {security.map((each, index) => (
              <option key={index} value={String(index)}>
                {each.length === 0
                  ? translate("No authentication")
                  : each.map(({ name }) => name).reduce((a, b) => translate("{0} and {1}", a, b))}
              </option>
            ))}
          </select>
        )}
      </header>
      {schemes.length === 0 && <p class="dw-try-words">{translate("The request is sent without authentication.")}</p>}
      {schemes.map((scheme) => (
        <Scheme key={scheme.name} scheme={scheme} values={values} />
      ))}
    </section>
  );
}

function Scheme({ scheme, values }: { readonly scheme: SchemeForm; readonly values: RequestValues }): VNode {
  const { built } = useView("built");
  const { store } = usePlaygroundContext();
  const id = useUniqueId();
  const setCredential = (value: string): void =>
    store.fill((currentValues) => ({
      ...currentValues,
      credentials: { ...currentValues.credentials, [scheme.name]: { kind: "value", value } },
    }));
  const problems = built?.problems.filter(({ formKey }) => formKey === `credential ${scheme.name}`) ?? [];
  const descriptionText = shortenText(scheme.description);
  const credential = Object.hasOwn(values.credentials, scheme.name) ? values.credentials[scheme.name] : undefined;
  return (
    <div class="dw-try-field">
      <div class="dw-try-name">
        <span class="dw-try-tick" aria-hidden="true" />
        <span id={id}>
          <code>{scheme.kind === "apiKey" ? scheme.field : scheme.name}</code>
        </span>
        <span class="dw-try-type">{formatScheme(scheme)}</span>
      </div>
      <div class="dw-try-input-side">
        {scheme.kind === "mutualTLS" ? (
          <p class="dw-try-words">
            {translate("The API requires a client certificate. Your editor’s settings specify which one is sent.")}
          </p>
        ) : scheme.kind === "basic" ? (
          <BasicField scheme={scheme} credential={credential} labelledBy={id} />
        ) : scheme.kind === "unknown" ? null : (
          <SecretField
            name={scheme.name}
            {...(scheme.publicKey !== undefined && { publicKey: scheme.publicKey })}
            value={credential?.kind === "value" ? credential.value : ""}
            labelledBy={id}
            label={scheme.name}
            onChange={setCredential}
          />
        )}
        {(scheme.kind === "oauth2" || scheme.kind === "openIdConnect") && <OAuthField scheme={scheme} />}
        {descriptionText && (
          <p class="dw-try-words">
            <Sentence text={descriptionText} />
          </p>
        )}
        <FieldProblems isSubdued problems={problems} id={`${id}-problems`} />
      </div>
    </div>
  );
}
