import { StartError } from './start-error.ts'
import { diskTrouble } from './storage/disk-trouble.ts'

/** The message for the person whose start or command failed. */
export function tellEnd(error: unknown): string {
  if (error instanceof StartError) return error.message
  const trouble = troubleOfDisk(error)
  if (trouble !== undefined)
    return `${trouble}\n  (${error instanceof Error ? error.message : String(error)})`
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `Kinora could not start. This should not happen; the whole error is:\n${whole}`
}

/** Whether an error is about the data disk. PostgreSQL's programs report the same faults only in their messages. */
function troubleOfDisk(error: unknown): string | undefined {
  const words = error instanceof Error ? error.message : ''
  const code = diskTrouble(error)?.code
  if (code === 'FULL' || /No space left on device|Disk quota exceeded/.test(words)) {
    return 'The disk that Kinora keeps its data on (DATA_DIR) is full: make room on it, but for what is below “postgres”, and start again.'
  }
  if (code === 'UNAVAILABLE' || words.includes('Read-only file system')) {
    return 'The disk that Kinora keeps its data on (DATA_DIR) cannot be written to or read: look after it, mount it again and start again.'
  }
  return undefined
}
