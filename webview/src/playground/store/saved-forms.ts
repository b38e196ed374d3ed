import * as v from "valibot";
import {
  createInitialBody,
  createInitialItem,
  getItem,
} from "../../../../server/src/core/request/form/initial-values.ts";
import type { ItemForm, RequestForm, SequenceForm } from "../../../../server/src/core/request/form/request-form.ts";
import {
  type ItemValue,
  getParameterKey,
  requestValuesSchema,
  type RequestValues,
} from "../../../../server/src/core/request/form/request-values.ts";
import { parseMessage } from "../../../../server/src/core/text/parse-message.ts";
import type { PlaygroundPort } from "./playground-port.ts";
import type { SendOptions } from "./playground-store.ts";

/** The state that is preserved when the page is reloaded. It consists of plain data, with the newest forms last. */
interface StoredForms {
  readonly values: readonly (readonly [key: string, values: RequestValues])[];
  readonly options: SendOptions;
}

/**
 * The maximum number of stored forms and the maximum length of their text in UTF-16 code units. The limits are higher
 * than what users fill in, but within what a browser tab can store.
 */
const maxCount = { forms: 60, text: 1_000_000 } as const;

export const defaultOptions: SendOptions = { followRedirects: false };

/** Returns the stored values of a form by its key. */
export function getStoredValues(port: PlaygroundPort, key: string): RequestValues | undefined {
  return readStoredForms(port.getStoredState()).values.find(([each]) => each === key)?.[1];
}

export function getStoredOptions(port: PlaygroundPort): SendOptions {
  return readStoredForms(port.getStoredState()).options;
}

/** Stores the values of a form. If there are too many forms, the oldest ones are dropped. */
export function storeValues(port: PlaygroundPort, key: string, newValues: RequestValues, options: SendOptions): void {
  const forms = readStoredForms(port.getStoredState());
  const values = [
    ...forms.values.filter(([each]) => each !== key).slice(1 - maxCount.forms),
    [key, newValues] as const,
  ];
  let totalLength = 0;
  const newestValues = values
    .toReversed()
    .filter(([, each]) => (totalLength += JSON.stringify(each).length) < maxCount.text);
  port.saveState({ values: newestValues.toReversed(), options });
}

const storedFormsSchema = v.object({ values: v.array(v.unknown()), options: v.unknown() });
const storedEntry = v.strictTuple([v.string(), requestValuesSchema]);
const sendOptionsSchema = v.object({ followRedirects: v.boolean() });

/** Reads the stored state, which may have been written by an older version. Invalid forms are omitted. */
function readStoredForms(value: unknown): StoredForms {
  const storedValue = parseMessage(storedFormsSchema, value);
  return {
    values: (storedValue?.values ?? [])
      .map((entry) => parseMessage(storedEntry, entry))
      .filter((entry) => entry !== undefined),
    options: parseMessage(sendOptionsSchema, storedValue?.options) ?? defaultOptions,
  };
}

/**
 * Adapts a sequence of parts to a form that may have changed. Parts that still match their position are kept, and all
 * others are reset.
 */
export function reconcileSequence(
  form: RequestForm,
  sequence: SequenceForm,
  items: readonly ItemValue[],
): readonly ItemValue[] {
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  return items.flatMap((item, index): ItemValue[] => {
    const field = getItem(sequence, index);
    if (!field) return [];
    const initialItem = createInitialItem(field, models, form.settings);
    if (!matchesKind(item, field)) return [initialItem];
    const { value } = item;
    const currentItem: ItemValue =
      value.kind === "parts" && field.innerForm
        ? { ...item, value: { kind: "parts", items: reconcileSequence(form, field.innerForm, value.items) } }
        : item;
    return [
      initialItem.headers
        ? { ...currentItem, headers: { ...initialItem.headers, ...currentItem.headers } }
        : currentItem,
    ];
  });
}

function matchesKind({ value }: ItemValue, { kind }: ItemForm): boolean {
  return kind === "either" ? value.kind !== "parts" : value.kind === kind;
}

/**
 * Adapts the filled-in values to a form that may have changed, because an author can edit the specification while the
 * playground is open. Values are kept if their fields still exist, and new fields start with the values in
 * `initialValues`.
 */
export function reconcileValues(
  form: RequestForm,
  filledValues: RequestValues,
  initialValues: RequestValues,
): RequestValues {
  const { server, way, credentials, parameters, body } = filledValues;
  const types = new Set(form.body?.mediaTypes.map(({ type }) => type));
  return {
    server:
      server.at < form.servers.length && (server.at >= 0 || server.own !== undefined) ? server : initialValues.server,
    way: way < form.security.length ? way : initialValues.way,
    credentials: { ...initialValues.credentials, ...credentials },
    parameters: Object.fromEntries(
      form.parameters.flatMap((parameter) => {
        const key = getParameterKey(parameter);
        const value = parameters[key] ?? initialValues.parameters[key];
        return value ? [[key, parameter.required ? { ...value, sent: true } : value]] : [];
      }),
    ),
    body: body && types.has(body.type) ? addNewParts(form, body, initialValues.body) : initialValues.body,
  };
}

function addNewParts(
  form: RequestForm,
  body: NonNullable<RequestValues["body"]>,
  initialBody: RequestValues["body"],
): NonNullable<RequestValues["body"]> {
  const mediaType = form.body?.mediaTypes.find(({ type }) => type === body.type);
  // The parts used to have names and now have positions, or vice versa.
  if (mediaType && (mediaType.sequence !== undefined) !== (body.kind === "sequence"))
    return createInitialBody(form, mediaType);
  if (body.kind === "sequence")
    return mediaType?.sequence ? { ...body, items: reconcileSequence(form, mediaType.sequence, body.items) } : body;
  if (body.kind !== "parts" || initialBody?.kind !== "parts" || initialBody.type !== body.type) return body;
  const names = new Set(body.parts.map(({ name }) => name));
  const parts = body.parts.map((part) => {
    const headers = initialBody.parts.find(({ name }) => name === part.name)?.headers;
    return headers ? { ...part, headers: { ...headers, ...part.headers } } : part;
  });
  return { ...body, parts: [...parts, ...initialBody.parts.filter(({ name }) => !names.has(name))] };
}
