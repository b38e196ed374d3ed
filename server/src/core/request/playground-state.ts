import type { BuiltRequest } from "./built-request.ts";
import type { RequestValues } from "./request-values.ts";

/** What a host keeps for the person who tries out APIs, as far as the page may know: names of secrets, never their values. */
export interface PlaygroundState {
  readonly host: "editor" | "browser";
  /** Nothing is sent as long as the person does not trust the workspace. */
  readonly trusted: boolean;
  readonly environments: readonly Environment[];
  /** Name of the one in use; empty: none. */
  readonly environment: string;
  readonly secrets: readonly SecretName[];
  /** Origins that the person has agreed to. */
  readonly consents: readonly string[];
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
}

/** Values of variables that a request names as `{{name}}`, for one place where the API runs. Kept for the person, never in the site. */
export interface Environment {
  readonly name: string;
  /** Takes the place of the specification's servers: `http://localhost:4010`. */
  readonly baseUrl: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** Cookies that answers set are sent again, in memory, as long as the playground lives. */
  readonly keepsCookies: boolean;
}

export interface SecretName {
  readonly name: string;
  /** The only place that it is sent to: `https://api.example.com`. */
  readonly origin: string;
}

export interface HistoryEntry {
  readonly id: string;
  /** `openapi.yaml GET /users/{id}` */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly values: RequestValues;
  readonly request: BuiltRequest;
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly bytes: number;
  /** What came back is kept as well, without secrets, and told when it is asked for (`recall`). */
  readonly hasAnswer?: true;
}
