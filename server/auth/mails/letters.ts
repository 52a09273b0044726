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
