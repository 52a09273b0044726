// The only way in which a page sends requests to another origin (docs/decisions/049).

/** The only address that a person's own Google key is sent to, from their browser alone. */
export const googleSpeechOrigin = 'https://speech.googleapis.com'
/** The only script that may connect there: a worker with a content security policy of its own, which allows nothing else. */
export const speechDoorFile = /^\/assets\/speech-door-[\w-]+\.js$/
