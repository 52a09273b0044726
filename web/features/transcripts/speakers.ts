import { nameOfSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'

/** The people who can be told apart: without those who turned out to be somebody else. */
export function peopleIn(speakers: readonly TranscriptSpeaker[]): { key: string; name: string }[] {
  return speakers
    .filter((speaker) => speaker.mergedInto === null)
    .map(({ key }) => ({ key, name: nameOfSpeaker(key, speakers) }))
}

/** Names that may be meant, without those that somebody here has already. */
export function namesToOffer(names: readonly string[], speakers: readonly TranscriptSpeaker[]): string[] {
  const taken = new Set(peopleIn(speakers).map(({ name }) => name.toLocaleLowerCase()))
  const offered = new Map(names.map((name) => [name.trim().toLocaleLowerCase(), name.trim()]))
  return [...offered].filter(([plain]) => plain !== '' && !taken.has(plain)).map(([, name]) => name)
}
