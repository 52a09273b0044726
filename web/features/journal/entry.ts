/** A note of a story; its time is mm:ss into what is told, 00:00 where none ran. */
export type Entry = { id: string; text: string; timestamp: string }
