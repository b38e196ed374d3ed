import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { secretMark } from "../../../../server/src/core/request/build/secret-placeholders.ts";
import type { OAuthFlowForm, SchemeForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { OAuthGrant } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { useOwnId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { dialogWait } from "../relay/message-relay.ts";
import { requestConsentFor } from "../store/request-consent.ts";
import { useParts, useView } from "../store/playground-store.ts";
import { secretNameFor } from "../store/scheme-secrets.ts";
import { SecretField } from "./credential-fields.tsx";

type Scheme = Extract<SchemeForm, { readonly kind: "oauth2" | "openIdConnect" }>;

/** OAuth flows that return a token here, with their labels. */
const flowWords = {
  authorizationCode: translate("Sign in with browser"),
  clientCredentials: translate("Client credentials"),
  password: translate("Username and password"),
};

/** Gets a token and stores it as the secret of the scheme. */
export function OAuthField({ scheme }: { readonly scheme: Scheme }): VNode {
  const { store, ask } = useParts();
  const { built, state } = useView("built", "state");
  const id = useOwnId();
  const flows = flowsOf(scheme);
  const [at, choose] = useState(0);
  const [clientId, setClientId] = useState("");
  const [clientSecret, setClientSecret] = useState("");
  const [user, setUser] = useState("");
  const [password, setPassword] = useState("");
  const [scopes, setScopes] = useState<ReadonlySet<string>>(() => new Set(scheme.scopes));
  const [isWaiting, setWaiting] = useState(false);
  const flow = flows[at];
  if (!flow)
    return (
      <p class="dw-try-words">
        {translate(
          "The playground can’t request this type of token. Get one elsewhere, and then set it as the secret above.",
        )}
      </p>
    );
  const isInBrowser = flow.flow === "authorizationCode";
  const known = [...new Set([...Object.keys(flow.scopes), ...scheme.scopes])];
  const getToken = async (): Promise<void> => {
    setWaiting(true);
    const name = secretNameFor(scheme.name);
    const grant: OAuthGrant = {
      flow: flow.flow,
      tokenUrl: flow.tokenUrl ?? "",
      clientId,
      scopes: known.filter((each) => scopes.has(each)),
      ...(flow.authorizationUrl !== undefined && { authorizationUrl: flow.authorizationUrl }),
      ...(scheme.kind === "openIdConnect" && { discoveryUrl: scheme.url }),
      ...(clientSecret !== "" && { clientSecret }),
      ...(flow.flow === "password" && { user, password }),
    };
    const reported = await requestConsentFor(store, () =>
      ask({ kind: "relay/authorize", name, url: built?.request.url ?? "", grant }, dialogWait),
    );
    setWaiting(false);
    if (!reported.failed)
      store.fill((all) => ({
        ...all,
        credentials: { ...all.credentials, [scheme.name]: { kind: "value", value: secretMark(name) } },
      }));
    store.set({ notice: reported });
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
              value={String(at)}
              onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
            >
              {flows.map((each, index) => (
                <option key={each.flow} value={String(index)}>
                  {flowWords[each.flow]}
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
        {known.length > 0 && (
          <fieldset class="dw-try-scopes">
            <legend>{translate("Scopes")}</legend>
            {known.map((scope) => (
              <label key={scope} title={flow.scopes[scope]}>
                <input
                  type="checkbox"
                  class="dw-try-tick"
                  checked={scopes.has(scope)}
                  onChange={({ currentTarget }) => {
                    const others = [...scopes].filter((each) => each !== scope);
                    setScopes(new Set(currentTarget.checked ? [...others, scope] : others));
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
          disabled={clientId === "" || !state.trusted}
          title={clientId === "" ? translate("Enter the client ID first") : undefined}
          aria-busy={isWaiting}
          onClick={() => {
            if (!isWaiting) void getToken();
          }}
        >
          {isWaiting
            ? translate("Waiting for token…")
            : isInBrowser
              ? translate("Sign in…")
              : translate("Get token")}
        </button>
      </div>
    </details>
  );
}

type UsedFlow = Omit<OAuthFlowForm, "flow"> & { readonly flow: OAuthGrant["flow"] };

function flowsOf(scheme: Scheme): readonly UsedFlow[] {
  if (scheme.kind === "openIdConnect") {
    const nothing = { authorizationUrl: undefined, tokenUrl: undefined, refreshUrl: undefined, scopes: {} };
    return [{ ...nothing, flow: "authorizationCode" }];
  }
  return scheme.flows.flatMap((each) => {
    const { flow } = each;
    return flow === "implicit" || flow === "deviceAuthorization" ? [] : [{ ...each, flow }];
  });
}
