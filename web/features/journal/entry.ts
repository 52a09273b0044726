/** A note of a story; its time is mm:ss into what is told, 00:00 where none ran. */
export type Entry = { id: string; text: string; timestamp: string }

/** A note with the text that was there when somebody began to reword it. */
export type RewordedEntry = Entry & { was?: string }
