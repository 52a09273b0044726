import { expect, it } from 'vitest'
import { ofPage } from './edit-page-dialog.tsx'

it('says of a page that it could not be taken out, and not of the next one', () => {
  const failed = { variables: { id: 'p1' }, isPending: false, error: new TypeError('away') }
  expect(ofPage(failed, 'p1')).toEqual({ isPending: false, error: failed.error })
  expect(ofPage(failed, 'p2')).toEqual({ isPending: false, error: null })

  const idle = { variables: undefined, isPending: false, error: null }
  expect(ofPage(idle, 'p1')).toEqual({ isPending: false, error: null })
})
