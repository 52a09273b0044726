import type { Claims } from '../db/actor.ts'
import { codeError } from '../errors.ts'
import type { Services } from '../services.ts'

/** Whether a token belongs to a person whom the settings name as an operator (docs/decisions/023). */
export function isOperator({ env }: Pick<Services, 'env'>, { email }: Claims): boolean {
  return typeof email === 'string' && env.operatorEmails.includes(email.toLowerCase())
}

/** Requires an operator. For everybody else, operators' procedures appear not to exist. @throws NOT_FOUND */
export function requireOperator(services: Pick<Services, 'env'>, claims: Claims): void {
  if (!isOperator(services, claims)) throw codeError('NOT_FOUND')
}
