import { createUnknownCheck } from "../../core/request/response/response-check.ts";
import { createActionResult } from "../../core/text/localized-message.ts";
import { createMessage } from "../../core/text/message.ts";
import type { ToServer } from "../../../../webview/src/protocol.ts";
import { createEndpointChannelForm, createEndpointForm } from "../../core/preview/endpoint/endpoint-request.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { generateCodeSample } from "../../core/request/code/code-samples.ts";
import type {
  MessageToCheck,
  PageExample,
  ResponseToCheck,
  MessageToPlayground,
} from "../../core/request/protocol/playground-protocol.ts";
import type { ResponseCheck } from "../../core/request/response/response-check.ts";
import type { SampleColors } from "../preview/sample-colors.ts";

/** The dependencies of a playground. */
export interface SitePlaygroundDependencies {
  readonly send: (message: MessageToPlayground) => void;
  readonly colors: Pick<SampleColors, "colorize">;
  readonly checkResponse: (source: PageSource, response: ResponseToCheck) => Promise<ResponseCheck>;
  readonly checkMessage: (source: PageSource, message: MessageToCheck) => Promise<ResponseCheck>;
  /**
   * Writes an example to a file in the site. Resolves to undefined on success, or to a sentence that explains the
   * failure. Absent if files can't be changed.
   */
  readonly write?: (source: PageSource, example: RequestedExample) => Promise<string | undefined>;
  readonly onFailed: (action: string, error: unknown) => void;
}

export type RequestedExample =
  | { readonly destination: "page"; readonly example: PageExample }
  | { readonly destination: "specification"; readonly status: number; readonly type: string; readonly text: string };

/**
 * The server's side of an open playground. It handles validated messages from the page, sends the current endpoint's
 * form whenever the form changes, provides code samples, checks responses, and writes examples to files.
 */
export class SitePlayground {
  readonly #dependencies: SitePlaygroundDependencies;
  #source: PageSource | undefined;
  #isOpen = false;
  #sentEndpoint: PageSource["endpoint"];
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(dependencies: SitePlaygroundDependencies) {
    this.#dependencies = dependencies;
  }

  /** Updates the page that the preview shows. */
  onSiteChanged(source: PageSource | undefined): void {
    this.#source = source;
    if (this.#isOpen && source?.endpoint !== this.#sentEndpoint) this.#sendForm();
  }

  handleMessage(message: ToServer): void {
    switch (message.kind) {
      case "playground/open":
        this.#isOpen = true;
        return this.#sendForm();
      case "playground/close":
        this.#isOpen = false;
        return;
      case "playground/sample":
        return this.#reportFailure("generating a code sample", this.#sendSample(message));
      case "playground/check":
        return this.#reportFailure(
          "validating a response",
          this.#check(message.requestId, (source) => this.#dependencies.checkResponse(source, message.response)),
        );
      case "playground/checkMessage":
        return this.#reportFailure(
          "validating a message",
          this.#check(message.requestId, (source) => this.#dependencies.checkMessage(source, message.message)),
        );
      case "playground/insert":
        return this.#reportFailure(
          "inserting an example",
          this.#writeInTurn(message.requestId, { destination: "page", example: message.example }),
        );
      case "playground/saveExample": {
        const { requestId, status, type, text } = message;
        const example = { destination: "specification", status, type, text } as const;
        return this.#reportFailure("saving an example", this.#writeInTurn(requestId, example));
      }
      default:
        return;
    }
  }

  #sendForm(): void {
    const source = this.#source;
    this.#sentEndpoint = source?.endpoint;
    const form = source?.endpoint && createEndpointForm(source.endpoint, source.path);
    const channel = source?.endpoint && createEndpointChannelForm(source.endpoint);
    this.#dependencies.send({ kind: "playground/form", ...(form && { form }), ...(channel && { channel }) });
  }

  async #sendSample({ requestId, request, language }: Extract<ToServer, { kind: "playground/sample" }>): Promise<void> {
    const sample = generateCodeSample(request, language);
    const themes = this.#source?.facts.codeThemes;
    if (!sample || !themes) return this.#dependencies.send({ kind: "playground/sample", requestId });
    const { lines, palette } = await this.#dependencies.colors.colorize(sample.code, sample.lang, themes);
    this.#dependencies.send({
      kind: "playground/sample",
      requestId,
      sample: { ...sample, lines, palette: palette.map((color) => ({ ...color })) },
    });
  }

  async #check(requestId: number, validateSource: (source: PageSource) => Promise<ResponseCheck>): Promise<void> {
    const source = this.#source;
    const check: ResponseCheck = source
      ? await validateSource(source)
      : createUnknownCheck(createMessage("The page no longer exists."));
    this.#dependencies.send({ kind: "playground/checked", requestId, check });
  }

  /**
   * Writes an example for the current page after all earlier examples have been written, because each edit is based on
   * the text after the previous edit.
   */
  async #writeInTurn(requestId: number, example: RequestedExample): Promise<void> {
    const source = this.#source;
    const writePromise = this.#lastWrite.then(() => this.#writeExample(requestId, example, source));
    this.#lastWrite = writePromise.catch(() => undefined);
    return writePromise;
  }

  async #writeExample(requestId: number, example: RequestedExample, source: PageSource | undefined): Promise<void> {
    const { write, send } = this.#dependencies;
    if (!source || !write)
      return send({ kind: "playground/done", requestId, ...createActionResult(unavailableReason), failed: true });
    const problem = await write(source, example);
    if (problem === undefined)
      send({ kind: "playground/done", requestId, ...createActionResult(successMessages[example.destination]) });
    else send({ kind: "playground/done", requestId, text: problem, failed: true });
  }

  #reportFailure(action: string, promise: Promise<void>): void {
    promise.catch((error: unknown) => this.#dependencies.onFailed(action, error));
  }
}

const successMessages = {
  page: createMessage("The example was added to the page. The file isn't saved yet, and you can undo the edit."),
  specification: createMessage(
    "The example was added to the specification. The file isn't saved yet, and you can undo the edit.",
  ),
};

const unavailableReason = createMessage(
  "This preview can't change files. Copy the example, or open the page in an editor with Docwright.",
);
