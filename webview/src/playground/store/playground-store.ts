import { createContext } from "preact";
import { useContext, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type {
  BuiltRequest,
  RequestProblem,
} from "../../../../server/src/core/request/build/build-context.ts";
import { buildRequest } from "../../../../server/src/core/request/build/build-request.ts";
import type { ChannelForm } from "../../../../server/src/core/request/channel/channel-form.ts";
import { buildOpening, channelRequest } from "../../../../server/src/core/request/channel/channel-request.ts";
import { initialValues } from "../../../../server/src/core/request/form/initial-values.ts";
import type { RequestForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import type {
  HistoryEntry,
  PlaygroundState,
  ToPlayground,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type {
  ConsentReply,
  ConsentRequest,
  RelayEnd,
  RelayFailure,
  RelayHead,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import type { ResponseCheck } from "../../../../server/src/core/request/response/verdict.ts";
import { BoundedMap } from "../../../../server/src/core/text/bounded-map.ts";
import type { EndpointServices } from "../../endpoint/endpoint-context.ts";
import type { HostRequest } from "../relay/message-relay.ts";
import type { RelayClient } from "../relay/relay-client.ts";
import type { PlaygroundPort } from "./playground-port.ts";
import { storeValues, getStoredOptions, getStoredValues, reconcileValues } from "./saved-forms.ts";
import { withKnownSecrets } from "./scheme-secrets.ts";
import type { Sending } from "./send-request.ts";

const maxCount = 20;

/** Texts of the last answers, each with the entry that the host has made of it. The host keeps the beginning of each. */
export class RecentTexts {
  readonly #texts = new BoundedMap<string, string>(maxCount);
  #expected: { readonly url: string; readonly milliseconds: number; readonly text: string } | undefined;

  readonly get = (id: string): string | undefined => this.#texts.get(id);

  readonly expect = (url: string, milliseconds: number, text: string): void => {
    this.#expected = { url, milliseconds, text };
  };

  take([newest]: readonly HistoryEntry[]): void {
    const expected = this.#expected;
    if (!newest || !expected || this.#texts.has(newest.id)) return;
    // Secrets are not in the host's copy of the address either, so both are the same text.
    if (newest.request.url !== expected.url || newest.milliseconds !== expected.milliseconds) return;
    this.#expected = undefined;
    this.#texts.set(newest.id, expected.text);
  }
}

/** Holds what a playground shows. It outlives the panel, so that going to another page and back loses nothing. */
export interface PlaygroundStore {
  readonly port: PlaygroundPort;
  readonly get: () => PlaygroundView;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (change: Partial<PlaygroundView>) => void;
  /** The form is filled in: the request is built anew, and kept. */
  readonly fill: (change: (values: RequestValues) => RequestValues) => void;
  readonly choose: (options: Partial<SendOptions>) => void;
  /** As the specification has it, whatever was filled in. */
  readonly reset: () => void;
  /** The text of an answer of this session, by the id of its entry in the history. */
  readonly answerOf: (id: string) => string | undefined;
  /** The entry that the host makes of this next is the one of this answer. */
  readonly expectAnswer: (url: string, milliseconds: number, text: string) => void;
  /** Fingerprints of certificates that the person has agreed to, by origin; as long as the page lives. */
  readonly certificates: Map<string, string>;
  /** The panel is shown for this endpoint. Answers how to say that it no longer is. */
  readonly open: (endpoint: string) => () => void;
}

const emptyStore: PlaygroundState = {
  host: "browser",
  trusted: true,
  environments: [],
  environment: "",
  secrets: [],
  consents: [],
  history: [],
};

const stores = new WeakMap<PlaygroundPort, PlaygroundStore>();

/** The one store of this page's host. */
export function playgroundStore(port: PlaygroundPort): PlaygroundStore {
  const known = stores.get(port) ?? makeStore(port);
  stores.set(port, known);
  return known;
}

function makeStore(port: PlaygroundPort): PlaygroundStore {
  let view: PlaygroundView = {
    form: "waiting",
    channel: undefined,
    values: undefined,
    built: undefined,
    state: { ...emptyStore, host: port.host },
    exchange: undefined,
    consent: undefined,
    notice: undefined,
    options: getStoredOptions(port),
  };
  let endpoint = "";
  const answers = new RecentTexts();
  const listeners = new Set<() => void>();
  const set = (change: Partial<PlaygroundView>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const filled = (
    form: RequestForm,
    before: RequestValues,
    state: PlaygroundState,
  ): Partial<PlaygroundView> => {
    const built = buildFrom(form, before, state, view.channel);
    const values = withKnownSecrets(form, before, state, built.request.url);
    return { values, built: values === before ? built : buildFrom(form, values, state, view.channel) };
  };
  const take = (message: ToPlayground): void => {
    if (message.kind === "form") takeForm(message.form, message.channel);
    if (message.kind !== "state") return;
    const { state } = message;
    answers.take(state.history);
    const { form, values } = view;
    set({ state, ...(typeof form === "object" && values && filled(form, values, state)) });
  };
  const takeForm = (ofRequest: RequestForm | undefined, channel: ChannelForm | undefined): void => {
    const form = channel ? channelRequest(channel) : ofRequest;
    view = { ...view, channel };
    if (!form) return set({ form: "none", values: undefined, built: undefined });
    const before = typeof view.form === "object" && view.form.key === form.key ? view.values : undefined;
    const initial = initialValues(form);
    const known = before ?? getStoredValues(port, form.key);
    const values = known ? reconcileValues(form, known, initial) : initial;
    const isAnother = view.exchange && typeof view.form === "object" && view.form.key !== form.key;
    set({ form, ...filled(form, values, view.state), ...(isAnother && { exchange: undefined }) });
  };
  const put = (values: RequestValues): void => {
    const { form, state, options } = view;
    if (typeof form !== "object") return;
    set({ ...filled(form, values, state), notice: undefined });
    storeValues(port, form.key, values, options);
  };
  return {
    port,
    get: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    fill: (change) => {
      if (view.values) put(change(view.values));
    },
    choose: (options) => {
      set({ options: { ...view.options, ...options } });
      if (view.values) put(view.values);
    },
    reset: () => {
      if (typeof view.form === "object") put(initialValues(view.form));
    },
    answerOf: answers.get,
    expectAnswer: answers.expect,
    certificates: new Map(),
    open: (shown) => {
      if (shown !== endpoint)
        set({
          form: "waiting",
          channel: undefined,
          values: undefined,
          built: undefined,
          exchange: undefined,
          notice: undefined,
        });
      endpoint = shown;
      const stop = port.listen(take);
      port.send({ kind: "open" });
      return () => {
        stop();
        port.send({ kind: "close" });
      };
    },
  };
}

function buildFrom(
  form: RequestForm,
  values: RequestValues,
  state: PlaygroundState,
  channel: ChannelForm | undefined,
): Built {
  const environment = state.environments.find(({ name }) => name === state.environment);
  return channel
    ? buildOpening(form, values, environment ?? { baseUrl: undefined, variables: {} })
    : buildRequest(form, values, environment);
}

/** All that a playground shows, as one value. */
export interface PlaygroundView {
  /** `none`: there is nothing to try out here. */
  readonly form: RequestForm | "waiting" | "none";
  /** Of the page of a channel; `form` is then the request that opens it. */
  readonly channel: ChannelForm | undefined;
  readonly values: RequestValues | undefined;
  /** Of `form` and `values`. */
  readonly built: Built | undefined;
  /** What the host keeps for the person. */
  readonly state: PlaygroundState;
  readonly exchange: Exchange | undefined;
  readonly consent: PendingConsent | undefined;
  /** What was done last, or why it was not: `The example stands in the page now.` */
  readonly notice: Notice | undefined;
  readonly options: SendOptions;
}

export interface Built {
  readonly request: BuiltRequest;
  readonly problems: readonly RequestProblem[];
}

export interface SendOptions {
  readonly followRedirects: boolean;
}

export interface Notice {
  readonly text: string;
  readonly failed: boolean;
}

export interface PendingConsent {
  readonly question: ConsentRequest;
  readonly answer: (answer: ConsentReply) => void;
}

/** One press of Send, from then on. */
export interface Exchange {
  readonly id: string;
  readonly request: BuiltRequest;
  /** Milliseconds as of `performance.now()`. */
  readonly startedAt: number;
  readonly phase: "sending" | "receiving" | "done" | "failed";
  readonly head?: RelayHead;
  readonly body: ReceivedBody;
  readonly end?: RelayEnd;
  readonly failure?: RelayFailure;
  readonly check?: ResponseCheck;
}

/** A new value each time that it is shown, over the same list, to which pieces are added as they arrive. */
export interface ReceivedBody {
  readonly pieces: readonly ReceivedPiece[];
  readonly bytes: number;
}

export interface ReceivedPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds after Send was pressed. */
  readonly at: number;
}

/** What the parts of a playground work with. */
export interface PlaygroundParts {
  readonly store: PlaygroundStore;
  readonly relay: RelayClient;
  readonly sending: Sending;
  readonly ask: HostRequest;
  readonly services: EndpointServices;
}

export const PlaygroundContext = createContext<PlaygroundParts | undefined>(undefined);

export function useParts(): PlaygroundParts {
  const parts = useContext(PlaygroundContext);
  if (!parts) throw new Error("This is a part of a playground and stands outside of one.");
  return parts;
}

/** These members of what is to be shown, and again whenever one of them is another: a stream paints its list alone. */
export function useView<Key extends keyof PlaygroundView>(
  ...keys: readonly Key[]
): Pick<PlaygroundView, Key> {
  return usePlaygroundStore(useParts().store, keys);
}

/** The same for who stands around the parts. */
export function usePlaygroundStore<Key extends keyof PlaygroundView>(
  store: PlaygroundStore,
  keys: readonly Key[],
): Pick<PlaygroundView, Key> {
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const shown = useRef(store.get());
  shown.current = store.get();
  useLayoutEffect(
    () =>
      store.subscribe(() => {
        const now = store.get();
        if (keys.some((key) => now[key] !== shown.current[key])) repaint();
      }),
    [store],
  );
  return shown.current;
}
