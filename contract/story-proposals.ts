import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, requiredText, speakerName } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export const proposalKinds = ['summary', 'title', 'tag', 'chapter', 'person', 'place', 'question'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** A place in a transcript that something rests on, with the words that were said there. */
export const evidence = z.object({ transcriptId: id, lineId: id, startMs: z.int(), text: z.string() })
export type Evidence = z.infer<typeof evidence>

/** Sentences, each with the places that say so. */
export const restsOn = z.array(z.object({ sentence: z.string(), spans: z.array(evidence) }))
export type RestsOn = z.infer<typeof restsOn>

/** local: counted together from the teller's own words, on this server. model: written by a text model. */
export const proposalOrigins = ['local', 'model'] as const
export const proposalStates = ['open', 'accepted', 'refused'] as const

export const proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  origin: z.enum(proposalOrigins),
  text: z.string(),
  /** A person has worded it anew. */
  reworded: z.boolean(),
  state: z.enum(proposalStates),
  evidence: restsOn,
  /** Of a chapter: where it begins. */
  transcriptId: id.nullable(),
  startMs: z.int().nullable(),
  /** Of a person: whom of the owner's family the name means. */
  familyMemberId: id.nullable(),
})
export type Proposal = z.infer<typeof proposal>

/** Why a text model gave nothing; what was counted together without it is there all the same. */
export const readingFailures = ['UNREACHABLE', 'BUSY', 'REFUSED', 'NONSENSE'] as const
export type ReadingFailure = (typeof readingFailures)[number]

export const proposalList = z.object({
  /** none: nobody has read this story. waiting: somebody does. failed: the model could not; what is here is local. */
  state: z.enum(['none', 'waiting', 'done', 'failed']),
  failure: z.enum(readingFailures).nullable(),
  origin: z.enum(proposalOrigins).nullable(),
  /** The name of the model that wrote it. */
  model: z.string().nullable(),
  stepsDone: z.int(),
  stepsTotal: z.int().nullable(),
  /** Whether anything is transcribed that could be read. */
  hasWords: z.boolean(),
  /** The transcript was changed since it was read. */
  isOld: z.boolean(),
  /** A language that is spoken in it and that we ask in only with a text model; as in 'uk'. */
  unaskedLanguage: z.string().nullable(),
  /** So many of each state at most, and some of every kind that there is. */
  items: z.array(proposal),
  /** How many there are beyond those. */
  more: z.object({ open: z.int().nonnegative(), decided: z.int().nonnegative() }),
})
export type ProposalList = z.infer<typeof proposalList>

/** What a person may make of each kind of proposal. */
export const proposalText = {
  summary: requiredText(limits.description),
  title: requiredText(limits.title, 'Please enter a title'),
  tag: requiredText(limits.tag),
  chapter: requiredText(limits.title, 'Please enter a title'),
  person: speakerName,
  place: requiredText(limits.shortText),
  question: requiredText(limits.question),
} satisfies Record<ProposalKind, z.ZodType>

/**
 * A decision about several is the same for each; only one at a time can be worded anew or tied to somebody. `was` is the text that
 * was reworded: where the proposal says otherwise by now, nothing is decided.
 */
export const proposalDecision = z
  .object({
    storyId: id,
    ids: z.array(id).min(1).max(limits.proposalsPerCall),
    /** open: takes back what was decided, with everything it changed. */
    decision: z.enum(proposalStates),
    text: requiredText(limits.description).optional(),
    was: z.string().optional(),
    /** null: nobody of the family. */
    familyMemberId: id.nullable().optional(),
  })
  .refine(({ ids, text, familyMemberId }) => {
    return ids.length === 1 || (text === undefined && familyMemberId === undefined)
  }, 'only one proposal at a time can be worded anew')
export type ProposalDecision = z.infer<typeof proposalDecision>

const path = '/stories/{storyId}/proposals' as const

export const storyProposalsContract = {
  list: procedure
    .route({ method: 'GET', path, summary: 'What a story seems to be about, and what was decided of it' })
    .input(z.object({ storyId: id }))
    .output(proposalList)
    .errors(errors('NOT_FOUND')),
  read: procedure
    .route({ method: 'POST', path, summary: 'Have a story read through again' })
    .input(z.object({ storyId: id }))
    .output(proposalList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  /**
   * An accepted title becomes the story's, an accepted tag one of its tags, an accepted question a prompt of whoever
   * accepts it; all else stands beside what people wrote.
   */
  decide: procedure
    .route({ method: 'POST', path: `${path}/decisions`, summary: 'Accept, refuse or reopen proposals' })
    .input(proposalDecision)
    .output(proposalList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'BAD_REQUEST', 'CONFLICT', 'LIMIT_REACHED')),
}
