import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { orpc } from '../../../lib/rpc.ts'
import { ChooseCover } from './choose-cover.tsx'

const picture = { id: '01900000-0001-7000-8000-000000000001', name: 'The orchard' }

async function drawnAfter(failure: unknown): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  const queryKey = orpc.media.address.queryKey({ input: { id: picture.id } })
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(failure) })
  const cover = createElement(ChooseCover, { pictures: [picture], chosen: null, onChange: () => undefined })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, cover))
}

it('does not look for ever as if a picture that is gone were still coming', async () => {
  const gone = await drawnAfter(Object.assign(new Error('gone'), { code: 'NOT_FOUND' }))
  expect(gone).toContain('The orchard')
  expect(gone).toContain('No longer here')
  expect(gone).not.toContain('animate-breathe')
  expect(await drawnAfter(new TypeError('away'))).toContain('animate-breathe')
})

it('shows a scanned picture as it was drawn for browsers', () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(orpc.media.address.queryKey({ input: { id: picture.id } }), {
    id: picture.id,
    mimeType: 'image/tiff',
    sizeBytes: 9,
    url: '/media/files/scan',
    shownUrl: '/media/files/poster',
    downloadUrl: '/media/files/scan?download=1',
    expiresAt: '2026-05-04T12:00:00.000Z',
  })
  const cover = createElement(ChooseCover, { pictures: [picture], chosen: null, onChange: () => undefined })

  const drawn = renderToStaticMarkup(createElement(QueryClientProvider, { client }, cover))

  expect(drawn).toContain('src="/media/files/poster"')
})
