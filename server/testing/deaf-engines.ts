/** Settings under which all that a server may be given to hear, write and draw with is there, and none of it does anything. */
export const deafEngines = {
  SPEECH_ENGINE: 'command',
  SPEECH_COMMAND: JSON.stringify(['false']),
  AI_IMAGE_URL: 'http://127.0.0.1:9',
  AI_IMAGE_MODEL: 'painter-1',
  AI_URL: 'http://127.0.0.1:9',
  AI_MODEL: 'writer-1',
}
