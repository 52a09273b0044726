import { newPassword } from '#contract/credentials.ts'
import { emailAddress } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { problemOf } from '../../ui/problem.ts'

/** What is wrong with an e-mail address, as a sentence; undefined if nothing is. */
export const emailProblem = (typed: string) => problemOf(emailAddress, typed)?.sentence

/** What is wrong with a chosen or entered password, as a sentence; undefined if nothing is. `least`: how long a new one has to be. */
export const passwordProblem = (typed: string, least: number = limits.passwordMin) =>
  problemOf(newPassword(least), typed)?.sentence
