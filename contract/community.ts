import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, optionalText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

/** Why a person reports something, in their own words. */
export const reportReason = optionalText(limits.reportReason)

/** The kinds of things that families share with everybody. */
export const communityKind = z.enum(['prompt', 'playlist'])

const thing = z.object({ kind: communityKind, id })
export type CommunityThing = z.infer<typeof thing>

export const reportedThing = thing.extend({
  words: z.string(),
  author: z.string().nullable(),
  hidden: z.boolean(),
  reports: z.int(),
  reasons: z.array(z.string()),
})
export type ReportedThing = z.infer<typeof reportedThing>

export const communityContract = {
  publish: procedure
    .route({
      method: 'PUT',
      path: '/community/{kind}/{id}',
      summary: 'Show your own to everybody, with your name',
    })
    .input(thing)
    .output(thing)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  withdraw: procedure
    .route({ method: 'DELETE', path: '/community/{kind}/{id}', summary: 'Take your own out of Community' })
    .input(thing)
    .output(thing)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  report: procedure
    .route({ method: 'POST', path: '/community/{kind}/{id}/report', summary: 'Tell the operator, once' })
    .input(thing.extend({ reason: reportReason.default('') }))
    .output(thing)
    .errors(errors('NOT_FOUND')),
  reported: procedure
    .route({
      method: 'GET',
      path: '/community/reported',
      summary: 'For the operator: what was reported or hidden',
    })
    .output(z.object({ isOperator: z.boolean(), items: z.array(reportedThing) })),
  hide: procedure
    .route({
      method: 'POST',
      path: '/community/{kind}/{id}/hide',
      summary: 'For the operator: hide from everybody',
    })
    .input(thing)
    .output(thing)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  show: procedure
    .route({ method: 'POST', path: '/community/{kind}/{id}/show', summary: 'For the operator: show again' })
    .input(thing)
    .output(thing)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
}
