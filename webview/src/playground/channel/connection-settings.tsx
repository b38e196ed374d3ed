import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Disclosure } from "../../components/disclosure.tsx";
import { useOwnId } from "../../components/use-id.ts";
import { Authorization } from "../authorization/authorization.tsx";
import { Parameters } from "../parameters.tsx";
import { useParts, useView } from "../playground-context.ts";

interface ConnectionSettingsProps {
  /** A connection is open: what is changed counts for the next. */
  readonly isLocked: boolean;
  readonly protocols: string;
  readonly onProtocols: (protocols: string) => void;
}

/** What the opening is made of: how to sign in, parameters, protocols. Folded while a connection is open. */
export function ConnectionSettings({
  isLocked,
  protocols,
  onProtocols,
}: ConnectionSettingsProps): VNode | null {
  const { store } = useParts();
  const { form, values } = useView("form", "values");
  const [isOpen, setOpen] = useState(true);
  const id = useOwnId();
  useEffect(() => setOpen(!isLocked), [isLocked]);
  if (typeof form !== "object" || !values) return null;
  return (
    <Disclosure
      class="dw-expandable dw-channel-settings"
      open={isOpen}
      onToggle={setOpen}
      mark={{}}
      head={<span>Connection</span>}
    >
      {isLocked && <p class="dw-try-words">What you change here counts for the next connection.</p>}
      <Authorization form={form} values={values} />
      <Parameters form={form} values={values} />
      <section class="dw-try-section">
        <div class="dw-try-field">
          <div class="dw-try-name">
            <span class="dw-try-tick" aria-hidden="true" />
            <label for={id}>
              <code>Protocols</code>
            </label>
            <span class="dw-try-type">Sec-WebSocket-Protocol</span>
          </div>
          <div class="dw-try-input-side">
            <input
              id={id}
              type="text"
              class="dw-try-input"
              placeholder="None"
              spellcheck={false}
              autocomplete="off"
              value={protocols}
              onInput={({ currentTarget }) => onProtocols(currentTarget.value)}
            />
          </div>
        </div>
      </section>
      <p class="dw-try-foot">
        <button type="button" class="dw-try-quiet" onClick={store.reset}>
          Start over
        </button>
      </p>
    </Disclosure>
  );
}
