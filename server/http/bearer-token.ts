/** The token of an `Authorization: Bearer` header (RFC 6750), or undefined where there is none. */
export function bearerTokenIn(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
}
