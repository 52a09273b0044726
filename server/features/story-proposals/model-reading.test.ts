import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { modelWith, structured } from '../../testing/text-model.ts'
import { sentencesOf } from '../../told/sentences.ts'
import { readByModel } from './model-reading.ts'

const lines = ['We had a farm near Odesa.', 'Oksana baked bread for the village.'].map((line, at) => ({
  id: uuidv7(),
  transcriptId: uuidv7(),
  language: 'en',
  words: line.split(' ').map((text) => ({
    text,
    startMs: at * 1_000,
    endMs: at * 1_000 + 900,
    confidence: 1,
    heard: true,
  })),
}))
const told = sentencesOf(lines, (word) => word)

test('one odd thing in what a model read costs the others nothing, and the model is told all rules', async () => {
  const tooLong = { text: 'bread '.repeat(100), sentences: [1] }
  const { model, asked } = await modelWith(
    structured({
      title: tooLong,
      summary: [tooLong, { text: 'The family had a farm near Odesa.', sentences: [0] }],
      tags: [
        { text: '', sentences: [1] },
        { text: 'farm', sentences: Array(21).fill(0) },
        ...Array.from({ length: 9 }, () => ({ text: 'bread', sentences: [1] })),
      ],
      chapters: [{ title: 'The farm' }, { title: 'The bread', sentence: 1 }],
      people: [],
      places: [null],
      questions: ['Why?'],
    }),
  )

  const drafts = await readByModel(
    model,
    told,
    { family: [], places: [] },
    { signal: new AbortController().signal, onStep: async () => undefined },
  )

  expect(drafts.map(({ kind, text }) => [kind, text])).toEqual([
    ['summary', 'The family had a farm near Odesa.'],
    ['tag', 'bread'],
    ['chapter', 'The bread'],
  ])
  expect(asked).toHaveLength(1)
  const { schema } = JSON.parse(asked[0]?.body.toString() ?? '').response_format.json_schema
  expect(schema.required).toEqual(['title', 'summary', 'tags', 'chapters', 'people', 'places', 'questions'])
  expect(schema.properties.title.properties.text).toMatchObject({ minLength: 1, maxLength: 80 })
  expect(schema.properties.tags).toMatchObject({ maxItems: 8, items: { required: ['text', 'sentences'] } })
  expect(JSON.stringify(schema)).not.toContain('default')
})
