import {
  type BookMaterial,
  lettersPerPage,
  type PageDraft,
  type PassageDraft,
  type StoryMaterial,
} from '#contract/book-material.ts'
import { passagesOf } from '#contract/book-passages.ts'
import { pullQuote } from '#contract/book-quotes.ts'
import { limits } from '#contract/limits.ts'

/** The room, in letters, that a passage takes besides its own letters: for the space around it and its partly filled last line. */
const lettersAroundPassage = 60
/** One in so many text pages shows a sentence as a large quote. */
const pagesPerQuote = 3

/** The pages of a book in their order: the same material gives the same pages. */
export function layOutBook(material: BookMaterial): PageDraft[] {
  const { title, isCoverDrawn } = material
  const subtitle = inOneLine(tellersOf(material.stories), ' and ')
  const cover = { kind: 'cover' as const, title, subtitle, pictureId: coverPictureOf(material) }
  return [
    page(null, isCoverDrawn ? { ...cover, isDrawn: true } : cover),
    page(null, { kind: 'dedication', text: material.description }),
    ...material.stories.flatMap(layOutStory),
    page(null, { kind: 'closing', text: closingOf(material.stories) }),
  ]
}

/** The picture chosen for the cover, else the first one of the stories. */
function coverPictureOf({ coverPictureId, stories }: BookMaterial): string | null {
  return coverPictureId ?? stories.flatMap(({ pictures }) => pictures)[0]?.id ?? null
}

/** The chapter of one story. */
export function layOutStory(story: StoryMaterial): PageDraft[] {
  const [first, ...pictures] = story.pictures
  const opening = page(story.id, {
    kind: 'chapter',
    title: story.title,
    subtitle: inOneLine([inOneLine(tellersOf([story]), ' and '), story.date].filter(Boolean), ' · '),
    pictureId: first?.id ?? null,
  })
  const texts = fill(passagesOf(story), story).map((passages) => page(story.id, { kind: 'text', passages }))
  const photos = pictures.map((picture) =>
    page(story.id, { kind: 'photo', pictureId: picture.id, caption: picture.caption }),
  )
  return [opening, ...spread(texts, photos)]
}

const page = (storyId: string | null, content: PageDraft['content']): PageDraft => ({ storyId, content })

/** Distributes passages over pages, in order; a quote stands above the page that it is taken from. */
function fill(passages: readonly PassageDraft[], story: StoryMaterial): PassageDraft[][] {
  const pages: PassageDraft[][] = []
  let open: PassageDraft[] = []
  let room = lettersPerPage
  const close = () => {
    if (open.length > 0) pages.push(open)
    open = []
    room = lettersPerPage
  }

  for (const passage of passages) {
    const needed = passage.text.length + lettersAroundPassage
    if (needed > room) close()
    // A page that will carry a quote keeps room for it.
    if (open.length === 0 && (pages.length + 1) % pagesPerQuote === 0) room -= 250
    open.push(passage)
    room -= needed
  }
  close()
  return pages.map((onPage, index) => ((index + 1) % pagesPerQuote === 0 ? withQuote(onPage, story) : onPage))
}

function withQuote(onPage: PassageDraft[], story: StoryMaterial): PassageDraft[] {
  const quote = pullQuote(onPage, story)
  return quote === null ? onPage : [quote, ...onPage]
}

/** Pictures between pages of text, at even distances. */
function spread<Item>(items: readonly Item[], between: readonly Item[]): Item[] {
  const every = items.length / (between.length + 1)
  const placed = between.map((item, index) => ({ item, after: Math.round(every * (index + 1)) }))
  return [
    ...items.flatMap((item, index) => [
      ...placed.filter(({ after }) => after === index).map(({ item: picture }) => picture),
      item,
    ]),
    ...placed.filter(({ after }) => after >= items.length).map(({ item }) => item),
  ]
}

/** The speakers who tell these stories, those with most words first; a speaker with less than a fifth of the words only asks. */
export function tellersOf(stories: readonly StoryMaterial[]): string[] {
  const words = new Map<string, number>()
  for (const { speaker, words: said } of stories.flatMap((story) => story.lines)) {
    if (speaker !== '') words.set(speaker, (words.get(speaker) ?? 0) + said.length)
  }
  const total = [...words.values()].reduce((sum, count) => sum + count, 0)
  const tellers = [...words].filter(([, count]) => count >= total / 5).toSorted(([, a], [, b]) => b - a)
  return tellers.map(([name]) => name)
}

/** Joins the parts of a subtitle, without those for which its field has no room: the page could not be saved otherwise. */
const inOneLine = (parts: readonly string[], between: string): string =>
  parts.reduce((line, part) => {
    const longer = line === '' ? part : line + between + part
    return longer.length > limits.title ? line : longer
  }, '')

function closingOf(stories: readonly StoryMaterial[]): string {
  const tellers = tellersOf(stories)
  return tellers.length === 0 ? 'The end' : `Told by ${tellers.join(' and ')}`
}
