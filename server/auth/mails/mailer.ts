import type { AuthTransaction } from '../database.ts'
import type { MailSecrets } from '../secrets.ts'
import type { AuthSettings } from '../settings.ts'
import { compose, type Letter, type Message } from './letter.ts'
import {
  accountExistsLetter,
  confirmationLetter,
  contestedLetter,
  emailChangeToCurrentLetter,
  emailChangeToNewLetter,
  invitationLetter,
  magicLinkLetter,
  type NoticeKind,
  noticeLetter,
  reauthenticationLetter,
  recoveryLetter,
} from './letters.ts'

/**
 * The port to the mail queue. A mail is queued in the transaction that causes it, so that both happen or neither does, even when a
 * process dies in between.
 */
export type MailPort = { sendMail(tx: AuthTransaction, message: Message): Promise<unknown> }

type Mail = MailSecrets & { to: string; redirectTo: string }

export type AuthMailer = {
  confirmation(tx: AuthTransaction, mail: Mail): Promise<void>
  /** The same for a contested address: its link lets the owner in, without any of the passwords chosen at the sign-ups. */
  contested(tx: AuthTransaction, mail: Mail): Promise<void>
  recovery(tx: AuthTransaction, mail: Mail): Promise<void>
  emailChangeToNew(tx: AuthTransaction, mail: Mail & { newEmail: string }): Promise<void>
  emailChangeToCurrent(tx: AuthTransaction, mail: Mail & { newEmail: string }): Promise<void>
  accountExists(tx: AuthTransaction, mail: { to: string }): Promise<void>
  magicLink(tx: AuthTransaction, mail: Mail): Promise<void>
  invitation(tx: AuthTransaction, mail: Mail): Promise<void>
  reauthentication(tx: AuthTransaction, mail: { to: string; code: string }): Promise<void>
  /** Tells the owner of an account about a change to it. */
  notice(tx: AuthTransaction, mail: { to: string; kind: NoticeKind }): Promise<void>
}

/**
 * The address that a mailed link leads to: a page of the site, which redeems the token by POST. Programs that follow links in mails
 * (scanners, previews) then do not consume the token.
 */
export function mailedLink(
  settings: Pick<AuthSettings, 'mailLinkUrl' | 'siteUrl'>,
  type: string,
  { linkToken, redirectTo }: { linkToken: string; redirectTo: string },
): string {
  const query = { type, redirect_to: redirectTo }
  if (settings.mailLinkUrl !== undefined) {
    return `${settings.mailLinkUrl}?${new URLSearchParams({ token: linkToken, ...query })}`
  }
  return `${settings.siteUrl}/auth/confirm?${new URLSearchParams({ token_hash: linkToken, ...query })}`
}

/** Writes the service's mails. */
export function createMailer(port: MailPort, settings: AuthSettings): AuthMailer {
  const site = settings.siteName ?? new URL(settings.siteUrl).host

  const send = async (tx: AuthTransaction, to: string, letter: Letter) => {
    await port.sendMail(tx, compose(to, letter))
  }
  const linkTo = (type: string, mail: Mail) => ({ url: mailedLink(settings, type, mail), code: mail.code })

  return {
    confirmation: (tx, mail) => send(tx, mail.to, confirmationLetter(site, linkTo('signup', mail))),
    contested: (tx, mail) => send(tx, mail.to, contestedLetter(site, linkTo('email', mail))),
    recovery: (tx, mail) => send(tx, mail.to, recoveryLetter(site, linkTo('recovery', mail))),
    emailChangeToNew: (tx, mail) =>
      send(tx, mail.to, emailChangeToNewLetter(site, mail.newEmail, linkTo('email_change', mail))),
    emailChangeToCurrent: (tx, mail) =>
      send(tx, mail.to, emailChangeToCurrentLetter(site, mail.newEmail, linkTo('email_change', mail))),
    accountExists: (tx, { to }) => send(tx, to, accountExistsLetter(site, `${settings.siteUrl}/login`)),
    magicLink: (tx, mail) => send(tx, mail.to, magicLinkLetter(site, linkTo('magiclink', mail))),
    invitation: (tx, mail) => send(tx, mail.to, invitationLetter(site, linkTo('invite', mail))),
    reauthentication: (tx, { to, code }) => send(tx, to, reauthenticationLetter(site, code)),
    notice: (tx, { to, kind }) =>
      send(tx, to, noticeLetter(site, kind, `${settings.siteUrl}/forgot-password`)),
  }
}
