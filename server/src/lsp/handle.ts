import type {
  CancellationToken,
  ClientCapabilities,
  Connection,
  NotificationType,
  RequestType,
  RequestType0,
  ServerCapabilities,
} from "vscode-languageserver/node";
import type { Readiness } from "./readiness.ts";
import type { Session } from "./session.ts";

/** A row in the table of handlers. */
export interface MessageHandler {
  readonly method: string;
  readonly capabilities: CapabilitiesFor;
  readonly listen: (connection: Connection, session: Session) => void;
}

/** The capabilities that announce a method to a client; undefined if the client doesn't use the method. */
type CapabilitiesFor = (client: ClientCapabilities) => ServerCapabilities | undefined;

/** What every handler of a request gets. */
export interface Cancellable {
  readonly token: CancellationToken;
}

const announcedByNothing = (): ServerCapabilities => ({});

/**
 * Runs the handler of a request as soon as the server is ready for it. The result's type is inferred from the message
 * alone, so that a handler that returns `unknown` doesn't compile.
 */
export function handle<Params, Result, Failure, Ready extends object>(
  type: RequestType<Params, Result, Failure>,
  readiness: Readiness<Params, Ready>,
  respond: (
    params: Params,
    session: Session,
    ready: Ready & Cancellable,
  ) => NoInfer<Result> | Promise<NoInfer<Result>>,
  capabilities: CapabilitiesFor = announcedByNothing,
): MessageHandler {
  return {
    method: type.method,
    capabilities,
    listen: (connection, session) => {
      connection.onRequest<Params, unknown, unknown>(type, async (params, token): Promise<Result> => {
        const ready = await readiness(params, session, token);
        return respond(params, session, { ...ready, token });
      });
    },
  };
}

/** Like `handle`, for a request without params. */
export function handle0<Result, Failure, Ready extends object>(
  type: RequestType0<Result, Failure>,
  readiness: Readiness<undefined, Ready>,
  respond: (session: Session, ready: Ready & Cancellable) => NoInfer<Result> | Promise<NoInfer<Result>>,
): MessageHandler {
  return {
    method: type.method,
    capabilities: announcedByNothing,
    listen: (connection, session) => {
      connection.onRequest<unknown, unknown, unknown, unknown>(type, async (token): Promise<Result> => {
        const ready = await readiness(undefined, session, token);
        return respond(session, { ...ready, token });
      });
    },
  };
}

export function handleNotification<Params>(
  type: NotificationType<Params>,
  receive: (params: Params, session: Session) => void,
): MessageHandler {
  return {
    method: type.method,
    capabilities: announcedByNothing,
    listen: (connection, session) => {
      connection.onNotification(type, (params) => receive(params, session));
    },
  };
}
