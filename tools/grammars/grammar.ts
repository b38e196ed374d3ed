/** A rule of a TextMate grammar; patterns are in the regular expressions of Oniguruma. */
export interface GrammarRule {
  readonly include?: string;
  readonly name?: string;
  readonly contentName?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  /** Tried at the start of each further line; the rule ends where it fails, whatever is open inside. */
  readonly while?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly whileCaptures?: Captures;
  readonly patterns?: readonly GrammarRule[];
}

/** By number of the group. */
export type Captures = Readonly<
  Record<number, { readonly name?: string; readonly patterns?: readonly GrammarRule[] }>
>;

export interface Grammar {
  readonly name: string;
  readonly scopeName: string;
  /** Which places an injection looks at. */
  readonly injectionSelector?: string;
  readonly patterns: readonly GrammarRule[];
  readonly repository?: Readonly<Record<string, GrammarRule>>;
}
