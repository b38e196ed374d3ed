import Module from "node:module";
import { URI, Utils } from "vscode-uri";
import { resetBeforeEachFile } from "./shared-state.ts";

/**
 * The user's replies to the next input boxes, quick picks, and messages, and the calls that the fake VS Code has
 * received.
 */
export interface FakeEditor {
  readonly answers: unknown[];
  readonly asked: { readonly kind: string; readonly text: string; readonly options: unknown }[];
  readonly settings: Map<string, unknown>;
  /** The `ConfigurationTarget`s to which settings were written. */
  readonly settingTargets: Set<number>;
  readonly contexts: Map<string, unknown>;
  readonly threads: Set<FakeThread>;
  readonly documents: {
    readonly uri: URI;
    isDirty?: boolean;
    readonly save?: () => Promise<boolean>;
  }[];
  readonly filesRenamed: EventEmitter<{ readonly files: readonly { oldUri: URI; newUri: URI }[] }>;
  readonly shown: { readonly uri: URI; readonly line: number }[];
  readonly opened: string[];
  readonly uriHandlers: { handleUri(uri: URI): unknown }[];
  readonly decorations: { provideFileDecoration(uri: URI): { badge: string; tooltip: string } | undefined }[];
  readonly lenses: {
    provideCodeLenses(document: unknown): { command: { title: string; arguments: unknown[] } }[];
  }[];
  readonly panels: FakePanel[];
  /** The IDs of other extensions that are installed and enabled. */
  readonly installed: Set<string>;
  readonly extensionsChanged: EventEmitter<void>;
  isTrusted: boolean;
  /** The files that a search finds. */
  readonly found: URI[];
  /** The text of each file that an edit has created, by URI. */
  readonly written: Map<string, string>;
  /** Whether edits fail because files can't be written. */
  isReadOnly: boolean;
  readonly configurationChanged: EventEmitter<{ affectsConfiguration: (section: string) => boolean }>;
  readonly fileCreated: EventEmitter<URI>;
  readonly fileDeleted: EventEmitter<URI>;
  readonly documentOpened: EventEmitter<{ readonly uri: URI }>;
  readonly documentChanged: EventEmitter<unknown>;
  readonly documentClosed: EventEmitter<{ readonly uri: URI }>;
  /** The diagnostics by file URI. */
  readonly diagnostics: Map<string, readonly { readonly source: string; readonly code: string | number }[]>;
  readonly diagnosticsChanged: EventEmitter<{ readonly uris: readonly URI[] }>;
  /** The trees that were created by views. */
  readonly trees: FakeTree[];
  activeEditor: unknown;
  readonly visible: { readonly document: { readonly uri: URI } }[];
  /** The file in the active tab. The editor for the file may not be ready yet. */
  activeTab: URI | undefined;
  readonly activeEditorChanged: EventEmitter<unknown>;
  /** The commands that were executed, except `setContext`. */
  readonly executed: (readonly unknown[])[];
  /** The results of commands, by command. */
  readonly results: Map<string, unknown>;
  /** The status bar items and the language status items. */
  readonly statusItems: FakeStatusItem[];
  clipboard: string;
}

export interface FakeStatusItem {
  text: string;
  detail?: string;
  command?: { readonly command: string; readonly arguments?: readonly unknown[] };
  isShown: boolean;
}

export interface FakeThread {
  readonly uri: URI;
  range: Range;
  comments: readonly {
    readonly entryId: string;
    readonly body: MarkdownString;
    readonly label: string;
    readonly author: { readonly name: string };
    readonly contextValue: string;
  }[];
  collapsibleState: number;
  state: number;
  label: string;
  canReply: boolean;
  dispose: () => void;
}

class FakeTree {
  visible = false;
  readonly visibilityChanged = new EventEmitter<{ visible: boolean }>();
  selection: readonly unknown[] = [];
  readonly selectionChanged = new EventEmitter<{ selection: readonly unknown[] }>();
  /** The rows that were revealed. */
  readonly revealed: unknown[] = [];
}

export interface FakePanel {
  readonly sent: unknown[];
  readonly said: EventEmitter<unknown>;
  readonly webview: { html: string };
  readonly view: { visible: boolean };
  readonly viewChanged: EventEmitter<unknown>;
}

class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown, self?: unknown): { dispose: () => void } => {
    const bound = self === undefined ? listener : listener.bind(self);
    this.#listeners.add(bound);
    return { dispose: () => void this.#listeners.delete(bound) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...at: readonly (number | Position)[]) {
    const [a = 0, b = 0, c = 0, d = 0] = at;
    this.start = typeof a === "number" ? new Position(a, Number(b)) : a;
    this.end = typeof b === "number" ? new Position(Number(c), Number(d)) : b;
  }
  isEqual(other: Range): boolean {
    return JSON.stringify(this) === JSON.stringify(other);
  }
}

class MarkdownString {
  isTrusted = false;
  supportHtml = false;
  constructor(
    readonly value: string,
    readonly supportThemeIcons = false,
  ) {}
}

class ThemeIcon {
  constructor(readonly id: string) {}
}

class ThemeColor {
  constructor(readonly id: string) {}
}

class TabInputText {
  readonly uri: URI;

  constructor(uri: URI) {
    this.uri = uri;
  }
}

class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState: number,
  ) {}
}

class FakeEdit {
  readonly created = new Map<string, string>();
  createFile(uri: URI, { contents }: { readonly contents: Uint8Array }): void {
    this.created.set(uri.toString(), new TextDecoder().decode(contents));
  }
}

class FileDecoration {
  constructor(
    readonly badge: string,
    readonly tooltip: string,
  ) {}
}

class CodeLens {
  constructor(
    readonly range: Range,
    readonly command: unknown,
  ) {}
}

class CodeAction {
  constructor(
    readonly title: string,
    readonly kind: string,
  ) {}
}

const disposable = { dispose: () => undefined };
const createNothing = () => disposable;

const initialState = (): FakeEditor => ({
  answers: [],
  asked: [],
  settings: new Map(),
  settingTargets: new Set(),
  contexts: new Map(),
  threads: new Set(),
  documents: [],
  filesRenamed: new EventEmitter(),
  shown: [],
  opened: [],
  uriHandlers: [],
  decorations: [],
  lenses: [],
  panels: [],
  installed: new Set(),
  extensionsChanged: new EventEmitter<void>(),
  isTrusted: true,
  found: [],
  written: new Map(),
  isReadOnly: false,
  configurationChanged: new EventEmitter(),
  fileCreated: new EventEmitter(),
  fileDeleted: new EventEmitter(),
  documentOpened: new EventEmitter(),
  documentChanged: new EventEmitter(),
  documentClosed: new EventEmitter(),
  diagnostics: new Map(),
  diagnosticsChanged: new EventEmitter(),
  trees: [],
  activeEditor: undefined,
  visible: [],
  activeTab: undefined,
  activeEditorChanged: new EventEmitter(),
  executed: [],
  results: new Map(),
  statusItems: [],
  clipboard: "",
});

/** The fake VS Code that the tested code imports as `vscode`. It's reset to its initial state before each test file. */
export const fakeEditor: FakeEditor = initialState();

resetBeforeEachFile(() => {
  for (const [name, initial] of Object.entries(initialState())) {
    const state: unknown = Reflect.get(fakeEditor, name);
    // The tested code stores references to these objects, so they're cleared instead of replaced.
    if (Array.isArray(state)) state.length = 0;
    else if (state instanceof Map || state instanceof Set) state.clear();
    else if (state instanceof EventEmitter) state.dispose();
    else Reflect.set(fakeEditor, name, initial);
  }
});

const statusItem = (isShown: boolean) => {
  const item = {
    ...disposable,
    text: "",
    isShown,
    show: () => void (item.isShown = true),
    hide: () => void (item.isShown = false),
  };
  fakeEditor.statusItems.push(item);
  return item;
};
const recordCall =
  <Item>(list: Item[]) =>
  (item: Item) => (list.push(item), disposable);
const ask =
  (kind: string) =>
  async (first: unknown, ...rest: readonly unknown[]): Promise<unknown> => {
    fakeEditor.asked.push({ kind, text: typeof first === "string" ? first : "", options: [first, ...rest] });
    const answer = fakeEditor.answers.shift();
    // For a quick pick, the reply is the index of the row.
    return kind === "pick" && Array.isArray(first) && typeof answer === "number" ? first[answer] : answer;
  };

const vscode = {
  TabInputText,
  Disposable: {
    from: (...all: (typeof disposable)[]) => ({ dispose: () => all.forEach((one) => one.dispose()) }),
  },
  EventEmitter,
  Position,
  Range,
  MarkdownString,
  ThemeIcon,
  ThemeColor,
  TreeItem,
  FileDecoration,
  WorkspaceEdit: FakeEdit,
  RelativePattern: class {},
  CodeLens,
  CodeAction,
  CodeActionKind: { QuickFix: "quickfix" },
  Uri: Object.assign(URI, { joinPath: (uri: URI, ...parts: string[]) => Utils.joinPath(uri, ...parts) }),
  CompletionItemKind: { Text: 0, Method: 1, Property: 9, File: 16, EnumMember: 19 },
  CompletionList: class {
    constructor(
      readonly items: readonly unknown[],
      readonly isIncomplete: boolean,
    ) {}
  },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  CommentMode: { Editing: 0, Preview: 1 },
  CommentThreadState: { Unresolved: 0, Resolved: 1 },
  CommentThreadCollapsibleState: { Collapsed: 0, Expanded: 1 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
  Location: class {
    constructor(
      readonly uri: URI,
      readonly range: Range,
    ) {}
  },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  ViewColumn: { Active: -1, Beside: -2, One: 1 },
  ConfigurationTarget: { Global: 1, Workspace: 2 },
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
  l10n: {
    // Like VS Code, this function leaves placeholders unchanged if there are no values.
    t: (text: string, ...values: readonly unknown[]) =>
      values.length === 0 ? text : text.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)])),
  },
  env: {
    language: "en",
    uriScheme: "vscode",
    clipboard: { writeText: async (text: string) => void (fakeEditor.clipboard = text) },
    asExternalUri: async (uri: URI) => uri,
    openExternal: async (uri: URI) => fakeEditor.opened.push(uri.toString(true)) > 0,
  },
  extensions: {
    getExtension: (id: string) => (fakeEditor.installed.has(id) ? {} : undefined),
    onDidChange: fakeEditor.extensionsChanged.event,
  },
  commands: {
    executeCommand: async (command: string, ...args: readonly unknown[]): Promise<unknown> => {
      if (command === "setContext") fakeEditor.contexts.set(String(args[0]), args[1]);
      else fakeEditor.executed.push([command, ...args]);
      return fakeEditor.results.get(command);
    },
  },
  comments: {
    createCommentController: () => ({
      dispose: () => undefined,
      createCommentThread: (uri: URI, range: Range, comments: FakeThread["comments"]): FakeThread => {
        const thread: FakeThread = {
          uri,
          range,
          comments,
          collapsibleState: 0,
          state: 0,
          label: "",
          canReply: true,
          dispose: () => void fakeEditor.threads.delete(thread),
        };
        fakeEditor.threads.add(thread);
        return thread;
      },
    }),
  },
  languages: {
    registerCodeLensProvider: (_: unknown, provider: FakeEditor["lenses"][number]) => (
      fakeEditor.lenses.push(provider),
      disposable
    ),
    onDidChangeDiagnostics: fakeEditor.diagnosticsChanged.event,
    createLanguageStatusItem: () => statusItem(true),
    getDiagnostics: (uri: URI) => fakeEditor.diagnostics.get(uri.toString()) ?? [],
  },
  workspace: {
    get isTrusted() {
      return fakeEditor.isTrusted;
    },
    get textDocuments() {
      return fakeEditor.documents;
    },
    workspaceFolders: [{ uri: URI.file("/site"), name: "site" }],
    getConfiguration: (section: string) => ({
      get: (name: string) => fakeEditor.settings.get(`${section}.${name}`),
      inspect: (name: string) => ({ globalValue: fakeEditor.settings.get(`${section}.${name}`) }),
      update: async (name: string, value: unknown, target?: number) => {
        if (target !== undefined) fakeEditor.settingTargets.add(target);
        fakeEditor.settings.set(`${section}.${name}`, value);
        fakeEditor.configurationChanged.fire({
          affectsConfiguration: (of) => `${section}.${name}`.startsWith(of),
        });
      },
    }),
    onDidChangeConfiguration: fakeEditor.configurationChanged.event,
    onDidOpenTextDocument: fakeEditor.documentOpened.event,
    onDidChangeTextDocument: fakeEditor.documentChanged.event,
    onDidCloseTextDocument: fakeEditor.documentClosed.event,
    onDidRenameFiles: fakeEditor.filesRenamed.event,
    onDidGrantWorkspaceTrust: createNothing,
    getWorkspaceFolder: () => undefined,
    asRelativePath: (uri: URI) => uri.path.replace(/^\/site\//, ""),
    openTextDocument: async (uri: URI) => ({ uri, lineCount: 12 }),
    findFiles: async () => fakeEditor.found,
    createFileSystemWatcher: () => ({
      onDidCreate: fakeEditor.fileCreated.event,
      onDidDelete: fakeEditor.fileDeleted.event,
      dispose: () => undefined,
    }),
    applyEdit: async ({ created }: FakeEdit) => {
      if (fakeEditor.isReadOnly) return false;
      for (const [file, text] of created) fakeEditor.written.set(file, text);
      return true;
    },
    fs: {
      writeFile: async () => undefined,
      stat: async (uri: URI) => {
        if (!fakeEditor.written.has(uri.toString())) throw new Error("not found");
      },
    },
  },
  window: {
    state: { focused: true },
    visibleTextEditors: fakeEditor.visible,
    get activeTextEditor() {
      return fakeEditor.activeEditor;
    },
    onDidChangeActiveTextEditor: fakeEditor.activeEditorChanged.event,
    onDidChangeWindowState: createNothing,
    registerUriHandler: recordCall(fakeEditor.uriHandlers),
    registerWebviewPanelSerializer: createNothing,
    registerFileDecorationProvider: recordCall(fakeEditor.decorations),
    createTreeView: () => {
      const tree = new FakeTree();
      fakeEditor.trees.push(tree);
      return Object.assign(tree, {
        ...disposable,
        message: "",
        description: "",
        onDidChangeVisibility: tree.visibilityChanged.event,
        onDidChangeSelection: tree.selectionChanged.event,
        reveal: async (row: unknown) => void tree.revealed.push(row),
      });
    },
    tabGroups: {
      activeTabGroup: {
        get activeTab() {
          const { activeTab } = fakeEditor;
          return activeTab && { input: new TabInputText(activeTab) };
        },
      },
    },
    createStatusBarItem: () => statusItem(false),
    setStatusBarMessage: () => disposable,
    createWebviewPanel: () => {
      const messages = new EventEmitter<unknown>();
      const sent: unknown[] = [];
      const webview = {
        html: "",
        options: {},
        cspSource: "webview:",
        asWebviewUri: (uri: URI) => uri,
        postMessage: async (message: unknown) => void sent.push(message),
        onDidReceiveMessage: messages.event,
      };
      const viewChanged = new EventEmitter<unknown>();
      const view = {
        webview,
        viewColumn: 1,
        visible: true,
        reveal: () => undefined,
        dispose: () => undefined,
        onDidChangeViewState: viewChanged.event,
        onDidDispose: createNothing,
      };
      fakeEditor.panels.push({ sent, said: messages, webview, view, viewChanged });
      return view;
    },
    withProgress: (_: unknown, task: (progress: unknown, token: unknown) => unknown) =>
      task({ report: () => undefined }, { onCancellationRequested: createNothing }),
    showTextDocument: async (uri: URI, options?: { readonly selection: Range }) => {
      fakeEditor.shown.push({ uri, line: options?.selection.start.line ?? 0 });
      return { revealRange: () => undefined };
    },
    showInputBox: ask("input"),
    showQuickPick: ask("pick"),
    showInformationMessage: ask("information"),
    showWarningMessage: ask("warning"),
    showErrorMessage: ask("error"),
    showSaveDialog: ask("save"),
  },
};

/** The loader function in Node.js that `require` calls. */
const loader = Module as unknown as { _load: (request: string, ...rest: readonly unknown[]) => unknown };
const load = loader._load;
loader._load = (request, ...rest) => (request === "vscode" ? vscode : load.call(loader, request, ...rest));
