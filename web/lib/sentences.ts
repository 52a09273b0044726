import type { ErrorCode } from '#contract/errors.ts'

/**
 * A failure as a person meets it: an error code of the contract, no answer from the server, a chosen file that this device can no
 * longer read, or something unforeseen.
 */
export type Situation = ErrorCode | 'OFFLINE' | 'FILE_AWAY' | 'UNKNOWN'

/** One sentence for every situation: what happened, what is safe, what to do. Exhaustive by type. */
export const sentences: Record<Situation, string> = {
  OFFLINE: 'Kinora cannot be reached just now. Nothing is lost. Please check your connection and try again.',
  FILE_AWAY:
    'This device cannot read the file any more. It was moved or changed, or its card or stick was taken out. Please choose it again.',
  UNKNOWN: 'Something unexpected happened. What you have saved is safe. Please try again.',
  BAD_REQUEST: 'Something in what was sent is not right. Please look over what you entered.',
  UNAUTHORIZED: 'You have been signed out. Please log in again; what you have saved is safe.',
  FORBIDDEN:
    'This belongs to somebody else, and what they let you do with it does not include this. They can allow it.',
  PROOF_WRONG: 'That does not match this account. Nothing was changed. Please try again.',
  LINK_UNKNOWN:
    'This link does not lead anywhere. Please scan the code again, or open the link exactly as you were sent it.',
  LINK_TAKEN:
    'Another device already uses this link. Please go on there, or ask whoever gave it to you for a new one.',
  LINK_EXPIRED: 'This link has run out. Please ask whoever gave it to you for a new one.',
  LINK_REVOKED: 'This link was taken back. Please ask whoever gave it to you for a new one.',
  NOT_FOUND: 'We could not find this. It may have been deleted.',
  CONFLICT: 'This was changed somewhere else in the meantime. Please reload the page and try again.',
  AUTOMATIC_LINE: 'This is an auto-generated family relationship line.',
  CHUNK_CONFLICT:
    'This part of the recording arrived before with other content. The copy on this device is kept.',
  CHUNK_OUT_OF_ORDER: 'A part of the recording is still missing on the server. It is being sent again.',
  RECORDING_ENDED: 'This recording has already ended. You can record another part of the story.',
  RECORDING_INCOMPLETE: 'Part of the recording has not arrived yet. It is kept on this device until it has.',
  SPEECH_NOT_SET_UP:
    'This Kinora has no speech recognition set up, so nothing can be transcribed yet. Whoever looks after it can set one up.',
  TRANSCRIPT_CONFLICT:
    'Somebody else changed the same words just now. Nothing of theirs was overwritten; please look again.',
  UPLOAD_INCOMPLETE: 'The file has not arrived completely. Please choose it again to go on where it stopped.',
  USER_NOT_FOUND: 'No user exists with that email address',
  ALREADY_SHARED: 'This user already has access to this resource',
  SHARING_LIMIT_REACHED: 'This plan does not allow more people. Everybody who has access keeps it.',
  INVITATION_EXPIRED: 'This invitation has run out. Please ask whoever sent it to you for a new one.',
  INVITATION_USED: 'This invitation was used already. Each one opens for one person.',
  SHARE_LINK_EXPIRED: 'This link has run out. Please ask whoever sent it to you for a new one.',
  SHARE_LINK_OFF: 'This link was turned off by the family that the story belongs to.',
  LINK_PASSWORD_NEEDED: 'This story opens with a password. Whoever sent you the link can tell you.',
  LINK_PASSWORD_WRONG: 'That is not the password of this link. Please try again.',
  GONE: 'This was deleted earlier.',
  CHUNK_TOO_LARGE: 'This part of the recording is too large to be sent in one piece.',
  PAYLOAD_TOO_LARGE:
    'This is larger than Kinora can take. Nothing was changed. Please choose something smaller.',
  FILE_TYPE_REFUSED:
    'This is not a supported file type. Kinora takes videos, sound, pictures and PDF documents.',
  DIGEST_MISMATCH: 'Something changed on the way to the server. It is kept here and will be sent again.',
  FILE_EMPTY: 'This file is empty. Please look whether it is the right one, and choose it again.',
  FILE_UNREADABLE: 'This file could not be read. Nothing was changed.',
  OWN_ANCESTOR: 'Nobody can be their own ancestor. Please check who is the parent and who is the child.',
  LIMIT_REACHED:
    'There is no room for more here. Everything there stays as it is. Please take something out first, or begin a new one for the rest.',
  STORYBOOK_LIMIT_REACHED:
    'Your plan has no more new storybooks this month. The ones you have stay as they are, and next month there is room again.',
  AI_NOT_SET_UP: 'This Kinora has no model set up that could do this. Whoever looks after it can set one up.',
  AI_LIMIT_REACHED:
    'Your plan has no more chapters and pictures by a machine this month. What you have stays, and next month there is room again.',
  EXPORT_LIMIT_REACHED:
    'Your plan makes no more files of storybooks this month. The ones you have stay, and taking out everything you own is never limited.',
  PAYMENT_SERVICE_FAILED:
    'The payment service could not be reached just now. Nothing was charged and your plan is as it was. Please try again in a moment.',
  TOO_MANY_REQUESTS: 'That was a little too fast for us. Please wait a moment and try again.',
  INTERNAL_SERVER_ERROR:
    'Something went wrong on our side. What you have saved is safe. Please try again in a moment.',
  STORAGE_FULL:
    'The server has no room left. Please tell the person who looks after it. Nothing you saved is lost.',
  STORAGE_UNAVAILABLE:
    'The place where files are kept does not answer just now. What you have saved is safe. Please try again in a moment.',
  STORAGE_LIMIT_REACHED:
    'Your storage is full. Everything you have is safe; there is no room for more just now.',
}
