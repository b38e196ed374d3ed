import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { EndpointPage } from "../../../server/src/core/preview/view/endpoint-page.ts";
import type { RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import { TabList, useUniqueId } from "../components/tabs.tsx";
import type { EndpointServices } from "../endpoint/endpoint-context.ts";
import { pageLanguage, translate } from "../language/translate.ts";
import { Authorization } from "./authorization/authorization.tsx";
import { BodyPanel } from "./body/body-panel.tsx";
import { CodePanel } from "./code-panel.tsx";
import { ConsentDialog } from "./consent.tsx";
import { EnvironmentPicker } from "./environment.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { Parameters } from "./parameters.tsx";
import { createHttpRelay } from "./relay/http-relay.ts";
import { createHostRequestSender, dialogTimeout, createMessageRelay, runWithConsent } from "./relay/message-relay.ts";
import { ResponseDock } from "./response/response-dock.tsx";
import { findFirstInvalidField, UrlBar } from "./server-picker.tsx";
import { Notices } from "./store/notices.tsx";
import type { PlaygroundPort } from "./store/playground-port.ts";
import {
  PlaygroundContext,
  createPlaygroundStore,
  usePlaygroundContext,
  usePlaygroundStore,
  useView,
} from "./store/playground-store.ts";
import { createSender } from "./store/send-request.ts";
import { ResponseSkeleton } from "./ui/controls.tsx";

/**
 * Checks whether the published site accepts requests from readers. A reverse proxy in front of the site might allow
 * only GET.
 */
export function ProxyCheck({ form: { settings } }: { readonly form: RequestForm }): VNode | null {
  const { sendToHost, store } = usePlaygroundContext();
  const [isChecking, setChecking] = useState(false);
  if (!settings.usesProxy || settings.siteUrl === undefined) return null;
  const check = async (): Promise<void> => {
    setChecking(true);
    const notice = await runWithConsent(store, () => sendToHost({ kind: "relay/checkProxy" }, dialogTimeout));
    setChecking(false);
    store.set({ notice });
  };
  return (
    <button
      type="button"
      class="dw-try-quiet"
      title={translate("Check whether {0} lets playground requests through", settings.siteUrl)}
      aria-busy={isChecking}
      onClick={() => {
        if (!isChecking) void check();
      }}
    >
      {isChecking ? translate("Checking proxy…") : translate("Check playground proxy")}
    </button>
  );
}

/** The panel for the request. It contains the authentication, the parameters, and the body. */
export function RequestPanel(): VNode {
  const { store } = usePlaygroundContext();
  const { form, values, options } = useView("form", "values", "options");
  if (typeof form !== "object" || !values)
    return <ResponseSkeleton rowCount={4} label={translate("Loading parameters")} />;
  const hasNoInputs =
    form.parameters.length === 0 && !form.body && form.security.every((alternative) => alternative.length === 0);
  return (
    <div class="dw-try-request">
      {hasNoInputs && (
        <p class="dw-try-empty">
          {translate("This endpoint takes no parameters or body. To send the request, select Send.")}
        </p>
      )}
      <Authorization form={form} values={values} />
      <Parameters form={form} values={values} />
      <BodyPanel form={form} values={values} />
      <p class="dw-try-foot">
        <label>
          <input
            type="checkbox"
            class="dw-try-tick"
            checked={options.followRedirects}
            onChange={({ currentTarget }) => store.changeOptions({ followRedirects: currentTarget.checked })}
          />
          {translate("Follow redirects")}
        </label>
        <ProxyCheck form={form} />
        <button type="button" class="dw-try-quiet" onClick={store.reset}>
          {translate("Start over")}
        </button>
      </p>
    </div>
  );
}

export interface PlaygroundProps {
  readonly endpoint: EndpointPage;
  readonly port: PlaygroundPort;
  readonly services: EndpointServices;
  /** Whether the playground should take the focus because it was just opened with the keyboard. */
  readonly shouldFocus: boolean;
  readonly onClose: () => void;
}

/** The tabs below the URL. */
const tabLabels = [translate("Request"), translate("Code"), translate("History")];

/** The playground for an endpoint, with the request at the top and the response docked below. */
export function Playground({ endpoint, port, services, shouldFocus, onClose }: PlaygroundProps): VNode {
  const store = createPlaygroundStore(port);
  const context = useMemo(() => {
    const relay = port.host === "editor" ? createMessageRelay(port) : createHttpRelay(port);
    return { store, relay, sender: createSender(store, relay), sendToHost: createHostRequestSender(port) };
  }, [store, port]);
  const contextValue = useMemo(() => ({ ...context, services }), [context, services]);
  const name = `${endpoint.method} ${endpoint.path}`;
  useEffect(() => store.open(name), [store, name]);
  useEffect(() => () => context.sender.stop(), [context]);
  const { form, consent, state } = usePlaygroundStore(store, ["form", "consent", "state"]);
  const [tabIndex, setTabIndex] = useState(0);
  const id = useUniqueId();
  const sectionRef = useRef<HTMLElement>(null);
  const hasForm = typeof form === "object";
  // This effect runs together with the form instead of one frame later, so it doesn't take the focus away from a field.
  useLayoutEffect(() => {
    if (!shouldFocus || !hasForm) return;
    const root = sectionRef.current;
    const focusTarget = findFirstInvalidField(root) ?? root?.querySelector<HTMLElement>(".dw-try-send");
    focusTarget?.focus({ preventScroll: true });
  }, [shouldFocus, hasForm]);
  const historySuffix = state.history.length > 0 ? ` (${Math.min(99, state.history.length)})` : "";
  return (
    <PlaygroundContext.Provider value={contextValue}>
      <section
        ref={sectionRef}
        class="dw-try"
        aria-label={translate("Try {0}", name)}
        lang={pageLanguage.tag}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          findFirstInvalidField(sectionRef.current)?.focus();
          void context.sender.send();
        }}
      >
        <UrlBar endpoint={endpoint} onClose={onClose} />
        <Notices />
        {form === "none" ? (
          <p class="dw-try-empty">
            {translate(
              "There’s nothing to send. The specification has no request for this endpoint that the selected reader can try.",
            )}
          </p>
        ) : (
          <>
            <TabList
              label={translate("Playground")}
              class="dw-try-tabs"
              tabs={tabLabels.map((label, index) => ({
                id: `${id}-${index}`,
                label: index === 2 ? label + historySuffix : label,
              }))}
              chosenIndex={tabIndex}
              onChoose={setTabIndex}
            >
              <EnvironmentPicker />
            </TabList>
            <div
              role="tabpanel"
              id={`${id}-${tabIndex}-panel`}
              aria-labelledby={`${id}-${tabIndex}`}
              class="dw-try-panel"
            >
              {tabIndex === 0 && <RequestPanel />}
              {tabIndex === 1 && <CodePanel />}
              {tabIndex === 2 && <HistoryPanel onUsed={() => setTabIndex(0)} />}
            </div>
            <ResponseDock />
          </>
        )}
        {consent && <ConsentDialog pendingConsent={consent} />}
      </section>
    </PlaygroundContext.Provider>
  );
}
