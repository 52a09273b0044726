import { z } from 'zod'
import { requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/** GoTrue's limit for passwords, in bytes of UTF-8: one for a letter of English, two to four for those of most other scripts. */
export const passwordMaxBytes = 72

/** The length of a character in UTF-8. */
const bytesOf = (character: string) =>
  1 + [0x7f, 0x7ff, 0xffff].filter((most) => (character.codePointAt(0) ?? 0) > most).length

/** How many characters of a password fit, from its beginning; -1 when all do. */
function fittingOf(password: string): number {
  let left = passwordMaxBytes
  return [...password].findIndex((character) => {
    left -= bytesOf(character)
    return left < 0
  })
}

/** A new password of at least so many characters: an operator may require more than `limits.passwordMin`. */
export const newPassword = (least: number) =>
  z
    .string()
    .min(least, `Password must be at least ${least} characters`)
    .refine((text) => fittingOf(text) === -1, {
      error: ({ input }) =>
        `This password is too long: only its first ${fittingOf(String(input))} characters fit`,
    })

/** The name that a person gives to one of their keys, phones or apps for signing in. */
export const keyName = requiredText(limits.keyName, 'Please give it a name.')
