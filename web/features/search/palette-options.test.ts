import { Search } from 'lucide-react'
import { afterEach, expect, it } from 'vitest'
import { foundOptions, type PalettePage, pageCalled } from './palette-options.tsx'

const page: PalettePage = { label: 'Invite your family', icon: Search, link: { to: '/app/family' } }
const lowered = String.prototype.toLocaleLowerCase

afterEach(() => {
  String.prototype.toLocaleLowerCase = lowered
})

/** The language of a running process cannot be changed, so a Turkish browser's answer is given for it. */
function speakTurkish(): void {
  String.prototype.toLocaleLowerCase = function () {
    return lowered.call(this, 'tr')
  }
}

it('finds the pages by their English names in a browser whose language lowers the letter I to another one', () => {
  speakTurkish()
  for (const typed of ['invite', 'Invite', 'INVITE'])
    expect(foundOptions(typed, [page], undefined)[0]).toMatchObject({ title: 'Invite your family' })
  expect(pageCalled('invite', [page])).toBe(page)
})
