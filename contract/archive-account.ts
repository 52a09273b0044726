import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { instant, optionalText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

/** How a person proves that the account is theirs: its password, a code sent by mail or text message, or a recent sign-in. */
export const accountProofs = ['password', 'code', 'sign-in'] as const
export const accountProof = z.enum(accountProofs)
export type AccountProof = z.infer<typeof accountProof>

/** What an account holds, and when it is going to be deleted, if it is. */
export const accountEnd = z.object({
  proof: accountProof,
  stories: z.int(),
  recordings: z.int(),
  files: z.int(),
  storybooks: z.int(),
  familyMembers: z.int(),
  prompts: z.int(),
  sizeBytes: z.number(),
  /** The number of people with whom something is shared, and who lose access to it. */
  sharedWith: z.int(),
  /** The day on which everything is erased; null unless the deletion was requested. */
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
