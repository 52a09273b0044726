import { resolveSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'

/** Whose line it is, as the family calls them; '' where nobody knows. */
export function speakerName(key: string | null, speakers: readonly TranscriptSpeaker[]): string {
  if (key === null) return ''
  const spokenBy = resolveSpeaker(key, speakers)
  return speakers.find((speaker) => speaker.key === spokenBy)?.name || `Speaker ${spokenBy}`
}

/** The people who can be told apart: without those who turned out to be somebody else. */
export function peopleIn(speakers: readonly TranscriptSpeaker[]): { key: string; name: string }[] {
  return speakers
    .filter((speaker) => speaker.mergedInto === null)
    .map(({ key }) => ({ key, name: speakerName(key, speakers) }))
}

/** Names that may be meant, without those that somebody here has already. */
export function namesToOffer(names: readonly string[], speakers: readonly TranscriptSpeaker[]): string[] {
  const taken = new Set(peopleIn(speakers).map(({ name }) => name.toLocaleLowerCase()))
  const offered = new Map(names.map((name) => [name.trim().toLocaleLowerCase(), name.trim()]))
  return [...offered].filter(([plain]) => plain !== '' && !taken.has(plain)).map(([, name]) => name)
}
