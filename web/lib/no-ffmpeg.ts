/** Why recordings cannot be transcribed on a server without ffmpeg, and what can be done. */
export const noFfmpeg =
  'ffmpeg is missing on this server, and without it recordings cannot be turned into text, by no engine and no key. They are kept and play as always. Whoever looks after this Kinora can install ffmpeg and start Kinora again; then what was recorded until now can be transcribed, too.'
