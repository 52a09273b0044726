import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, requiredText, speakerName } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export const proposalKinds = ['summary', 'title', 'tag', 'chapter', 'person', 'place', 'question'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** A place in a transcript that a sentence rests on, with the words that were said there. */
export const evidence = z.object({ transcriptId: id, lineId: id, startMs: z.int(), text: z.string() })
export type Evidence = z.infer<typeof evidence>

/** Sentences, each with the places that support it. */
export const restsOn = z.array(z.object({ sentence: z.string(), spans: z.array(evidence) }))
export type RestsOn = z.infer<typeof restsOn>

/** local: compiled from the teller's own words by this server. model: written by a text model. */
export const proposalOrigins = ['local', 'model'] as const
export const proposalStates = ['open', 'accepted', 'refused'] as const

export const proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  origin: z.enum(proposalOrigins),
  text: z.string(),
  /** Whether a person has reworded it. */
  reworded: z.boolean(),
  state: z.enum(proposalStates),
  evidence: restsOn,
  /** Only for a chapter: where it begins. */
  transcriptId: id.nullable(),
  startMs: z.int().nullable(),
  /** Only for a person: which person of the owner's family the name refers to. */
  familyMemberId: id.nullable(),
})
export type Proposal = z.infer<typeof proposal>

/** Why a text model proposed nothing; local proposals are there all the same. */
export const readingFailures = ['UNREACHABLE', 'BUSY', 'REFUSED', 'NONSENSE'] as const
export type ReadingFailure = (typeof readingFailures)[number]

export const proposalList = z.object({
  /** none: this story was not read. waiting: it is being read. failed: the model failed, and all proposals are local. */
  state: z.enum(['none', 'waiting', 'done', 'failed']),
  failure: z.enum(readingFailures).nullable(),
  origin: z.enum(proposalOrigins).nullable(),
  /** The name of the text model; null if none was used. */
  model: z.string().nullable(),
  stepsDone: z.int(),
  stepsTotal: z.int().nullable(),
  /** Whether the story has a transcript that could be read. */
  hasWords: z.boolean(),
  /** Whether the transcript has changed since the story was read. */
  isOld: z.boolean(),
  /** A language spoken in the story in which Kinora can only ask questions with a text model; a tag such as 'uk'. */
  unaskedLanguage: z.string().nullable(),
  /** A limited number in each state, with some of every kind that exists. */
  items: z.array(proposal),
  /** How many more there are, by state. */
  more: z.object({ open: z.int().nonnegative(), decided: z.int().nonnegative() }),
})
export type ProposalList = z.infer<typeof proposalList>

/** The text that a person may give to each kind of proposal. */
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
 * One decision about one or more proposals. Only a single proposal can be reworded or linked to a person of the family. `was` is
 * the text that was edited: if the stored proposal differs from it by now, nothing is decided.
 */
export const proposalDecision = z
  .object({
    storyId: id,
    ids: z.array(id).min(1).max(limits.proposalsPerCall),
    /** open: reverses an earlier decision, with everything it changed. */
    decision: z.enum(proposalStates),
    text: requiredText(limits.description).optional(),
    was: z.string().optional(),
    /** null: the name refers to nobody of the family. */
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
   * An accepted title becomes the story's, an accepted tag one of its tags, and an accepted question a prompt of the person who
   * accepts it; all other kinds stand beside what people wrote. Of several, those that there is no room for stay open.
   */
  decide: procedure
    .route({ method: 'POST', path: `${path}/decisions`, summary: 'Accept, refuse or reopen proposals' })
    .input(proposalDecision)
    .output(proposalList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'BAD_REQUEST', 'CONFLICT', 'LIMIT_REACHED')),
}
