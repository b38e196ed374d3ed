import { buildRequest } from "../../../server/src/core/request/build/build-request.ts";
import type { ChannelForm } from "../../../server/src/core/request/channel/channel-form.ts";
import { buildOpening, channelRequest } from "../../../server/src/core/request/channel/channel-request.ts";
import { initialValues } from "../../../server/src/core/request/form/initial-values.ts";
import type { RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../../server/src/core/request/form/request-values.ts";
import type { PlaygroundState, ToPlayground } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import { RecentTexts } from "./history/recent-texts.ts";
import { keepValues, keptOptions, keptValues } from "./kept-forms.ts";
import { withKnownSecrets } from "./known-secrets.ts";
import type { PlaygroundPort } from "./playground-port.ts";
import type { Built, PlaygroundView, SendOptions } from "./playground-view.ts";
import { reconcileValues } from "./reconcile-values.ts";

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

const nothingKept: PlaygroundState = {
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
    state: { ...nothingKept, host: port.host },
    exchange: undefined,
    consent: undefined,
    notice: undefined,
    options: keptOptions(port),
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
    const known = before ?? keptValues(port, form.key);
    const values = known ? reconcileValues(form, known, initial) : initial;
    const isAnother = view.exchange && typeof view.form === "object" && view.form.key !== form.key;
    set({ form, ...filled(form, values, view.state), ...(isAnother && { exchange: undefined }) });
  };
  const put = (values: RequestValues): void => {
    const { form, state, options } = view;
    if (typeof form !== "object") return;
    set({ ...filled(form, values, state), notice: undefined });
    keepValues(port, form.key, values, options);
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
