/** Settings that configure a speech engine, a text model and an image model, none of which does anything. */
export const deafEngines = {
  SPEECH_ENGINE: 'command',
  SPEECH_COMMAND: JSON.stringify(['false']),
  AI_IMAGE_URL: 'http://127.0.0.1:9',
  AI_IMAGE_MODEL: 'painter-1',
  AI_URL: 'http://127.0.0.1:9',
  AI_MODEL: 'writer-1',
}
