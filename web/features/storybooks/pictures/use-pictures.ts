import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookPictures, Drawing } from '#contract/book-pictures.ts'
import type { PictureStyle } from '#contract/picture-styles.ts'
import { useIdForWords } from '../../../lib/id-for-words.ts'
import { keepAnswer } from '../../../lib/keep-answer.ts'
import { client, orpc } from '../../../lib/rpc.ts'
import { saveDraft } from './likeness-drafts.ts'

/** The picture style, people and drawings of a book. Only the book's owner may ask for them. */
export function usePictures(storybookId: string, enabled: boolean) {
  return useQuery({
    ...orpc.bookPictures.get.queryOptions({ input: { storybookId } }),
    enabled,
    // Changes are announced over the live stream; polling covers a stream that has broken off unnoticed.
    refetchInterval: ({ state }) =>
      state.data?.drawings.some((drawing) => drawing.state === 'waiting') ? 4_000 : false,
  })
}

/**
 * A request to draw a page's picture, with the drawing that the person sees there: if repeated after
 * a lost answer, it gets the same id and so is not drawn twice.
 */
type DrawingWish = { id: string; seen: Drawing | undefined }

/** Mutations on the pictures of a book. Each also refreshes the book's pages. */
export function usePictureActions(storybookId: string) {
  const queries = useQueryClient()
  const { idFor, made } = useIdForWords()
  const queryKey = orpc.bookPictures.get.queryKey({ input: { storybookId } })
  const onSuccess = (pictures: BookPictures) =>
    Promise.all([
      keepAnswer(queries, queryKey, pictures),
      queries.invalidateQueries({ queryKey: orpc.storybooks.key() }),
    ])
  const act = <Input>(mutationFn: (input: Input) => Promise<BookPictures>) => ({
    mutationFn,
    onSuccess,
    // Serialised, so that a picture is drawn with the style and descriptions that were saved before it.
    scope: { id: `pictures/${storybookId}` },
  })
  return {
    setStyle: useMutation(act((style: PictureStyle) => client.bookPictures.setStyle({ storybookId, style }))),
    describe: useMutation({
      ...act((familyMemberId: string) => saveDraft(storybookId, familyMemberId)),
      onError: () => queries.invalidateQueries({ queryKey }),
    }),
    draw: useMutation(
      act(async (wished: DrawingWish) => {
        const { id } = wished
        const drawn = await client.bookPictures.draw({ storybookId, id, drawingId: idFor(wished) })
        made()
        return drawn
      }),
    ),
    remove: useMutation(act((id: string) => client.bookPictures.remove({ storybookId, id }))),
    restore: useMutation(act((id: string) => client.bookPictures.restore({ storybookId, id }))),
  }
}
