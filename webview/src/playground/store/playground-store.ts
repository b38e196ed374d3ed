import { createContext } from "preact";
import { useContext, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { BuiltRequest, RequestProblem } from "../../../../server/src/core/request/build/build-context.ts";
import { buildRequest } from "../../../../server/src/core/request/build/build-request.ts";
import { buildHandshake, type ChannelForm, createHandshakeForm } from "../../../../server/src/core/request/channel.ts";
import { createInitialValues } from "../../../../server/src/core/request/form/initial-values.ts";
import type { RequestForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import type {
  HistoryEntry,
  PlaygroundState,
  MessageToPlayground,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type {
  ConsentReply,
  ConsentRequest,
  RelayEnd,
  RelayFailure,
  RelayHead,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import type { ResponseCheck } from "../../../../server/src/core/request/response/response-check.ts";
import { BoundedMap } from "../../../../server/src/core/text/maps.ts";
import type { EndpointServices } from "../../endpoint/endpoint-context.ts";
import type { SendToHost, RelayClient } from "../relay/message-relay.ts";
import type { PlaygroundPort } from "./playground-port.ts";
import { getStoredOptions, getStoredValues, reconcileValues, storeValues } from "./saved-forms.ts";
import { addStoredSecrets } from "./scheme-secrets.ts";
import type { RequestSender } from "./send-request.ts";

const maxResponses = 20;

/**
 * The texts of the most recent responses, keyed by the ID of their history entry in the host. The host itself stores
 * only the beginning of each response.
 */
export class RecentResponses {
  readonly #textsById = new BoundedMap<string, string>(maxResponses);
  #expectedResponse: { readonly url: string; readonly milliseconds: number; readonly text: string } | undefined;

  readonly get = (id: string): string | undefined => this.#textsById.get(id);

  readonly expect = (url: string, milliseconds: number, text: string): void => {
    this.#expectedResponse = { url, milliseconds, text };
  };

  storeNewest([newestEntry]: readonly HistoryEntry[]): void {
    const expectedResponse = this.#expectedResponse;
    if (!newestEntry || !expectedResponse || this.#textsById.has(newestEntry.id)) return;
    // Neither URL contains secrets, so the expected URL is the same as the URL in the host's history.
    if (newestEntry.request.url !== expectedResponse.url || newestEntry.milliseconds !== expectedResponse.milliseconds)
      return;
    this.#expectedResponse = undefined;
    this.#textsById.set(newestEntry.id, expectedResponse.text);
  }
}

/**
 * The state of a playground. It's preserved when the panel is removed, for example, when the user navigates to another
 * page and back.
 */
export interface PlaygroundStore {
  readonly port: PlaygroundPort;
  readonly get: () => PlaygroundView;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (change: Partial<PlaygroundView>) => void;
  /** Changes the form values, builds the request again, and stores the values. */
  readonly fill: (change: (values: RequestValues) => RequestValues) => void;
  readonly changeOptions: (options: Partial<SendOptions>) => void;
  /** Resets the form to the values in the specification. */
  readonly reset: () => void;
  /** Returns the text of a response from this session, by the ID of its history entry. */
  readonly getResponse: (id: string) => string | undefined;
  /** Announces a response, which belongs to the next history entry that the host creates. */
  readonly expectResponse: (url: string, milliseconds: number, text: string) => void;
  /** The fingerprints of certificates that the user has accepted, by origin, for the lifetime of the page. */
  readonly fingerprintsByOrigin: Map<string, string>;
  /** Opens the panel for this endpoint. Returns a function that closes it. */
  readonly open: (endpoint: string) => () => void;
}

const emptyState: PlaygroundState = {
  host: "browser",
  isTrusted: true,
  environments: [],
  environment: "",
  secrets: [],
  consents: [],
  history: [],
};

const storesByPort = new WeakMap<PlaygroundPort, PlaygroundStore>();

/** Returns the store for the page's host. Each page has only one store. */
export function createPlaygroundStore(port: PlaygroundPort): PlaygroundStore {
  const portStore = storesByPort.get(port) ?? createStore(port);
  storesByPort.set(port, portStore);
  return portStore;
}

function createStore(port: PlaygroundPort): PlaygroundStore {
  let view: PlaygroundView = {
    form: "waiting",
    channel: undefined,
    values: undefined,
    built: undefined,
    state: { ...emptyState, host: port.host },
    exchange: undefined,
    consent: undefined,
    notice: undefined,
    options: getStoredOptions(port),
  };
  let endpoint = "";
  const responses = new RecentResponses();
  const listeners = new Set<() => void>();
  const updateView = (change: Partial<PlaygroundView>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const fillValues = (
    form: RequestForm,
    currentValues: RequestValues,
    state: PlaygroundState,
  ): Partial<PlaygroundView> => {
    const built = buildFormRequest(form, currentValues, state, view.channel);
    const values = addStoredSecrets(form, currentValues, state, built.request.url);
    return { values, built: values === currentValues ? built : buildFormRequest(form, values, state, view.channel) };
  };
  const receive = (message: MessageToPlayground): void => {
    if (message.kind === "playground/form") setForm(message.form, message.channel);
    if (message.kind !== "relay/state") return;
    const { state } = message;
    responses.storeNewest(state.history);
    const { form, values } = view;
    updateView({ state, ...(typeof form === "object" && values && fillValues(form, values, state)) });
  };
  const setForm = (requestForm: RequestForm | undefined, channel: ChannelForm | undefined): void => {
    const form = channel ? createHandshakeForm(channel) : requestForm;
    view = { ...view, channel };
    if (!form) return updateView({ form: "none", values: undefined, built: undefined });
    const currentValues = typeof view.form === "object" && view.form.key === form.key ? view.values : undefined;
    const initialValues = createInitialValues(form);
    const previousValues = currentValues ?? getStoredValues(port, form.key);
    const values = previousValues ? reconcileValues(form, previousValues, initialValues) : initialValues;
    const isOtherForm = view.exchange && typeof view.form === "object" && view.form.key !== form.key;
    updateView({ form, ...fillValues(form, values, view.state), ...(isOtherForm && { exchange: undefined }) });
  };
  const setValues = (values: RequestValues): void => {
    const { form, state, options } = view;
    if (typeof form !== "object") return;
    updateView({ ...fillValues(form, values, state), notice: undefined });
    storeValues(port, form.key, values, options);
  };
  return {
    port,
    get: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: updateView,
    fill: (change) => {
      if (view.values) setValues(change(view.values));
    },
    changeOptions: (options) => {
      updateView({ options: { ...view.options, ...options } });
      if (view.values) setValues(view.values);
    },
    reset: () => {
      if (typeof view.form === "object") setValues(createInitialValues(view.form));
    },
    getResponse: responses.get,
    expectResponse: responses.expect,
    fingerprintsByOrigin: new Map(),
    open: (newEndpoint) => {
      if (newEndpoint !== endpoint)
        updateView({
          form: "waiting",
          channel: undefined,
          values: undefined,
          built: undefined,
          exchange: undefined,
          notice: undefined,
        });
      endpoint = newEndpoint;
      const stopListening = port.listen(receive);
      port.send({ kind: "playground/open" });
      return () => {
        stopListening();
        port.send({ kind: "playground/close" });
      };
    },
  };
}

function buildFormRequest(
  form: RequestForm,
  values: RequestValues,
  state: PlaygroundState,
  channel: ChannelForm | undefined,
): BuildResult {
  const environment = state.environments.find(({ name }) => name === state.environment);
  return channel
    ? buildHandshake(form, values, environment ?? { baseUrl: undefined, variables: {} })
    : buildRequest(form, values, environment);
}

/** The complete state that a playground shows. */
export interface PlaygroundView {
  /** `none` means that the page has no endpoint to try out. */
  readonly form: RequestForm | "waiting" | "none";
  /**
   * The form for a channel page. On a channel page, `form` contains the request that opens the connection.
   */
  readonly channel: ChannelForm | undefined;
  readonly values: RequestValues | undefined;
  /** The request built from `form` and `values`. */
  readonly built: BuildResult | undefined;
  /** The state that the host stores for the user. */
  readonly state: PlaygroundState;
  readonly exchange: Exchange | undefined;
  readonly consent: PendingConsent | undefined;
  /** The result or error of the last action. */
  readonly notice: Notice | undefined;
  readonly options: SendOptions;
}

export interface BuildResult {
  readonly request: BuiltRequest;
  readonly problems: readonly RequestProblem[];
}

export interface SendOptions {
  readonly followRedirects: boolean;
}

export interface Notice {
  readonly text: string;
  readonly hasFailed: boolean;
}

export interface PendingConsent {
  readonly request: ConsentRequest;
  readonly respond: (reply: ConsentReply) => void;
}

/** A request that has been sent or is being sent, along with its response. */
export interface Exchange {
  readonly id: string;
  readonly request: BuiltRequest;
  /** The start time in milliseconds, based on `performance.now()`. */
  readonly startedAt: number;
  /** The time when the user was prompted for consent, based on the same clock as `startedAt`. */
  readonly consentSince?: number;
  readonly phase: "sending" | "receiving" | "done" | "failed";
  readonly head?: RelayHead;
  readonly body: ReceivedBody;
  readonly end?: RelayEnd;
  readonly failure?: RelayFailure;
  readonly check?: ResponseCheck;
}

/**
 * The chunks that have been received. Each rendering gets a new object, but the array is always the same, and chunks
 * are added to it as they arrive.
 */
export interface ReceivedBody {
  readonly chunks: readonly ReceivedChunk[];
  readonly bytes: number;
}

export interface ReceivedChunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The time since Send was pressed, in milliseconds. */
  readonly elapsedTime: number;
}

/** The services that the components of a playground share. */
export interface PlaygroundContextValue {
  readonly store: PlaygroundStore;
  readonly relay: RelayClient;
  readonly sender: RequestSender;
  readonly sendToHost: SendToHost;
  readonly services: EndpointServices;
}

export const PlaygroundContext = createContext<PlaygroundContextValue | undefined>(undefined);

export function usePlaygroundContext(): PlaygroundContextValue {
  const context = useContext(PlaygroundContext);
  if (!context) throw new Error("This component isn’t inside a playground.");
  return context;
}

/**
 * Returns these members of the view, and renders the component again when one of them changes. As a result, when an
 * event arrives in a stream, only the list of events is rendered again.
 */
export function useView<Key extends keyof PlaygroundView>(...keys: readonly Key[]): Pick<PlaygroundView, Key> {
  return usePlaygroundStore(usePlaygroundContext().store, keys);
}

/** Works like `useView`, but for components outside the playground's context. */
export function usePlaygroundStore<Key extends keyof PlaygroundView>(
  store: PlaygroundStore,
  keys: readonly Key[],
): Pick<PlaygroundView, Key> {
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const shownView = useRef(store.get());
  shownView.current = store.get();
  useLayoutEffect(
    () =>
      store.subscribe(() => {
        const newView = store.get();
        if (keys.some((key) => newView[key] !== shownView.current[key])) repaint();
      }),
    [store],
  );
  return shownView.current;
}
