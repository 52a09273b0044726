/**
 * A regular expression for what a timer may show, below a minute, once so many seconds (0 to 9) have passed. How much later a busy
 * machine reads it says nothing about the recording.
 */
export const timeFrom = (seconds: number): string => `00:(0[${seconds}-9]|[1-5]\\d)`
