import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** One delivery of a mail: the recipient, and the `Message-ID` by which mailboxes recognise a repetition. */
export type Delivery = { to: string; id: string }

export type MailServer = {
  /** The value for `SMTP_URL`. */
  url: string
  deliveries: Delivery[]
}

/** A mail server that accepts every mail and records each delivery, also repeated ones. It is closed with its test. */
export async function startMailServer(): Promise<MailServer> {
  const deliveries: Delivery[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A killed sender resets its connection.
    socket.on('error', () => socket.destroy())
    takeMails(socket, (delivery) => deliveries.push(delivery)).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, deliveries }
}

/** The part of RFC 5321 that a sender without authentication uses. */
async function takeMails(socket: Socket, note: (delivery: Delivery) => void): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let to = ''
  let letter: string[] | null = null
  say('220 here')
  for await (const line of createInterface({ input: socket })) {
    if (letter !== null && line !== '.') {
      letter.push(line)
    } else if (letter !== null) {
      // Recorded before it is acknowledged: a sender that dies in between has delivered the mail all the same.
      note({ to, id: idOf(letter) })
      letter = null
      say('250 taken')
    } else if (/^DATA$/i.test(line)) {
      letter = []
      say('354 go on')
    } else if (/^QUIT$/i.test(line)) {
      say('221 bye')
      socket.end()
    } else {
      to = /^RCPT TO:\s*<(.+?)>/i.exec(line)?.[1] ?? to
      say('250 well')
    }
  }
}

const idOf = (letter: string[]): string =>
  letter.map((line) => /^Message-ID: (<.+>)$/i.exec(line)?.[1]).find((id) => id !== undefined) ?? ''

/** The number of repeated deliveries. */
export function deliveredAgain(deliveries: Delivery[]): number {
  return deliveries.length - new Set(deliveries.map(({ id }) => id)).size
}

/** The people to whom more than one mail was sent: such mails have different `Message-ID`s, and a mailbox shows both. */
export function mailedMoreThanOnce(deliveries: Delivery[]): string[] {
  const mails = new Map(deliveries.map(({ to, id }) => [`${to} ${id}`, to]))
  const people = [...mails.values()]
  return people.filter((to, at) => people.indexOf(to) !== at)
}
