import type { TranscriptFailure } from '#contract/transcripts.ts'
import { isPassing } from '../../lib/errors.ts'
import type { Refused } from './edits-here.ts'

/** Why a recording could not be transcribed, and what to do about it. Exhaustive by type. */
export const failureWords: Record<TranscriptFailure, string> = {
  HOURS_USED_UP:
    'The hours of listening in this plan are used up for this month. They start again next month, and a larger plan has more.',
  UNREACHABLE:
    'The speech recognition could not be reached. Trying again in a while usually helps; if not, please tell the person who looks after this Kinora.',
  TIMED_OUT: 'The speech recognition took too long to answer. Trying again usually helps.',
  RATE_LIMITED: 'The speech recognition has too much to do at the moment. Please try again in a while.',
  ENGINE_FAILED: 'The speech recognition failed. Trying again usually helps.',
  NONSENSE:
    'The speech recognition answered something that cannot be what was said, so nothing of it was kept. Please try again.',
  KEY_REFUSED:
    'The speech recognition refused its key. The person who looks after this Kinora can set a new one.',
  QUOTA_USED_UP:
    'The account with the speech recognition has nothing left. The person who looks after this Kinora can top it up.',
  REQUEST_REFUSED:
    'The speech recognition refused this recording. The person who looks after this Kinora can see why in its log.',
  NOT_SET_UP:
    'The speech recognition is not set up as it should be. The person who looks after this Kinora can mend that.',
  NO_SOUND: 'This recording has no sound, so there is nothing to write down.',
  PAGE_CLOSED:
    'The page that had this heard with a Google key of one’s own was closed. What was heard so far is kept.',
  UNREADABLE: 'The sound of this recording could not be read. You can still download the original.',
}

/** The same for a person's own Google key, where they can mend the cause themselves. */
export const ownKeyFailureWords: Partial<Record<TranscriptFailure, string>> = {
  UNREACHABLE: 'Google could not be reached from this browser. Trying again in a while usually helps.',
  TIMED_OUT: 'Google took too long to answer. Trying again usually helps.',
  RATE_LIMITED: 'Google was asked too much with this key. Please try again in a while.',
  ENGINE_FAILED: 'Google’s speech recognition failed. Trying again usually helps.',
  NONSENSE: 'Google answered something that cannot be what was said, so nothing of it was kept.',
  KEY_REFUSED:
    'Google refused the key. Please look in Settings whether it is the right one, and allowed to use Speech-to-Text.',
  QUOTA_USED_UP: 'The Google account behind the key has nothing left.',
  REQUEST_REFUSED: 'Google did not take the sound of this recording.',
}

/**
 * Why an edit was not made. `refusal` is null for every other reason, such as a transcript that no longer exists.
 * `typed` is null where the edit was not typed text; `lineId` is null, too, where it was about speakers.
 */
export function refusalWords({ refusal, typed, lineId }: Omit<Refused, 'id'>): string {
  switch (refusal) {
    case 'OVERLAP':
      return 'Somebody else changed the same words just now. Nothing of theirs was overwritten.'
    case 'GONE':
      return 'The line is no longer there: somebody else joined it to another.'
    case 'NOT_NEXT':
      return 'These two lines no longer follow one another.'
    case 'OUT_OF_RANGE':
      return 'The line has changed so much that this is no longer possible.'
    case 'TOO_LONG':
      if (typed !== null) return 'This is longer than one line can be. Please split it into two.'
      if (lineId === null) return 'A recording can have no more speakers than there are here.'
      return 'Joined, these lines would be longer than one line can be, as they were spoken or as they read well. They stay as they are.'
    case null:
      return 'The server did not take this.'
  }
}

/** What the screen says where Replace All failed. Without an answer nobody knows whether it was done; asked again, it is done once. */
export const notReplacedWords = (error: unknown): string =>
  isPassing(error)
    ? 'Kinora did not answer, so this may have been replaced. Please try again.'
    : 'Nothing has been replaced. Please try again.'
