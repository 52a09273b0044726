import { expect, test } from 'vitest'
import { escapeHtml, escapeXml } from '#contract/escape-markup.ts'

test('words stay words in HTML, also inside either kind of quotes', () => {
  expect(escapeHtml(`<b title="a" class='b'>R&D</b>`)).toBe(
    '&lt;b title=&quot;a&quot; class=&#39;b&#39;&gt;R&amp;D&lt;/b&gt;',
  )
})

test('in XML an apostrophe stays one, and nothing closes an element or an attribute', () => {
  expect(escapeXml(`"><b>Oma's R&D`)).toBe(`&quot;&gt;&lt;b&gt;Oma's R&amp;D`)
})

test('in XML the signs that it cannot hold are left out, and whole signs stay', () => {
  expect(escapeXml('a\u0000b\u001fc\ufffed\ud83d e\udc4f f👏\t\n')).toBe('abcd e f👏\t\n')
})
