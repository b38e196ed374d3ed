import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SentEntry } from "./sent-entry.ts";

/** The entry after which a page starts, and the query to which the page belongs. */
export interface CursorPlace {
  readonly createdAt: string | null;
  readonly id: string;
  /** The filters as a single string. */
  readonly question: string;
}

/** Creates and reads cursors. The cursors are signed, so that forged or modified ones are rejected. */
export class Cursors {
  readonly #secret = randomBytes(32);

  after({ createdAt, id }: SentEntry, question: string): string {
    const place: CursorPlace = { createdAt, id, question };
    const text = Buffer.from(JSON.stringify(place)).toString("base64url");
    return `${text}.${this.#sign(text)}`;
  }

  /** Returns the data in a cursor, or `undefined` if the cursor is invalid. */
  read(cursor: string): CursorPlace | undefined {
    const [text = "", sign = "", ...more] = cursor.split(".");
    const own = Buffer.from(this.#sign(text));
    const given = Buffer.from(sign);
    if (more.length > 0 || own.length !== given.length || !timingSafeEqual(own, given)) return undefined;
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as CursorPlace;
  }

  #sign(text: string): string {
    return createHmac("sha256", this.#secret).update(text).digest("base64url").slice(0, 22);
  }
}
