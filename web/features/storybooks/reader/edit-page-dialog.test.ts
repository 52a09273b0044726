import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Dialog } from 'radix-ui'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BookPage } from '#contract/book-pages.ts'
import { EditPageForm, ofPage } from './edit-page-dialog.tsx'

it('says of a page that it could not be taken out, and not of the next one', () => {
  const failed = { variables: { id: 'p1' }, isPending: false, error: new TypeError('away') }
  expect(ofPage(failed, 'p1')).toEqual({ isPending: false, error: failed.error })
  expect(ofPage(failed, 'p2')).toEqual({ isPending: false, error: null })

  const idle = { variables: undefined, isPending: false, error: null }
  expect(ofPage(idle, 'p1')).toEqual({ isPending: false, error: null })
})

it('stays as it is while its page is being taken out: the answer would close whatever page was opened since', () => {
  const content = { kind: 'dedication', text: 'For Ida' } as const
  const page: BookPage = { id: 'p1', storyId: null, content, edited: false, version: 1 }
  const drawn = (isPending: boolean) => {
    const form = createElement(EditPageForm, {
      storybookId: 'b1',
      page,
      pictures: [],
      onClose: () => undefined,
      removal: { isPending, error: null },
      onRemove: () => undefined,
    })
    const dialog = createElement(Dialog.Root, { open: true }, form)
    return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, dialog))
  }
  expect(drawn(false)).not.toContain('readOnly')
  expect(drawn(true)).toContain('readOnly')
})
