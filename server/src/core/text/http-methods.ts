/** Methods of HTTP that OpenAPI 3 has a key for, as endpoint references write them. */
export const httpMethods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;
