import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readMail } from './read-mail.ts'
import { textOfHtml } from './text-of-html.ts'
import { answerMark, writtenText } from './written-text.ts'

describe('the text of HTML is what a reader sees', () => {
  test.for([
    ['lines and paragraphs', '<p>One<br>two</p>\n<p>three</p>four', 'One\ntwo\n\nthree\n\nfour'],
    [
      'lines that are divs',
      '<div>One</div><div>two</div><div><br></div><div>three</div>',
      'One\ntwo\n\nthree',
    ],
    ['spaces that are only layout', '  <b>One</b>\n   <i>two</i>&nbsp; three ', 'One two three'],
    ['lists', '<ul><li>Bread</li><li><p>Salt</p></li></ul>after', '- Bread\n- Salt\n\nafter'],
    [
      'cells',
      '<table><tr><td>1943</td><td>Haifa</td></tr><tr><td>1956</td></tr></table>',
      '1943 Haifa\n1956',
    ],
    ['what is set as it was typed', '<pre>a\n  b</pre>', 'a\n  b'],
    [
      'signs by name and number',
      'Gr&ouml;&szlig;e &lt;3 &#8364; &#x1F600; &#151; &amp;amp; &hellip;',
      'Größe <3 € 😀 — &amp; …',
    ],
    [
      'signs that are none',
      '&bogus; &#0; &#xD800; &#99999999; AT&T a < b',
      '&bogus; \ufffd \ufffd \ufffd AT&T a < b',
    ],
    [
      'quotations',
      '<blockquote>One<br>two<blockquote>three</blockquote></blockquote>four',
      '> One\n> two\n> >\n> > three\n\nfour',
    ],
    [
      'no script, style, title or comment',
      '<title>T</title><style>p{}</style>a<script>if (1<2) "</p>"</script><!-- <p>x -->b',
      'ab',
    ],
    [
      'no attribute',
      '<a href="x>y" title=\'<b>\'>link</a> <img src="data:image/png;base64,AAAA" alt="">end',
      'link end',
    ],
  ] as const)('%s', ([, html, text]) => {
    expect(textOfHtml(html)).toBe(text)
  })
})

const own = 'She baked on Fridays.\n\nAnd sang.'
describe('of an answer in HTML alone only what was written stays', () => {
  test.for([
    [
      'from Gmail',
      `<div dir="ltr"><div>She baked on Fridays.</div><div><br></div><div>And sang.</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, 3 Feb 2025 at 09:00, Kinora &lt;<a href="mailto:a@b.example">a@b.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${answerMark}<br>A question</blockquote></div>`,
    ],
    [
      'from a telephone',
      `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">She baked on Fridays.<div><br></div><div>And sang.<br><br><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On Monday Kinora wrote:<br><br></blockquote></div><blockquote type="cite"><div>A question</div></blockquote></div></body></html>`,
    ],
    [
      'from Outlook',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if !mso]><style>v\\:* {}</style><![endif]--><style><!-- p.MsoNormal {margin:0} --></style></head><body><p class="MsoNormal">She baked on Fridays.<o:p></o:p></p><p class="MsoNormal">And sang.<o:p>&nbsp;</o:p></p><hr><div id="divRplyFwdMsg"><b>From:</b> Kinora &lt;a@b.example&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Vera<br><b>Subject:</b> What?</div><div>${answerMark}<br>A question</div></body></html>`,
    ],
    ['with a signature', '<p>She baked on Fridays.</p><p>And sang.</p><span>-- </span><br><div>Vera</div>'],
  ] as const)('%s', ([, html]) => {
    expect(writtenText(textOfHtml(html))).toBe(own)
  })
})

describe('hostile HTML is read once, and holds nobody up', () => {
  const many = (text: string, bytes = limits.mailTextBytes) => text.repeat(Math.ceil(bytes / text.length))
  test.for([
    ['a million elements that never end', many('<div>')],
    ['quotations within quotations', `${many('<blockquote>')}deep`],
    ['tags that never end', many('<a ')],
    ['attributes that never end', many('<a b="')],
    ['comments that never end', many('<!--')],
    ['scripts that never end', many('<script>')],
    ['ends without a beginning', many('</blockquote></pre></p>')],
    ['signs that are not finished', many('&#x1F&am&;')],
    ['nothing but spaces', many(' \n')],
    ['nothing but brackets', many('<')],
    ['lines without an end', many('<br>')],
    ['lists', many('<li>')],
  ] as const)('%s', ([, html]) => {
    const started = process.threadCpuUsage()
    const text = writtenText(textOfHtml(html))
    // An implementation with quadratic running time would take minutes.
    expect(process.threadCpuUsage(started).user / 1_000_000).toBeLessThan(10)
    expect(text.length).toBeLessThanOrEqual(html.length)
    expect(text).not.toMatch(/<(script|div|blockquote)/)
  })
})

describe('of a mail', () => {
  const mail = (...all: string[]) => readMail(Buffer.from(all.join('\r\n'), 'utf8'))

  test('plain text comes before HTML, and HTML before a text that is empty', () => {
    const both = (plain: string) =>
      mail(
        'Content-Type: multipart/alternative; boundary=x',
        '',
        '--x',
        '',
        plain,
        '--x',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>Hélène</p>',
        '--x--',
      ).text
    expect(both('Plain')?.trim()).toBe('Plain')
    expect(both(' ')).toBe('Hélène')
  })

  test('HTML may say its charset itself, and one that is attached is a file', () => {
    const told = readMail(
      Buffer.from('Content-Type: text/html\r\n\r\n<meta charset="iso-8859-1"><p>H\xe9l\xe8ne', 'latin1'),
    )
    expect(told).toMatchObject({ text: 'Hélène', attachments: 0 })
    const file = mail('Content-Type: text/html', 'Content-Disposition: attachment', '', '<p>x')
    expect(file).toMatchObject({ text: null, attachments: 1 })
  })
})
