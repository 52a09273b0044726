import { newPassword } from '#contract/credentials.ts'
import { emailAddress } from '#contract/fields.ts'
import { problemOf } from '../../ui/problem.ts'

/** What is wrong with an address, in a sentence; undefined when nothing is. */
export const emailProblem = (typed: string) => problemOf(emailAddress, typed)?.sentence

/** What is wrong with a password that somebody chooses, or says is theirs. */
export const passwordProblem = (typed: string) => problemOf(newPassword, typed)?.sentence
