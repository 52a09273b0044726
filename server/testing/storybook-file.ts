import { v7 as uuidv7 } from 'uuid'
import type { StorybookFormat } from '#contract/storybook-exports.ts'
import { storybookJobs } from '../features/storybooks/make-export.ts'
import { createLog } from '../log.ts'
import { findMediaTool } from '../media/find-media-tool.ts'
import type { Person } from './family.ts'
import type { TestKinora } from './kinora.ts'

/** Requests an export of a book, makes it as a worker would, and downloads it. */
export async function storybookFile(
  { services, app }: Pick<TestKinora, 'services' | 'app'>,
  who: Person,
  wanted: { storybookId: string; format: StorybookFormat; voiceLinks?: boolean },
): Promise<{ bytes: Buffer; fileName: string; type: string | null }> {
  const id = uuidv7()
  await who.client.storybookExports.start({ id, ...wanted })
  const [handler] = storybookJobs(services, () => findMediaTool())
  const signal = new AbortController().signal
  await handler?.run(
    { userId: who.id, exportId: id },
    { log: createLog('silent'), attempt: 1, isLastAttempt: true, signal },
  )
  const files = await who.client.storybookExports.list({ storybookId: wanted.storybookId })
  const made = files.find((file) => file.id === id)
  if (made?.state !== 'completed') throw new Error(`the file is ${made?.state}`)
  const answer = await app.request(made.downloadUrl ?? '')
  return {
    bytes: Buffer.from(await answer.arrayBuffer()),
    fileName: made.fileName,
    type: answer.headers.get('content-type'),
  }
}
