import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const SECRET_FIELDS = [
  'password',
  'current_password',
  'authorization',
  'apikey',
  'cookie',
  'token',
  'token_hash',
  'access_token',
  'refresh_token',
  'secret',
  'nonce',
  'code_verifier',
]

/** Structured lines, one JSON object each. Fields that hold a secret are left out at any of the first three levels. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])
  const options = { level, base: null, redact: { paths, censor: '[left out]' } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
