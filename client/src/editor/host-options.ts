import * as vscode from "vscode";
import {
  hostDidChange,
  type HostOptions,
  type InitializationOptions,
  type DelegatableFeature,
} from "../../../server/src/protocol/site.ts";
import type { LanguageServer } from "../language-client.ts";
import { readEditorSettings, settingsSection } from "./settings.ts";

/** Another extension for MDX. */
export interface MdxExtension {
  /** `publisher.name` */
  readonly id: string;
  /** What it answers as well as we do, and we leave to it; why, for each. */
  readonly answers: Readonly<Partial<Record<DelegatableFeature, string>>>;
}

/**
 * Extensions that own the language MDX, and which of our answers yield to each. Colours and brackets need no line
 * here: VS Code takes those of the extension that comes last by its id, and all of these come behind `docwright`.
 */
export const mdxExtensions: readonly MdxExtension[] = [
  {
    id: "mintlify.mintlify-snippets",
    answers: {
      "component-completion": "It offers every component behind `<` and the open tag behind `</`.",
      "prop-completion": "It offers the props of components and the values that a prop is limited to.",
      "component-hover": "It tells what components, props and imported snippets are.",
    },
  },
  // It knows what a page imports, by types, and nothing of components that the service brings: ours add to it.
  { id: "unifiedjs.vscode-mdx", answers: {} },
  // It colours pages and does nothing else.
  { id: "silvenon.mdx", answers: {} },
];

export type MdxExtensionSetting = "auto" | "on" | "off";

const inSetting: Readonly<Record<Exclude<MdxExtensionSetting, "auto">, readonly DelegatableFeature[]>> = {
  on: [],
  off: ["component-completion", "prop-completion", "component-hover"],
};

/** What the server leaves to others, in a fixed order. `isInstalled`: whether an extension is there and enabled. */
export function getDelegatedFeatures(
  setting: MdxExtensionSetting,
  isInstalled: (id: string) => boolean,
): readonly DelegatableFeature[] {
  if (setting !== "auto") return inSetting[setting];
  const left = mdxExtensions
    .filter(({ id }) => isInstalled(id))
    .flatMap(({ answers }) => Object.keys(answers));
  return inSetting.off.filter((answer) => left.includes(answer));
}

/** What the server may do and what the editor says already, at the server's start. */
export function getInitializationOptions(): InitializationOptions {
  const { profile, showsPageLens } = readEditorSettings();
  return {
    profile,
    host: hostOptions(),
    siteStatus: true,
    git: vscode.workspace.isTrusted,
    network: vscode.workspace.isTrusted,
    playground: true,
    explain: true,
    refactoring: true,
    pageLens: showsPageLens,
  };
}

/** What the editor and its other extensions say by themselves, now. */
export function hostOptions(): HostOptions {
  const isInstalled = (id: string): boolean => vscode.extensions.getExtension(id) !== undefined;
  return {
    // What VS Code's JSON service says is known only once it has spoken, and it speaks only of files that are
    // shown: the filter takes out what is repeated, so that nothing is lost in between.
    jsonSyntax: false,
    jsonSchema: "none",
    mdx: getDelegatedFeatures(readEditorSettings().mdxExtension, isInstalled),
  };
}

/** Tells the server whenever another extension for MDX comes or goes, or the person decides otherwise. */
export function watchMdxExtensions(server: Pick<LanguageServer, "notify">): vscode.Disposable {
  let reported = JSON.stringify(hostOptions());
  const report = (): void => {
    const host = hostOptions();
    if (reported === JSON.stringify(host)) return;
    reported = JSON.stringify(host);
    server.notify(hostDidChange, { host });
  };
  return vscode.Disposable.from(
    vscode.extensions.onDidChange(report),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settingsSection}.mdxExtension`)) report();
    }),
  );
}
