import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type ReceivedMail = { subject: string; link: string; code: string }

/**
 * Waits for the newest mail to an address whose subject contains `about`. Without a mail server, every mail is written to the
 * outbox, as a file that mail programs can open.
 */
export async function waitForMail(dataDir: string, to: string, about: string): Promise<ReceivedMail> {
  const giveUpAt = Date.now() + 20_000
  while (Date.now() < giveUpAt) {
    const mails = (await readOutbox(join(dataDir, 'outbox'))).filter(
      (mail) => mail.to.includes(to) && mail.subject.includes(about),
    )
    const newest = mails.at(-1)
    if (newest !== undefined) return newest
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no mail about "${about}" came for ${to}`)
}

async function readOutbox(folder: string) {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml') && !name.startsWith('.')).sort()
  return Promise.all(files.map(async (name) => parseMail(await readFile(join(folder, name), 'utf8'))))
}

/** Parses as much as Kinora's own mails need: headers, and a plain text part in quoted-printable or 7bit. */
function parseMail(raw: string): ReceivedMail & { to: string } {
  const [head = ''] = raw.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return {
    to: /^To: (.*)$/im.exec(headers)?.[1] ?? '',
    subject: /^Subject: (.*)$/im.exec(headers)?.[1] ?? '',
    link: /^http\S+/m.exec(text)?.[0] ?? '',
    code: /type (\d{6})\./.exec(text)?.[1] ?? '',
  }
}

/**
 * Waits for the next text message to a number and removes it from the outbox. Without an SMS provider, text messages become files
 * there, too.
 */
export async function waitForText(dataDir: string, phone: string): Promise<{ code: string }> {
  const giveUpAt = Date.now() + 20_000
  const folder = join(dataDir, 'outbox')
  while (Date.now() < giveUpAt) {
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.txt') && !name.startsWith('.'))
      .sort()
    for (const name of names) {
      const text = await readFile(join(folder, name), 'utf8')
      const code = /\b\d{6}\b/.exec(text.replace(phone, ''))?.[0]
      if (!text.includes(phone) || code === undefined) continue
      await rm(join(folder, name))
      return { code }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no text message came for ${phone}`)
}
