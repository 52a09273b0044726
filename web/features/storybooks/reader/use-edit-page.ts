import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BookPage, PageContent, PageEdit } from '#contract/book-pages.ts'
import { limits } from '#contract/limits.ts'
import { afterwards } from '../../../lib/afterwards.ts'
import { useMeanwhile } from '../../../lib/meanwhile.ts'
import { client, orpc } from '../../../lib/rpc.ts'
import { toastSuccess } from '../../../ui/toast.tsx'

/**
 * Saves the text of a page, merged with what others wrote meanwhile.
 *
 * @param goOnWith called with the merged text, instead of saving, if both changed the same field
 */
export function useEditPage(
  storybookId: string,
  page: BookPage,
  asEdit: (content: PageContent) => PageEdit,
  goOnWith: (draft: PageEdit) => void,
) {
  const queries = useQueryClient()
  const { id } = page
  const { replaced, save } = useMeanwhile(page, {
    fieldsOf: ({ content }): PageEdit => asEdit(content),
    read: () => pageOf(storybookId, page),
    write: ({ base, fields }: { base: BookPage; fields: PageEdit }) =>
      client.storybooks.editPage({ storybookId, id, baseVersion: base.version, content: fields }),
  })
  const editPage = useMutation({
    mutationFn: save,
    onSuccess: (outcome) => {
      if ('fields' in outcome) goOnWith(outcome.fields)
      else toastSuccess('Page saved')
    },
    onSettled: afterwards(
      () => queries.invalidateQueries({ queryKey: orpc.storybooks.key() }),
      (outcome) => 'saved' in outcome,
    ),
  })
  return { replaced, editPage }
}

/** The page as it is now; if it has been removed, as it was, so that the server reports that on saving. */
async function pageOf(id: string, page: BookPage): Promise<BookPage> {
  let cursor: string | null = null
  do {
    const some: Awaited<ReturnType<typeof client.storybooks.pages>> = await client.storybooks.pages({
      id,
      limit: limits.pageSizeMax,
      ...(cursor ? { cursor } : {}),
    })
    const found = some.items.find((one) => one.id === page.id)
    if (found) return found
    cursor = some.nextCursor
  } while (cursor)
  return page
}
