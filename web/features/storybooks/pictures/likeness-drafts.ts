import type { BookPictures } from '#contract/book-pictures.ts'
import { situationOf } from '../../../lib/errors.ts'
import { client } from '../../../lib/rpc.ts'
import { createStore, type Store } from '../../../lib/store.ts'

/** `was`: what it was when it was begun, or what was read of others since, which are `theirs` until somebody decides. */
export type Draft = { text: string; was: string; theirs: string | null }
export type Drafts = Readonly<Record<string, Draft>>

/** By book: what could not be saved when its page was left is there when it is opened again. */
const books = new Map<string, Store<Drafts>>()

/** How people look, as somebody types it, by the person. */
export function draftsOf(storybookId: string): Store<Drafts> {
  const known = books.get(storybookId) ?? createStore<Drafts>({})
  books.set(storybookId, known)
  return known
}

/** `null`: it is a draft no more. */
export function changeDraft(drafts: Store<Drafts>, id: string, draft: Draft | null): void {
  const { [id]: _, ...others } = drafts.get()
  drafts.set(draft ? { ...others, [id]: draft } : others)
}

/**
 * Saves what somebody's draft says by the time that this is called: in turn, the newest words come last and change what was saved
 * before them. What was typed on meanwhile is a draft still.
 *
 * @throws CONFLICT where others have said it otherwise: the draft then bears what they said
 */
export async function saveDraft(storybookId: string, familyMemberId: string): Promise<BookPictures> {
  const drafts = draftsOf(storybookId)
  const draft = drafts.get()[familyMemberId]
  // Saved by the one before.
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
