import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookPictures, Drawing } from '#contract/book-pictures.ts'
import type { PictureStyle } from '#contract/picture-styles.ts'
import { useIdForWords } from '../../../lib/id-for-words.ts'
import { keepAnswer } from '../../../lib/keep-answer.ts'
import { client, orpc } from '../../../lib/rpc.ts'
import { saveDraft } from './likeness-drafts.ts'

/** How a book is drawn, and what was; only its owner asks. */
export function usePictures(storybookId: string, enabled: boolean) {
  return useQuery({
    ...orpc.bookPictures.get.queryOptions({ input: { storybookId } }),
    enabled,
    // Changes are announced; this is for a stream that has broken off unnoticed.
    refetchInterval: ({ state }) =>
      state.data?.drawings.some((drawing) => drawing.state === 'waiting') ? 4_000 : false,
  })
}

/** A picture for a page, by somebody who sees this one there: the same again, after a lost answer, is the same picture. */
type DrawingWish = { id: string; seen: Drawing | undefined }

/** What can be done about the pictures of a book; its pages follow. */
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
    // One after another: what is drawn is drawn in the style and of the people that were said before.
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
