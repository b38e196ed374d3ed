import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { MediaForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { Schemas } from "../fields/shape-of.ts";
import type { BodyEditor } from "./body-editor.ts";

interface TextBodyProps {
  readonly media: MediaForm;
  readonly schemas: Schemas;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The text as it is now: what was painted may be a key behind. */
  readonly latest: () => string;
}

/** The text of a body in an editor of its own; until that is loaded, or where it cannot be, in a plain field. */
export function TextBody({ media, schemas, text, onChange, latest }: TextBodyProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<BodyEditor>(undefined);
  const [isThere, setThere] = useState(false);
  const current = useRef({ latest, tell: onChange });
  current.current = { latest, tell: onChange };
  useEffect(() => {
    let isGone = false;
    const load = async (): Promise<void> => {
      const loaded = await import("./body-editor.ts").catch(() => undefined);
      if (isGone || !loaded || !place.current) return;
      editor.current = loaded.makeBodyEditor({
        into: place.current,
        text: current.current.latest(),
        media,
        schemas,
        label: `Body, ${media.type}`,
        onChange: (next) => current.current.tell(next),
      });
      setThere(true);
    };
    void load();
    return () => {
      isGone = true;
      editor.current?.end();
      editor.current = undefined;
      setThere(false);
    };
  }, [media, schemas]);
  useEffect(() => editor.current?.put(current.current.latest()), [text]);
  return (
    <div class="dw-try-editor" data-kind={media.kind}>
      <div ref={place} />
      {!isThere && (
        <textarea
          class="dw-try-input dw-try-plain-body"
          aria-label={`Body, ${media.type}`}
          spellcheck={false}
          rows={Math.min(18, Math.max(4, text.split("\n").length))}
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
