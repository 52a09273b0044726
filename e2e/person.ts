import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { BrowserContext, Page } from '@playwright/test'
import type { Contract } from '#contract/index.ts'
import { waitForMail } from './mailbox.ts'
import type { TestServer } from './server.ts'

/** A person with an account, and their client of the API. */
export type Person = {
  email: string
  password: string
  id: string
  token: string
  session: object
  api: ContractRouterClient<Contract>
}

let count = 0
const newAddress = () => {
  count += 1
  return `person-${Date.now()}-${process.pid}-${count}@family.example`
}

type Session = { access_token: string; user: { id: string; email: string } }
const password = 'a good password'

/** A new account, signed up through the auth service. */
export async function signUp(origin: string, tries = 3): Promise<Person> {
  const email = newAddress()
  const answer = await post(origin, 'signup', { email, password })
  // The service gives up after ten seconds. Hashing a password may take longer on a machine that is busy with other tests.
  if (answer.status === 504 && tries > 1) return signUp(origin, tries - 1)
  return personOf(origin, email, await read<Session>('signup', answer))
}

/** The account of an operator's address, which the settings name. It is confirmed with the mailed code. */
export async function signUpOperator({ origin, dataDir }: TestServer, email: string): Promise<Person> {
  await ask(origin, 'signup', { email, password })
  const { code } = await waitForMail(dataDir, email, 'Confirm your email')
  return personOf(origin, email, await ask<Session>(origin, 'verify', { type: 'signup', email, token: code }))
}

const ask = async <Answer>(origin: string, path: string, body: object) =>
  read<Answer>(path, await post(origin, path, body))

const post = (origin: string, path: string, body: object) =>
  fetch(`${origin}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function read<Answer>(path: string, answer: Response): Promise<Answer> {
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

function personOf(origin: string, email: string, session: Session): Person {
  const token = session.access_token
  const link = new RPCLink({ url: `${origin}/rpc`, headers: { authorization: `Bearer ${token}` } })
  return { email, password, id: session.user.id, token, session, api: createORPCClient(link) }
}

/** Signs up through the screens. */
export async function signUpOnScreen(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(newAddress())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/app')
}

/** The person who signed in on this page's screens. */
export async function personOnPage(page: Page): Promise<Person> {
  const kept = await page.evaluate(() => window.localStorage.getItem('kinora.auth'))
  const session: Session = JSON.parse(kept ?? 'null')
  return personOf(new URL(page.url()).origin, session.user.email, session)
}

/** Makes every page of a browser context open as this person, as if they had logged in there before. */
export async function signInHere(context: BrowserContext, person: Person): Promise<void> {
  await context.addInitScript((session) => {
    if (window.localStorage.getItem('kinora.auth') === null)
      window.localStorage.setItem('kinora.auth', session)
  }, JSON.stringify(person.session))
}
