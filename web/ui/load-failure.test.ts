import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LoadFailure } from './load-failure.tsx'

const drawn = (isLoadingError: boolean) => {
  const of = { isLoadingError, isError: true, error: new TypeError('away'), refetch: () => undefined }
  return renderToStaticMarkup(createElement(LoadFailure, { of }))
}

test('what never came says why, and offers to try again', () => {
  expect(drawn(true)).toContain('role="alert"')
  expect(drawn(true)).toContain('Kinora cannot be reached just now')
  expect(drawn(true)).toContain('Try again')
})

test('what is there to be seen is left alone by a reading anew that failed', () => {
  expect(drawn(false)).toBe('')
})
