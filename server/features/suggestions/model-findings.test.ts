import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { TextModel } from '../../ai/text-model.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { modelWith, structured } from '../../testing/text-model.ts'
import { heardRecording } from '../../testing/transcripts.ts'
import { likelyNames } from './likely-names.ts'
import { lookThrough } from './look-through.ts'

const { person, services, database } = await createTestKinora()

/** A text model that finds nothing, and the materials that it was given. */
function listeningModel() {
  const materials: string[] = []
  const model: TextModel = {
    label: 'stand-in',
    ask: ({ material, answer }) => {
      materials.push(material)
      return Promise.resolve(answer.parse({ corrections: [] }))
    },
  }
  return { model, materials }
}
const family = (material = '{}') =>
  z.object({ family: z.array(z.string()) }).parse(JSON.parse(material)).family

test('a model that proofreads is told of a large family only the names that may be said', async () => {
  const ana = await person()
  await database.asOwner(
    `insert into family_members (user_id, id, first_name, last_name, relationship)
     select $1, gen_random_uuid(), 'Bo' || translate(nr::text, '0123456789', 'abcdefghij'), 'Kos', 'Other'
     from generate_series(1, 10_000) nr`,
    [ana.id],
  )
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Oksana', lastName: 'Petrenko' })
  const id = await heardRecording(services, ana, ['then Oksanna came home', 'and we ate'])
  const { model, materials } = listeningModel()

  const about = { log: services.log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
  const key = { userId: ana.id, transcriptId: id }
  await lookThrough({ db: services.db, textModel: model }, key, about)

  expect(materials).toHaveLength(1)
  expect(materials[0]?.length).toBeLessThan(20_000)
  expect(family(materials[0])).toEqual(expect.arrayContaining(['Ana', 'Oksana Petrenko']))
})

test('one odd correction of a model costs the others nothing, and the model is told all rules', async () => {
  const ana = await person()
  const id = await heardRecording(services, ana, ['we sailed on the Garlic', 'and we ate'])
  const good = { line: 0, type: 'typo', original: 'Garlic', suggested: 'Gaelic', reason: 'A ship' }
  const odd = [
    { ...good, suggested: '' },
    { ...good, reason: 'x'.repeat(201) },
    { ...good, line: 'first' },
    { ...good, type: 'style' },
    { line: 0 },
    null,
  ]
  const tooMany = Array.from({ length: 40 }, () => ({ ...good, original: 'not there' }))
  const { model, asked } = await modelWith(structured({ corrections: [...odd, good, ...tooMany] }))

  const about = { log: services.log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
  await lookThrough({ db: services.db, textModel: model }, { userId: ana.id, transcriptId: id }, about)

  const found = await ana.client.suggestions.list({ id })
  expect(found).toMatchObject({ state: 'done', items: [{ original: 'Garlic', suggested: 'Gaelic' }] })
  expect(asked).toHaveLength(1)
  const { schema } = JSON.parse(asked[0]?.body.toString() ?? '').response_format.json_schema
  expect(schema.properties.corrections).toMatchObject({ type: 'array', maxItems: 40 })
  expect(schema.properties.corrections.items).toMatchObject({
    type: 'object',
    properties: { suggested: { type: 'string', minLength: 1, maxLength: 200 } },
    required: ['line', 'type', 'original', 'suggested', 'reason'],
  })
  expect(JSON.stringify(schema)).not.toContain('default')
})

/** So many that not all can be told. */
const others = Array.from({ length: 300 }, (_, at) => `Nobody${at} Kos`)

test.each([
  ['as it is', 'Magdalena Bauer', 'and Magdalena said no'],
  ['with a letter too few', 'Magdalena Bauer', 'and Magdlena said no'],
  ['with a letter too many', 'Magdalena Bauer', 'and Magdallena said no'],
  ['with a wrong letter', 'Магдалена Бауер', 'и Магдолена сказала'],
  ['without its accent', 'José Bauer', 'and jose, said no'],
  ['by the last name alone', 'Magdalena Bauer', 'and old Mrs. Bauer said no'],
  ['in a script without spaces', '花子 田中', 'それから花子は家に帰った'],
])('a name that is said %s is among those that may be said', (_, name, text) => {
  expect(likelyNames({ tellers: ['Ana'], people: ['Ana', ...others, name] })([text])).toContain(name)
})

test('names come with the story’s speakers first, then those said most plainly, and there are a hundred at most', () => {
  const people = ['Ana', ...others, 'Oksana Kos', 'Oksana Petrenko']

  const names = likelyNames({ tellers: ['Ana'], people })(['so Oksana Petrenko and I came'])

  expect(names.slice(0, 3)).toEqual(['Ana', 'Oksana Petrenko', 'Oksana Kos'])
  expect(names).toHaveLength(100)
})

test('a short name is not nearly said by every short word', () => {
  const names = likelyNames({ tellers: [], people: [...others, 'Ian Bauer'] })(['in an old inn'])

  expect(names).not.toContain('Ian Bauer')
})
