import type * as vscode from "vscode";
import type { PlaygroundFacts } from "../../../server/src/protocol/preview.ts";
import { completeStep } from "../status/first-steps.ts";
import type { OAuthRedirect, OpenPlayground, PageSender } from "./playground.ts";

/**
 * The playgrounds of all sites. Their code isn't loaded until the first playground is opened, because most previews
 * never open one.
 */
export class Playgrounds implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #getFacts: (root: string) => Promise<PlaygroundFacts | undefined>;
  /** Maps the URI of each folder that contains docs.json to its open playground. */
  readonly #playgroundsByRoot = new Map<string, Promise<OpenPlayground>>();
  #oauthRedirect: OAuthRedirect | undefined;

  constructor(context: vscode.ExtensionContext, getFacts: (root: string) => Promise<PlaygroundFacts | undefined>) {
    this.#context = context;
    this.#getFacts = getFacts;
  }

  /** Handles a message from a preview of the site at `root`. */
  async handleMessage(root: string, message: unknown, sendToPage: PageSender): Promise<void> {
    (await this.getPlayground(root)).receive(message, sendToPage);
  }

  /** Returns the playground for the site at `root`, and opens it if necessary. */
  getPlayground(root: string): Promise<OpenPlayground> {
    const playground = this.#playgroundsByRoot.get(root) ?? this.#openPlayground(root);
    this.#playgroundsByRoot.set(root, playground);
    return playground;
  }

  async disconnect(root: string, sendToPage: PageSender): Promise<void> {
    (await this.#playgroundsByRoot.get(root))?.disconnect(sendToPage);
  }

  /** Implements `docwright.importVariables`. */
  async importVariables(root: string): Promise<void> {
    const { importVariables } = await import("./playground.ts");
    await importVariables((await this.getPlayground(root)).service);
  }

  /** Implements `docwright.forgetPlaygroundConsents`. */
  async revokeConsents(root: string): Promise<void> {
    const { revokeConsents } = await import("./playground.ts");
    await revokeConsents((await this.getPlayground(root)).service);
  }

  dispose(): void {
    for (const promise of this.#playgroundsByRoot.values()) void promise.then((playground) => playground.dispose());
    this.#playgroundsByRoot.clear();
    this.#oauthRedirect?.dispose();
  }

  async #openPlayground(root: string): Promise<OpenPlayground> {
    const { openPlayground, OAuthRedirect } = await import("./playground.ts");
    const oauthRedirect = (this.#oauthRedirect ??= new OAuthRedirect(this.#context.extension.id));
    return openPlayground({
      root,
      context: this.#context,
      getFacts: () => this.#getFacts(root),
      onResponse: () => completeStep("sendRequest"),
      oauthRedirect,
    });
  }
}
