import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { portraitPath } from '#contract/paths.ts'
import type { Database } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { keepCompany } from './company.ts'
import { type Account, type Device, letsIn, OtherPassword, openDevice } from './device.ts'
import { idOf } from './ids.ts'
import { demoLines, demoPeople } from './people.ts'
import { drawPortrait } from './portraits.ts'
import { demoBook, demoStories } from './stories.ts'
import { tellStory } from './tell-story.ts'

export const demoAccount: Account = {
  email: 'nora@demo.example',
  password: 'a very long year',
  name: 'Nora Amadi',
}

const MARK = 'demo-family'
/** Present in the data folder once the family has moved in. */
const FURNISHED = 'demo-furnished'

/**
 * Claims a data folder for the demo family. It must be a folder of its own, because an account whose password everybody
 * knows has no place among real ones.
 * @returns why the demo cannot live in this folder, or null if it can
 */
export async function claimForDemo(dataDir: string): Promise<string | null> {
  const isOurs = existsSync(join(dataDir, MARK))
  if (!isOurs && existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    return `${dataDir} belongs to real people. The demo family needs a folder of its own: leave DATA_DIR out, or name an empty one.`
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, MARK), 'An invented family lives here. Delete this folder to be rid of it.\n')
  return null
}

/**
 * Creates the demo family, or finishes what an earlier start began: every id is derived from a name, so that nothing is
 * created twice. Everything goes through the public API but the words of the transcripts, which are known already. A
 * family that has moved in is left alone: anybody may change it by now, even its password.
 * @param tell is told the next step, in words for the person who waits
 */
export async function furnishDemo(
  origin: string,
  { db, env: { dataDir } }: Pick<Services, 'db' | 'env'>,
  tell: (step: string) => void,
): Promise<void> {
  const mark = join(dataDir, FURNISHED)
  if (existsSync(mark)) return
  const device = await openDevice(origin, demoAccount).catch((error: unknown) => {
    // Older versions wrote no mark. Only a family that lives there has a password that a visitor changed.
    if (error instanceof OtherPassword) return null
    throw error
  })
  if (!device) return
  if (!(await hasBook(device))) await moveIn(origin, device, db, tell)
  writeFileSync(mark, 'The demo family has moved in. What is changed in it from now on stays.\n')
}

/** Tells the person at the terminal how to log in, or what to do where the password, which everybody knows, no longer does it. */
export async function tellWayIn(origin: string, dataDir: string): Promise<string> {
  const { email, password } = demoAccount
  if (await letsIn(origin, demoAccount)) return `Log in as ${email} with the password “${password}”.`
  return (
    `The password “${password}” of ${email} lets nobody in any more: a visitor has changed it, or deleted the account. ` +
    `To have the family back as it was, end Kinora and delete ${dataDir}.`
  )
}

async function moveIn(
  origin: string,
  device: Device,
  db: Database,
  tell: (step: string) => void,
): Promise<void> {
  tell(`The demo family is moving in: ${demoPeople.length} people …`)
  await device.client.account.updateProfile({
    location: 'Leith',
    bio: 'An invented family, to look around with. The voices are a machine’s, and the pictures are drawn.',
  })
  // Mails to an invented address would reach nobody.
  await device.client.notices.change({ email: false })
  await addPeople(device)
  for (const [index, story] of demoStories.entries()) {
    tell(`The demo family is moving in: story ${index + 1} of ${demoStories.length}, “${story.title}” …`)
    await tellStory(device, db, story, index)
  }
  await askQuestions(device)
  await keepCompany(origin, device)
  await makeBook(device)
}

/** The book is created last, so it stands for everything before it, also where an older version furnished. */
async function hasBook({ client }: Device): Promise<boolean> {
  const { items } = await client.storybooks.list({ limit: 1 })
  return items.length > 0
}

async function addPeople({ client, request, userId }: Device): Promise<void> {
  const { selfId, people: known } = await client.family.tree()
  const idFor = (key: string) => (key === 'nora' ? selfId : idOf(userId, `person ${key}`))
  const present = new Map(known.map((person) => [person.id, person]))

  for (const [index, person] of demoPeople.entries()) {
    const [firstName, lastName, birthName = ''] = person.name
    const [dateOfBirth, placeOfBirth, dateOfDeath = ''] = person.life
    const facts = { firstName, lastName, birthName, sex: person.sex, dateOfBirth, placeOfBirth, dateOfDeath }
    const id = idFor(person.key)
    const told = { ...facts, bio: person.bio ?? '', isDeceased: dateOfDeath !== '' }
    if (person.relation === 'self') {
      const { version } = await client.familyMembers.get({ id })
      await client.familyMembers.update({ id, version, ...told })
    } else if (!present.has(id)) await client.familyMembers.create({ id, ...told })

    if (present.get(id)?.portrait) continue
    const drawn = await sharp(Buffer.from(drawPortrait(person.looks, index)))
      .jpeg({ quality: 88 })
      .toBuffer()
    await request(portraitPath(id), { method: 'PUT', body: new Uint8Array(drawn) })
  }
  for (const { from, to, ...line } of demoLines) {
    const id = idOf(userId, `line ${from} ${to}`)
    await client.family.connect({ ...line, id, fromId: idFor(from), toId: idFor(to) })
  }
  // Relations come last: the lines already say where people belong in the tree, so no unnamed placeholder has to be put
  // between them.
  for (const { key, relation } of demoPeople) {
    if (relation === 'self' || relation === 'Other') continue
    const { version } = await client.familyMembers.get({ id: idFor(key) })
    await client.familyMembers.update({ id: idFor(key), version, relationship: relation })
  }
}

/** Some questions that have been asked, and two of the family's own that nobody has asked yet. */
async function askQuestions({ client, userId }: Device): Promise<void> {
  const { items: stories } = await client.stories.list({ limit: 20 })
  const { items: official } = await client.prompts.list({ limit: 20 })
  for (const [index, story] of stories.slice(0, 4).entries()) {
    const prompt = official[index * 3]
    if (prompt) await client.prompts.markAsked({ id: prompt.id, storyId: story.id, at: story.createdAt })
  }
  const own = ['What was in the letters that Karin kept?', 'Who taught Ewan to build boats?']
  for (const text of own)
    await client.prompts.create({ id: idOf(userId, text), text, category: 'Family Heritage' })
}

async function makeBook({ client, userId }: Device): Promise<void> {
  const storyIds = demoBook.stories.map((title) => idOf(userId, `story ${title}`))
  const { title, description } = demoBook
  await client.storybooks.create({ id: idOf(userId, 'book'), title, description, storyIds })
}
