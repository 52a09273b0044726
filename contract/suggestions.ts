import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { clientId, id } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export const suggestionTypes = ['typo', 'grammar', 'speaker'] as const
export type SuggestionType = (typeof suggestionTypes)[number]

/** What found it: the rules for English on this server, the check of who speaks, or the text model. */
export const suggestionOrigins = ['english', 'speakers', 'model'] as const

export const suggestion = z.object({
  id,
  lineId: id,
  type: z.enum(suggestionTypes),
  origin: z.enum(suggestionOrigins),
  original: z.string(),
  suggested: z.string(),
  before: z.string(),
  after: z.string(),
  reason: z.string(),
  /** The place in the recording where it is said, in milliseconds. */
  startMs: z.int(),
  endMs: z.int(),
})
export type Suggestion = z.infer<typeof suggestion>

/**
 * none: this transcript was not checked. waiting: a check is queued or running. done: `checkers` have finished. failed: some
 * checkers failed; the findings of the others are there.
 */
export const suggestionStates = ['none', 'waiting', 'done', 'failed'] as const

export const suggestionList = z.object({
  state: z.enum(suggestionStates),
  checkers: z.array(z.enum(suggestionOrigins)),
  /** BCP 47 tags of languages in the transcript for which this server has no checker. */
  passedOver: z.array(z.string()),
  items: z.array(suggestion),
  /** How many no longer apply, because the words have changed since. */
  stale: z.int(),
})
export type SuggestionList = z.infer<typeof suggestionList>

const path = '/recordings/{id}/suggestions' as const
const ids = z.array(id).min(1).max(limits.suggestionsPerCall)

export const suggestionsContract = {
  list: procedure
    .route({ method: 'GET', path, summary: 'What may be wrong in a transcript, in order' })
    .input(z.object({ id }))
    .output(suggestionList)
    .errors(errors('NOT_FOUND')),
  look: procedure
    .route({ method: 'POST', path, summary: 'Have a transcript looked through again' })
    .input(z.object({ id }))
    .output(suggestionList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  /** Makes all edits as one step of the history. Suggestions that no longer apply are left out and counted in `stale`. */
  approve: procedure
    .route({ method: 'POST', path: `${path}/approvals`, summary: 'Make suggested corrections' })
    .input(z.object({ id, ids }))
    .output(z.object({ approved: z.int(), stale: z.int(), groupId: id.nullable() }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'TRANSCRIPT_CONFLICT')),
  /** Dismissed suggestions do not return when the transcript is checked again. */
  dismiss: procedure
    .route({ method: 'POST', path: `${path}/dismissals`, summary: 'Say no to suggestions, for good' })
    .input(z.object({ id, ids }))
    .output(z.object({ dismissed: z.int() }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  undo: procedure
    .route({ method: 'POST', path: `${path}/undo`, summary: 'Take an approval back, with its edits' })
    .input(z.object({ id, editId: clientId, groupId: id }))
    .output(z.object({ reopened: z.int() }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'TRANSCRIPT_CONFLICT')),
}
