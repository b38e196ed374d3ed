import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import { translate } from "../language/translate.ts";
import { dialogWait } from "./relay/message-relay.ts";
import { requestConsentFor } from "./store/request-consent.ts";
import { useParts } from "./store/playground-store.ts";

/**
 * A check whether the published site lets readers' requests through. A reverse proxy in front of it may allow GET only.
 */
export function CheckProxy({ form: { settings } }: { readonly form: RequestForm }): VNode | null {
  const { ask, store } = useParts();
  const [isAsking, setAsking] = useState(false);
  if (!settings.proxy || settings.siteUrl === undefined) return null;
  const check = async (): Promise<void> => {
    setAsking(true);
    const notice = await requestConsentFor(store, () => ask({ kind: "relay/checkProxy" }, dialogWait));
    setAsking(false);
    store.set({ notice });
  };
  return (
    <button
      type="button"
      class="dw-try-quiet"
      title={translate("Check whether {0} lets playground requests through", settings.siteUrl)}
      aria-busy={isAsking}
      onClick={() => {
        if (!isAsking) void check();
      }}
    >
      {isAsking ? translate("Checking proxy…") : translate("Check playground proxy")}
    </button>
  );
}
