import type { BookPictures } from '#contract/book-pictures.ts'
import { situationOf } from '../../../lib/errors.ts'
import { client } from '../../../lib/rpc.ts'
import { createStore, type Store } from '../../../lib/store.ts'

/**
 * An unsaved description of a person. `was` is the description it started from, or what others have saved
 * since; `theirs` is the latter until the person decides between the two.
 */
export type Draft = { text: string; was: string; theirs: string | null }
export type Drafts = Readonly<Record<string, Draft>>

/** The drafts of each book, kept in memory: what could not be saved on leaving a book's page is there again when it is opened. */
const books = new Map<string, Store<Drafts>>()

/** The unsaved descriptions of a book, by the id of the person described. */
export function draftsOf(storybookId: string): Store<Drafts> {
  const known = books.get(storybookId) ?? createStore<Drafts>({})
  books.set(storybookId, known)
  return known
}

/** Replaces a draft; `null` removes it. */
export function changeDraft(drafts: Store<Drafts>, id: string, draft: Draft | null): void {
  const { [id]: _, ...others } = drafts.get()
  drafts.set(draft ? { ...others, [id]: draft } : others)
}

/**
 * Saves a person's draft as it is at the time of the call. Calls run one after another, so each builds on the text
 * saved before it. What is typed while it is being saved remains a draft.
 *
 * @throws CONFLICT if others have changed the description: the draft then has their text in `theirs`
 */
export async function saveDraft(storybookId: string, familyMemberId: string): Promise<BookPictures> {
  const drafts = draftsOf(storybookId)
  const draft = drafts.get()[familyMemberId]
  // The preceding call has already saved it.
  if (!draft) return client.bookPictures.get({ storybookId })

  const description = draft.text.trim()
  const now = () => drafts.get()[familyMemberId] ?? draft
  try {
    const { was } = draft
    const pictures = await client.bookPictures.describe({ storybookId, familyMemberId, description, was })
    const isSaved = now().text === draft.text
    changeDraft(drafts, familyMemberId, isSaved ? null : { ...now(), was: description, theirs: null })
    return pictures
  } catch (error) {
    if (situationOf(error) === 'CONFLICT') {
      const { people } = await client.bookPictures.get({ storybookId })
      const theirs = people.find((person) => person.familyMemberId === familyMemberId)?.description ?? ''
      changeDraft(drafts, familyMemberId, { ...now(), was: theirs, theirs })
    }
    throw error
  }
}
