import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'

/** Stands for the signed-in person until their name is known. */
export const currentUser = 'Current User'

/** The names with a new one at the end; unchanged when the new name is blank or already listed. */
export function withSpeaker(speakers: string[], entered: string): string[] {
  const name = entered.trim().replace(/\s+/g, ' ')
  return name === '' || speakers.includes(name) ? speakers : [...speakers, name]
}

/** Whether a story has as many speakers as it can hold; the stand-in for an unknown name does not count. */
export function isFull(speakers: readonly string[]): boolean {
  return namedOnly(speakers).length >= limits.speakersPerStory
}

/** Whether a speaker may be removed: never the last one, and never the signed-in person. */
export function isRemovable(speakers: string[], name: string): boolean {
  return speakers.length > 1 && name !== currentUser
}

/** The first word is the first name, the rest the last name; a single word is both. */
export function splitSpeakerName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') || firstName }
}

type Named = { firstName: string; lastName: string }

/** Whether somebody of this name is in the family already: who speaks in a second story is not a second person. */
export function isInFamily(people: readonly Named[], speaker: Named): boolean {
  return people.some((person) => wholeName(person) === wholeName(speaker))
}

const wholeName = ({ firstName, lastName }: Named) =>
  [...new Set([firstName, lastName])].join(' ').trim().toLowerCase()

/**
 * The names to store. The stand-in for the signed-in person is left out, since it would mean nothing to others. The list and the
 * names are cut to what a story can hold (an account's name may be longer), so that no recording is refused because of them.
 */
export function namedOnly(speakers: readonly string[]): string[] {
  return speakers
    .filter((name) => name !== currentUser)
    .slice(0, limits.speakersPerStory)
    .map((name) => cutText(name, limits.speakerName))
}
