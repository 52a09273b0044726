import { z } from 'zod'
import { refusals } from '#contract/transcript-apply.ts'
import { transcriptLine } from '#contract/transcript-lines.ts'

/** Every code a procedure or a media route may answer with, and the HTTP status it travels under. */
export const errorStatus = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PROOF_WRONG: 403,
  LINK_PASSWORD_NEEDED: 403,
  LINK_PASSWORD_WRONG: 403,
  LINK_UNKNOWN: 404,
  NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  ALREADY_SHARED: 409,
  CONFLICT: 409,
  AUTOMATIC_LINE: 409,
  CHUNK_CONFLICT: 409,
  CHUNK_OUT_OF_ORDER: 409,
  LINK_TAKEN: 409,
  RECORDING_ENDED: 409,
  RECORDING_INCOMPLETE: 409,
  SPEECH_NOT_SET_UP: 409,
  AI_NOT_SET_UP: 409,
  TRANSCRIPT_CONFLICT: 409,
  UPLOAD_INCOMPLETE: 409,
  GONE: 410,
  INVITATION_EXPIRED: 410,
  INVITATION_USED: 410,
  SHARE_LINK_EXPIRED: 410,
  SHARE_LINK_OFF: 410,
  LINK_EXPIRED: 410,
  LINK_REVOKED: 410,
  CHUNK_TOO_LARGE: 413,
  PAYLOAD_TOO_LARGE: 413,
  FILE_TYPE_REFUSED: 415,
  DIGEST_MISMATCH: 422,
  FILE_EMPTY: 422,
  FILE_UNREADABLE: 422,
  OWN_ANCESTOR: 422,
  LIMIT_REACHED: 422,
  STORYBOOK_LIMIT_REACHED: 422,
  EXPORT_LIMIT_REACHED: 422,
  AI_LIMIT_REACHED: 422,
  SHARING_LIMIT_REACHED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  PAYMENT_SERVICE_FAILED: 502,
  STORAGE_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
  STORAGE_LIMIT_REACHED: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The data that some codes carry. */
export const errorData = {
  CHUNK_OUT_OF_ORDER: z.object({ nextIndex: z.int().nonnegative() }),
  SHARING_LIMIT_REACHED: z.object({ kind: z.enum(['viewers', 'collaborators']), limit: z.int() }),
  STORAGE_LIMIT_REACHED: z.object({ usedBytes: z.number(), limitBytes: z.number() }),
  /** How many the plan allows in a calendar month. */
  STORYBOOK_LIMIT_REACHED: z.object({ allowed: z.int() }),
  EXPORT_LIMIT_REACHED: z.object({ allowed: z.int() }),
  AI_LIMIT_REACHED: z.object({ allowed: z.int() }),
  /** The id of the refused command, the reason, and the present state of the lines that it was about. */
  TRANSCRIPT_CONFLICT: z.object({
    commandId: z.string(),
    refusal: z.enum(refusals),
    version: z.int(),
    lines: z.array(transcriptLine),
  }),
} as const

type ErrorMapOf<Code extends ErrorCode> = {
  [C in Code]: {
    status: (typeof errorStatus)[C]
    data: C extends keyof typeof errorData ? (typeof errorData)[C] : z.ZodOptional<z.ZodUnknown>
  }
}

/** The error map of a procedure, from the codes it may answer with. */
export function errors<Code extends ErrorCode>(...codes: Code[]): ErrorMapOf<Code> {
  const entries = codes.map((code) => {
    const data = code in errorData ? errorData[code as keyof typeof errorData] : z.unknown().optional()
    return [code, { status: errorStatus[code], data }]
  })
  return Object.fromEntries(entries) as ErrorMapOf<Code>
}

/** The body of a refused media request (chunks, files), which does not pass through a procedure. */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  data: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
