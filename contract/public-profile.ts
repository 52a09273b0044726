import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { procedure } from '#contract/procedure.ts'

/** Which parts of a profile are public besides the name. Phone and e-mail never are. */
export const publicProfileChoice = z.object({
  isPublic: z.boolean(),
  picture: z.boolean(),
  location: z.boolean(),
  bio: z.boolean(),
})
export type PublicProfileChoice = z.infer<typeof publicProfileChoice>

/** The choice, and the address of the profile while it is public. */
export const ownPublicProfile = publicProfileChoice.extend({ url: z.string().nullable() })

/** Exactly what a visitor to the address sees. */
export const publicProfile = z.object({
  name: z.string(),
  location: z.string(),
  bio: z.string(),
  pictureUrl: z.string().nullable(),
})
export type PublicProfile = z.infer<typeof publicProfile>

export const publicProfileContract = {
  get: procedure
    .route({ method: 'GET', path: '/public-profile', summary: 'What of your profile is public' })
    .output(ownPublicProfile),
  set: procedure
    .route({ method: 'PUT', path: '/public-profile', summary: 'Say what of your profile is public' })
    .input(publicProfileChoice)
    .output(ownPublicProfile),
  read: oc
    .errors(errors('BAD_REQUEST', 'INTERNAL_SERVER_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'))
    .route({
      method: 'POST',
      path: '/public-profile/read',
      summary: 'Somebody’s public profile, by its address',
    })
    .input(z.object({ token: z.string().min(1).max(100) }))
    .output(publicProfile),
}
