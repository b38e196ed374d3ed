import { FormFinder, FormTable, type FoundForm } from "./form-finder.ts";
import { bytesOf, secretForms } from "./secret-spellings.ts";
import { EscapeUndoer } from "./undo-escapes.ts";

/** How many escapes may be nested, for example JSON in JSON in a URL. */
const maxLayers = 3;

/** Returns a function that replaces the values of secrets with their marks. Every text that leaves the relay goes through one. */
export function redactor(secrets: ReadonlyMap<string, string>): (text: string) => string {
  return formRedactor(secretForms(secrets));
}

/** Does the same for known spellings (`secretForms`). */
export function formRedactor(forms: ReadonlyMap<string, string>): (text: string) => string {
  if (forms.size === 0) return (text) => text;
  let table: FormTable | undefined;
  return (text) => {
    table ??= new FormTable(forms);
    const bytes = bytesOf(text);
    const redacted = new Redaction(table).end(bytes);
    return redacted === bytes ? text : Buffer.from(redacted, "latin1").toString();
  };
}

/**
 * Replaces spellings of secrets in bytes that arrive in pieces. The bytes are searched as they are and with up to three
 * layers of escapes undone. Whatever may be the beginning of a secret waits for the next piece.
 */
export class Redaction {
  readonly #layers: readonly { readonly finder: FormFinder; readonly undoer: EscapeUndoer }[];
  /** Bytes that wait, and the position of the first. */
  #held = "";
  #heldAt = 0;
  #found: FoundForm[] = [];

  constructor(table: FormTable) {
    this.#layers = Array.from({ length: maxLayers + 1 }, () => ({
      finder: new FormFinder(table),
      undoer: new EscapeUndoer(),
    }));
  }

  push(piece: string): string {
    this.#search(piece, false);
    return this.#release(this.#openStart());
  }

  end(piece = ""): string {
    this.#search(piece, true);
    return this.#release(Infinity);
  }

  #search(piece: string, isLast: boolean): void {
    this.#held += piece;
    let text = piece;
    let before: { readonly text: string; readonly isQuiet: boolean } | undefined;
    const alike = this.#layers.map(({ finder }, layer) => {
      const below = this.#layers[layer - 1]?.finder;
      return below !== undefined && finder.isLike(below);
    });
    for (const [layer, { finder, undoer }] of this.#layers.entries()) {
      let isQuiet = true;
      if (alike[layer] && before?.isQuiet && before.text === text) finder.skip(text);
      else
        isQuiet = !finder.push(text, ({ start, end, mark }) =>
          this.#found.push({
            start: this.#sourceStart(start, layer),
            end: this.#sourceEnd(end, layer),
            mark,
          }),
        );
      before = { text, isQuiet };
      if (layer < maxLayers) text = undoer.push(text, isLast);
    }
  }

  /** Returns the position from which on the bytes have to wait. Positions before it are no longer mapped. */
  #openStart(): number {
    return this.#layers.reduceRight((above, { finder, undoer }, layer) => {
      if (layer === maxLayers) return finder.openStart;
      const source = undoer.startOf(above);
      undoer.forget(above);
      return Math.min(source, finder.openStart, undoer.openStart);
    }, Infinity);
  }

  /** Returns what is held before a position, without secrets. A secret that crosses it waits. */
  #release(position: number): string {
    const merged = mergeOverlapping(this.#found);
    const crossing = merged.findIndex(({ end }) => end > position);
    const complete = crossing < 0 ? merged : merged.slice(0, crossing);
    this.#found = crossing < 0 ? [] : merged.slice(crossing);
    const end = this.#heldAt + this.#held.length;
    const to = Math.min(position, this.#found[0]?.start ?? end, end);
    const pieces: string[] = [];
    let from = this.#heldAt;
    for (const each of complete) {
      pieces.push(this.#held.slice(from - this.#heldAt, each.start - this.#heldAt), each.mark);
      from = each.end;
    }
    pieces.push(this.#held.slice(from - this.#heldAt, to - this.#heldAt));
    this.#held = this.#held.slice(to - this.#heldAt);
    this.#heldAt = to;
    return pieces.join("");
  }

  #sourceStart(position: number, layer: number): number {
    return this.#layers.slice(0, layer).reduceRight((at, { undoer }) => undoer.startOf(at), position);
  }

  #sourceEnd(position: number, layer: number): number {
    return this.#layers.slice(0, layer).reduceRight((at, { undoer }) => undoer.endOf(at), position);
  }
}

/** Where spellings overlap, the whole is replaced with the mark of the longest. */
function mergeOverlapping(found: readonly FoundForm[]): FoundForm[] {
  const merged: (FoundForm & { readonly longest: number })[] = [];
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const length = each.end - each.start;
    const last = merged.at(-1);
    if (!last || each.start >= last.end) {
      merged.push({ ...each, longest: length });
      continue;
    }
    const winner = length > last.longest ? each : last;
    merged[merged.length - 1] = {
      start: last.start,
      end: Math.max(last.end, each.end),
      mark: winner.mark,
      longest: Math.max(length, last.longest),
    };
  }
  return merged;
}
