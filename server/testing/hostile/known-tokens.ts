import { v7 as uuidv7 } from 'uuid'
import { mailToken } from '../../features/notices/unsubscribe.ts'
import { hashOfToken, newToken } from '../../token.ts'
import type { Person } from '../family.ts'
import type { TestKinora } from '../kinora.ts'
import { waitingMail } from '../waiting-mails.ts'

/**
 * Publishes, shares and requests mails as a person whom no call concerns, so that their things stay as they are.
 * @returns a function that gives the token for a route; undefined if the route takes none
 */
export async function keepTokens(
  { services, database }: TestKinora,
  { id, client }: Person,
): Promise<(route: string) => string | undefined> {
  const story = await client.stories.create({ id: uuidv7(), title: 'The river', method: 'journal' })
  const published = await client.publicLinks.turnOn({ storyId: story.id })
  const profile = await client.publicProfile.set({ isPublic: true, picture: true, location: true, bio: true })
  const email = `${id}@letters.example`
  await client.sharing.invite({ resourceType: 'story', resourceId: story.id, role: 'viewer', email })
  const letter = await waitingMail(database, services.secrets, email)
  await client.weeklyQuestions.set({ enabled: true, timeZone: 'UTC', weekday: 1, hour: 9 })
  const question = newToken()
  await database.asOwner(
    'insert into weekly_question_mails (user_id, token_hash, due_at) values ($1, $2, now())',
    [id, hashOfToken(question)],
  )

  const tokens: [of: RegExp, token: string][] = [
    [/^\/public-stories\//, lastOf(published.url)],
    [/^\/public-profile\/read$/, lastOf(profile.url)],
    [/^\/invitation\//, lastOf(/\S+\/invitation\/\S+/.exec(letter.text)?.[0])],
    [/notices\/unsubscribe$/, mailToken(services, id)],
    [/^\/weekly-question\/|^\/mail\/unsubscribe$/, question],
  ]
  return (route) => tokens.find(([of]) => of.test(route))?.[1]
}

function lastOf(url: string | null | undefined): string {
  const token = url?.split('/').at(-1)
  if (!token) throw new Error('nothing has a token')
  return token
}
