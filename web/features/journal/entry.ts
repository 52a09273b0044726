/** A note of a story; `timestamp` is mm:ss into the recording, 00:00 if none was running. */
export type Entry = { id: string; text: string; timestamp: string }

/** An edited note, with the text it had when the editing began. */
export type RewordedEntry = Entry & { was?: string }
