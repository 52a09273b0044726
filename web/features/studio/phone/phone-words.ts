import { problemSentences } from '../safety.ts'

/** What stands in the way, for somebody whose storage and account it is not. */
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

/** After the end of the session on the computer. */
export const sessionEnded =
  'The session has ended. Thank you! Please keep this page open until everything is safe on the server.'
