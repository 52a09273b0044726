import { oc } from '@orpc/contract'
import { errors } from '#contract/errors.ts'

/** The base of every procedure: it requires a signed-in person and declares the errors that any procedure may answer with. */
export const procedure = oc.errors(errors('BAD_REQUEST', 'UNAUTHORIZED', 'INTERNAL_SERVER_ERROR'))
