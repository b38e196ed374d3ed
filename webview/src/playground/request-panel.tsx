import type { VNode } from "preact";
import { Authorization } from "./authorization/authorization.tsx";
import { BodyPanel } from "./body/body-panel.tsx";
import { Parameters } from "./parameters.tsx";
import { CheckProxy } from "./check-proxy.tsx";
import { useParts, useView } from "./playground-context.ts";
import { Skeleton } from "./skeleton.tsx";

/** What is filled in: how to sign in, parameters, the body. */
export function RequestPanel(): VNode {
  const { store } = useParts();
  const { form, values, options } = useView("form", "values", "options");
  if (typeof form !== "object" || !values)
    return <Skeleton rows={4} label="Reading what this endpoint takes" />;
  const asksForNothing =
    form.parameters.length === 0 && !form.body && form.security.every((way) => way.length === 0);
  return (
    <div class="dw-try-request">
      {asksForNothing && (
        <p class="dw-try-empty">This endpoint takes no parameters and no body. Press Send.</p>
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
            onChange={({ currentTarget }) => store.choose({ followRedirects: currentTarget.checked })}
          />
          Follow redirects
        </label>
        <CheckProxy form={form} />
        <button type="button" class="dw-try-quiet" onClick={store.reset}>
          Start over
        </button>
      </p>
    </div>
  );
}
