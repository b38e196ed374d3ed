/** Asks an address that the person has named themselves, as a service with their key. Follows what `init` says of redirects. */
export const directFetch = (url: string, init: RequestInit): Promise<Response> => fetch(url, init);
