import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { orpc } from '../../lib/rpc.ts'

afterEach(() => vi.unstubAllGlobals())

/** Work under way in a tab listens to its window, which is there before it is loaded. */
async function drawing() {
  vi.stubGlobal('window', new EventTarget())
  const { ImportSection } = await import('./import-section.tsx')
  return (client: QueryClient) =>
    renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(ImportSection)))
}

it('says when the imports cannot be read, which is not the same as having none', async () => {
  const drawn = await drawing()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  const list = { queryKey: orpc.archive.imports.queryKey() }
  await queries.prefetchQuery({ ...list, queryFn: () => Promise.reject(new TypeError('away')) })
  expect(drawn(queries)).toContain('Kinora cannot be reached just now')

  queries.setQueryData(list.queryKey, [])
  expect(drawn(queries)).not.toContain('role="alert"')
  expect(drawn(queries)).toContain('Choose an archive')
})
