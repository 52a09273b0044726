import { formatDate, formatTime } from '../../lib/format.ts'
import { toldInstant } from '../../lib/told-time.ts'
import { namedOnly } from './speakers.ts'
import type { StudioSession } from './studio-session.ts'
import type { ThisDevice } from './this-device.ts'

/** Creates the story on the server before it has any recording, because files can only be added to a story that exists there. */
export async function makeStory(
  { client }: Pick<ThisDevice, 'client'>,
  session: StudioSession,
): Promise<void> {
  const { storyId: id, title, description, mode: method } = session.plan
  const { speakers } = session.view.get()
  const at = await toldInstant()
  await client.stories.create({
    id,
    title,
    description,
    method,
    speakers: namedOnly(speakers),
    date: formatDate(at),
    time: formatTime(at),
  })
  session.tellOfStory()
}
