/** The part of JSON Schema (draft 7, which editors know best) that we write. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export const draft = "http://json-schema.org/draft-07/schema#";
