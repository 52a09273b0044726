import { v7 as newId } from 'uuid'
import { tusPath } from '#contract/paths.ts'
import type { Person } from './person.ts'
import type { TranscriptServer } from './transcripts.ts'

/** A picture of a single pixel, because only the number of pictures matters. */
export const onePoint = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A story with so many photographs, named by their number. The first is uploaded, and the others are copies of its row. */
export async function storyOfPhotographs(
  { server, asOwner }: Pick<TranscriptServer, 'server' | 'asOwner'>,
  { api, token }: Person,
  count: number,
): Promise<string> {
  const storyId = newId()
  await api.stories.create({ id: storyId, title: 'The box in the attic', method: 'upload' })
  const about = { filename: 'photo 1.png', storyId }
  const sent = await fetch(server.origin + tusPath, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(onePoint.length),
      'Upload-Metadata': Object.entries(about)
        .map(([name, value]) => `${name} ${btoa(value)}`)
        .join(),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: onePoint,
  })
  if (sent.status !== 201) throw new Error(`the picture was answered ${sent.status}: ${await sent.text()}`)
  await asOwner(
    `insert into public.media select (copied).* from (
       select jsonb_populate_record(first, jsonb_build_object(
         'id', app.uuidv7(), 'file_name', 'photo ' || n || '.png', 'created_at', created_at + make_interval(secs => n)
       )) as copied
       from public.media first, generate_series(2, $2::int) n where story_id = $1 and role = 'original'
     ) copies`,
    [storyId, count],
  )
  return storyId
}
