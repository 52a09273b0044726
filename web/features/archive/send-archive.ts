import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { archiveImportPath } from '#contract/paths.ts'
import { readChosen } from '../../lib/chosen-file.ts'
import { inTime } from '../../lib/in-time.ts'
import { insistently } from '../../lib/insistently.ts'
import { answerIn } from '../../lib/refusal.ts'
import { fetchAsUser } from '../../lib/request.ts'
import { client } from '../../lib/rpc.ts'

type Sending = { onProgress: (sentBytes: number) => void; signal: AbortSignal }

/**
 * Uploads an archive in pieces; each counts once the server has flushed it to disk. If an upload of a file
 * of the same name and size was begun before, it resumes that one.
 */
export async function sendArchive(file: File, { onProgress, signal }: Sending): Promise<void> {
  const begun = (await client.archive.imports()).find(
    (one) => one.state === 'receiving' && one.fileName === file.name && one.sizeBytes === file.size,
  )
  const id = begun?.id ?? uuidv7()
  signal.throwIfAborted()
  if (!begun) await client.archive.startImport({ id, fileName: file.name, sizeBytes: file.size })
  let sent = begun?.receivedBytes ?? 0
  while (sent < file.size) {
    onProgress(sent)
    sent = await sendPiece(id, file, sent, signal)
  }
  onProgress(sent)
  await insistently(() => client.archive.finishImport({ id }), signal)
}

/** @returns the offset of the next piece */
async function sendPiece(id: string, file: File, first: number, signal: AbortSignal): Promise<number> {
  const last = Math.min(first + limits.archivePieceBytes, file.size) - 1
  const body = await readChosen(file.slice(first, last + 1))
  const headers = { 'Content-Range': `bytes ${first}-${last}/${file.size}` }
  return insistently(async () => {
    const answer = await inTime(
      signal,
      (inTimeSignal) =>
        fetchAsUser(archiveImportPath(id), { method: 'PUT', headers, body, signal: inTimeSignal }),
      limits.archivePieceSeconds,
    )
    return receivedBytesOf(await answerIn(answer))
  }, signal)
}

function receivedBytesOf(answer: unknown): number {
  const isAnswer = typeof answer === 'object' && answer !== null && 'receivedBytes' in answer
  if (isAnswer && typeof answer.receivedBytes === 'number') return answer.receivedBytes
  throw new Error('the server said nothing of what it received')
}
