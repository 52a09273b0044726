import { type RecordingFailureReason, SpoolFailure } from '../../recorder/failures.ts'

export type Words = { title: string; sentence: string }

/** What happened to the camera, the microphone or the device, and what to do. */
export const failureWords: Record<RecordingFailureReason, Words> = {
  'permission-denied': {
    title: 'Could not access camera or microphone',
    sentence:
      'Please allow this page to use them, by the small camera or lock beside the address, and try again.',
  },
  'device-not-found': {
    title: 'Camera or microphone not found',
    sentence: 'Please plug one in, or choose another under Settings, and try again.',
  },
  'device-busy': {
    title: 'Could not access camera or microphone',
    sentence: 'Another program uses them just now. Please close it and try again.',
  },
  'device-lost': {
    title: 'The camera or microphone has gone',
    sentence: 'It was unplugged, switched off, or no longer allowed.',
  },
  stalled: {
    title: 'The recording stood still',
    sentence: 'No more sound or picture came from the device for a while.',
  },
  suspended: {
    title: 'This device was asleep',
    sentence: 'It slept, or put this page aside, and recorded nothing meanwhile.',
  },
  'recorder-error': {
    title: 'The recording was interrupted',
    sentence: 'The browser could not go on recording.',
  },
  unsupported: {
    title: 'This browser cannot record',
    sentence: 'Please open Kinora in a current version of Chrome, Edge, Firefox or Safari.',
  },
  insecure: {
    title: 'Nothing can be recorded at this address',
    sentence:
      'Browsers open camera and microphone only at addresses that begin with https. Whoever looks after Kinora can set one up. Reading, writing and uploading work here.',
  },
  'device-full': {
    title: 'This device is full',
    sentence: 'There is no room left for more recording. Free some space on the device before you go on.',
  },
  'device-storage': {
    title: 'This device cannot keep the recording',
    sentence:
      'The browser could not write to its storage. In a private window nothing can be kept, nor while cookies are blocked: please use a normal window, and allow cookies for this address.',
  },
  'page-outdated': {
    title: 'Kinora was updated',
    sentence:
      'A newer version of it is open in another tab, and this page can keep nothing more. Please reload it.',
  },
  'store-in-use': {
    title: 'An older Kinora is still open',
    sentence:
      'Another tab or window of this browser shows it, and may be recording. Please end the recording there and close it, then try again.',
  },
  'store-silent': {
    title: 'The browser’s storage does not answer',
    sentence:
      'Please close the browser, all its windows, and open it again. What it keeps is not lost by that.',
  },
}

/** Why there is sound alone although a picture is wanted, and what to do while nothing is being recorded. */
export function noPictureWords(reason: RecordingFailureReason | null): Words {
  if (reason !== 'device-busy') {
    return { title: 'The camera did not open. Only the sound is recorded.', sentence: 'Please try again.' }
  }
  return {
    title: 'Another program uses the camera just now. Only the sound is recorded.',
    sentence: 'Please close that program, for instance a video call, and try again.',
  }
}

/** Why this device's store could not be opened, and what to do. */
export function storeWords(error: unknown): Words {
  return failureWords[error instanceof SpoolFailure ? error.reason : 'device-storage']
}
