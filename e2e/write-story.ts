import { v7 as newId } from 'uuid'
import type { Person } from './person.ts'

/** Creates a story of the journal, with an entry if a text is given. Returns its id. */
export async function writeStory({ api }: Person, title = 'The mill', text?: string): Promise<string> {
  const id = newId()
  await api.stories.create({ id, title, method: 'journal' })
  if (text !== undefined) await api.stories.putNote({ storyId: id, id: newId(), text, timestamp: '00:00' })
  return id
}
