import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CodePiece, CodeView, ViewElement } from "../../../server/src/core/preview/view/view-node.ts";
import { useKept } from "../paint/page-context.ts";
import { flagOf, numberOf, type PieceProps, propOf, slotOf, textOf, wordsOf } from "../paint/piece.ts";
import { CopyButton } from "./copy-button.tsx";
import { leadingIcon } from "./icon.tsx";
import { useOwnId } from "./use-id.ts";

/** `#code`: a code block as the renderer has taken it apart. */
export function Code(props: PieceProps): VNode {
  const { node, paint, mark } = props;
  const view = codeViewOf(node);
  const title = slotOf(node, "title");
  return (
    <figure class="dw-code" {...mark}>
      {title && (
        <figcaption class="dw-code-bar">
          {leadingIcon(node, paint)}
          <span class="dw-code-title">{paint(title)}</span>
          <CodeTools view={view} />
        </figcaption>
      )}
      <CodeBody node={node} view={view}>
        {!title && <CodeTools view={view} floating />}
      </CodeBody>
    </figure>
  );
}

/** The language and the button that copies. */
export function CodeTools({
  view,
  floating,
}: {
  readonly view: CodeView;
  readonly floating?: boolean;
}): VNode | null {
  if (view.nocopy) return null;
  return (
    <span class={floating ? "dw-code-tools dw-code-tools-floating" : "dw-code-tools"}>
      <CopyButton label="Copy the code" text={() => codeText(view)} />
    </span>
  );
}

/** Lines that are shown of a long block before it is opened. */
const foldedLines = 14;

interface CodeBodyProps {
  readonly node: ViewElement;
  readonly view: CodeView;
  readonly children?: ComponentChildren;
}

/** The lines, and for a long block that asks for it a button that shows them all. */
export function CodeBody({ node, view, children }: CodeBodyProps): VNode {
  const [kept, keep] = useKept(node);
  const id = useOwnId();
  const folds = (view.expandable ?? false) && view.lines.length > foldedLines;
  const open = kept === true;
  const classes = [
    "dw-code-body",
    view.numbers ? "dw-code-numbered" : "",
    view.wrap ? "dw-code-wrapped" : "",
    view.focus?.length ? "dw-code-focused" : "",
    view.added?.length || view.removed?.length ? "dw-code-diff" : "",
    folds && !open ? "dw-code-folded" : "",
  ];
  const label = view.title ?? (view.lang ? `Code, ${view.lang}` : "Code");
  return (
    <div class={classes.filter(Boolean).join(" ")}>
      <Scrolling id={id} label={label} hint={view.lines.length}>
        <code class="dw-code-lines" data-language={view.lang || undefined}>
          {view.lines.map((line, index) => (
            <CodeLine key={index} line={line} marks={lineMarks(view, index + 1)} />
          ))}
        </code>
      </Scrolling>
      {children}
      {folds && (
        <button
          type="button"
          class="dw-code-fold"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => keep(!open)}
        >
          {open ? "Show less" : `Show all ${view.lines.length} lines`}
        </button>
      )}
    </div>
  );
}

interface ScrollingProps {
  readonly id: string;
  readonly label: string;
  /** Measured again when it changes. */
  readonly hint: number;
  readonly children: ComponentChildren;
}

/** A box that is reached by Tab when there is something to scroll to in it. */
function Scrolling({ id, label, hint, children }: ScrollingProps): VNode {
  const box = useRef<HTMLPreElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [hint]);
  const reached = scrolls ? { tabIndex: 0, role: "region" as const, "aria-label": label } : {};
  return (
    <pre ref={box} class="dw-code-scroll" id={id} {...reached}>
      {children}
    </pre>
  );
}

function CodeLine({ line, marks }: { readonly line: readonly CodePiece[]; readonly marks: string }): VNode {
  return (
    <span class={marks}>
      {line.map((piece) =>
        typeof piece === "string" ? piece : <span class={`dw-c${piece[1]}`}>{piece[0]}</span>,
      )}
      {"\n"}
    </span>
  );
}

function lineMarks(view: CodeView, line: number): string {
  const marks = ["dw-line"];
  if (view.highlight?.includes(line)) marks.push("dw-line-highlight");
  if (view.focus?.length && !view.focus.includes(line)) marks.push("dw-line-unfocused");
  if (view.added?.includes(line)) marks.push("dw-line-added");
  if (view.removed?.includes(line)) marks.push("dw-line-removed");
  return marks.join(" ");
}

export function codeText(view: CodeView): string {
  return view.lines
    .map((line) => line.map((piece) => (typeof piece === "string" ? piece : piece[0])).join(""))
    .join("\n");
}

/** The props of a code block, each only if it is what it should be. */
export function codeViewOf(node: ViewElement): CodeView {
  const lines = propOf(node, "lines");
  const title = textOf(node, "title");
  return {
    lang: textOf(node, "lang") ?? "",
    ...(title === undefined ? {} : { title }),
    lines: Array.isArray(lines)
      ? lines.map(piecesOf)
      : wordsOf(node.children)
          .replace(/\n$/, "")
          .split("\n")
          .map((line) => [line]),
    highlight: lineNumbers(node, "highlight"),
    focus: lineNumbers(node, "focus"),
    added: lineNumbers(node, "added"),
    removed: lineNumbers(node, "removed"),
    numbers: flagOf(node, "numbers") ?? false,
    wrap: flagOf(node, "wrap") ?? false,
    expandable: flagOf(node, "expandable") ?? false,
    nocopy: flagOf(node, "nocopy") ?? false,
  };
}

function piecesOf(line: unknown): CodePiece[] {
  if (!Array.isArray(line)) return [];
  return line.flatMap((piece: unknown): CodePiece[] => {
    if (typeof piece === "string") return [piece];
    if (!Array.isArray(piece)) return [];
    const [text, palette] = piece as readonly unknown[];
    return typeof text === "string" && Number.isInteger(palette) ? [[text, Number(palette)]] : [];
  });
}

function lineNumbers(node: ViewElement, name: string): number[] {
  const value = propOf(node, name);
  if (Array.isArray(value)) return value.filter((line): line is number => typeof line === "number");
  const one = numberOf(node, name);
  return one === undefined ? [] : [one];
}
