import { type DestinationStream, type Logger, pino } from 'pino'
import { toStandardOutput } from './log-output.ts'

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

/**
 * The parts of an error that are logged. Libraries may attach whole objects to it (pg attaches the client, with its password, to
 * the error of a broken connection), and the detail of a database error quotes rows.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return {
    type: name,
    message,
    ...code,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

/**
 * Creates a log of structured lines, one JSON object each. Fields that hold a secret are censored at any of the first three levels.
 */
export function createLog(level: string, destination: DestinationStream = toStandardOutput()): Log {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])
  const options = {
    level,
    base: null,
    serializers: { err: describeError },
    redact: { paths, censor: '[left out]' },
  }
  return pino(options, destination)
}
