/**
 * Whether it was the server that answered, which says all in JSON or as a stream of events. A page of a proxy, of a hotel's
 * network or of a log-in before ours is no answer, whatever its status: oRPC would take one with 200 for done, and one with
 * 404 for gone. Only what is too large or too often for a proxy is heard.
 */
export function isOurs({ headers, status }: Response): boolean {
  return /json|event-stream/.test(headers.get('content-type') ?? '') || status === 413 || status === 429
}
