import { newPassword } from '#contract/credentials.ts'
import { emailAddress } from '#contract/fields.ts'
import { problemOf } from '../../ui/problem.ts'

/** What is wrong with an e-mail address, as a sentence; undefined if nothing is. */
export const emailProblem = (typed: string) => problemOf(emailAddress, typed)?.sentence

/** What is wrong with a chosen or entered password, as a sentence; undefined if nothing is. */
export const passwordProblem = (typed: string) => problemOf(newPassword, typed)?.sentence
