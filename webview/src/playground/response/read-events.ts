/** One event of a stream (HTML, “Server-sent events”). */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string;
  /** Milliseconds after Send was pressed. */
  readonly at: number;
}

/** Takes pieces of a stream as they come; each event is there as soon as its last line is. */
export class EventReader {
  readonly events: StreamEvent[] = [];
  /** More have come than are kept. */
  dropped = 0;
  readonly #decoder: TextDecoder;
  readonly #most: number;
  #rest = "";
  #type = "";
  #data: string[] = [];
  #id = "";

  constructor(decoder: TextDecoder, most = 10_000) {
    this.#decoder = decoder;
    this.#most = most;
  }

  take(bytes: Uint8Array, at: number): void {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    // A CR at the end may be half of a line's end.
    const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
    const lines = whole.split(/\r\n|[\r\n]/);
    this.#rest = (lines.pop() ?? "") + text.slice(whole.length);
    for (const line of lines) this.#line(line, at);
  }

  #line(line: string, at: number): void {
    if (line === "") return this.#end(at);
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#type = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
  }

  #end(at: number): void {
    if (this.#data.length > 0) {
      this.events.push({ type: this.#type || "message", data: this.#data.join("\n"), id: this.#id, at });
      if (this.events.length > this.#most) {
        this.events.shift();
        this.dropped++;
      }
    }
    this.#type = "";
    this.#data = [];
  }
}
