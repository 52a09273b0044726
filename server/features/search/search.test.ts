import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { foundOfKind } from '#contract/found-of-kind.ts'
import type { MarkedText, SearchAnswer } from '#contract/search.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { heardRecording } from '../../testing/transcripts.ts'

const { person, services, database } = await createTestKinora()

const find = (who: Person, q: string) => who.client.search.find({ q })
const titles = (answer: SearchAnswer) => answer.stories.map(({ title }) => title.text)
const marked = ({ text, marks }: MarkedText) => marks.map(([start, end]) => text.slice(start, end))

async function tell(who: Person, title: string, given: { description?: string; speakers?: string[] } = {}) {
  const { id } = await who.client.stories.create({ id: uuidv7(), title, method: 'recording', ...given })
  return id
}

test('a sentence is found with its words marked, its recording and the second to play from', async () => {
  const ana = await person()
  const storyId = await tell(ana, 'The crossing')
  const recordingId = await heardRecording(
    services,
    ana,
    ['We waited by the river.', 'Then we carried the blue suitcase over the ice.'],
    { storyId },
  )

  const answer = await find(ana, 'suitcase')

  expect(answer).toMatchObject({ matching: 'exact', nextCursor: null, people: [], prompts: [] })
  const [story] = answer.stories
  expect(story).toMatchObject({ id: storyId, ownerId: ana.id, placeCount: 1 })
  expect(story?.places).toMatchObject([{ kind: 'line', recordingId, seconds: 60 }])
  expect(story?.places.map(({ said }) => [said.text, marked(said)])).toEqual([
    ['Then we carried the blue suitcase over the ice.', ['suitcase']],
  ])
})

test('other forms of a word are found in the language the story is told in', async () => {
  const ana = await person()
  const german = await tell(ana, 'Deutsch')
  await heardRecording(services, ana, ['Die Häuser am Fluss brannten.'], {
    storyId: german,
    language: 'de-DE',
  })
  const english = await tell(ana, 'English')
  await heardRecording(services, ana, ['They were carrying water.'], { storyId: english })

  expect(titles(await find(ana, 'Haus'))).toEqual(['Deutsch'])
  expect(titles(await find(ana, 'carried'))).toEqual(['English'])
  const [story] = (await find(ana, 'hauses')).stories
  expect(story?.places.flatMap(({ said }) => marked(said))).toEqual(['Häuser'])
})

test('accents and capitals may be left out or put in', async () => {
  const ana = await person()
  await tell(ana, 'Café Żółw in Łódź')

  for (const q of ['cafe', 'CAFÉ', 'zolw', 'lodz', 'Łódź'])
    expect(titles(await find(ana, q)), q).toHaveLength(1)
  const [story] = (await find(ana, 'lodz')).stories
  expect(story && marked(story.title)).toEqual(['Łódź'])
})

test('other scripts are found: Cyrillic in either case, Hebrew, Hindi, and inside text without spaces', async () => {
  const ana = await person()
  await heardRecording(services, ana, ['«Мама» сказала: ПРИВЕТ!'], {
    language: 'ru',
    storyId: await tell(ana, 'ru'),
  })
  await heardRecording(services, ana, ['הלכנו אל הים'], { language: 'he', storyId: await tell(ana, 'he') })
  await heardRecording(services, ana, ['हमारा गाँव नदी के पास था'], {
    language: 'hi',
    storyId: await tell(ana, 'hi'),
  })
  await heardRecording(services, ana, ['私は東京で生まれました'], {
    language: 'ja',
    storyId: await tell(ana, 'ja'),
  })

  expect(titles(await find(ana, 'мама'))).toEqual(['ru'])
  expect(titles(await find(ana, 'привет'))).toEqual(['ru'])
  expect(titles(await find(ana, 'הים'))).toEqual(['he'])
  expect(titles(await find(ana, 'नदी'))).toEqual(['hi'])
  expect(titles(await find(ana, '東京'))).toEqual(['ja'])
  expect(titles(await find(ana, '京東'))).toEqual([])
})

test('the last word may be unfinished, the others may not', async () => {
  const ana = await person()
  await tell(ana, 'Grandmother’s kitchen')

  expect(titles(await find(ana, 'grandm'))).toHaveLength(1)
  expect(titles(await find(ana, 'kitchen grandm'))).toHaveLength(1)
  expect(titles(await find(ana, 'grandm kitchen'))).toEqual([])
  expect(titles(await find(ana, '"grandm"'))).toEqual([])
})

test('quotes keep words together, a minus leaves stories out, OR takes either', async () => {
  const ana = await person()
  const wedding = await tell(ana, 'Wedding')
  await heardRecording(services, ana, ['Wild geese flew over.', 'It rained in Odessa.'], { storyId: wedding })
  const farm = await tell(ana, 'Farm')
  await heardRecording(services, ana, ['The geese were wild that day.'], { storyId: farm })

  expect(titles(await find(ana, 'wild geese')).toSorted()).toEqual(['Farm', 'Wedding'])
  expect(titles(await find(ana, '"wild geese"'))).toEqual(['Wedding'])
  expect(titles(await find(ana, '“Wild Geese”'))).toEqual(['Wedding'])
  expect(titles(await find(ana, 'geese -odessa'))).toEqual(['Farm'])
  expect(titles(await find(ana, 'geese -"wild that"'))).toEqual(['Wedding'])
  expect(titles(await find(ana, 'odessa OR farm')).toSorted()).toEqual(['Farm', 'Wedding'])
  expect(titles(await find(ana, '-odessa'))).toEqual([])
})

test('words like "the" count only when nothing else is asked', async () => {
  const ana = await person()
  await tell(ana, 'Our harbour')

  expect(titles(await find(ana, 'the harbour'))).toEqual(['Our harbour'])
  expect(titles(await find(ana, 'our'))).toEqual(['Our harbour'])
})

test('titles come before names, names before summaries, summaries before what was said', async () => {
  const ana = await person()
  const said = await tell(ana, 'said')
  await heardRecording(services, ana, ['Odessa. Odessa! We loved Odessa, Odessa.'], { storyId: said })
  await tell(ana, 'summary', { description: 'From Odessa to Odessa.' })
  await tell(ana, 'name', { speakers: ['Odessa Petrova'] })
  await tell(ana, 'Odessa')

  expect(titles(await find(ana, 'odessa'))).toEqual(['Odessa', 'name', 'summary', 'said'])
})

test('where no sentence has all words, a story that has each of them somewhere is found', async () => {
  const ana = await person()
  const storyId = await tell(ana, 'Harbour')
  await heardRecording(services, ana, ['The band played.', 'It was my wedding.'], { storyId })
  await tell(ana, 'Band')

  const answer = await find(ana, 'band wedding')

  expect(answer.matching).toBe('spread')
  expect(titles(answer)).toEqual(['Harbour'])
  expect(answer.stories[0]?.places.flatMap(({ said }) => marked(said)).toSorted()).toEqual([
    'band',
    'wedding',
  ])
  const { places } = await ana.client.search.inStory({ id: storyId, q: 'band wedding' })
  expect(places.map(({ seconds }) => seconds)).toEqual([0, 60])
})

test('a name that is written wrongly is found, in the tree and in what was told', async () => {
  const ana = await person()
  const member = uuidv7()
  await ana.client.familyMembers.create({
    id: member,
    firstName: 'Magdalena',
    lastName: 'Petrova',
    relationship: 'Sibling',
  })
  const storyId = await tell(ana, 'Summer')
  await heardRecording(services, ana, ['Then Magdalena laughed.'], { storyId })

  const answer = await find(ana, 'Magdalna')

  expect(answer.matching).toBe('similar')
  expect(answer.instead).toEqual([{ typed: 'magdalna', name: 'magdalena' }])
  expect(answer.people).toMatchObject([{ id: member, name: { text: 'Magdalena Petrova', marks: [[0, 9]] } }])
  expect(titles(answer)).toEqual(['Summer'])
})

test('more in a story is what the answer meant: the name beside what was typed, page by page', async () => {
  const ana = await person()
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Magdalena', lastName: 'Petrova' })
  const storyId = await tell(ana, 'Summer')
  const laughing = Array.from({ length: 33 }, (_, index) => `Then Magdalena laughed ${index} times.`)
  await heardRecording(services, ana, ['Nobody laughed.', ...laughing], { storyId })
  const q = 'Magdalna laughed'
  const { matching, stories } = await find(ana, q)
  expect([matching, stories[0]?.placeCount]).toEqual(['similar', 33])

  const first = await ana.client.search.inStory({ id: storyId, q, matching })
  const cursor = first.nextCursor ?? ''
  const second = await ana.client.search.inStory({ id: storyId, q, matching, cursor })

  const places = [...first.places, ...second.places]
  expect(places.map(({ said }) => said.text)).toEqual(laughing)
  expect(places[0]?.said.marks).toEqual([
    [5, 14],
    [15, 22],
  ])
  const asTyped = await ana.client.search.inStory({ id: storyId, q: 'Magdalna' })
  expect(asTyped.places).toEqual([])
})

test.each([
  ['Магдалена', 'Магдална', true],
  ['Αικατερίνη', 'Αικατερηνη', true],
  ['Ռուբեն', 'Ռուբէն', true],
  ['Аня', 'Ада', false],
  ['Магдалена', 'Мария', false],
])(
  'a name in another script is meant where it is written nearly so: %s, %s: %s',
  async (firstName, typed, isMeant) => {
    const ana = await person()
    const id = uuidv7()
    await ana.client.familyMembers.create({ id, firstName, lastName: 'P' })

    const { people } = await find(ana, typed)

    expect(people.map((one) => one.id)).toEqual(isMeant ? [id] : [])
  },
)

test('a person is named even where a machine heard the wrong spelling', async () => {
  const ana = await person()
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Magdalena', lastName: 'P' })
  await heardRecording(services, ana, ['Then magdalna laughed.'], { storyId: await tell(ana, 'Summer') })

  const answer = await find(ana, 'magdalna')

  expect(answer.matching).toBe('exact')
  expect(titles(answer)).toEqual(['Summer'])
  expect(answer.people.map(({ name }) => name.text)).toEqual(['Magdalena P'])
})

test('people and prompts are groups of their own, official prompts and one’s own', async () => {
  const ana = await person()
  await ana.client.familyMembers.create({
    id: uuidv7(),
    firstName: 'Boris',
    lastName: 'School',
    bio: 'A carpenter.',
  })
  await database.asOwner(`insert into prompts (user_id, text) values ($1, 'Who built the school roof?')`, [
    ana.id,
  ])

  const answer = await find(ana, 'school')

  expect(answer.people.map(({ name }) => [name.text, marked(name)])).toEqual([['Boris School', ['School']]])
  expect(answer.prompts.map(({ text }) => text.text)).toContain('Who built the school roof?')
  expect(answer.prompts.length).toBeGreaterThan(1)
  expect((await find(ana, 'carpenter')).people).toHaveLength(1)
})

test('of many people of one name as many come as pages say there are at least', async () => {
  const ana = await person()
  for (const firstName of ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fritz'])
    await ana.client.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Zwetschke' })
  expect((await find(ana, 'zwetschke')).people).toHaveLength(foundOfKind)
})

test('people, prompts and storybooks come once, also where a word like “the” stands beside what they are found by', async () => {
  const ana = await person()
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Boris', lastName: 'Quincetree' })
  await database.asOwner(`insert into prompts (user_id, text) values ($1, 'Who planted the quincetree?')`, [
    ana.id,
  ])
  const storyIds = [await tell(ana, 'Summer')]
  await ana.client.storybooks.create({ id: uuidv7(), title: 'The quincetree', storyIds })

  const answer = await find(ana, 'the quincetree')

  expect(answer.people.map(({ name }) => name.text)).toEqual(['Boris Quincetree'])
  expect(answer.prompts.map(({ text }) => text.text)).toEqual(['Who planted the quincetree?'])
  expect(answer.books.map(({ title }) => title.text)).toEqual(['The quincetree'])
  expect(answer).toMatchObject({ matching: 'exact', stories: [] })
})

test('notes, journal entries, speakers’ names and names of files are found', async () => {
  const ana = await person()
  const storyId = await tell(ana, 'Journal')
  const note = { id: uuidv7(), storyId, text: 'The lighthouse keeper waved.', timestamp: '01:05' }
  await ana.client.stories.putNote(note)
  const recordingId = await heardRecording(services, ana, ['Hello.'], { storyId })
  await database.asOwner(
    `insert into transcript_speakers (user_id, transcript_id, key, name) values ($1, $2, '7', 'Yevgenia')`,
    [ana.id, recordingId],
  )

  expect((await find(ana, 'lighthouse')).stories[0]?.places).toMatchObject([
    { kind: 'note', id: note.id, seconds: 65 },
  ])
  expect((await find(ana, 'yevgenia')).stories[0]?.places).toMatchObject([
    { kind: 'speaker', said: { text: 'Yevgenia' } },
  ])
})

test('what was changed is found by its new words at once, and no longer by the old ones', async () => {
  const ana = await person()
  const storyId = await tell(ana, 'Before', { description: 'marmalade' })
  const note = { id: uuidv7(), storyId, text: 'saffron', timestamp: '00:00' }
  await ana.client.stories.putNote(note)

  await ana.client.stories.update({ id: storyId, title: 'After', description: 'quince' })
  await ana.client.stories.putNote({ ...note, text: 'cardamom' })

  expect(titles(await find(ana, 'quince'))).toEqual(['After'])
  expect(titles(await find(ana, 'cardamom'))).toEqual(['After'])
  expect(titles(await find(ana, 'after'))).toEqual(['After'])
  for (const gone of ['before', 'marmalade', 'saffron'])
    expect(titles(await find(ana, gone)), gone).toEqual([])
})

test('what was deleted is not found: notes, people, stories in the trash; restored ones are again', async () => {
  const ana = await person()
  const storyId = await tell(ana, 'Juniper')
  const noteId = uuidv7()
  await ana.client.stories.putNote({ id: noteId, storyId, text: 'saffron', timestamp: '00:00' })
  const member = uuidv7()
  await ana.client.familyMembers.create({ id: member, firstName: 'Rosalind', lastName: 'B' })
  await ana.client.stories.deleteNote({ storyId, id: noteId })
  await ana.client.familyMembers.delete({ id: member })

  expect(titles(await find(ana, 'saffron'))).toEqual([])
  expect((await find(ana, 'rosalind')).people).toEqual([])
  await ana.client.stories.delete({ id: storyId })
  expect(titles(await find(ana, 'juniper'))).toEqual([])
  await expect(ana.client.search.inStory({ id: storyId, q: 'juniper' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await ana.client.stories.restore({ id: storyId })
  expect(titles(await find(ana, 'juniper'))).toEqual(['Juniper'])
})

test('nothing is kept of a story or an account that is gone', async () => {
  const ana = await person()
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Rosalind', lastName: 'B' })
  await heardRecording(services, ana, ['Then magdalna laughed.'], { storyId: await tell(ana, 'Summer') })
  await database.asOwner('delete from stories where user_id = $1', [ana.id])
  const left = () =>
    database
      .asOwner('select distinct kind from search_entries where user_id = $1', [ana.id])
      .then(({ rows }) => rows)
  expect(await left()).toEqual([{ kind: 'person' }])

  await database.asOwner('delete from profiles where id = $1', [ana.id])
  expect(await left()).toEqual([])
})

test('a long text is found passage by passage, with an excerpt around the word', async () => {
  const ana = await person()
  const storyId = await tell(ana, 'Long')
  const text = `${'It went on and on. '.repeat(400)}Then the 🐎 quicksilver ran. ${'Nobody minded. '.repeat(300)}`
  await ana.client.stories.putNote({ id: uuidv7(), storyId, text, timestamp: '00:00' })

  const [place] = (await find(ana, 'quicksilver')).stories[0]?.places ?? []

  expect(place?.piece).toBeGreaterThan(5)
  expect(place && marked(place.said)).toEqual(['quicksilver'])
  expect(place?.said.text.length).toBeLessThan(300)
})

test('in a long text no word is cut where a passage ends, and one without spaces is found too', async () => {
  const ana = await person()
  const storyId = await tell(ana, 'Long')
  const put = (text: string) =>
    ana.client.stories.putNote({ id: uuidv7(), storyId, text, timestamp: '00:00' })
  // A passage ends at the 480th character at the latest, and that is each character of the word once.
  for (let letters = 470; letters <= 482; letters += 1) {
    const word = `quicksilver${letters}`
    await put(`${'ab '.repeat(200).slice(0, letters - 8)} ${word}. And on it went.`)
    expect((await find(ana, word)).stories, word).toHaveLength(1)
  }
  await put(`${'ß'.repeat(20_000 - 12)} quicksilver`)
  expect((await find(ana, 'quicksilver')).stories).toHaveLength(1)
})

test('a text that became shorter is found by nothing that it says no more', async () => {
  const ana = await person()
  const [id, storyId] = [uuidv7(), await tell(ana, 'Shorter')]
  const put = (text: string) => ana.client.stories.putNote({ id, storyId, text, timestamp: '00:00' })
  await put(`${'It went on. '.repeat(100)}Then the quicksilver ran.`)
  expect((await find(ana, 'quicksilver')).stories).toHaveLength(1)

  await put(`${'It went on. '.repeat(50)}Then nothing.`)
  expect((await find(ana, 'quicksilver')).stories).toEqual([])
  expect((await find(ana, 'nothing')).stories).toHaveLength(1)
})

test('of a description only the paragraph is shown in which the words stand', async () => {
  const ana = await person()
  await tell(ana, 'Letters', {
    description: 'First she wrote.\nThen came the quicksilver.\nAt last nothing.',
  })

  const [place] = (await find(ana, 'quicksilver')).stories[0]?.places ?? []

  expect(place).toMatchObject({
    kind: 'about',
    said: { text: 'Then came the quicksilver.', marks: [[14, 25]] },
  })
})

test('many stories come page by page, each once, and many places in a story too', async () => {
  const ana = await person()
  for (let index = 0; index < 23; index += 1) await tell(ana, `Geese ${index}`)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await ana.client.search.find({ q: 'geese', limit: 10, ...(cursor ? { cursor } : {}) })
    seen.push(...titles(page))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(23)
  expect(new Set(seen).size).toBe(23)

  const storyId = await tell(ana, 'Long talk')
  const lines = Array.from({ length: 45 }, (_, index) => `Sentence ${index} about swans.`)
  await heardRecording(services, ana, lines, { storyId })
  const first = await ana.client.search.inStory({ id: storyId, q: 'swans' })
  const second = await ana.client.search.inStory({ id: storyId, q: 'swans', cursor: first.nextCursor ?? '' })
  const seconds = [...first.places, ...second.places].map((place) => place.seconds)
  expect(seconds).toEqual(lines.map((_, index) => index * 60))
  expect(second.nextCursor).toBeNull()
})

test('many stories come page by page also by many names that are written wrongly', async () => {
  const ana = await person()
  const names = 'Magdalena Svetlana Ekaterina Wladimir Aleksander Konstantin Bartholomew Archibald'.split(' ')
  const wrong = 'Magdalna Svetlanna Ekatrina Wladimr Aleksandr Konstantn Bartholomw Archbald'.split(' ')
  for (const firstName of names)
    await ana.client.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Petrova' })
  for (let index = 0; index < 11; index += 1) await tell(ana, `Svetlana ${index}`)
  const q = wrong.join(' OR ')

  const first = await ana.client.search.find({ q, limit: 10 })
  const second = await ana.client.search.find({ q, limit: 10, cursor: first.nextCursor ?? '' })

  expect([first.matching, first.instead.length]).toEqual(['similar', names.length])
  expect([second.matching, second.instead, second.nextCursor]).toEqual(['similar', first.instead, null])
  expect(new Set([...titles(first), ...titles(second)]).size).toBe(11)
})

test('a story brings four of its matches, its title among them, and tells how many there are', async () => {
  const ana = await person()
  const sentences = ['One apple.', 'Two apples.', 'Three apples.', 'Four apples.', 'Five apples.']
  await heardRecording(services, ana, sentences, { storyId: await tell(ana, 'The cellar') })
  const named = await tell(ana, 'Pears')
  await heardRecording(services, ana, ['One pear.', 'Two pears.', 'Three pears.'], { storyId: named })

  const [apples] = (await find(ana, 'apple')).stories
  const [pears] = (await find(ana, 'pear')).stories

  expect([apples?.places.length, apples?.placeCount]).toEqual([4, 5])
  expect([pears?.places.length, pears?.placeCount]).toEqual([3, 4])
})
