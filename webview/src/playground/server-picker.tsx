import type { VNode } from "preact";
import type { EndpointPage } from "../../../server/src/core/preview/view/endpoint-page.ts";
import type { RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../../server/src/core/request/form/request-values.ts";
import type { Environment } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import { useUniqueId } from "../components/tabs.tsx";
import { MethodBadge } from "../endpoint/endpoint.tsx";
import { translate } from "../language/translate.ts";
import { usePlaygroundContext, useView } from "./store/playground-store.ts";
import { CopyControl, CrossButton, Sentence } from "./ui/controls.tsx";

/**
 * Returns the base URL for a request without a trailing slash. A URL that the user has typed takes precedence over the
 * environment's URL, which takes precedence over the specification's.
 */
export function resolveServerUrl(
  form: RequestForm,
  { server }: RequestValues,
  environment: Environment | undefined,
): string {
  const serverForm = form.servers[server.at];
  const customUrl = server.at < 0 ? (server.own ?? "").trim() : "";
  const url = customUrl || environment?.baseUrl || serverForm?.url || "";
  return fillUrl(url, server.variables).replace(/\/$/, "");
}

function fillUrl(url: string, variables: Readonly<Record<string, string>>): string {
  return url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(variables, name) && variables[name] !== "" ? (variables[name] ?? placeholder) : placeholder,
  );
}

/** A list in which users select one of the servers in the specification or enter a URL. */
export function ServerPicker(): VNode | null {
  const { store } = usePlaygroundContext();
  const { form, values, state } = useView("form", "values", "state");
  if (typeof form !== "object" || !values) return <span class="dw-try-skeleton dw-try-server" aria-hidden="true" />;
  const environment = state.environments.find(({ name }) => name === state.environment);
  if (environment?.baseUrl !== undefined && values.server.at >= 0)
    return (
      <span class="dw-endpoint-base dw-try-server" title={translate("Set by environment {0}", environment.name)}>
        {environment.baseUrl}
      </span>
    );
  const { server } = values;
  const customField = (
    <input
      type="text"
      class="dw-try-input dw-try-server"
      aria-label={translate("Server URL")}
      placeholder="http://localhost:3000"
      spellcheck={false}
      autocomplete="off"
      value={server.own ?? ""}
      onInput={({ currentTarget }) =>
        store.fill((currentValues) => ({
          ...currentValues,
          server: { ...currentValues.server, at: -1, own: currentTarget.value },
        }))
      }
    />
  );
  if (form.servers.length === 0) return customField;
  return (
    <>
      <select
        class="dw-endpoint-server dw-try-server"
        aria-label={translate("Server")}
        value={String(server.at)}
        onChange={({ currentTarget }) => {
          const serverIndex = Number(currentTarget.value);
          store.fill((currentValues) => ({
            ...currentValues,
            server: {
              ...currentValues.server,
              at: serverIndex,
              variables: getVariableValues(form, serverIndex, currentValues),
            },
          }));
        }}
      >
        {form.servers.map((each, index) => (
          <option key={index} value={String(index)}>
            {each.description
              ? `${fillUrl(each.url, server.variables)} (${each.description})`
              : fillUrl(each.url, server.variables)}
          </option>
        ))}
        <option value="-1">{translate("Custom URL…")}</option>
      </select>
      {server.at < 0 && customField}
    </>
  );
}

function getVariableValues(
  form: RequestForm,
  serverIndex: number,
  { server }: RequestValues,
): Readonly<Record<string, string>> {
  const entries = form.servers[serverIndex]?.variables.map((each): [string, string] => [
    each.name,
    server.variables[each.name] ?? each.default,
  ]);
  return { ...server.variables, ...Object.fromEntries<string>(entries ?? []) };
}

/** The variables in braces in the server's URL. */
export function ServerVariables(): VNode | null {
  const { store } = usePlaygroundContext();
  const { form, values, state } = useView("form", "values", "state");
  const id = useUniqueId();
  if (typeof form !== "object" || !values) return null;
  const environment = state.environments.find(({ name }) => name === state.environment);
  const variables = form.servers[values.server.at]?.variables ?? [];
  if (variables.length === 0 || environment?.baseUrl !== undefined) return null;
  const setVariable = (name: string, value: string): void =>
    store.fill((currentValues) => ({
      ...currentValues,
      server: { ...currentValues.server, variables: { ...currentValues.server.variables, [name]: value } },
    }));
  return (
    <div class="dw-try-variables" role="group" aria-label={translate("Server variables")}>
      {variables.map((variable) => {
        const value = values.server.variables[variable.name] ?? variable.default;
        const commonProps = { id: `${id}-${variable.name}`, title: variable.description };
        return (
          <span class="dw-try-variable" key={variable.name}>
            <label for={commonProps.id}>
              <code>{variable.name}</code>
            </label>
            {variable.values.length > 0 ? (
              <select
                {...commonProps}
                class="dw-try-select"
                value={value}
                onChange={({ currentTarget }) => setVariable(variable.name, currentTarget.value)}
              >
                {variable.values.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...commonProps}
                type="text"
                class="dw-try-input"
                value={value}
                spellcheck={false}
                onInput={({ currentTarget }) => setVariable(variable.name, currentTarget.value)}
              />
            )}
          </span>
        );
      })}
    </div>
  );
}

interface UrlBarProps {
  readonly endpoint: EndpointPage;
  readonly onClose: () => void;
}

/** Whether to use the names of modifier keys on Apple platforms. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const sendShortcutLabel = isMac ? "⌘↵" : "Ctrl+Enter";

/** The method, the server, the path as it will be sent, and the Send button. */
export function UrlBar({ endpoint, onClose }: UrlBarProps): VNode {
  const { sender } = usePlaygroundContext();
  const { form, built, values, state, exchange } = useView("form", "built", "values", "state", "exchange");
  const environment = state.environments.find(({ name }) => name === state.environment);
  const isRunning = exchange?.phase === "sending" || exchange?.phase === "receiving";
  const blockingProblems = built?.problems.filter((problem) => problem.isBlocking) ?? [];
  // Problems with a field are shown next to the field. Only problems with the URL are shown here.
  const notes = built?.problems.filter(({ formKey, isBlocking }) => formKey === "server" && !isBlocking) ?? [];
  const url = built?.request.url ?? "";
  const server = typeof form === "object" && values ? resolveServerUrl(form, values, environment) : "";
  const path = url === "" ? endpoint.path : url.startsWith(server) ? url.slice(server.length) : url;
  const isReady = built !== undefined && state.isTrusted && blockingProblems.length === 0;
  return (
    <header class="dw-try-bar">
      <div class="dw-endpoint-bar dw-try-url">
        <MethodBadge kind={endpoint.kind} method={endpoint.method} />
        <ServerPicker />
        <span class="dw-try-path">
          <code class="dw-endpoint-path">{path}</code>
          <CopyControl label={translate("Copy URL")} getText={() => url || endpoint.path} />
        </span>
        <span class="dw-try-ends">
          {isRunning ? (
            <button
              type="button"
              class="dw-try-send dw-try-stop"
              onClick={(event) => event.detail < 2 && sender.stop()}
            >
              {translate("Stop")}
            </button>
          ) : (
            <button
              type="button"
              class="dw-try-send"
              title={translate("Send ({0})", sendShortcutLabel)}
              aria-keyshortcuts={isMac ? "Meta+Enter" : "Control+Enter"}
              aria-disabled={!isReady}
              onClick={({ currentTarget, detail }) => {
                // The second click of a double-click was intended for the button that was previously at this position.
                if (detail > 1) return;
                if (isReady) void sender.send();
                else findFirstInvalidField(currentTarget.closest(".dw-try"))?.focus();
              }}
            >
              {translate("Send")}
            </button>
          )}
          <CrossButton title={translate("Close")} label={translate("Close playground")} onClick={onClose} />
        </span>
      </div>
      <ServerVariables />
      {blockingProblems.length > 0 && (
        <p class="dw-try-why" role="status">
          <Sentence
            text={
              blockingProblems.length === 1
                ? (blockingProblems[0]?.text ?? "")
                : translate(
                    {
                      one: "Fix {0} problem before you send the request.",
                      other: "Fix {0} problems before you send the request.",
                    },
                    blockingProblems.length,
                  )
            }
          />
        </p>
      )}
      {notes.map(({ text }) => (
        <p class="dw-try-why" role="status" key={text}>
          <Sentence text={text} />
        </p>
      ))}
    </header>
  );
}

/** Returns the first field that prevents the request from being sent. */
export function findFirstInvalidField(root: Element | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>("[aria-invalid='true']") ?? null;
}
