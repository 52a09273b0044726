import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { effortOf } from '../testing/effort.ts'
import { readMail } from './read-mail.ts'
import { answerMark, writtenText } from './written-text.ts'

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
const hex = (sign: string) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`
const lines = (...all: string[]) => Buffer.from(all.join('\r\n'), 'latin1')

test('whatever somebody writes is read as they wrote it, by whichever encoding it travels', async () => {
  const texts = fc
    .string({ unit: 'grapheme', maxLength: 300 })
    .map((text) => text.replace(/[\0\r\n]/g, ' ').trim())
  const encodings = fc.constantFrom('base64' as const, 'quoted-printable' as const)
  await fc.assert(
    fc.asyncProperty(texts, encodings, fc.boolean(), async (text, textEncoding, withHtml) => {
      const { message } = await composer.sendMail({
        to: 'a@b.example',
        text,
        textEncoding,
        ...(withHtml ? { html: '<p>other</p>', attachments: [{ filename: 'a.txt', content: 'file' }] } : {}),
      })
      const read = readMail(message as Buffer)
      expect(read.text?.trim() ?? '').toBe(text === '' && withHtml ? 'other' : text)
      expect(read.attachments).toBe(withHtml ? 1 : 0)
    }),
    { numRuns: 60 },
  )
})

test('other charsets, flowed lines and folded headers are read', () => {
  const mail = lines(
    'Subject: one',
    ' two',
    'To: a@b.example',
    'Content-Type: text/plain; charset=iso-8859-1; format=flowed',
    '',
    'Gr\xfc\xdfe aus ',
    'Odessa',
    '-- ',
    'Vera',
  )
  const { headers, text } = readMail(mail)
  expect(headers.get('subject')).toEqual(['one two'])
  expect(text).toBe('Grüße aus Odessa\n-- \nVera')
})

test.each(['', '; charset=us-ascii', '; charset=x-unheard-of'])(
  'letters with accents are read also where a mail does not say how they are written%s',
  (charset) => {
    const head = [`Content-Type: text/plain${charset}`, 'Content-Transfer-Encoding: 8bit', '']
    expect(readMail(lines(...head, 'Gr\xfc\xdfe aus Odessa')).text).toBe('Grüße aus Odessa')
    expect(readMail(lines(...head, Buffer.from('Grüße, Привет').toString('latin1'))).text).toBe(
      'Grüße, Привет',
    )
  },
)

test('where a program says that the space at the end of a flowed line is its own, it is no part of the text', () => {
  const head = 'Content-Type: text/plain; charset=utf-8; format=flowed; delsp='
  const body = [
    '',
    'We went to the  ',
    'fair at https://exam ',
    'ple.org',
    '> and you? ',
    '> I',
    '-- ',
    'Vera',
  ]
  expect(readMail(lines(`${head}yes`, ...body)).text).toBe(
    'We went to the fair at https://example.org\n> and you? \n> I\n-- \nVera',
  )
  expect(readMail(lines(`${head}no`, ...body)).text).toContain('We went to the  fair at https://exam ple.org')
})

test('what is written below a quotation stays outside it, also where the last quoted line ends with a space', () => {
  const head = 'Content-Type: text/plain; charset=utf-8; format=flowed'
  const body = ['', '> And you? ', 'We went to ', 'the fair ', 'on Sundays.']
  expect(readMail(lines(head, ...body)).text).toBe('> And you? \nWe went to the fair on Sundays.')
})

test('a mail of HTML alone is its text, and any bytes are read without harm', async () => {
  expect(readMail(lines('Content-Type: text/html', '', '<p>x')).text).toBe('x')
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => void readMail(bytes)))
  const nested = Array.from(
    { length: 50 },
    (_, i) => `Content-Type: multipart/mixed; boundary=${i}\r\n\r\n--${i}`,
  )
  expect(readMail(lines(...nested)).text).toBeNull()
  const effort = await effortOf(() => {
    writtenText(`${' '.repeat(500_000)}x\n${'-'.repeat(500_000)}x\n${'> '.repeat(100_000)}`)
    readMail(lines('Content-Transfer-Encoding: quoted-printable', '', `${' '.repeat(1_000_000)}x`))
  })
  expect(effort).toBeLessThan(80)
})

describe('of an answer only what was written stays', () => {
  const own = 'She baked on Fridays.\n\nAnd sang.'
  const quoted = ['> A question for this week:', '> ', '>     What did she bake?']
  test.for([
    [
      'above what Gmail quotes',
      [own, '', 'On Mon, 3 Feb 2025 at 09:00, Kinora <a@b.example>', 'wrote:', '', ...quoted],
    ],
    ['above what is quoted in German', [own, '', 'Am 3. Februar schrieb Kinora:', '', ...quoted]],
    ['without any announcement', [own, ...quoted]],
    ['above an original message', [own, '', '-----Original Message-----', 'From: Kinora', 'A question']],
    [
      'above what Outlook quotes',
      [
        own,
        '',
        '________________________________',
        'From: Kinora <a@b.example>',
        'Sent: Monday',
        'To: Vera',
        'Subject: What?',
        '',
        answerMark,
        '',
        'A question',
      ],
    ],
    ['above our own mark alone', [own, '', answerMark, 'A question']],
    ['below the question', ['On Monday Kinora wrote:', ...quoted, '', own]],
    ['without a signature', [own, '-- ', 'Vera Petrova']],
    [
      'without what a telephone adds',
      [own, '', 'Sent from my iPhone', '', 'On Monday Kinora wrote:', ...quoted],
    ],
  ] as const)('%s', ([, all]) => {
    expect(writtenText(all.join('\n'))).toBe(own)
  })

  test('also where its last line says from whom something was sent', () => {
    const letters =
      'The letters are in the box.\nSent from my father to my mother in 1944, and she kept them all.'
    expect(writtenText(letters)).toBe(letters)
    expect(writtenText('Die Briefe sind da.\nVon meinem Vater aus dem Feld gesendet')).toContain('Vater')
  })

  test('also where its last line ends with a colon', () => {
    const list =
      'We had three dogs and a cat in the house on the hill.\nTheir names were these and no others.\nI remember:\nBello, Rex, Lumpi and Mia.'
    expect(writtenText(list)).toBe(list)
  })

  test('and of a paragraph that a quotation stands right below, all but the line that leads over', () => {
    const paragraph = ['We had three dogs.', 'They slept in the barn.', 'One was blind.']
    expect(writtenText([...paragraph, 'On Monday Kinora wrote:', ...quoted].join('\n'))).toBe(
      paragraph.join('\n'),
    )
    const onThreeLines = ['On Monday,', 'Kinora <answers@example.com>', 'wrote:', ...quoted]
    expect(writtenText([...paragraph, '', ...onThreeLines].join('\r\n'))).toBe(paragraph.join('\n'))
  })

  test('and all of a list of names that stands right above the quotation', () => {
    const names = ['Mother: Anna Novak', 'Father: Josef Novak']
    expect(writtenText([...names, '', ...quoted].join('\n'))).toBe(names.join('\n'))
    expect(writtenText(['They were my parents.', ...names, answerMark].join('\n'))).toContain(
      names.join('\n'),
    )
  })

  test('with what they quote themselves, such as an old letter, above the question', () => {
    const letter = ['He wrote to me:', '> Dear child,', '> come home.', 'And I went home.'].join('\n')
    const ours = [`> ${answerMark}`, '>', ...quoted]
    const wrapped = [`> ${'Look what they ask you, and think of the old days '.repeat(2)}`, 'when you']
    expect(writtenText([letter, '', 'On Monday Kinora wrote:', ...ours].join('\n'))).toBe(letter)
    expect(writtenText([letter, '', answerMark, 'A question'].join('\n'))).toBe(letter)
    expect(writtenText([letter, '', 'On Monday Ben wrote:', ...wrapped, '>', ...ours].join('\n'))).toBe(
      letter,
    )
    const original = ['-----Original Message-----', 'From: Ben', 'Look, grandma:', ...ours]
    expect(writtenText([letter, '', ...original].join('\n'))).toBe(letter)
  })

  test('also where the rest of it was written below the question or between its lines', () => {
    const all = [
      'Dear Kinora,',
      '',
      'On Monday Kinora wrote:',
      ...quoted,
      '',
      own,
      '',
      '> Stop these mails',
      '> a',
    ]
    expect(writtenText(all.join('\n'))).toBe(`Dear Kinora,\n\n${own}`)
    expect(writtenText([own, ...quoted, '', '-- ', 'Vera'].join('\n'))).toBe(own)
    expect(writtenText([own, answerMark, ...quoted, 'A question'].join('\n'))).toBe(own)
    const question = '> What did your grandmother cook for you on Sundays when you were small?'
    const soup = 'Her soup with dumplings.\nAnd on feast days goose.\n\nWe ate at the long table.'
    expect(writtenText(`Dear Kinora,\n\nOn Monday Kinora wrote:\n${question}\n${soup}`)).toBe(
      `Dear Kinora,\n\n${soup}`,
    )
    const original = ['-----Original Message-----', 'From: Kinora', '> a', 'A question']
    expect(writtenText([own, '', ...original].join('\n'))).toBe(own)
  })

  test.each([
    [
      'the rest of a line that was wrapped',
      [`> ${'You get these mails because you asked for a question'}`.padEnd(70, 's'), 'every week.'],
    ],
    ['the rest of an address', ['> https://family.example/weekly-question#', 'abcdef0123']],
    [
      'what a scanner of viruses adds',
      ['> a', '', 'Virus-free.www.avast.com <https://www.avast.com/x>', '‹#DAB4FAD8›'],
    ],
  ])('without %s below the quotation', (_, below) => {
    expect(writtenText([own, '', 'On Monday Kinora wrote:', ...below].join('\n'))).toBe(own)
  })

  test.each([
    '在 2025年2月3日，09:00，Kinora <a@b.example> 写道：',
    '2025年2月3日(月) 9:00 Kinora <a@b.example>：',
  ])('without what leads over to the quotation with a colon of China or Japan: %s', (lead) => {
    expect(writtenText([own, '', lead, '', ...quoted].join('\n'))).toBe(own)
  })

  test.each([
    'Er war streng.\nVon meinem Vater lernte ich, ein Automobil zu fahren.',
    'Sent from my mother’s phone, the news reached us.',
    'Sent from my mother to her telephone exchange.',
    'Wir hatten kein Radio.\nVon meinem Nachbarn kam das erste Handy.',
  ])('also where its last line sounds like what a telephone adds: %s', (text) => {
    expect(writtenText(text)).toBe(text)
  })

  test.each([
    'Von meinem iPhone gesendet',
    'Gesendet von meinem Samsung Galaxy Smartphone.',
    'Sent from my iPad',
  ])('without what a telephone adds in its own words: %s', (line) => {
    expect(writtenText([own, '', line, '', ...quoted].join('\n'))).toBe(own)
  })

  test('also below a line of two hyphens, unless what follows is as short as a signature', () => {
    const parts = ['We had three dogs.', '--', 'And then there was the cat, which nobody owned.']
    expect(writtenText(parts.join('\n'))).toBe(parts.join('\n'))
    const list = [own, '--', ...Array.from({ length: 9 }, (_, at) => `Dog ${at}`)]
    expect(writtenText(list.join('\n'))).toBe(list.join('\n'))
    expect(writtenText([...parts, '--', 'Vera Petrova', 'Odesa'].join('\n'))).toBe(parts.join('\n'))
    expect(writtenText('--\nRex and Bello')).toBe('--\nRex and Bello')
  })

  test.each(['Rex, and before him:', 'Rex\nBello\nLumpi:', 'My mail: a@b.example\nPhone: 12345'])(
    'also where all of it looks like what leads over to a quotation: %j',
    (text) => {
      expect(writtenText([text, '', ...quoted].join('\n'))).toBe(text)
    },
  )

  test.each([
    [],
    ['On Mon, 3 Feb 2025 at 09:00, Kinora <a@b.example>', 'wrote:'],
    ['Am 03.02.25 um 09:00 schrieb Kinora:'],
    ['On Monday Kinora wrote:'],
    ['________________________________', 'From: Kinora', 'Sent: Monday', 'Subject: What?'],
    ['From: Kinora <a@b.example>', 'Sent: Monday', 'To: Vera', 'Subject: What?'],
  ])('and nothing of a mail that only quotes', (...lead) => {
    expect(writtenText([...lead, '', ...quoted].join('\n'))).toBe('')
  })
})

/** A multipart mail; each part is given as the lines of its head and body. */
const mailOf = (kind: string, ...parts: string[][]) =>
  lines(
    `Content-Type: multipart/${kind}; boundary=x`,
    '',
    ...parts.flatMap((part) => ['--x', ...part]),
    '--x--',
  )

test.each(['plain', 'html'])('what is written below a picture is read as what is above it, in %s', (kind) => {
  const head = [`Content-Type: text/${kind}; charset=utf-8`, '']
  const picture = ['Content-Type: image/jpeg; name=mill.jpg', 'Content-Disposition: inline', '', 'JFIF']
  const { text, attachments } = readMail(
    mailOf('mixed', [...head, 'This is the mill.'], picture, [...head, 'It burned down in 1961.']),
  )
  expect(text?.trim().split(/\s*\n\s*/)).toEqual(['This is the mill.', 'It burned down in 1961.'])
  expect(attachments).toBe(1)
})

test('a photograph within the text is a file that came along, and the logo of a signature is none', () => {
  const text = ['Content-Type: text/html', '', '<p>The mill.<img src="cid:a">']
  const picture = (letters: number) => [
    'Content-Type: image/jpeg; name=a.jpg',
    'Content-Disposition: inline; filename=a.jpg',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <a>',
    '',
    'A'.repeat(letters),
  ]
  expect(readMail(mailOf('related', text, picture(20_000))).attachments).toBe(0)
  expect(readMail(mailOf('related', text, picture(400_000), picture(400_000))).attachments).toBe(2)
})

test('a text file beside what was written is a file, and an empty text beside HTML is nothing', () => {
  const notes = ['Content-Type: text/plain; name=notes.txt', 'Content-Disposition: inline', '', 'buy milk']
  const written = mailOf('mixed', ['Content-Type: text/plain', '', 'The mill.'], notes)
  expect(readMail(written)).toMatchObject({ text: 'The mill.\n', attachments: 1 })

  const empty = mailOf(
    'alternative',
    ['Content-Type: text/plain', '', ' '],
    ['Content-Type: text/html', '', '<p>The mill.'],
  )
  expect(readMail(empty).text).toBe('The mill.')
})

test('texts that are longer together than anybody writes are read as far as one alone', () => {
  const half = ['Content-Type: text/plain', '', 'a'.repeat(limits.mailTextBytes * 0.6)]
  const { text, isCut } = readMail(mailOf('mixed', half, half, half))
  expect(text?.length).toBeLessThan(limits.mailTextBytes + 10)
  expect(isCut).toBe(true)
})

test('of a mail longer than anybody writes the beginning is read, and it says so', () => {
  const body = 'Grüße aus Odessa, und noch mehr davon.'
  for (const [type, encoding] of [
    ['text/plain', '8bit'],
    ['text/html', '8bit'],
    ['text/html', 'quoted-printable'],
    ['text/plain', 'base64'],
  ] as const) {
    const bytes = Buffer.from(`${body}${type === 'text/html' ? '<br>' : '\n'}`.repeat(100_000))
    const sent = {
      '8bit': () => bytes.toString('latin1'),
      base64: () => bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
      'quoted-printable': () =>
        bytes
          .toString('latin1')
          .replace(/[\x80-\xff]/g, hex)
          .replace(/(?:=..|[^=]){1,70}/g, '$&=\r\n'),
    }[encoding]()
    const read = readMail(
      lines(`Content-Type: ${type}; charset=utf-8`, `Content-Transfer-Encoding: ${encoding}`, '', sent),
    )
    const written = read.text?.split('\n') ?? []
    expect(read.isCut).toBe(true)
    expect(read.text?.length).toBeLessThan(limits.mailTextBytes)
    expect(written.length).toBeGreaterThan(10_000)
    expect(new Set(written.slice(0, -1))).toEqual(new Set([body]))
    expect(body.startsWith(written.at(-1) ?? '?')).toBe(true)
  }
  expect(readMail(lines('', body)).isCut).toBe(false)
})

test('what is shown beside the text may be long without the text being cut', () => {
  const picture = ['--x', 'Content-Type: image/png', 'Content-ID: <a>', '', 'A'.repeat(3_000_000)]
  const read = readMail(
    lines(
      'Content-Type: multipart/related; boundary=x',
      '',
      ...picture,
      '--x',
      '',
      'Hello',
      '--x--',
      'after',
    ),
  )
  expect(read).toMatchObject({ text: 'Hello\n', isCut: false })
})

test('a mail of nothing but header lines holds nobody up', async () => {
  const count = 60_000
  const mail = lines(...Array.from({ length: count }, () => 'x:'), '', 'Hello')

  // An implementation that copied the earlier values for each further line took two minutes.
  expect(await effortOf(() => readMail(mail))).toBeLessThan(160)
  expect(readMail(mail).headers.get('x')?.length).toBeGreaterThan(count / 2)
})
