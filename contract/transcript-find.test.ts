import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FindOptions, findAndReplace } from '#contract/transcript-find.ts'
import { positionBetween, positionOf } from '#contract/transcript-position.ts'
import { readingOf } from '#contract/transcript-reading.ts'
import { spread, textOf, tokensOf } from '#contract/transcript-words.ts'

const wordsOf = (text: string) => spread(tokensOf(text), { startMs: 0, endMs: 1_000 })
const replaced = (text: string, find: string, by: string, options: Partial<FindOptions> = {}) => {
  const words: { text: string }[] = wordsOf(text)
  const found = findAndReplace(wordsOf(text), find, by, { matchCase: false, wholeWords: true, ...options })
  for (const { from, to, text: now } of found) {
    words.splice(from, to - from, ...tokensOf(now).map((token) => ({ text: token })))
  }
  return textOf(words)
}

test('replaces a name wherever it is said and leaves the punctuation around it', () => {
  expect(replaced('Odesa, yes. “odesa” (Odesa)!', 'odesa', 'Odessa')).toBe('Odessa, yes. “Odessa” (Odessa)!')
})

test('finds several words, whole words only unless told otherwise, and keeps to the case when asked', () => {
  expect(replaced('in New York, not Newark', 'new york', 'Kyiv')).toBe('in Kyiv, not Newark')
  expect(replaced('the cat in a category', 'cat', 'dog')).toBe('the dog in a category')
  expect(replaced('the cat in a category', 'cat', 'dog', { wholeWords: false })).toBe('the dog in a dogegory')
  expect(replaced('May may', 'may', 'June', { matchCase: true })).toBe('May June')
})

test('finds at the very beginning and the very end of a line, and nothing where nothing is looked for', () => {
  expect(replaced('Odesa and again Odesa', 'odesa', 'Odessa')).toBe('Odessa and again Odessa')
  expect(replaced('we came to New York', 'to new york', 'home')).toBe('we came home')
  expect(replaced('york new', 'new york', 'Kyiv')).toBe('york new')
  expect([replaced('we came', '', 'x'), replaced('we came', ' \n', 'x'), replaced('', 'we', 'x')]).toEqual([
    'we came',
    'we came',
    '',
  ])
})

test('a name is not part of a longer one that goes on with a sign: Hindi vowels, Hebrew points, accents as letters of their own', () => {
  for (const wholeWords of [true, false]) {
    expect(replaced('राम और रामू आए', 'राम', 'श्याम', { wholeWords })).toBe('श्याम और रामू आए')
    expect(replaced('ரம் ரம', 'ரம', 'ராஜா', { wholeWords })).toBe('ரம் ராஜா')
    expect(replaced('דן דנָה דןָ', 'דן', 'גד', { wholeWords })).toBe('גד דנָה דןָ')
    expect(replaced('Rene Rene\u0301', 'Rene', 'Anna', { wholeWords })).toBe('Anna Rene\u0301')
  }
  expect(replaced('Zoe\u0308s e\u0308s s', 's', 'x')).toBe('Zoe\u0308s e\u0308s x')
})

test('finds that would overlap count once, and come last first with the words they stand for', () => {
  const found = findAndReplace(wordsOf('ha ha ha, ha ha'), 'ha ha', 'Ha', {
    matchCase: false,
    wholeWords: true,
  })
  expect(found).toEqual([
    { from: 3, to: 5, text: 'Ha' },
    { from: 0, to: 2, text: 'Ha' },
  ])
  expect(replaced('a New Yorker', 'new york', 'Kyiv')).toBe('a New Yorker')
  expect(replaced('a New Yorker', 'new york', 'Kyiv', { wholeWords: false })).toBe('a Kyiver')
})

test('finds a word into which an engine has written a space, also where it stands alone', () => {
  const words = [{ text: '12 000.' }]
  const found = findAndReplace(words, '12 000', '12,000', { matchCase: false, wholeWords: true })
  expect(found).toEqual([{ from: 0, to: 1, text: '12,000.' }])
})

test('finds what stands on the screen, wherever an engine has cut its words', () => {
  const found = (words: string[], find: string, options: Partial<FindOptions> = {}) => {
    const said = words.map((text) => ({ text }))
    return findAndReplace(said, find, 'X', { matchCase: false, wholeWords: true, ...options })
  }
  const letters = ['我', '出', '生', '在', '北', '京', '。']
  expect(found(letters, '北京')).toEqual([{ from: 4, to: 6, text: 'X' }])
  expect(found(letters, '我出生')).toEqual([{ from: 0, to: 3, text: 'X' }])
  expect(found(letters, '生在北京。')).toEqual([{ from: 2, to: 7, text: 'X' }])
  expect(found(['我出生', '在北京。'], '北京')).toEqual([{ from: 1, to: 2, text: '在X。' }])
  expect(found(['母と', '東', '京に'], '東京')).toEqual([{ from: 1, to: 3, text: 'Xに' }])
  expect(found(['ฉัน', 'เกิด', 'ที่', 'กรุง', 'เทพ'], 'กรุงเทพ')).toEqual([{ from: 3, to: 5, text: 'X' }])
  expect(found(['19', '56', '年に'], '1956年')).toEqual([])
  expect(found(['1956', '年に'], '1956')).toEqual([{ from: 0, to: 1, text: 'X' }])
  expect(found(['弟の', 'A社'], '弟のA社')).toEqual([{ from: 0, to: 2, text: 'X' }])
  expect(found(['12 000', 'sheep,', 'then'], 'sheep, then')).toEqual([{ from: 1, to: 3, text: 'X' }])
})

test('part of a word of a script without spaces is no whole word, and a letter of two units is one letter', () => {
  expect(replaced('赤い鞄', '赤', '青')).toBe('赤い鞄')
  expect(replaced('赤い鞄', '赤', '青', { wholeWords: false })).toBe('青い鞄')
  expect(replaced('𐐨𐐩 𐐩𐐨 𐐨', '𐐨', 'x')).toBe('𐐨𐐩 𐐩𐐨 x')
  expect(replaced('ba a a', 'a a', 'x')).toBe('ba x')
})

test('matches that share a word are replaced at once', () => {
  const words = ['new', 'yorknew', 'york', 'Ann-Ann'].map((text) => ({ text }))
  const options = { matchCase: false, wholeWords: false }
  expect(findAndReplace(words, 'new york', 'x', options)).toEqual([{ from: 0, to: 3, text: 'xx' }])
  expect(findAndReplace(words, 'ann', 'x', options)).toEqual([{ from: 3, to: 4, text: 'x-x' }])
})

test('takes what is typed as text, never as a pattern', () => {
  expect(replaced('a.b axb', 'a.b', '$& $1')).toBe('$& $1 axb')
})

test('words of scripts without spaces are told apart and put together without any', () => {
  expect(tokensOf('母は、赤い 鞄').length).toBeGreaterThan(2)
  expect(textOf(wordsOf('母は、赤い鞄。'))).toBe('母は、赤い鞄。')
  expect(textOf(wordsOf('سلام یک  دو'))).toBe('سلام یک دو')
})

test('a text in a script without spaces comes back as it was written, with quotes, dots and rare signs in it', () => {
  for (const text of [
    '𠮷野家で会った',
    '约翰·史密斯来了',
    '他说：“好的。”然后走了',
    '(笑)そう……ね',
    'OK。好',
  ]) {
    expect(textOf(wordsOf(text))).toBe(text)
  }
  const unit = fc.constantFrom('母', '𠮷', 'は', '赤い', 'ไทย', '。', '、', '“', '”', '·', '—', '（', '！')
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(textOf(wordsOf(text))).toBe(text)
    }),
  )
  expect(textOf(wordsOf('他 said “hello” 。'))).toBe('他 said “hello” 。')
  expect(
    [
      ['母', 'A社'],
      ['社A', '母'],
      ['ั', '母'],
    ].map((texts) => textOf(texts.map((text) => ({ text })))),
  ).toEqual(['母 A社', '社A 母', 'ั母'])
})

test('there is always a place between two lines', () => {
  let [low, high] = [positionOf(3), positionOf(4)]
  for (let round = 0; round < 300; round += 1) {
    const middle = positionBetween(low, high)
    expect(middle > low && middle < high && !middle.endsWith('0')).toBe(true)
    if (round % 2) low = middle
    else high = middle
  }
})

test('a place behind the last line is before every line that the machine has yet to hear', () => {
  let place = positionOf(9)
  for (let round = 0; round < 300; round += 1) {
    const behind = positionBetween(place, null)
    expect(behind > place && behind < positionOf(10)).toBe(true)
    place = behind
  }
  const farBehind = positionBetween(positionOf(9), 'i')
  expect(farBehind > positionOf(9) && farBehind < positionOf(10_000)).toBe(true)
  expect(positionBetween('i', null) > 'i').toBe(true)
})

test('places are in the order of the segments, and of whatever is put between and behind them', () => {
  expect([0, 35, 36, 46_655].map(positionOf)).toEqual(['0000000i', '000000zi', '0000010i', '0000zzzi'])
  fc.assert(
    fc.property(fc.nat(36 ** 7 - 2_000), fc.nat(1_000), (index, more) => {
      expect(positionOf(index) < positionOf(index + 1 + more)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 60 }), (choices) => {
      const places = [positionOf(0), positionOf(1)]
      for (const choice of choices) {
        const at = choice % places.length
        places.splice(at + 1, 0, positionBetween(places[at] ?? '', places[at + 1] ?? null))
      }
      expect(places.every((place, index) => index === 0 || place > (places[index - 1] ?? ''))).toBe(true)
      expect(places.some((place) => place.endsWith('0'))).toBe(false)
    }),
  )
})

test('the text that reads well has no hesitation and no stutter; what a person wrote stands', () => {
  const words = wordsOf('um, I, I was uh very very happy')
  expect(readingOf({ words, reading: null }, 'en-GB')).toBe('I was very very happy')
  expect(readingOf({ words, reading: null }, null)).toBe('I was very very happy')
  expect(readingOf({ words, reading: 'I was happy.' }, 'en')).toBe('I was happy.')
})

test('every sound of hesitation is left out, however it is written', () => {
  const sounds = ['uh', 'Uhm,', 'umm…', 'erm', 'Hmm.', 'ahm', 'äh,', 'Ähm', 'euh', 'ehm', 'эээ', 'ээ', 'UM,']
  for (const sound of sounds) {
    expect(readingOf({ words: wordsOf(`we ${sound} came`), reading: null }, 'en')).toBe('We came')
  }
  expect(readingOf({ words: wordsOf('the umbrella hummed'), reading: null }, 'en')).toBe(
    'The umbrella hummed',
  )
})

test('“um” is a sound in English only: in German, Portuguese and others it is a word, and stays', () => {
  const read = (text: string, language: string) =>
    readingOf({ words: wordsOf(text), reading: null }, language)
  expect(read('wir kamen, äh, um acht Uhr', 'de-AT')).toBe('Wir kamen, um acht Uhr')
  expect(read('era um dia bonito', 'pt')).toBe('Era um dia bonito')
})

test('a line is told from its first letter on in the way its script begins a sentence', () => {
  const read = (text: string, language = 'ka') => readingOf({ words: wordsOf(text), reading: null }, language)
  // Georgian has capitals only for headlines, and few fonts contain them; Adlam's letters lie outside the first 65,536 code points.
  expect(read('აქ ვიყავით')).toBe('აქ ვიყავით')
  expect(read('𞤢𞤣𞤤𞤢𞤥')).toBe('𞤀𞤣𞤤𞤢𞤥')
  expect(read('élan')).toBe('Élan')
  expect([read('izmir’deydik', 'tr-TR'), read('it was there', 'en')]).toEqual([
    'İzmir’deydik',
    'It was there',
  ])
  expect(read('')).toBe('')
})

test('a stutter is the short word before the same one, parted by a comma, dots or a dash', () => {
  const read = (text: string) => readingOf({ words: wordsOf(text), reading: null }, 'en')
  expect(read('we- we saw, the… the sea')).toBe('We saw, the sea')
  expect(read('that that was, they, we left')).toBe('That that was, they, we left')
  expect(read('never, never again')).toBe('Never, never again')
})
