import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'

/** The one who is signed in, until their name is known. */
export const currentUser = 'Current User'

/** The names with a new one at the end; the same names when it says nothing or is there already. */
export function withSpeaker(speakers: string[], entered: string): string[] {
  const name = entered.trim().replace(/\s+/g, ' ')
  return name === '' || speakers.includes(name) ? speakers : [...speakers, name]
}

/** Whether a story has as many speakers as it can hold; whom it cannot name is not among them. */
export function isFull(speakers: readonly string[]): boolean {
  return namedOnly(speakers).length >= limits.speakersPerStory
}

/** Whether a speaker may be taken out: never the last one, and never the one who is signed in. */
export function isRemovable(speakers: string[], name: string): boolean {
  return speakers.length > 1 && name !== currentUser
}

/** The first word is the first name, the rest the last name; a single word is both. */
export function splitSpeakerName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') || firstName }
}

/**
 * The names as others see them. Who has not said their name is left out: a stand-in for it is nobody to them. An account
 * may have a longer name than a story keeps of a speaker, and more may speak than it names: a recording must not be refused for it.
 */
export function namedOnly(speakers: readonly string[]): string[] {
  return speakers
    .filter((name) => name !== currentUser)
    .slice(0, limits.speakersPerStory)
    .map((name) => cutText(name, limits.speakerName))
}
