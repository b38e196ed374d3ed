/** A TextMate grammar rule. Patterns are Oniguruma regular expressions. */
export interface GrammarRule {
  readonly include?: string;
  readonly name?: string;
  readonly contentName?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  /**
   * A pattern that is tested at the start of each of the lines that follow. If it doesn't match, the rule ends, even if
   * inner rules are still open.
   */
  readonly while?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly whileCaptures?: Captures;
  readonly patterns?: readonly GrammarRule[];
}

/** The scopes of capture groups, by group number. */
export type Captures = Readonly<Record<number, { readonly name?: string; readonly patterns?: readonly GrammarRule[] }>>;

export interface Grammar {
  readonly name: string;
  readonly scopeName: string;
  /** The scopes that an injection applies to. */
  readonly injectionSelector?: string;
  readonly patterns: readonly GrammarRule[];
  readonly repository?: Readonly<Record<string, GrammarRule>>;
}
