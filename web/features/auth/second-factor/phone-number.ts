/** A typed phone number in the service's format (E.164, with its plus sign), or what is wrong with it. */
export type TypedNumber = { number: string; problem: null } | { number: null; problem: string }

/** Marks that nobody sees. A number copied from a phone's contacts has them around it, since it is read from left to right. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g

/** Parses a phone number as people write it: with spaces, brackets and dashes, and with 00 for the plus sign. */
export function readNumber(typed: string): TypedNumber {
  const bare = withoutTrunk(typed.replaceAll(unseen, '').trim())
    .replaceAll(/[\s().\-/\u2010-\u2015]/g, '')
    .replace(/^00/, '+')
  if (bare === '') return refused('Please type the number of your phone.')
  if (/[^\d+]/.test(bare) || bare.lastIndexOf('+') > 0) return refused('Please use digits only.')
  if (!bare.startsWith('+')) {
    return refused('Please begin with + and the code of your country, such as +1 or +49.')
  }
  // A national number after a plus sign, such as +0151 …, cannot be dialled.
  if (/^\+0/.test(bare)) return refused('After the + comes the code of your country, such as 1 or 49.')
  if (!/^\+[1-9]\d{6,14}$/.test(bare))
    return refused('This number is too short or too long. Please look again.')
  return { number: bare, problem: null }
}

/** Removes the 0 in brackets, which is dialled within the country only: +49 (0)151 … is +49 151 … */
const withoutTrunk = (typed: string): string =>
  /^\(?\s*(\+|00)/.test(typed) ? typed.replace(/\(\s*0\s*\)/, '') : typed

const refused = (problem: string): TypedNumber => ({ number: null, problem })

/** The last digits of a number: enough for its owner to recognise it, but not for somebody looking over their shoulder. */
export const endOf = (phone: string): string => phone.slice(-4)
