/** How requests are made as the signed-in person. The application's entry provides it once, from the auth feature. */
export type Access = {
  /** `fetch` with the person's token; renews an expired session once. The body must be repeatable. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>
  /** The access token, or null when nobody is signed in. */
  token: () => Promise<string | null>
  /** A new token in place of the refused one; null where there is none to be had. */
  renewed: (refused: string) => Promise<string | null>
  /** The id of the account whose session is stored on this device, even while the service that could renew it does not answer. */
  userId: () => string | null
}

let access: Access | null = null

/** Injects the auth feature's functions, because this library may not import a feature. */
export function provideAccess(provided: Access): void {
  access = provided
}

export function fetchAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return provided().fetch(input, init)
}

export function accessToken(): Promise<string | null> {
  return provided().token()
}

export function renewedToken(refused: string): Promise<string | null> {
  return provided().renewed(refused)
}

export function idOnDevice(): string | null {
  return provided().userId()
}

function provided(): Access {
  if (access === null) throw new Error('provideAccess must be called before the first request')
  return access
}
