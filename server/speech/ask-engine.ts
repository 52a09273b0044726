import { z } from 'zod'
import { speechRefusal } from '#contract/speech-refusal.ts'
import { parseJson } from '../json.ts'
import { patientFetch } from '../patient-fetch.ts'
import { SpeechFailure, type SpeechFailureCode } from './speech-failure.ts'

const ANSWER_BYTES_MAX = 20_000_000
const COMPLAINT_LENGTH_MAX = 300

/** How engines report a failure: Google and OpenAI send an object, whisper.cpp a sentence, others nothing of the kind. */
const complaint = z.object({
  error: z.union([
    z.string(),
    z.object({
      message: z.string().optional(),
      code: z.union([z.string(), z.number()]).nullish(),
      type: z.string().nullish(),
      details: z
        .array(z.object({ reason: z.string().optional(), retryDelay: z.string().optional() }))
        .optional(),
    }),
  ]),
})
type Complaint = { message: string; marks: string; retryDelay: string | undefined }

export type Asking = { signal: AbortSignal; timeoutMs: number }

/**
 * Sends one request to an engine over HTTP; resolves to the JSON of the answer, whose shape is not checked yet. Redirects are not
 * followed, so that the key reaches only the address that the operator set.
 * @throws SpeechFailure
 */
export async function askEngine(
  url: string,
  init: RequestInit,
  { signal, timeoutMs }: Asking,
): Promise<unknown> {
  const outOfTime = AbortSignal.timeout(timeoutMs)
  const failed = (code: SpeechFailureCode, message: string, cause: unknown) => {
    if (signal.aborted) return new SpeechFailure('ABORTED', 'stopped with its job', { cause })
    if (outOfTime.aborted) return new SpeechFailure('TIMED_OUT', `no answer in ${timeoutMs} ms`, { cause })
    return new SpeechFailure(code, message, { cause })
  }

  const request = { ...init, signal: AbortSignal.any([signal, outOfTime]) }
  const response = await patientFetch(url, request).catch((cause: unknown) => {
    throw failed('UNREACHABLE', 'the engine cannot be reached', cause)
  })
  const text = await read(response).catch((cause: unknown) => {
    throw cause instanceof SpeechFailure ? cause : failed('NONSENSE', 'the answer was cut off', cause)
  })
  const answer = parse(text)

  if (!response.ok) throw refusal(response, readComplaint(answer))
  if (answer === undefined) throw new SpeechFailure('NONSENSE', 'the answer is not JSON')
  // whisper.cpp's server reports its failures with status 200.
  const complained = complaint.safeParse(answer)
  if (complained.success) throw new SpeechFailure('ENGINE_FAILED', readComplaint(answer).message)
  return answer
}

/**
 * Checks the shape of an answer.
 * @throws SpeechFailure NONSENSE
 */
export function readAnswer<T>(shape: z.ZodType<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new SpeechFailure('NONSENSE', `an answer of another shape: ${z.prettifyError(parsed.error)}`)
}

async function read(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > ANSWER_BYTES_MAX) throw new SpeechFailure('NONSENSE', 'the answer does not end')
  }
  return text + decoder.decode()
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function readComplaint(answer: unknown): Complaint {
  const parsed = complaint.safeParse(answer)
  if (!parsed.success) return { message: 'without a reason', marks: '', retryDelay: undefined }

  const { error } = parsed.data
  if (typeof error === 'string') return { message: shortened(error), marks: '', retryDelay: undefined }
  const details = error.details ?? []
  const marks = [error.code, error.type, ...details.map(({ reason }) => reason)].join(' ')
  const retryDelay = details.find((detail) => detail.retryDelay !== undefined)?.retryDelay
  return { message: shortened(error.message ?? 'without a reason'), marks, retryDelay }
}

function refusal(response: Response, { message, marks, retryDelay }: Complaint): SpeechFailure {
  const code = speechRefusal(response.status, marks)
  const retryAfterMs = retryAfter(response.headers, retryDelay)
  return new SpeechFailure(code, `the engine answered ${response.status}: ${message}`, { retryAfterMs })
}

/** `Retry-After` is seconds or a date (RFC 9110, 10.2.3); Google writes "30s" into its answer instead. */
function retryAfter(headers: Headers, retryDelay = ''): number | null {
  const written = headers.get('retry-after')
  if (written === null) {
    const seconds = Number.parseFloat(retryDelay)
    return seconds >= 0 ? seconds * 1000 : null
  }

  const seconds = Number(written)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(written) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/**
 * Shortens a message and removes keys from it: some engines repeat a part of the key that they refuse, and it must not reach the
 * logs.
 */
function shortened(message: string): string {
  return message.replaceAll(/\b(sk|gsk|AIza)[-_\w*]{6,}/g, '(key)').slice(0, COMPLAINT_LENGTH_MAX)
}
