// The one way by which a page asks another place for anything (docs/decisions/049).

/** Where a person's own Google key goes, from their browser and from nowhere else. */
export const googleSpeechOrigin = 'https://speech.googleapis.com'
/** The one script that may connect there: a worker with a policy of its own, which may do nothing else. */
export const speechDoorFile = /^\/assets\/speech-door-[\w-]+\.js$/
