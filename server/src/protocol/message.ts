import { NotificationType, NotificationType0, RequestType, RequestType0 } from "vscode-jsonrpc";

type Method = `docwright/${string}`;

/** Returns the type of a request to the server. */
export function createRequest<Params, Result>(method: Method): RequestType<Params, Result, void> {
  return new RequestType(method);
}

/** Returns the type of a request to the server that has no params. */
export function createRequest0<Result>(method: Method): RequestType0<Result, void> {
  return new RequestType0(method);
}

/** Returns the type of a notification, which can be sent in either direction. */
export function createNotification<Params>(method: Method): NotificationType<Params> {
  return new NotificationType(method);
}

/** Returns the type of a notification without params, which can be sent in either direction. */
export function createNotification0(method: Method): NotificationType0 {
  return new NotificationType0(method);
}
