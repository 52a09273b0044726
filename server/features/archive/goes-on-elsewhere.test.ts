import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { gedcomReport } from '#contract/family.ts'
import { limits } from '#contract/limits.ts'
import { gedcomPath } from '#contract/paths.ts'
import { passingFolder } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { heardRecording } from '../../testing/transcripts.ts'
import { withArchive } from './open-archive.ts'
import { restoreInto } from './restore-archive.ts'

const [home, elsewhere] = [await createTestKinora(), await createTestKinora()]
const folder = passingFolder()

/**
 * A person of another instance, which knows nothing of the first, after everything of Ana's account was brought into
 * theirs.
 */
async function broughtElsewhere(ana: Person, name = 'Boris'): Promise<Person> {
  const { zip } = await familyArchive(home, ana.id)
  const boris = await elsewhere.person(name)
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  await withArchive(folder.write(`${uuidv7()}.zip`, zip), watch, (archive) =>
    restoreInto({ services: elsewhere.services, userId: boris.id, archive, ...watch }),
  )
  return boris
}

/** A recording with stored bytes and a transcript. @returns the ids of its story and its own */
async function heardStory(ana: Person, line = 'We danced until morning.', language = 'en-US') {
  const id = await heardRecording(home.services, ana, [line], { language })
  const { rows } = await home.database.asOwner(
    `update media set state = 'stored', size_bytes = 5, sha256 = null where user_id = $1 and recording_id = $2
     returning story_id, storage_key as key`,
    [ana.id, id],
  )
  await home.services.storage.put(rows[0].key, Buffer.from('bytes'))
  await home.database.asOwner(`update recordings set state = 'ready' where user_id = $1 and id = $2`, [
    ana.id,
    id,
  ])
  const { storyId } = await ana.client.transcripts.get({ id })
  return { id, storyId }
}

/** The keys of the jobs that wait for a person's data. */
async function jobsOf({ id }: Person): Promise<string[]> {
  const { rows } = await elsewhere.database.asOwner(
    `select j.key from graphile_worker._private_jobs j where j.payload ->> 'userId' = $1 order by j.key`,
    [id],
  )
  return rows.map(({ key }) => key)
}

test('what looks like the character that no database keeps is brought in as the letters it is', async () => {
  const ana = await home.person('Ana')
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'A path\\u0000 of letters', method: 'journal' })
  const text = 'Kept as C:\\\\u0000 and \\u0000'
  await ana.client.stories.putNote({ storyId, id: uuidv7(), text, timestamp: '00:00' })

  const boris = await broughtElsewhere(ana)

  const [story] = (await boris.client.stories.list({})).items
  expect(await boris.client.stories.get({ id: story?.id ?? '' })).toMatchObject({
    title: 'A path\\u0000 of letters',
    notes: [{ text }],
  })
})

test('a person with the longest address that they may have keeps nobody from taking everything along', async () => {
  const ana = await home.person('Ana')
  const email = `${'a'.repeat(limits.email - '@example.com'.length)}@example.com`
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Vera', lastName: 'Petrova', email })

  const boris = await broughtElsewhere(ana)

  const { items } = await boris.client.familyMembers.list({})
  expect(items.map((member) => member.email)).toContain(email)
})

test('nor does a file whose name holds a sign that ends lines for some', async () => {
  const ana = await home.person('Ana')
  const [storyId, media] = [uuidv7(), uuidv7()]
  await ana.client.stories.create({ id: storyId, title: 'One\u2028two\u2029three', method: 'upload' })
  const key = `media/${ana.id}/${media}`
  await home.services.storage.put(key, Buffer.from('photo'))
  await home.database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', $4, 5, $5)`,
    [ana.id, media, storyId, 'Mill\u2028and\u2029river.png', key],
  )

  const boris = await broughtElsewhere(ana)

  const [story] = (await boris.client.stories.list({})).items
  const { files } = await boris.client.stories.get({ id: story?.id ?? '' })
  expect(files).toMatchObject([{ fileName: 'Mill\u2028and\u2029river.png' }])
})

test('nor does a name of one’s own, however long it is', async () => {
  const ana = await home.person('Ana Maria '.repeat(30).trim())
  const [storyId, comment] = [uuidv7(), { id: uuidv7(), text: 'Mine' }]
  await ana.client.stories.create({ id: storyId, title: 'One', method: 'journal' })
  await ana.client.comments.add({ storyId, ...comment })

  const boris = await broughtElsewhere(ana)

  expect((await boris.client.stories.list({})).items).toHaveLength(1)
})

test('what waited to be looked through, read or heard goes on where it was brought to', async () => {
  const ana = await home.person('Ana')
  const { id, storyId } = await heardStory(ana)
  const unheard = await heardStory(ana)
  const { asOwner } = home.database
  await asOwner(`update transcripts set state = 'completed' where user_id = $1 and id = $2`, [ana.id, id])
  await asOwner(`update transcripts set state = 'pending' where user_id = $1 and id = $2`, [
    ana.id,
    unheard.id,
  ])
  await asOwner(`insert into story_readings (user_id, id, state) values ($1, $2, 'waiting')`, [
    ana.id,
    storyId,
  ])
  await asOwner(
    `insert into transcript_checks (user_id, id, story_id, state) values ($1, $2, $3, 'waiting')`,
    [ana.id, id, storyId],
  )

  const boris = await broughtElsewhere(ana)

  const transcripts = await elsewhere.database.asOwner(
    'select id, story_id, state from transcripts where user_id = $1 order by state',
    [boris.id],
  )
  const [heard, waits] = transcripts.rows
  expect(await jobsOf(boris)).toEqual(
    expect.arrayContaining([
      `read_story ${boris.id} reading ${heard.story_id}`,
      `find_suggestions ${boris.id} suggestions ${heard.id}`,
      `transcribe_recording ${boris.id} transcribe ${waits.id}`,
    ]),
  )
})

test('what was told and written in another language is found by other forms of its words', async () => {
  const ana = await home.person('Ana')
  const { storyId } = await heardStory(ana, 'Wir spielten in den Gassen.', 'de-DE')
  await ana.client.stories.update({ id: storyId, title: 'Die kleinen Häuser' })
  await ana.client.stories.putNote({ storyId, id: uuidv7(), text: 'Drei alte Brücken', timestamp: '00:00' })
  const found = async ({ client }: Person, text: string) => {
    const { stories } = await client.search.find({ q: text })
    return stories.length
  }
  expect(await Promise.all(['kleines', 'Gasse', 'altes'].map((word) => found(ana, word)))).toEqual([1, 1, 1])

  const boris = await broughtElsewhere(ana)

  expect(await Promise.all(['kleines', 'Gasse', 'altes'].map((word) => found(boris, word)))).toEqual([
    1, 1, 1,
  ])
})

test('whoever brings in the archive of somebody else stays who they are in the tree, and has that person beside them', async () => {
  const ana = await home.person('Ana Petrova')
  for (const [firstName, relationship] of [
    ['Vera', 'Parent'],
    ['Olga', 'Sibling'],
    ['Lena', 'Grandparent'],
  ] as const) {
    await ana.client.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Petrova', relationship })
  }
  const linesOf = async ({ client }: Person) => {
    const { people, connections } = await client.family.tree()
    const named = new Map(people.map(({ id, firstName }) => [id, firstName]))
    return connections.map(({ fromId, toId }) => `${named.get(fromId)}-${named.get(toId)}`).toSorted()
  }
  const lines = await linesOf(ana)

  const boris = await broughtElsewhere(ana)

  const { people } = await boris.client.family.tree()
  expect(people.filter(({ isSelf }) => isSelf)).toMatchObject([{ id: boris.id, firstName: 'Boris' }])
  expect(people.map(({ firstName }) => firstName).toSorted()).toEqual([
    'Ana',
    'Boris',
    'Lena',
    'Olga',
    'Vera',
  ])
  expect(await linesOf(boris)).toEqual(lines)

  // Connections that follow from his own family leave those of hers unchanged.
  await boris.client.familyMembers.create({
    id: uuidv7(),
    firstName: 'Ivan',
    lastName: 'Kuznetsov',
    relationship: 'Parent',
  })
  expect(await linesOf(boris)).toEqual([...lines, 'Ivan-Boris'].toSorted())
})

test('whoever said who they are in a file of relatives comes into the family of somebody else as one more person', async () => {
  const vera = await home.person('Vera Sokolova')
  const people = ['0 @I1@ INDI', '1 NAME Vera /Petrova/', '0 @I2@ INDI', '1 NAME Olga /Petrova/']
  const family = ['0 @F1@ FAM', '1 WIFE @I1@', '1 CHIL @I2@', '0 TRLR']
  const body = ['0 HEAD', '1 GEDC', '2 VERS 5.5.1', '1 CHAR UTF-8', ...people, ...family].join('\n')
  await vera.request(`${gedcomPath}?apply=true&you=@I1@`, { method: 'POST', body })

  const boris = await broughtElsewhere(vera)

  const tree = await boris.client.family.tree()
  const nameOf = (id?: string) => tree.people.find((one) => one.id === id)?.firstName
  expect(tree.people.map(({ firstName }) => firstName).toSorted()).toEqual(['Boris', 'Olga', 'Vera'])
  expect(tree.connections.map(({ fromId, toId }) => [nameOf(fromId), nameOf(toId)])).toEqual([
    ['Vera', 'Olga'],
  ])
})

test('somebody unknown of whom something is known stays who they are in another account of the same person', async () => {
  const ana = await home.person('Ana Petrova')
  const member = (firstName: string) => ({ id: uuidv7(), firstName, lastName: 'Petrova' })
  await ana.client.familyMembers.create({ ...member('Boris'), relationship: 'Sibling' })
  await ana.client.familyMembers.create({ ...member('Nina'), relationship: 'Cousin' })
  const unknownOf = async (who: Person) =>
    (await who.client.family.tree()).people.filter(({ isPlaceholder }) => isPlaceholder)
  for (const { id } of await unknownOf(ana)) {
    await ana.client.familyMembers.update({ id, version: 0, dateOfBirth: '1920' })
  }
  const again = await broughtElsewhere(ana, 'Ana Petrova')
  const came = await unknownOf(again)
  expect(came.length).toBeGreaterThan(2)

  await again.client.familyMembers.create({ ...member('Tom'), relationship: 'Spouse' })

  expect(await unknownOf(again)).toEqual(came)
  expect(came.map(({ dateOfBirth }) => dateOfBirth)).toEqual(came.map(() => '1920'))
})

test('whoever has a single word for a name is called that once: on the page of an archive, and where its tree is imported', async () => {
  const ana = await home.person('Ana')
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Babusia', lastName: 'Babusia' })

  const { files } = await familyArchive(home, ana.id)

  expect(String(files.get('index.html'))).toContain('>Babusia</strong>')
  const body = new Uint8Array(files.get('family/tree.ged') ?? Buffer.alloc(0))
  const looked = await (await elsewhere.person()).request(gedcomPath, { method: 'POST', body })
  const names = gedcomReport.parse(await looked.json()).candidates.map(({ name }) => name)
  expect(names.toSorted()).toEqual(['Ana', 'Babusia'])
})
