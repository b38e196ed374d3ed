import { decodeFragment } from "./decode-text.ts";

/**
 * Returns an anchor in the form that the service uses to compare anchors: percent-decoded, and without brackets, emoji,
 * and the punctuation `? , ; : ! ' "`. Published IDs have this form, and the service converts a link's anchor to this
 * form before it follows the link.
 */
export function normalizeAnchor(fragment: string): string {
  return plainAnchor.test(fragment) ? fragment : cleanFragment(fragment).normalize("NFC");
}

/**
 * Returns a link's fragment in the form that the service compares with element IDs. The service doesn't normalize
 * element IDs.
 */
export function cleanFragment(fragment: string): string {
  return decodeFragment(fragment).replace(droppedInAnchors, "");
}

/** Percent-encodes an anchor so that it's valid in a link and in a custom ID, such as `{#step%26go}`. */
export function encodeAnchor(id: string): string {
  return plainAnchor.test(id) ? id : encodeText(id);
}

const plainAnchor = /^[\w-]*$/;
const droppedInAnchors =
  /[?,;:!'"()[\]{}]|\u200d|\ufe0e|\ufe0f|\p{Emoji_Modifier}|\p{Emoji_Modifier_Base}|\p{Emoji_Presentation}|\p{Extended_Pictographic}/gu;

/** Percent-encodes text. Lone surrogates can't be encoded, so they're replaced with U+FFFD. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}
