import type { VNode } from "preact";

/** A sentence in which names stand between backticks. */
export function Sentence({ text }: { readonly text: string }): VNode {
  const parts = text.split(/`([^`]+)`/);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

/** More than fits beside a field. UTF-16 units. */
const longest = 160;

/** The first sentence of a description, without its marks of Markdown. */
export function shortWords(description: string | undefined): string {
  const plain = (description ?? "")
    .slice(0, 2000)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>/g, "")
    .replace(/(\*\*|__|\*)(\S(?:.*?\S)?)\1/g, "$2")
    .replace(/^#+\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
  const [first = ""] = /^.+?[.。](?=\s+\p{Lu}|$)/u.exec(plain) ?? [plain];
  return first.length > longest ? `${first.slice(0, longest).replace(/\s+\S*$/, "")}…` : first;
}
