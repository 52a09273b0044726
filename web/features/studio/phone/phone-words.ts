import type { LinkPurpose } from '#contract/recording-links.ts'
import { type Situation, sentences } from '../../../lib/sentences.ts'
import { problemSentences } from '../safety.ts'

/** Upload problems in words for a person to whom neither the storage nor the account belongs. */
export const phoneProblemSentences: typeof problemSentences = {
  ...problemSentences,
  'storage-limit':
    'The family’s storage is full. Everything stays on this device. Please tell whoever gave you the link; it is sent as soon as there is room.',
  'story-full':
    'This story has as many parts as one can hold. The recording stays on this device. Please tell whoever gave you the link.',
  'story-shared': problemSentences.refused,
  'story-gone':
    'This story was deleted. The recording stays on this device. Please tell whoever gave you the link.',
}

/** Why the link allows no new recording, for a person who may be in the middle of one: what becomes of that comes first. */
const endedInBetween: Partial<Record<Situation, string>> = {
  LINK_EXPIRED:
    'This link has run out. What you have told still arrives. To tell more, ask whoever gave it to you for a new one.',
  LINK_REVOKED:
    'This link was taken back. Nothing that you have told is lost. To tell more, ask whoever gave it to you for a new one.',
  LINK_TAKEN: 'This link was given free for another device. What this one has recorded still arrives.',
  GONE: 'This story was deleted. Nothing that you have told is lost. Please ask whoever gave you the link before you tell more.',
}

export function endedWords(refusal: Situation): string {
  return endedInBetween[refusal] ?? sentences[refusal]
}

/** Whether the phone is no longer wanted because the session on the computer beside it has ended. */
export function isSessionOver(refusal: Situation | null, purpose: LinkPurpose): boolean {
  return refusal === 'LINK_EXPIRED' && purpose === 'phone'
}

/** The same situation (GONE) for a person who opens the link afterwards. */
export const storyGone = 'Nobody can add to it any more. Please tell whoever gave you the link.'
