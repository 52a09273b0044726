export type Credentials = { email: string; password: string }

/** The smallest password the service takes. */
export const passwordMin = 6

export const emailMessage = 'Please enter a valid email address'
export const passwordMessage = `Password must be at least ${passwordMin} characters`

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

/** What is wrong with each field; an empty object when nothing is. The e-mail counts trimmed. */
export function problemsOf({ email, password }: Credentials): Partial<Record<keyof Credentials, string>> {
  return {
    ...(isEmail(email.trim()) ? {} : { email: emailMessage }),
    ...(password.length >= passwordMin ? {} : { password: passwordMessage }),
  }
}
