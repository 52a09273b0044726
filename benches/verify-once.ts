import { listBackups } from '../server/backup/backup-folder.ts'
import { verifyBackups } from '../server/backup/verify-backup.ts'
import { memoryOf } from './process.ts'

/** The result of reading all backups of a folder in one process. */
export type VerifyRun = { problems: number; peakBytes: number | null }

/** `node verify-once.ts FOLDER`: reads all backups of a folder in a separate process, and prints a {@link VerifyRun}. */
const [folder = ''] = process.argv.slice(2)
const verified = await verifyBackups(folder, await listBackups(folder))
const problems = verified.reduce((sum, each) => sum + each.problems.length, 0)
console.log(JSON.stringify({ problems, peakBytes: memoryOf(process.pid, 'VmHWM') } satisfies VerifyRun))
