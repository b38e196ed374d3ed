import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintKeymap, linter } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { MediaForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { Schemas } from "../fields/shape-of.ts";
import { completeBody } from "./complete-body.ts";
import { lintBody } from "./lint-body.ts";

/** An editor that stands on the page. */
export interface BodyEditor {
  /** The text is another by now: it is put in, unless the editor has it already. */
  readonly put: (text: string) => void;
  readonly end: () => void;
}

interface BodyEditorParts {
  readonly into: HTMLElement;
  readonly text: string;
  readonly media: MediaForm;
  readonly schemas: Schemas;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--dw-try-key)" },
  { tag: tags.string, color: "var(--dw-try-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--dw-try-number)" },
  { tag: tags.punctuation, color: "var(--dw-ink-soft)" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--dw-ink)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--dw-code-font)", lineHeight: "1.6", maxHeight: "420px" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--dw-ink)", minHeight: "76px" },
  ".cm-line": { padding: "0 12px" },
  ".cm-cursor": { borderLeftColor: "var(--dw-ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--dw-accent) 24%, transparent)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--dw-raised)",
    color: "var(--dw-ink)",
    border: "1px solid var(--dw-line-strong)",
    borderRadius: "6px",
    boxShadow: "var(--dw-shadow)",
    overflow: "hidden",
    fontFamily: "var(--dw-font)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--dw-code-font)", fontSize: "12.5px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "color-mix(in srgb, var(--dw-accent) 20%, var(--dw-raised))",
    color: "var(--dw-ink)",
  },
  ".cm-completionDetail": { color: "var(--dw-ink-faint)", fontStyle: "normal" },
  ".cm-diagnostic": { padding: "6px 10px", fontSize: "13px", borderLeftColor: "var(--dw-warning)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--dw-danger)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--dw-hover)" },
});

/** An editor for the text of a body; of JSON it knows what the schema asks for. Tab leaves it, as it leaves any field. */
export function makeBodyEditor(parts: BodyEditorParts): BodyEditor {
  const { into, text, media, schemas, label, onChange } = parts;
  let isPutting = false;
  const forJson =
    media.kind === "json"
      ? [
          json(),
          bracketMatching(),
          closeBrackets(),
          indentOnInput(),
          autocompletion({ override: [completeBody(media.schema, schemas)], icons: false }),
          linter(lintBody(media.schema, schemas), { delay: 300 }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap]),
        ]
      : [];
  const nonce = document.querySelector<HTMLElement>("script[nonce], link[nonce], style[nonce]")?.nonce;
  const view = new EditorView({
    parent: into,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
        // Sends, wherever the keyboard is; handled by the panel around.
        Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => true, stopPropagation: false }])),
        // The panel is a container of its own size, which nothing inside it can leave.
        tooltips({ parent: into.closest<HTMLElement>(".dw-page") ?? document.body }),
        history(),
        drawSelection(),
        indentUnit.of("  "),
        EditorView.lineWrapping,
        syntaxHighlighting(colours),
        look,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
        ...forJson,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isPutting) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    put: (next) => {
      if (view.state.doc.toString() === next) return;
      isPutting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      isPutting = false;
    },
    end: () => view.destroy(),
  };
}
