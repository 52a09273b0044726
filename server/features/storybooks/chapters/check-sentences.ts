import { joinedText } from '#contract/book-sentence-places.ts'
import type { WrittenParagraph, WrittenSentence } from '#contract/book-sentences.ts'
import { limits } from '#contract/limits.ts'
import { plainWord } from '#contract/transcript-words.ts'
import { plainText } from '../../../told/plain-text.ts'
import type { Sentence } from '../../../told/sentences.ts'
import { isBorne } from '../../../told/support.ts'

/** A sentence of the transcript with who says it. */
export type ToldSentence = Sentence & { voice: string; speaker: string }
/** A paragraph as the model answers it: sentences with the numbers of the told sentences that they rest on. */
export type SaidParagraph = { sentences: { text: string; from: number[] }[] }
export type Checked = { paragraphs: WrittenParagraph[]; leftOut: number }

/** How much of a sentence's words must have been said. More than for a summary, since a chapter keeps to the teller's words. */
const SHARE_MIN = 0.6
const BEFORE = 2

/**
 * The part of a model's chapter that the recording supports. Each sentence must rest on sentences of a single voice which say
 * its names, its numbers and most of its words, and which deny what it denies. Other sentences are left out and counted.
 */
export function checkSentences(said: readonly SaidParagraph[], told: readonly ToldSentence[]): Checked {
  const paragraphs: (WrittenParagraph & { voice: string })[] = []
  const seen = new Set<string>()
  // The letters left for the chapter: a text longer than the talk does not retell it.
  let room = joinedText(told).length
  let leftOut = 0

  for (const { sentences } of said) {
    let begins = true
    for (const { text, from } of sentences) {
      const borne = borneSentence(text, from, told)
      if (!borne || seen.has(borne.sentence.text) || borne.sentence.text.length > room) {
        leftOut += 1
        continue
      }
      const { sentence, first } = borne
      seen.add(sentence.text)
      room -= sentence.text.length
      const open = paragraphs.at(-1)
      if (!begins && open?.voice === first.voice) open.sentences.push(sentence)
      else {
        const { transcriptId: recordingId, speaker, voice } = first
        paragraphs.push({ recordingId, speaker, voice, sentences: [sentence] })
      }
      begins = false
    }
  }
  return { paragraphs: paragraphs.map(({ voice: _, ...paragraph }) => paragraph), leftOut }
}

function borneSentence(
  given: string,
  from: readonly number[],
  told: readonly ToldSentence[],
): { sentence: WrittenSentence; first: ToldSentence } | null {
  const text = plainText(given)
  if (text === '' || text.length > limits.writtenSentence) return null
  const numbers = [...new Set(from)].toSorted((one, other) => one - other)
  const rests = ownWords(numbers.flatMap((number) => told[number] ?? []))
  const [first] = rests
  if (!first || rests.length > limits.spansPerSentence) return null
  if (!isBorne(text, rests, told, SHARE_MIN)) return null
  if (!deniesAlike(text, rests, told) || !countsAlike(text, rests)) return null
  return { sentence: { text, spans: rests.map(placeOf) }, first }
}

const placeOf = ({ lineId, startMs, endMs, text }: ToldSentence) => ({ lineId, startMs, endMs, text })

/**
 * The cited sentences of one voice. Where several voices are cited, questions are left out, because they are not the teller’s
 * words. If several voices still remain, the result is empty: their words must not be put into one mouth.
 */
function ownWords(cited: readonly ToldSentence[]): ToldSentence[] {
  const voices = (sentences: readonly ToldSentence[]) => new Set(sentences.map(({ voice }) => voice))
  if (voices(cited).size < 2) return [...cited]
  const answers = cited.filter(({ text }) => !/[?？؟]["”’»)]*$/u.test(text))
  return voices(answers).size === 1 ? answers : []
}

/** Words that turn a sentence into its opposite, in the most common languages; in others it is left to a person to notice. */
const denials = new Set(
  `not no never nobody nothing none neither nor cannot without nicht nie niemals kein keine keinen keinem keiner keines
  nichts niemand ohne pas jamais rien aucun aucune sans не нет ни никогда ничего никто без nunca jamás nada nadie ningún
  ninguna sin non mai niente nessuno senza não nenhum nenhuma ninguém sem nie nigdy nikt nic bez ні ніколи нічого ніхто`
    .split(/\s+/)
    .map(plainWord),
)

/** A "no," that only answers denies nothing of what follows. */
const denies = (text: string) =>
  text
    .split(/\s+/u)
    .some((word) => /n['’]t\b/iu.test(word) || (denials.has(plainWord(word)) && !/^no[,.!]/iu.test(word)))

/** A sentence may deny only what was denied where it is told, and may not affirm what every cited sentence denies. */
function deniesAlike(text: string, rests: readonly ToldSentence[], told: readonly ToldSentence[]): boolean {
  if (!denies(text)) return !rests.every((sentence) => denies(sentence.text))
  const at = rests[0] ? told.indexOf(rests[0]) : 0
  const near = [...told.slice(Math.max(0, at - BEFORE), at), ...rests]
  return near.some((sentence) => denies(sentence.text))
}

/** Numbers in letters, from two on: a "one" counts nothing in most sentences. */
const numerals = new Set(
  `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million zwei drei vier fünf sechs
  sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig
  fünfzig sechzig siebzig achtzig neunzig hundert tausend deux trois quatre cinq huit neuf dix onze douze treize quatorze
  quinze seize vingt trente quarante cinquante soixante cent mille dos tres cuatro cinco seis siete ocho nueve diez once
  doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil`
    .split(/\s+/)
    .map(plainWord),
)

/** Whether every numeral of the text was said in the cited sentences: eleven goats must not become twelve. */
function countsAlike(text: string, rests: readonly ToldSentence[]): boolean {
  const said = new Set(rests.flatMap(({ words }) => words.map((word) => plainWord(word.text))))
  const counted = text.split(/[\s-]+/u).map(plainWord)
  return counted.every((word) => !numerals.has(word) || said.has(word))
}
