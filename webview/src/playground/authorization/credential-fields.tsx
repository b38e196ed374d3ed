import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import {
  createSecretPlaceholder,
  listSecretNames,
} from "../../../../server/src/core/request/build/secret-placeholders.ts";
import type { OAuthFlowForm, SchemeForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { Credential } from "../../../../server/src/core/request/form/request-values.ts";
import type { OAuthGrant } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { dialogTimeout, runWithConsent } from "../relay/message-relay.ts";
import { usePlaygroundContext, useView } from "../store/playground-store.ts";
import { listSuggestedSecrets, toSecretName } from "../store/scheme-secrets.ts";
import { CrossButton } from "../ui/controls.tsx";

interface SecretFieldProps {
  /** The name of the scheme, which is also used as the name of a new secret. */
  readonly name: string;
  /**
   * A secret such as `{{secret:token}}`, a variable of the environment such as `{{name}}`, the public key, or an empty
   * string.
   */
  readonly value: string;
  /** A key that is published in the specification. */
  readonly publicKey?: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly labelledBy?: string;
}

/**
 * A secret. Only its name is shown, and its value is never stored on the page. The host prompts for the value, or
 * receives it once from the password field below.
 */
export function SecretField({ name, value, publicKey, onChange, label, labelledBy }: SecretFieldProps): VNode {
  const { store } = usePlaygroundContext();
  const { state, built } = useView("state", "built");
  const [isEditing, setEditing] = useState(false);
  const setButtonRef = useRef<HTMLButtonElement>(null);
  const [chosenSecretName] = listSecretNames(value);
  const secretName = toSecretName(name);
  const secret = chosenSecretName ?? secretName;
  const storedSecret = state.secrets.find((each) => each.name === secret);
  const environment = state.environments.find((each) => each.name === state.environment);
  const url = built?.request.url ?? "";
  const setValue = (text?: string): void => {
    store.port.send({
      kind: "relay/setSecret",
      name: secret,
      url,
      ...(text !== undefined && { value: text }),
    });
    onChange(createSecretPlaceholder(secret));
    setEditing(false);
    requestAnimationFrame(() => setButtonRef.current?.focus());
  };
  const otherSecrets = state.secrets.filter((each) => each.name !== secretName);
  const variableNames = Object.keys(environment?.variables ?? {});
  const isSecretSelected = chosenSecretName !== undefined && storedSecret !== undefined;
  return (
    <div class="dw-try-secret" role="group" aria-label={label}>
      <span class="dw-try-secret-line">
        {otherSecrets.length + variableNames.length > 0 ||
        publicKey !== undefined ||
        (value !== "" && chosenSecretName === undefined) ? (
          <select
            class="dw-try-select dw-try-chip"
            data-set={isSecretSelected || undefined}
            {...(labelledBy === undefined ? { "aria-label": label } : { "aria-labelledby": labelledBy })}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          >
            <option value="">{translate("No secret")}</option>
            {publicKey !== undefined && (
              <option value={publicKey}>{translate("{0} (from the specification)", publicKey)}</option>
            )}
            {listSuggestedSecrets(secretName, state.secrets, url).map((each) => (
              <option key={each} value={createSecretPlaceholder(each)}>
                {createSecretPlaceholder(each)}
              </option>
            ))}
            {variableNames.map((each) => (
              <option key={each} value={`{{${each}}}`}>{`{{${each}}}`}</option>
            ))}
          </select>
        ) : (
          <code
            class="dw-try-chip"
            data-set={isSecretSelected || undefined}
            title={storedSecret && translate("Sent only to {0}", storedSecret.origin)}
          >
            {createSecretPlaceholder(secret)}
          </code>
        )}
      </span>
      <span class="dw-try-secret-tools">
        {!isSecretSelected && storedSecret && (
          <button
            type="button"
            class="dw-button"
            aria-label={translate("Use secret {0}", secret)}
            onClick={() => onChange(createSecretPlaceholder(secret))}
          >
            {translate("Use secret")}
          </button>
        )}
        <button
          ref={setButtonRef}
          type="button"
          class="dw-button"
          aria-label={
            isSecretSelected ? translate("Change value of {0}", secret) : translate("Set value of {0}", secret)
          }
          onClick={() => (state.host === "editor" ? setValue() : setEditing(true))}
        >
          {isSecretSelected ? translate("Change…") : translate("Set…")}
        </button>
        {storedSecret && (
          <CrossButton
            title={translate("Clear value")}
            label={translate("Clear value of {0}", secret)}
            onClick={() => store.port.send({ kind: "relay/forgetSecret", name: secret })}
          />
        )}
      </span>
      {isSecretSelected && <span class="dw-try-words">{translate("Sent only to {0}.", storedSecret.origin)}</span>}
      {isEditing && <PasswordInput secret={secret} onDone={setValue} onCancel={() => setEditing(false)} />}
    </div>
  );
}

interface PasswordInputProps {
  readonly secret: string;
  readonly onDone: (value: string) => void;
  readonly onCancel: () => void;
}

/**
 * An input for a secret's value, which is passed to the host once. The value exists only in the input, which is then
 * removed.
 */
function PasswordInput({ secret, onDone, onCancel }: PasswordInputProps): VNode {
  const input = useRef<HTMLInputElement>(null);
  const finish = (): void => {
    const value = input.current?.value ?? "";
    if (input.current) input.current.value = "";
    if (value === "") onCancel();
    else onDone(value);
  };
  return (
    <span class="dw-try-password">
      <input
        ref={(element) => {
          input.current = element;
          element?.focus();
        }}
        type="password"
        class="dw-try-input"
        aria-label={translate("Value of {0}", secret)}
        autocomplete="off"
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.stopPropagation();
          finish();
        }}
      />
      <button type="button" class="dw-button" onClick={finish}>
        {translate("Save")}
      </button>
      <button type="button" class="dw-try-quiet" onClick={onCancel}>
        {translate("Cancel")}
      </button>
    </span>
  );
}

interface BasicFieldProps {
  readonly scheme: SchemeForm;
  readonly credential: Credential | undefined;
  readonly labelledBy: string;
}

/** A field for a username as text and a password as a secret. */
export function BasicField({ scheme: { name }, credential, labelledBy }: BasicFieldProps): VNode {
  const { store } = usePlaygroundContext();
  const { user, password } = credential?.kind === "basic" ? credential : { user: "", password: "" };
  const updateCredential = (change: { readonly user?: string; readonly password?: string }): void =>
    store.fill((currentValues) => ({
      ...currentValues,
      credentials: { ...currentValues.credentials, [name]: { kind: "basic", user, password, ...change } },
    }));
  return (
    <div class="dw-try-basic" role="group" aria-labelledby={labelledBy}>
      <input
        type="text"
        class="dw-try-input"
        aria-label={translate("Username for {0}", name)}
        placeholder={translate("Username")}
        autocomplete="off"
        spellcheck={false}
        value={user}
        onInput={({ currentTarget }) => updateCredential({ user: currentTarget.value })}
      />
      <SecretField
        name={`${name}-password`}
        value={password}
        label={translate("Password for {0}", name)}
        onChange={(value) => updateCredential({ password: value })}
      />
    </div>
  );
}

type OAuthScheme = Extract<SchemeForm, { readonly kind: "oauth2" | "openIdConnect" }>;

/** The labels for the OAuth flows that the playground supports. */
const flowLabels = {
  authorizationCode: translate("Sign in with browser"),
  clientCredentials: translate("Client credentials"),
  password: translate("Username and password"),
};

/** A field that gets a token and stores it as the scheme's secret. */
export function OAuthField({ scheme }: { readonly scheme: OAuthScheme }): VNode {
  const { store, sendToHost } = usePlaygroundContext();
  const { built, state } = useView("built", "state");
  const id = useUniqueId();
  const flows = listFlows(scheme);
  const [flowIndex, choose] = useState(0);
  const [clientId, setClientId] = useState("");
  const [clientSecret, setClientSecret] = useState("");
  const [user, setUser] = useState("");
  const [password, setPassword] = useState("");
  const [scopes, setScopes] = useState<ReadonlySet<string>>(() => new Set(scheme.scopes));
  const [isWaiting, setWaiting] = useState(false);
  const flow = flows[flowIndex];
  if (!flow)
    return (
      <p class="dw-try-words">
        {translate(
          "The playground can’t request this type of token. Get a token elsewhere, and then set it as the secret above.",
        )}
      </p>
    );
  const isInBrowser = flow.flow === "authorizationCode";
  const availableScopes = [...new Set([...Object.keys(flow.scopes), ...scheme.scopes])];
  const getToken = async (): Promise<void> => {
    setWaiting(true);
    const name = toSecretName(scheme.name);
    const grant: OAuthGrant = {
      flow: flow.flow,
      tokenUrl: flow.tokenUrl ?? "",
      clientId,
      scopes: availableScopes.filter((each) => scopes.has(each)),
      ...(flow.authorizationUrl !== undefined && { authorizationUrl: flow.authorizationUrl }),
      ...(scheme.kind === "openIdConnect" && { discoveryUrl: scheme.url }),
      ...(clientSecret !== "" && { clientSecret }),
      ...(flow.flow === "password" && { user, password }),
    };
    const notice = await runWithConsent(store, () =>
      sendToHost({ kind: "relay/authorize", name, url: built?.request.url ?? "", grant }, dialogTimeout),
    );
    setWaiting(false);
    if (!notice.hasFailed)
      store.fill((currentValues) => ({
        ...currentValues,
        credentials: {
          ...currentValues.credentials,
          [scheme.name]: { kind: "value", value: createSecretPlaceholder(name) },
        },
      }));
    store.set({ notice });
  };
  return (
    <details class="dw-try-oauth">
      <summary>{translate("Get token")}</summary>
      <div class="dw-try-oauth-form">
        {flows.length > 1 && (
          <p>
            <label for={`${id}-flow`}>{translate("OAuth flow")}</label>
            <select
              id={`${id}-flow`}
              class="dw-try-select"
              value={String(flowIndex)}
              onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
            >
              {flows.map((each, index) => (
                <option key={each.flow} value={String(index)}>
                  {flowLabels[each.flow]}
                </option>
              ))}
            </select>
          </p>
        )}
        <p>
          <label for={`${id}-client`}>{translate("Client ID")}</label>
          <input
            id={`${id}-client`}
            type="text"
            class="dw-try-input"
            autocomplete="off"
            spellcheck={false}
            value={clientId}
            onInput={({ currentTarget }) => setClientId(currentTarget.value)}
          />
        </p>
        {flow.flow === "password" && (
          <p>
            <label for={`${id}-user`}>{translate("Username")}</label>
            <input
              id={`${id}-user`}
              type="text"
              class="dw-try-input"
              autocomplete="off"
              value={user}
              onInput={({ currentTarget }) => setUser(currentTarget.value)}
            />
          </p>
        )}
        {flow.flow === "password" && (
          <div class="dw-try-oauth-row">
            <span aria-hidden="true">{translate("Password")}</span>
            <SecretField
              name={`${scheme.name}-password`}
              label={translate("Password for {0}", scheme.name)}
              value={password}
              onChange={setPassword}
            />
          </div>
        )}
        <div class="dw-try-oauth-row" title={translate("Some services don’t issue a client secret")}>
          <span aria-hidden="true">{translate("Client secret")}</span>
          <SecretField
            name={`${scheme.name}-client-secret`}
            label={translate("Client secret for {0}", scheme.name)}
            value={clientSecret}
            onChange={setClientSecret}
          />
        </div>
        {availableScopes.length > 0 && (
          <fieldset class="dw-try-scopes">
            <legend>{translate("Scopes")}</legend>
            {availableScopes.map((scope) => (
              <label key={scope} title={flow.scopes[scope]}>
                <input
                  type="checkbox"
                  class="dw-try-tick"
                  checked={scopes.has(scope)}
                  onChange={({ currentTarget }) => {
                    const otherScopes = [...scopes].filter((each) => each !== scope);
                    setScopes(new Set(currentTarget.checked ? [...otherScopes, scope] : otherScopes));
                  }}
                />
                <code>{scope}</code>
              </label>
            ))}
          </fieldset>
        )}
        <button
          type="button"
          class="dw-button"
          disabled={clientId === "" || !state.isTrusted}
          title={clientId === "" ? translate("Enter the client ID first") : undefined}
          aria-busy={isWaiting}
          onClick={() => {
            if (!isWaiting) void getToken();
          }}
        >
          {isWaiting ? translate("Waiting for token…") : isInBrowser ? translate("Sign in…") : translate("Get token")}
        </button>
      </div>
    </details>
  );
}

type SupportedFlow = Omit<OAuthFlowForm, "flow"> & { readonly flow: OAuthGrant["flow"] };

function listFlows(scheme: OAuthScheme): readonly SupportedFlow[] {
  if (scheme.kind === "openIdConnect") {
    const emptyFlow = { authorizationUrl: undefined, tokenUrl: undefined, refreshUrl: undefined, scopes: {} };
    return [{ ...emptyFlow, flow: "authorizationCode" }];
  }
  return scheme.flows.flatMap((each) => {
    const { flow } = each;
    return flow === "implicit" || flow === "deviceAuthorization" ? [] : [{ ...each, flow }];
  });
}
