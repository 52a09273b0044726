import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { instant, optionalText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

/** How somebody shows that the account is theirs: its password, a code that was mailed or texted, or having just signed in. */
export const accountProofs = ['password', 'code', 'sign-in'] as const
export const accountProof = z.enum(accountProofs)
export type AccountProof = z.infer<typeof accountProof>

/** What an account holds, and whether it is about to be deleted. */
export const accountEnd = z.object({
  proof: accountProof,
  stories: z.int(),
  recordings: z.int(),
  files: z.int(),
  storybooks: z.int(),
  familyMembers: z.int(),
  prompts: z.int(),
  sizeBytes: z.number(),
  /** People something is shared with, who lose it. */
  sharedWith: z.int(),
  /** The day on which everything goes; null while nobody asked for that. */
  eraseAt: instant.nullable(),
})
export type AccountEnd = z.infer<typeof accountEnd>

export const accountEndContract = {
  get: procedure
    .route({ method: 'GET', path: '/account-deletion', summary: 'What would go with your account, and when' })
    .output(accountEnd),
  request: procedure
    .route({
      method: 'POST',
      path: '/account-deletion',
      summary: 'Delete your account in 30 days; until then you can change your mind',
    })
    .input(
      z.object({
        password: z.string().max(limits.shortText).optional(),
        code: optionalText(limits.shortText).optional(),
      }),
    )
    .output(z.object({ eraseAt: instant }))
    .errors(errors('PROOF_WRONG', 'TOO_MANY_REQUESTS')),
  keep: procedure
    .route({ method: 'DELETE', path: '/account-deletion', summary: 'Keep your account after all' })
    .output(z.object({ eraseAt: z.null() })),
}
