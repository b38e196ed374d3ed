import type { VNode } from "preact";
import type { CutText as Text } from "../../../server/src/feedback/view/panel-model.ts";
import { useStore } from "./panel-context.ts";
import { useSay } from "./panel-words.ts";
import { VisibleText } from "./visible-text.tsx";

/** What somebody wrote; of what is very long its beginning, until all of it is asked for. */
export function CutText({
  text: { text, length },
  isCode,
}: {
  readonly text: Text;
  readonly isCode: boolean;
}): VNode {
  const store = useStore();
  const say = useSay();
  return (
    <>
      {isCode ? (
        <pre class="dwf-code" tabIndex={0} aria-label={say("code")}>
          <code>
            <VisibleText text={text} />
          </code>
        </pre>
      ) : (
        <p class="dwf-comment" dir="auto">
          <VisibleText text={text} />
        </p>
      )}
      {text.length < length && (
        <p class="dwf-words">
          {say("cut", text.length, length)}{" "}
          <button type="button" class="dwf-link" onClick={store.whole}>
            {say("showAll")}
          </button>
        </p>
      )}
    </>
  );
}
