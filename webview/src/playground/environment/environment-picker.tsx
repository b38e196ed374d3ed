import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useParts, useView } from "../playground-context.ts";
import { EnvironmentDialog } from "./environment-dialog.tsx";

/** Which environment the request goes to, and the way to change what is in it. */
export function EnvironmentPicker(): VNode {
  const { store } = useParts();
  const { state } = useView("state");
  const [editing, edit] = useState<string>();
  return (
    <span class="dw-try-environment">
      <select
        class="dw-try-select"
        aria-label="Environment"
        value={state.environment}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = state.environment;
          if (value === "\nnew") edit("");
          else if (value === "\nedit") edit(state.environment);
          else store.port.send({ kind: "environment", change: { kind: "choose", name: value } });
        }}
      >
        <option value="">No environment</option>
        {state.environments.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        {state.environment !== "" && <option value={"\nedit"}>Edit {state.environment}…</option>}
        <option value={"\nnew"}>New environment…</option>
      </select>
      {editing !== undefined && <EnvironmentDialog name={editing} onClose={() => edit(undefined)} />}
    </span>
  );
}
