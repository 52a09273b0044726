import type { Letter } from './letter.ts'

type Link = { url: string; code: string }

export function confirmationLetter(site: string, link: Link): Letter {
  return {
    subject: `Confirm your email address for ${site}`,
    paragraphs: [`Welcome to ${site}.`, 'One last step: please confirm that this is your email address.'],
    action: { label: 'Confirm my email address', ...link },
    footer:
      'If you did not create an account, you can ignore this mail. Nothing happens without your confirmation.',
  }
}

/** For an address that was signed up with more than once, with different passwords, so that it is unknown which is the owner's. */
export function contestedLetter(site: string, link: Link): Letter {
  return {
    subject: `Confirm your email address for ${site} and choose your password`,
    paragraphs: [
      `Welcome to ${site}.`,
      'Somebody has signed up with this address more than once, with different passwords. So that nobody else can get in, please confirm that this is your email address, and then choose your password once more.',
    ],
    action: { label: 'Confirm my email address', ...link },
    footer:
      'If you did not create an account, you can ignore this mail. Nothing happens without your confirmation.',
  }
}

export function recoveryLetter(site: string, link: Link): Letter {
  return {
    subject: `Set a new password for ${site}`,
    paragraphs: ['Somebody, probably you, asked for a new password.', 'You can choose one here.'],
    action: { label: 'Choose a new password', ...link },
    footer: 'If it was not you, ignore this mail. Your password stays as it is.',
  }
}

export function emailChangeToNewLetter(site: string, newEmail: string, link: Link): Letter {
  return {
    subject: `Confirm your new email address for ${site}`,
    paragraphs: [`You asked to use ${newEmail} for your account from now on.`],
    action: { label: 'Confirm my new address', ...link },
    footer: 'If you did not ask for this, ignore this mail. Nothing changes.',
  }
}

export function emailChangeToCurrentLetter(site: string, newEmail: string, link: Link): Letter {
  return {
    subject: `Your email address for ${site} is about to change`,
    paragraphs: [
      `Somebody, probably you, asked to change the address of your account to ${newEmail}.`,
      'It changes only when you confirm it here and in the mail that went to the new address.',
    ],
    action: { label: 'Allow the change', ...link },
    footer: 'If it was not you, do not confirm, and change your password: somebody may know it.',
  }
}

export function accountExistsLetter(site: string, logInUrl: string): Letter {
  return {
    subject: `You already have an account with ${site}`,
    paragraphs: [
      `Somebody, probably you, tried to sign up to ${site} with this address. You have an account already.`,
      'You can log in with it. If you no longer know the password, choose "Forgot password?" there.',
    ],
    action: { label: 'Log in', url: logInUrl },
    footer: 'If it was not you, ignore this mail. Your account is unchanged.',
  }
}

export function magicLinkLetter(site: string, link: Link): Letter {
  return {
    subject: `Log in to ${site}`,
    paragraphs: ['Somebody, probably you, asked to log in without a password.', 'This opens your account:'],
    action: { label: 'Log in', ...link },
    footer: 'If it was not you, ignore this mail. Nobody gets in without it.',
  }
}

export function invitationLetter(site: string, link: Link): Letter {
  return {
    subject: `You are invited to ${site}`,
    paragraphs: [`Somebody would like you to join ${site}.`, 'You can accept here and choose a password.'],
    action: { label: 'Accept the invitation', ...link },
    footer: 'If you do not know who that could be, ignore this mail. No account is opened without you.',
  }
}

export function reauthenticationLetter(site: string, code: string): Letter {
  return {
    subject: `${code} is your code for ${site}`,
    paragraphs: ['You are about to change something important about your account.'],
    code,
    footer: 'If it was not you, do not give the code to anybody, and change your password.',
  }
}

/** Notices to the owner of an account after a change: title and sentence. */
const notices = {
  passwordChanged: ['Your password was changed', 'The password of your account was changed just now.'],
  emailChanged: [
    'Your email address was changed',
    'Your account now has another email address. Mails will go there from now on.',
  ],
  phoneChanged: ['Your phone number was changed', 'Your account now has another phone number.'],
  factorAdded: [
    'A second step was added to your log-in',
    'From now on your account asks for a second step after the password.',
  ],
  factorRemoved: [
    'A second step was removed from your log-in',
    'Your account no longer asks for a second step that it had.',
  ],
  recoveryCodesChanged: [
    'Your recovery codes were changed',
    'Recovery codes of your account were made, replaced or removed just now.',
  ],
} as const

export type NoticeKind = keyof typeof notices

export function noticeLetter(site: string, kind: NoticeKind, helpUrl: string): Letter {
  const [title, sentence] = notices[kind]
  const isGone = kind === 'emailChanged'
  return {
    subject: `${title} (${site})`,
    paragraphs: [
      sentence,
      'If it was you, there is nothing to do.',
      ...(isGone ? [`If it was not you, write at once to whoever runs ${site} for you.`] : []),
    ],
    // No recovery link in a notice to an address that the account no longer has: a mail to it could not set a password.
    ...(isGone ? {} : { action: { label: 'It was not me: set a new password', url: helpUrl } }),
    footer: `You get this mail because something changed that protects your account with ${site}.`,
  }
}
