import { expect, test } from 'vitest'
import { proofreadEnglish } from './proofread-english.ts'
import { spokenCorrections } from './spoken-english.ts'

const never = new AbortController().signal

/** The corrections proposed for the texts, each as "wrong -> right". */
async function corrected(texts: string[], words: string[] = []): Promise<string[]> {
  const found = spokenCorrections(texts, await proofreadEnglish(texts, words, never))
  return found.map(({ text, from, to, replacement }) => `${texts[text]?.slice(from, to)} -> ${replacement}`)
}

test('words that are none, and words that only sound right, are found where they stand', async () => {
  expect(
    await corrected([
      'Then I recieved a letter from my brother.',
      'Naïve as we were 🙂, I beleive their was no bread.',
      'She could of taken an train, and we ate a apple.',
    ]),
  ).toEqual([
    'recieved -> received',
    'beleive -> believe',
    'their -> there',
    'could of -> could have',
    'an -> a',
    'a -> an',
  ])
})

test('how somebody talks is theirs', async () => {
  expect(
    await corrected([
      'um you know I was gonna go and and then my mother she she said no',
      'We was living by the river and I seen him, he don’t know nothing, yeah.',
      'because uh the war was coming and it was long long ago and we had a cow and a horse and a goat and we went and went',
      'my grandmother came from odessa in the spring',
    ]),
  ).toEqual([])
})

test('names of the family, names in the middle of a sentence and words of its own are nobody’s mistakes', async () => {
  const texts = [
    'My aunt oksana and uncle Petrenko lived in Zhmerynka then.',
    'We made varenyky, always varenyky, and nothing but varenyky.',
  ]
  expect(await corrected(texts, ['oksana', 'Petrenko'])).toEqual([])
})
