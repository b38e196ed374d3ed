import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type {
  MessageFromPlayground,
  PlaygroundState,
  ResponsePart,
  MessageToPlayground,
} from "../../../server/src/core/request/protocol/playground-protocol.ts";
import type { RelayEnvelope, RelayHead } from "../../../server/src/core/request/protocol/relay-protocol.ts";
import { eventually } from "../../harness/eventually.ts";
import { openStage } from "../hostile/stage.ts";
import type { OpenPage } from "../open-page.ts";
import type { EndpointPageParts } from "./playground-site.ts";

/** A message from the playground, including the envelope that it sends. */
export type PlaygroundMessage =
  | Exclude<MessageFromPlayground, { kind: "relay/send" }>
  | { readonly kind: "relay/send"; readonly envelope: RelayEnvelope };

/**
 * The host's response to a request. It consists of a head, chunks, pauses between them in milliseconds, and an end or a
 * failure.
 */
export type Script = readonly (ResponsePart | number)[];

export interface PlaygroundStage {
  readonly page: Page;
  /** The messages from the playground to its host, with the oldest first. */
  readonly received: readonly PlaygroundMessage[];
  /** Waits for the `count`th message of a kind, because clicks are reported with a delay. */
  readonly waitForMessages: <Kind extends PlaygroundMessage["kind"]>(
    kind: Kind,
    count?: number,
  ) => Promise<Extract<PlaygroundMessage, { kind: Kind }>>;
  /** Shows the endpoint page. Must also be called after a reload. */
  readonly show: () => Promise<void>;
  readonly open: () => Promise<void>;
  readonly send: (message: MessageToPlayground) => Promise<void>;
  /** Sets the response for all following requests. */
  readonly script: (parts: Script) => void;
  /** Returns all violations of the document's content security policy. */
  readonly violations: () => Promise<readonly string[]>;
}

export const emptyState: PlaygroundState = {
  host: "editor",
  isTrusted: true,
  environments: [],
  environment: "",
  secrets: [],
  consents: [],
  history: [],
};

/** Opens the preview as the editor shows it. The host of the playground is controlled by the test. */
export async function openPlaygroundStage(
  openPage: OpenPage,
  parts: EndpointPageParts,
  state: Partial<PlaygroundState> = {},
): Promise<PlaygroundStage> {
  const received: PlaygroundMessage[] = [];
  let script: Script = [];
  const report = async (message: MessageToPlayground): Promise<void> => {
    const bytes = message.kind === "relay/answer" && message.part.kind === "data" ? message.part.bytes : undefined;
    const text = JSON.stringify(message);
    const data = bytes && Buffer.from(bytes).toString("base64");
    await page.evaluate(
      `{ const posted = JSON.parse(${JSON.stringify(text)});
         if (${JSON.stringify(data ?? "")} !== "" || ${bytes !== undefined}) posted.part.bytes = Uint8Array.from(atob(${JSON.stringify(data ?? "")}), (each) => each.charCodeAt(0));
         window.postMessage(posted, "*"); }`,
    );
  };
  const answer = async (id: string): Promise<void> => {
    for (const part of script)
      if (typeof part === "number") await new Promise((resolve) => setTimeout(resolve, part));
      else await report({ kind: "relay/answer", id, part });
  };
  const receive = async (message: PlaygroundMessage): Promise<void> => {
    received.push(message);
    if (message.kind === "playground/open") {
      await report({ kind: "relay/state", state: { ...emptyState, ...state } });
      await report({ kind: "playground/form", form: parts.form });
    }
    if (message.kind === "relay/send") await answer(message.envelope.options?.id ?? "");
  };
  const stage = await openStage(
    openPage,
    { policy: "editor", painter: "real" },
    { prepare: connect, pool: "playground" },
  );
  const { page } = stage;
  receivers.set(page, receive);
  const show = () => stage.show(parts.page, parts.frame);
  await show();
  return {
    page,
    received,
    waitForMessages: (kind, count = 1) =>
      eventually(() => {
        const found = received.filter((each): each is Extract<PlaygroundMessage, { kind: typeof kind }> => each.kind === kind)[count - 1]; // prettier-ignore
        assert.ok(
          found,
          `fewer than ${count} messages of the kind ${kind}; received: ${received.map((each) => each.kind).join()}`,
        );
        return found;
      }),
    show,
    send: report,
    open: async () => {
      await page.getByRole("button", { name: "Try it" }).click();
      await page.getByRole("region", { name: "Response" }).waitFor();
      await page.locator(".dw-try-request").waitFor();
    },
    script: (next) => {
      script = next;
    },
    violations: async () => (await stage.outcome()).violations,
  };
}

/** The receivers of messages from pages, which are reused. */
const receivers = new WeakMap<Page, (message: PlaygroundMessage) => Promise<void>>();

/** Connects the playground in a new page to its receiver. */
async function connect(page: Page): Promise<void> {
  await page.exposeBinding("hearPlayground", async (_, message: PlaygroundMessage) => {
    // If the page has since been closed, it no longer receives messages.
    await receivers
      .get(page)?.(message)
      .catch(() => undefined);
  });
  await page.addInitScript(`{
    const acquire = window.acquireVsCodeApi;
    window.acquireVsCodeApi = () => {
      const api = acquire();
      return {
        postMessage: (message) => {
          api.postMessage(message);
          if (/^(playground|relay)\\//.test(message.kind)) void window.hearPlayground(message);
        },
        getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
        setState: (value) => sessionStorage.setItem("state", JSON.stringify(value)),
      };
    };
  }`);
}

/** Returns the head of a response with this media type. */
export function headOf(type: string, more: Partial<RelayHead> = {}): ResponsePart {
  return {
    kind: "head",
    head: {
      status: 200,
      statusText: "OK",
      httpVersion: "1.1",
      headers: type === "" ? [] : [["Content-Type", type]],
      redirects: [],
      timings: { lookup: 1, connect: 2, firstByte: 12 },
      sentRequest: { method: "POST", url: "https://api.example.com/v1/things/1", headers: [] },
      ...more,
    },
  };
}

/** Returns a complete response. */
export function createResponse(type: string, body: string | Uint8Array, more: Partial<RelayHead> = {}): Script {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const { length } = bytes;
  return [
    headOf(type, more),
    ...(length > 0 ? [{ kind: "data", bytes } as const] : []),
    { kind: "end", end: { bytes: length, wireBytes: length, total: 34 } },
  ];
}
