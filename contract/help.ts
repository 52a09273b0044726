import { z } from 'zod'
import { procedure } from '#contract/procedure.ts'

/** How to reach the people who run this Kinora; null for a way they did not set up. */
export const support = z.object({ email: z.string().nullable(), callUrl: z.string().nullable() })

export const helpContract = {
  support: procedure
    .route({ method: 'GET', path: '/support', summary: 'How to reach whoever runs this Kinora' })
    .output(support),
}
