/** The subset of JSON Schema that Docwright writes (draft 7, the version with the best editor support). */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export const draft = "http://json-schema.org/draft-07/schema#";
