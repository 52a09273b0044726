import { oc } from '@orpc/contract'
import { errors } from '#contract/errors.ts'

/** The start of every procedure: a signed-in person, and the failures any of them may meet. */
export const procedure = oc.errors(errors('BAD_REQUEST', 'UNAUTHORIZED', 'INTERNAL_SERVER_ERROR'))
