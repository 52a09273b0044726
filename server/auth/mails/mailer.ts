import type { MailSecrets } from '../secrets.ts'
import type { AuthSettings } from '../settings.ts'
import { compose, type Letter, type Message } from './letter.ts'
import {
  accountExistsLetter,
  confirmationLetter,
  emailChangeToCurrentLetter,
  emailChangeToNewLetter,
  invitationLetter,
  magicLinkLetter,
  type NoticeKind,
  noticeLetter,
  reauthenticationLetter,
  recoveryLetter,
} from './letters.ts'

/** The port to whatever delivers mail. */
export type MailPort = { sendMail(message: Message): Promise<unknown> }

type Mail = MailSecrets & { to: string; redirectTo: string }

export type AuthMailer = {
  confirmation(mail: Mail): Promise<void>
  recovery(mail: Mail): Promise<void>
  emailChangeToNew(mail: Mail & { newEmail: string }): Promise<void>
  emailChangeToCurrent(mail: Mail & { newEmail: string }): Promise<void>
  accountExists(mail: { to: string }): Promise<void>
  magicLink(mail: Mail): Promise<void>
  invitation(mail: Mail): Promise<void>
  reauthentication(mail: { to: string; code: string }): Promise<void>
  /** What was done to an account, told to its owner. */
  notice(mail: { to: string; kind: NoticeKind }): Promise<void>
}

/**
 * Writes the service's mails. Their links open a page of the site, which redeems them by POST: programs that
 * follow links in mails (scanners, previews) then use nothing up.
 */
export function createMailer(port: MailPort, settings: AuthSettings): AuthMailer {
  const site = settings.siteName ?? new URL(settings.siteUrl).host

  const send = async (to: string, letter: Letter) => {
    await port.sendMail(compose(to, letter))
  }
  const linkTo = (type: string, { linkToken, code, redirectTo }: Mail) => {
    const query = new URLSearchParams({ token_hash: linkToken, type, redirect_to: redirectTo })
    return { url: `${settings.siteUrl}/auth/confirm?${query}`, code }
  }

  return {
    confirmation: (mail) => send(mail.to, confirmationLetter(site, linkTo('signup', mail))),
    recovery: (mail) => send(mail.to, recoveryLetter(site, linkTo('recovery', mail))),
    emailChangeToNew: (mail) =>
      send(mail.to, emailChangeToNewLetter(site, mail.newEmail, linkTo('email_change', mail))),
    emailChangeToCurrent: (mail) =>
      send(mail.to, emailChangeToCurrentLetter(site, mail.newEmail, linkTo('email_change', mail))),
    accountExists: ({ to }) => send(to, accountExistsLetter(site, `${settings.siteUrl}/login`)),
    magicLink: (mail) => send(mail.to, magicLinkLetter(site, linkTo('magiclink', mail))),
    invitation: (mail) => send(mail.to, invitationLetter(site, linkTo('invite', mail))),
    reauthentication: ({ to, code }) => send(to, reauthenticationLetter(site, code)),
    notice: ({ to, kind }) => send(to, noticeLetter(site, kind, `${settings.siteUrl}/forgot-password`)),
  }
}
