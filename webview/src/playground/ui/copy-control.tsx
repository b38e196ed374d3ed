import type { VNode } from "preact";
import { CopyButton, type CopyButtonProps } from "../../components/copy-button.tsx";
import { translate } from "../../language/translate.ts";

/** The copy button of a control. Unlike those of the page, it's in the language of the editor or browser. */
export function CopyControl(props: CopyButtonProps): VNode {
  return <CopyButton {...props} copiedLabel={translate("Copied")} />;
}
