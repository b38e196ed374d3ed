/**
 * A second JSON parser, which is used only by these tests. It's slow and strict, and doesn't share any code with the
 * product, so that an error in one of them can't hide in the other.
 */
export type Read =
  | {
      readonly is: "map";
      readonly from: number;
      readonly to: number;
      readonly file: string;
      readonly pairs: readonly Pair[];
    }
  | {
      readonly is: "list";
      readonly from: number;
      readonly to: number;
      readonly file: string;
      readonly list: readonly Read[];
    }
  | {
      readonly is: "plain";
      readonly from: number;
      readonly to: number;
      readonly file: string;
      readonly plain: string | number | boolean | null;
    };

export interface Pair {
  readonly name: string;
  readonly read: Read;
}

/** Throws an error if the text isn't strict JSON, because these tests use only valid sites. */
export function parseIndependently(file: string, text: string): Read {
  let at = 0;
  const blank = () => {
    while (" \t\r\n\ufeff".includes(text.charAt(at)) && at < text.length) at++;
  };
  const expect = (character: string) => {
    if (text.charAt(at) !== character) throw new Error(`${file}: expected ${character} at ${at}`);
    at++;
    blank();
  };
  const many = (close: string, one: () => void) => {
    while (text.charAt(at) !== close) {
      one();
      if (text.charAt(at) !== ",") break;
      expect(",");
      if (text.charAt(at) === close) throw new Error(`${file}: comma before ${close} at ${at}`);
    }
    if (text.charAt(at) !== close) throw new Error(`${file}: expected ${close} at ${at}`);
    at++;
  };
  const string = (): string => {
    const begin = at;
    at++;
    while (text.charAt(at) !== '"') {
      if (at >= text.length) throw new Error(`${file}: unclosed string at ${begin}`);
      at += text.charAt(at) === "\\" ? 2 : 1;
    }
    at++;
    return String(JSON.parse(text.slice(begin, at)));
  };
  const value = (): Read => {
    const from = at;
    switch (text.charAt(at)) {
      case "{": {
        const pairs: Pair[] = [];
        expect("{");
        many("}", () => {
          const name = string();
          blank();
          expect(":");
          pairs.push({ name, read: value() });
          blank();
        });
        return { is: "map", from, to: at, file, pairs };
      }
      case "[": {
        const list: Read[] = [];
        expect("[");
        many("]", () => {
          list.push(value());
          blank();
        });
        return { is: "list", from, to: at, file, list };
      }
      case '"': {
        const plain = string();
        return { is: "plain", from, to: at, file, plain };
      }
      default: {
        while (/[-+.\w]/.test(text.charAt(at)) && at < text.length) at++;
        const plain: unknown = JSON.parse(text.slice(from, at));
        if (typeof plain === "object" && plain !== null) throw new Error("unreachable");
        return { is: "plain", from, to: at, file, plain: plain as number | boolean | null };
      }
    }
  };
  blank();
  const full = value();
  blank();
  if (at < text.length) throw new Error(`${file}: text after the end at ${at}`);
  return full;
}
