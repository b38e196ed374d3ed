import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { formatExample, createInitialBody } from "../../../../server/src/core/request/form/initial-values.ts";
import type { MediaTypeForm, RequestForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { BodyValue, RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { Examples } from "../fields/field-row.tsx";
import type { Schemas } from "../fields/field-shape.ts";
import { usePlaygroundContext, useView } from "../store/playground-store.ts";
import { FieldProblems } from "../ui/controls.tsx";
import type { BodyEditor } from "./body-editor.ts";
import { FileField, PartsFields } from "./parts-fields.tsx";
import { SequenceFields } from "./sequence-fields.tsx";

interface TextBodyProps {
  readonly media: MediaTypeForm;
  readonly schemas: Schemas;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Returns the current text. The most recently rendered text may not contain the last keystroke. */
  readonly getLatest: () => string;
}

/**
 * The text of a body in an editor. The text is in a plain text area until the editor is loaded, or if it can't be
 * loaded.
 */
export function TextBody({ media, schemas, text, onChange, getLatest }: TextBodyProps): VNode {
  const container = useRef<HTMLDivElement>(null);
  const editor = useRef<BodyEditor>(undefined);
  const [isThere, setThere] = useState(false);
  const current = useRef({ latest: getLatest, tell: onChange });
  current.current = { latest: getLatest, tell: onChange };
  useEffect(() => {
    let isDisposed = false;
    const load = async (): Promise<void> => {
      const loaded = await import("./body-editor.ts").catch(() => undefined);
      if (isDisposed || !loaded || !container.current) return;
      editor.current = loaded.createBodyEditor({
        container: container.current,
        text: current.current.latest(),
        media,
        schemas,
        label: translate("Body, {0}", media.type),
        onChange: (next) => current.current.tell(next),
      });
      setThere(true);
    };
    void load();
    return () => {
      isDisposed = true;
      editor.current?.end();
      editor.current = undefined;
      setThere(false);
    };
  }, [media, schemas]);
  useEffect(() => editor.current?.put(current.current.latest()), [text]);
  return (
    <div class="dw-try-editor" data-kind={media.kind}>
      <div ref={container} />
      {!isThere && (
        <textarea
          class="dw-try-input dw-try-plain-body"
          aria-label={translate("Body, {0}", media.type)}
          spellcheck={false}
          rows={Math.min(18, Math.max(4, text.split("\n").length))}
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}

interface BodyPanelProps {
  readonly form: RequestForm;
  readonly values: RequestValues;
}

/** The request body: its media type and content. */
export function BodyPanel({ form, values }: BodyPanelProps): VNode | null {
  const { store } = usePlaygroundContext();
  const { built } = useView("built");
  const id = useUniqueId();
  if (!form.body) return null;
  const { media, required } = form.body;
  const { body } = values;
  const mediaTypeForm = media.find(({ type }) => type === body?.type) ?? media[0];
  if (!mediaTypeForm) return null;
  const put = (next: BodyValue | undefined): void => store.fill((all) => ({ ...all, body: next }));
  const getLatest = (): string => {
    const now = store.get().values?.body;
    return now?.kind === "text" ? now.text : "";
  };
  const problems = built?.problems.filter(({ formKey: where }) => where === "body") ?? [];
  return (
    <section class="dw-try-section">
      <header class="dw-try-section-head">
        <h2 class="dw-try-title">
          {required ? (
            translate("Body")
          ) : (
            <label>
              <input
                type="checkbox"
                class="dw-try-tick"
                aria-label={translate("Send body")}
                checked={body !== undefined}
                onChange={({ currentTarget }) =>
                  put(currentTarget.checked ? createInitialBody(form, mediaTypeForm) : undefined)
                }
              />
              {translate("Body")}
            </label>
          )}
        </h2>
        {media.length > 1 ? (
          <label class="dw-try-labeled">
            {translate("Content type")}
            <select
              class="dw-try-select"
              value={mediaTypeForm.type}
              onChange={({ currentTarget }) => {
                const next = media.find(({ type }) => type === currentTarget.value);
                if (next) put(createInitialBody(form, next));
              }}
            >
              {media.map(({ type }) => (
                <option key={type} value={type}>
                  {type}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <span class="dw-try-type">{mediaTypeForm.type}</span>
        )}
        {required && <span class="dw-try-required">{translate("required")}</span>}
        {body?.kind === "text" && (
          <Examples
            examples={mediaTypeForm.examples}
            label={translate("the body")}
            onChoose={(value) =>
              put({
                ...body,
                text: formatExample(value, mediaTypeForm),
              })
            }
          />
        )}
      </header>
      {body && <MediaTypeBody media={mediaTypeForm} body={body} form={form} put={put} getLatest={getLatest} />}
      <FieldProblems problems={problems} id={`${id}-problems`} />
    </section>
  );
}

interface MediaTypeBodyProps {
  readonly media: MediaTypeForm;
  readonly body: BodyValue;
  readonly form: RequestForm;
  readonly put: (body: BodyValue) => void;
  readonly getLatest: () => string;
}

function MediaTypeBody({ media, body, form, put, getLatest }: MediaTypeBodyProps): VNode {
  switch (body.kind) {
    case "text":
      return (
        <TextBody
          media={media}
          schemas={form.schemas}
          text={body.text}
          onChange={(text) => put({ ...body, text })}
          getLatest={getLatest}
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
          multiple={false}
          label={translate("the body")}
          onChange={([file]) => put({ ...body, file })}
        />
      );
  }
}
