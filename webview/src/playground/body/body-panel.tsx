import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { formatExample, createInitialBody } from "../../../../server/src/core/request/form/initial-values.ts";
import type { MediaTypeForm, RequestForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { BodyValue, RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { Examples } from "../fields/field-row.tsx";
import type { Schemas } from "../fields/field-type.ts";
import { usePlaygroundContext, useView } from "../store/playground-store.ts";
import { FieldProblems } from "../ui/controls.tsx";
import type { BodyEditor } from "./body-editor.ts";
import { FileField, PartsFields } from "./parts-fields.tsx";
import { SequenceFields } from "./sequence-fields.tsx";

interface TextBodyProps {
  readonly mediaType: MediaTypeForm;
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
export function TextBody({ mediaType, schemas, text, onChange, getLatest }: TextBodyProps): VNode {
  const container = useRef<HTMLDivElement>(null);
  const editor = useRef<BodyEditor>(undefined);
  const [isEditorLoaded, setEditorLoaded] = useState(false);
  const callbacks = useRef({ getLatest, onChange });
  callbacks.current = { getLatest, onChange };
  useEffect(() => {
    let isDisposed = false;
    const load = async (): Promise<void> => {
      const editorModule = await import("./body-editor.ts").catch(() => undefined);
      if (isDisposed || !editorModule || !container.current) return;
      editor.current = editorModule.createBodyEditor({
        container: container.current,
        text: callbacks.current.getLatest(),
        mediaType,
        schemas,
        label: translate("Body, {0}", mediaType.type),
        onChange: (next) => callbacks.current.onChange(next),
      });
      setEditorLoaded(true);
    };
    void load();
    return () => {
      isDisposed = true;
      editor.current?.end();
      editor.current = undefined;
      setEditorLoaded(false);
    };
  }, [mediaType, schemas]);
  useEffect(() => editor.current?.setText(callbacks.current.getLatest()), [text]);
  return (
    <div class="dw-try-editor" data-kind={mediaType.kind}>
      <div ref={container} />
      {!isEditorLoaded && (
        <textarea
          class="dw-try-input dw-try-plain-body"
          aria-label={translate("Body, {0}", mediaType.type)}
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
  const { mediaTypes, required } = form.body;
  const { body } = values;
  const mediaTypeForm = mediaTypes.find(({ type }) => type === body?.type) ?? mediaTypes[0];
  if (!mediaTypeForm) return null;
  const setBody = (newBody: BodyValue | undefined): void =>
    store.fill((currentValues) => ({ ...currentValues, body: newBody }));
  const getLatest = (): string => {
    const currentBody = store.get().values?.body;
    return currentBody?.kind === "text" ? currentBody.text : "";
  };
  const problems = built?.problems.filter(({ formKey: location }) => location === "body") ?? [];
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
                  setBody(currentTarget.checked ? createInitialBody(form, mediaTypeForm) : undefined)
                }
              />
              {translate("Body")}
            </label>
          )}
        </h2>
        {mediaTypes.length > 1 ? (
          <label class="dw-try-labeled">
            {translate("Content type")}
            <select
              class="dw-try-select"
              value={mediaTypeForm.type}
              onChange={({ currentTarget }) => {
                const newMediaType = mediaTypes.find(({ type }) => type === currentTarget.value);
                if (newMediaType) setBody(createInitialBody(form, newMediaType));
              }}
            >
              {mediaTypes.map(({ type }) => (
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
              setBody({
                ...body,
                text: formatExample(value, mediaTypeForm),
              })
            }
          />
        )}
      </header>
      {body && (
        <MediaTypeBody mediaType={mediaTypeForm} body={body} form={form} setBody={setBody} getLatest={getLatest} />
      )}
      <FieldProblems problems={problems} id={`${id}-problems`} />
    </section>
  );
}

interface MediaTypeBodyProps {
  readonly mediaType: MediaTypeForm;
  readonly body: BodyValue;
  readonly form: RequestForm;
  readonly setBody: (body: BodyValue) => void;
  readonly getLatest: () => string;
}

function MediaTypeBody({ mediaType, body, form, setBody, getLatest }: MediaTypeBodyProps): VNode {
  switch (body.kind) {
    case "text":
      return (
        <TextBody
          mediaType={mediaType}
          schemas={form.schemas}
          text={body.text}
          onChange={(text) => setBody({ ...body, text })}
          getLatest={getLatest}
        />
      );
    case "parts":
      return <PartsFields mediaType={mediaType} schemas={form.schemas} body={body} onChange={setBody} />;
    case "sequence":
      return mediaType.sequence ? (
        <SequenceFields
          form={form}
          sequence={mediaType.sequence}
          items={body.items}
          onChange={(items) => setBody({ ...body, items })}
        />
      ) : (
        <></>
      );
    case "file":
      return (
        <FileField
          files={body.file ? [body.file] : []}
          isMultiple={false}
          label={translate("the body")}
          onChange={([file]) => setBody({ ...body, file })}
        />
      );
  }
}
