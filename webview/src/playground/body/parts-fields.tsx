import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { MediaTypeForm, ParameterForm, PartForm } from "../../../../server/src/core/request/form/request-form.ts";
import type {
  BodyValue,
  ChosenFile,
  ParameterValue,
  PartValue,
} from "../../../../server/src/core/request/form/request-values.ts";
import {
  listConcreteTypes,
  isNestedType,
  isSingleType,
} from "../../../../server/src/core/request/media/media-types.ts";
import { Glyph } from "../../components/icon.tsx";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { Examples, InputFieldRow } from "../fields/field-row.tsx";
import { formatFieldType, type Schemas } from "../fields/field-type.ts";
import { ValueField } from "../fields/value-field.tsx";
import { usePlaygroundContext, useView } from "../store/playground-store.ts";
import { formatSize } from "../ui/format.ts";
import { CrossButton, hasBlockingProblem } from "../ui/controls.tsx";

interface FileFieldProps {
  readonly files: readonly ChosenFile[];
  readonly isMultiple: boolean;
  readonly label: string;
  readonly onChange: (files: readonly ChosenFile[]) => void;
  readonly id?: string;
}

/** A field for files that the user chooses in the file dialog of VS Code or the browser. */
export function FileField({ files, isMultiple, label, onChange, id }: FileFieldProps): VNode {
  const { relay } = usePlaygroundContext();
  const [error, setError] = useState<string>();
  const [isReading, setReading] = useState(false);
  const chooseLabel = isMultiple
    ? translate("Add files…")
    : files.length > 0
      ? translate("Choose another file…")
      : translate("Choose file…");
  const choose = async (): Promise<void> => {
    setError(undefined);
    setReading(true);
    const chosenFiles = await relay.chooseFiles(isMultiple);
    setReading(false);
    if (typeof chosenFiles === "string") setError(chosenFiles);
    else if (chosenFiles) onChange(isMultiple ? [...files, ...chosenFiles] : chosenFiles.slice(0, 1));
  };
  return (
    <div class="dw-try-files">
      {files.map((file, index) => (
        <span class="dw-try-file" key={file.fileRef}>
          <Glyph name="file" />
          <span>{file.name}</span>
          <span class="dw-try-type">{formatSize(file.size)}</span>
          <CrossButton
            title={translate("Remove")}
            label={translate("Remove {0}", file.name)}
            onClick={() => onChange(files.toSpliced(index, 1))}
          />
        </span>
      ))}
      <button
        type="button"
        class="dw-button"
        id={id}
        // The button isn't disabled, so it keeps the keyboard focus.
        aria-busy={isReading}
        aria-label={translate("{0} for {1}", chooseLabel, label)}
        onClick={() => {
          if (!isReading) void choose();
        }}
      >
        {chooseLabel}
      </button>
      {error !== undefined && (
        <p class="dw-try-problem" role="status">
          {error}
        </p>
      )}
    </div>
  );
}

type HeaderValues = Readonly<Record<string, ParameterValue>>;

interface PartHeadersProps {
  /** The label of the part that the headers belong to. */
  readonly part: string;
  readonly headers: readonly ParameterForm[];
  readonly values: HeaderValues | undefined;
  readonly schemas: Schemas;
  readonly onChange: (values: HeaderValues) => void;
}

/** The headers of a part in a form, which are shown below the part. */
export function PartHeaders({ part, headers, values, schemas, onChange }: PartHeadersProps): VNode {
  return (
    <div class="dw-try-part-headers" role="group" aria-label={translate("Headers of {0}", part)}>
      {headers.map((header) => (
        <PartHeader
          key={header.name}
          header={header}
          label={translate("{0} of {1}", header.name, part)}
          value={values?.[header.name]}
          schemas={schemas}
          onChange={(value) => onChange({ ...values, [header.name]: value })}
        />
      ))}
    </div>
  );
}

interface PartHeaderProps {
  readonly header: ParameterForm;
  readonly label: string;
  readonly value: ParameterValue | undefined;
  readonly schemas: Schemas;
  readonly onChange: (value: ParameterValue) => void;
}

function PartHeader({ header, label, value, schemas, onChange }: PartHeaderProps): VNode {
  const { name, required, deprecated, description, schema, examples } = header;
  const fill = (newValue: unknown): void => onChange({ value: newValue, sent: true });
  return (
    <InputFieldRow
      name={name}
      label={label}
      type={translate("header, {0}", formatFieldType(schemas, schema))}
      required={required}
      deprecated={deprecated}
      description={description}
      isSent={value?.sent === true}
      onSend={(isSent) => onChange({ value: value?.value, sent: isSent })}
    >
      {(input) => (
        <>
          <ValueField
            {...input}
            schema={schema}
            schemas={schemas}
            value={value?.value}
            onChange={fill}
            label={label}
            isInvalid={false}
            required={required}
          />
          <Examples examples={examples} label={label} onChoose={fill} />
        </>
      )}
    </InputFieldRow>
  );
}

interface PartTypeProps {
  /** The label of the part that has this type. */
  readonly label: string;
  /** The value of the Encoding Object, such as `text/css, image/*`. */
  readonly declaredType: string | undefined;
  readonly isFile: boolean;
  readonly chosenType: string | undefined;
  readonly onChange: (mediaType: string | undefined) => void;
}

/**
 * The media type of a part, if the specification allows several: “implementations MUST provide a mechanism … to
 * indicate which media type is intended” (OpenAPI 3.2.0, “Handling Multiple `contentType` Values”).
 */
export function PartType({ label, declaredType, isFile, chosenType, onChange }: PartTypeProps): VNode | null {
  const id = useUniqueId();
  if (isSingleType(declaredType)) return null;
  const types = listConcreteTypes(declaredType);
  const changeType = (value: string): void => onChange(value.trim() === "" ? undefined : value);
  const hasRange = declaredType?.includes("*") === true;
  return (
    <div class="dw-try-part-type">
      <label class="dw-try-type" for={id}>
        {translate("content type")}
      </label>
      {hasRange ? (
        <>
          <input
            id={id}
            class="dw-try-input"
            aria-label={translate("Content type of {0}", label)}
            list={`${id}-types`}
            placeholder={isFile ? translate("the file’s type") : (types[0] ?? declaredType)}
            value={chosenType ?? ""}
            spellcheck={false}
            onInput={({ currentTarget }) => changeType(currentTarget.value)}
          />
          <datalist id={`${id}-types`}>
            {types.map((mediaType) => (
              <option key={mediaType} value={mediaType} />
            ))}
          </datalist>
        </>
      ) : (
        <select
          id={id}
          class="dw-try-select"
          aria-label={translate("Content type of {0}", label)}
          value={chosenType ?? ""}
          onChange={({ currentTarget }) => changeType(currentTarget.value)}
        >
          <option value="">{isFile ? translate("the file’s type") : types[0]}</option>
          {types.slice(isFile ? 0 : 1).map((mediaType) => (
            <option key={mediaType} value={mediaType}>
              {mediaType}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

type PartsBody = Extract<BodyValue, { readonly kind: "parts" }>;

interface PartsFieldsProps {
  readonly mediaType: MediaTypeForm;
  readonly schemas: Schemas;
  readonly body: PartsBody;
  readonly onChange: (body: PartsBody) => void;
}

/** The fields in a form. Each field is for a value or, if the schema requires it, for files. */
export function PartsFields({ mediaType, schemas, body, onChange }: PartsFieldsProps): VNode {
  if (mediaType.fields.length === 0)
    return (
      <p class="dw-try-words">
        {translate("The specification doesn’t define any fields for this form, so it’s sent empty.")}
      </p>
    );
  const replacePart = (index: number, part: PartValue): void =>
    onChange({ ...body, parts: body.parts.with(index, part) });
  return (
    <>
      {body.parts.map((part, index) => {
        const field = mediaType.fields.find(({ name }) => name === part.name);
        return (
          field && (
            <Part
              key={index}
              field={field}
              part={part}
              declaredType={mediaType.kind === "multipart" ? mediaType.encoding[part.name]?.contentType : undefined}
              schemas={schemas}
              onChange={(next) => replacePart(index, next)}
            />
          )
        );
      })}
    </>
  );
}

interface PartProps {
  readonly field: PartForm;
  readonly part: PartValue;
  /** The media types that the specification allows for a part in a `multipart` body. */
  readonly declaredType: string | undefined;
  readonly schemas: Schemas;
  readonly onChange: (part: PartValue) => void;
}

function Part({ field, part, declaredType, schemas, onChange }: PartProps): VNode {
  const { name, required, description, schema, kind, headers = [] } = field;
  const { built } = useView("built");
  const problems = built?.problems.filter(({ formKey }) => formKey === `body ${name}`) ?? [];
  const isPartSent = required || part.sent;
  const setType = (mediaType: string | undefined): void => {
    const { contentType: _previousType, ...rest } = part;
    onChange(mediaType === undefined ? rest : { ...rest, contentType: mediaType });
  };
  return (
    <>
      <InputFieldRow
        name={name}
        label={name}
        type={
          kind === "value" ? [formatFieldType(schemas, schema), ...listNestedPartTypes(declaredType)].join(", ") : kind
        }
        required={required}
        description={description}
        problems={problems}
        isSent={isPartSent}
        onSend={(isSent) => onChange({ ...part, sent: isSent })}
      >
        {(input) => (
          <>
            {part.value.kind === "files" ? (
              <FileField
                id={input.id}
                files={part.value.files}
                isMultiple={kind === "files"}
                label={name}
                onChange={(files) => onChange({ ...part, sent: true, value: { kind: "files", files } })}
              />
            ) : (
              <ValueField
                {...input}
                schema={schema}
                schemas={schemas}
                value={part.value.value}
                onChange={(value) => onChange({ ...part, sent: true, value: { kind: "value", value } })}
                label={name}
                isInvalid={isPartSent && hasBlockingProblem(problems)}
                required={required}
              />
            )}
            <PartType
              label={name}
              declaredType={declaredType}
              isFile={part.value.kind === "files"}
              chosenType={part.contentType}
              onChange={setType}
            />
          </>
        )}
      </InputFieldRow>
      {headers.length > 0 && (
        <PartHeaders
          part={name}
          headers={headers}
          values={part.headers}
          schemas={schemas}
          onChange={(values) => onChange({ ...part, headers: values })}
        />
      )}
    </>
  );
}

/** Returns the media type of a part with nested fields or parts if the specification sets exactly one. */
function listNestedPartTypes(allowedTypes: string | undefined): readonly string[] {
  const [mediaType] = isSingleType(allowedTypes) ? listConcreteTypes(allowedTypes) : [];
  return mediaType !== undefined && isNestedType(mediaType) ? [mediaType] : [];
}
