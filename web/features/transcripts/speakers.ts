import { nameOfSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'

/** The distinct speakers, without those that were merged into another, and without those whose adding was taken back. */
export function peopleIn(speakers: readonly TranscriptSpeaker[]): { key: string; name: string }[] {
  return speakers
    .filter((speaker) => speaker.mergedInto === null)
    .map(({ key }) => ({ key, name: nameOfSpeaker(key, speakers) }))
    .filter(({ name }) => name !== '')
}

/** Names to suggest, without those that a speaker of this transcript already has. */
export function namesToOffer(names: readonly string[], speakers: readonly TranscriptSpeaker[]): string[] {
  const taken = new Set(peopleIn(speakers).map(({ name }) => name.toLocaleLowerCase()))
  const offered = new Map(names.map((name) => [name.trim().toLocaleLowerCase(), name.trim()]))
  return [...offered].filter(([plain]) => plain !== '' && !taken.has(plain)).map(([, name]) => name)
}
