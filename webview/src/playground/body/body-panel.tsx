import type { VNode } from "preact";
import { exampleText, initialBody } from "../../../../server/src/core/request/form/initial-values.ts";
import type { MediaForm, RequestForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { BodyValue, RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import { useOwnId } from "../../components/use-id.ts";
import { Examples } from "../parameter-row.tsx";
import { useParts, useView } from "../playground-context.ts";
import { ProblemsAt } from "../problems-at.tsx";
import { FileField } from "./file-field.tsx";
import { PartsFields } from "./parts-fields.tsx";
import { SequenceFields } from "./sequence-fields.tsx";
import { TextBody } from "./text-body.tsx";

interface BodyPanelProps {
  readonly form: RequestForm;
  readonly values: RequestValues;
}

/** The body: of which type, and what is in it. */
export function BodyPanel({ form, values }: BodyPanelProps): VNode | null {
  const { store } = useParts();
  const { built } = useView("built");
  const id = useOwnId();
  if (!form.body) return null;
  const { media, required } = form.body;
  const { body } = values;
  const chosen = media.find(({ type }) => type === body?.type) ?? media[0];
  if (!chosen) return null;
  const put = (next: BodyValue | undefined): void => store.fill((all) => ({ ...all, body: next }));
  const latest = (): string => {
    const now = store.get().values?.body;
    return now?.kind === "text" ? now.text : "";
  };
  const problems = built?.problems.filter(({ place }) => place === "body") ?? [];
  return (
    <section class="dw-try-section">
      <header class="dw-try-section-head">
        <h2 class="dw-try-title">
          {required ? (
            "Body"
          ) : (
            <label>
              <input
                type="checkbox"
                class="dw-try-tick"
                aria-label="Send a body"
                checked={body !== undefined}
                onChange={({ currentTarget }) =>
                  put(currentTarget.checked ? initialBody(form, chosen) : undefined)
                }
              />
              Body
            </label>
          )}
        </h2>
        {media.length > 1 ? (
          <select
            class="dw-try-select"
            aria-label="Type of the body"
            value={chosen.type}
            onChange={({ currentTarget }) => {
              const next = media.find(({ type }) => type === currentTarget.value);
              if (next) put(initialBody(form, next));
            }}
          >
            {media.map(({ type }) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </select>
        ) : (
          <span class="dw-try-type">{chosen.type}</span>
        )}
        {required && <span class="dw-try-required">required</span>}
        {body?.kind === "text" && (
          <Examples
            examples={chosen.examples}
            label="the body"
            onChoose={(value) =>
              put({
                ...body,
                text: exampleText(value, chosen),
              })
            }
          />
        )}
      </header>
      {body && <BodyOf media={chosen} body={body} form={form} put={put} latest={latest} />}
      <ProblemsAt problems={problems} id={`${id}-problems`} />
    </section>
  );
}

interface BodyOfProps {
  readonly media: MediaForm;
  readonly body: BodyValue;
  readonly form: RequestForm;
  readonly put: (body: BodyValue) => void;
  readonly latest: () => string;
}

function BodyOf({ media, body, form, put, latest }: BodyOfProps): VNode {
  switch (body.kind) {
    case "text":
      return (
        <TextBody
          media={media}
          schemas={form.schemas}
          text={body.text}
          onChange={(text) => put({ ...body, text })}
          latest={latest}
        />
      );
    case "parts":
      return <PartsFields media={media} schemas={form.schemas} body={body} onChange={put} />;
    case "sequence":
      return media.sequence ? (
        <SequenceFields
          form={form}
          sequence={media.sequence}
          items={body.items}
          onChange={(items) => put({ ...body, items })}
        />
      ) : (
        <></>
      );
    case "file":
      return (
        <FileField
          files={body.file ? [body.file] : []}
          many={false}
          label="the body"
          onChange={([file]) => put({ ...body, file })}
        />
      );
  }
}
