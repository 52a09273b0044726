/**
 * Whether an answer is from our own server, which always answers in JSON or as an event stream. A page of a proxy, of a hotel's
 * network or of a log-in in front of ours does not count, whatever its status: oRPC would take one with 200 for success, and one with
 * 404 for "not found". Only 413 and 429 are accepted from a proxy.
 */
export function isOurs({ headers, status }: Response): boolean {
  return /json|event-stream/.test(headers.get('content-type') ?? '') || status === 413 || status === 429
}
