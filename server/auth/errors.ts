/** An error that is reported to the client with GoTrue's status, code and message (contract 1.1). */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** Further fields of the response body, such as `weak_password`. */
  readonly fields: Record<string, unknown>

  constructor(status: number, code: string, message: string, fields: Record<string, unknown> = {}) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** An error in the form that OAuth prescribes; always status 400, the same in every API version. */
export class OAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
  }
}

/** Turns a thrown refusal into a returned one, for work that must be completed in spite of it. */
export function refusalIn(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  throw error
}

export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message)

export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

export const tooManyRequests = () =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')

/** An expired or unknown code or link; the message differs between the two. */
export const otpExpired = (kind: 'code' | 'link') =>
  new AuthError(
    403,
    'otp_expired',
    kind === 'code' ? 'Token has expired or is invalid' : 'Email link is invalid or has expired',
  )

/** GoTrue answers 400 to sign-ups and 422 to log-ins. */
export const phoneProviderDisabled = (refused: 'signups' | 'logins') =>
  new AuthError(refused === 'signups' ? 400 : 422, 'phone_provider_disabled', `Phone ${refused} are disabled`)

export const phoneExists = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')

/** The operation needs a session that has used the second factor. GoTrue answers with a different status from call to call. */
export const insufficientAal = (status: 401 | 403 | 422, message: string) =>
  new AuthError(status, 'insufficient_aal', message)

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
