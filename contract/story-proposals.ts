import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export const proposalKinds = ['summary', 'title', 'tag', 'chapter', 'person', 'place'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** A place in a transcript that something rests on. */
export const evidence = z.object({ transcriptId: id, lineId: id, startMs: z.int(), text: z.string() })
export type Evidence = z.infer<typeof evidence>

export const proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  /** local: counted together from the teller's own words, on this server. model: written by a text model. */
  origin: z.enum(['local', 'model']),
  text: z.string(),
  /** A person has worded it anew. */
  reworded: z.boolean(),
  state: z.enum(['open', 'accepted']),
  /** What each sentence of it rests on, in order. */
  evidence: z.array(z.object({ sentence: z.string(), spans: z.array(evidence) })),
  /** Of a chapter: where it begins. */
  transcriptId: id.nullable(),
  startMs: z.int().nullable(),
  familyMemberId: id.nullable(),
})
export type Proposal = z.infer<typeof proposal>

export const proposalList = z.object({
  state: z.enum(['none', 'waiting', 'done', 'failed']),
  origin: z.enum(['local', 'model']).nullable(),
  items: z.array(proposal),
})
export type ProposalList = z.infer<typeof proposalList>

const path = '/stories/{storyId}/proposals' as const

export const storyProposalsContract = {
  list: procedure
    .route({ method: 'GET', path, summary: 'What a story seems to be about, and what was accepted of it' })
    .input(z.object({ storyId: id }))
    .output(proposalList)
    .errors(errors('NOT_FOUND')),
  look: procedure
    .route({ method: 'POST', path, summary: 'Have a story read through again' })
    .input(z.object({ storyId: id }))
    .output(proposalList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  /** An accepted title becomes the story's, an accepted tag one of its tags; all else stands beside what people wrote. */
  decide: procedure
    .route({ method: 'POST', path: `${path}/{id}/decision`, summary: 'Accept a proposal, perhaps reworded, or refuse it' })
    .input(
      z.object({
        storyId: id,
        id,
        decision: z.enum(['accepted', 'refused']),
        text: requiredText(limits.description).optional(),
      }),
    )
    .output(proposalList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED')),
}
