/** A text with secrets in it: what stands there as it is, what a variable of the environment holds, and base64 of such a text. */
export type CodeText = readonly CodePiece[];
export type CodePiece = string | { readonly variable: string } | { readonly base64: CodeText };

const marks = /\{\{base64:((?:\{\{secret:[\w.-]{1,64}\}\}|[^{}])*)\}\}|\{\{secret:([\w.-]{1,64})\}\}/g;

/** `Bearer {{secret:token}}` as `Bearer ` and the variable `TOKEN` (marks of secrets: `secret-marks.ts`). */
export function codeText(text: string): CodeText {
  const pieces: CodePiece[] = [];
  let from = 0;
  for (const { index, 0: mark, 1: inside, 2: name } of text.matchAll(marks)) {
    if (index > from) pieces.push(text.slice(from, index));
    if (name !== undefined) pieces.push({ variable: variableName(name) });
    else if (inside !== undefined) pieces.push({ base64: codeText(inside).map(decodedPiece) });
    from = index + mark.length;
  }
  if (from < text.length || pieces.length === 0) pieces.push(text.slice(from));
  return pieces;
}

/** `my-api.key` as `MY_API_KEY`. */
export function variableName(secret: string): string {
  const name = secret.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

/** Inside base64 what is not plain is percent-encoded. */
function decodedPiece(piece: CodePiece): CodePiece {
  if (typeof piece !== "string") return piece;
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

/** How a language writes texts. */
export interface Writing {
  /** A literal. */
  readonly quote: (text: string) => string;
  /** What a variable of the environment holds. */
  readonly variable: (name: string) => string;
  /** The base64 of a text that an expression makes. */
  readonly base64: (expression: string) => string;
  /** Between parts of a text; ` + ` unless told. */
  readonly plus?: string;
}

/** The expression of a language that makes the text. */
export function written(text: CodeText | string, writing: Writing): string {
  const pieces = typeof text === "string" ? codeText(text) : text;
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return writing.quote(piece);
      if ("variable" in piece) return writing.variable(piece.variable);
      return writing.base64(written(piece.base64, writing));
    })
    .join(writing.plus ?? " + ");
}

/** The variables that a text asks for, each once. */
export function variablesIn(text: string): readonly string[] {
  const found = (pieces: CodeText): string[] =>
    pieces.flatMap((piece) => {
      if (typeof piece === "string") return [];
      return "variable" in piece ? [piece.variable] : found(piece.base64);
    });
  return [...new Set(found(codeText(text)))];
}
