import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accountSettings } from './accounts.ts'
import { AuthError } from './auth/errors.ts'
import { type AccountState, createOperatorHelp, type OperatorHelp } from './auth/operator-help.ts'
import { asWorker } from './db/actor.ts'
import { prepareConnections } from './db/connections.ts'
import { createDatabase, type Database } from './db/database.ts'
import { refuseOlderDatabase } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { reachDatabase } from './db/reach-database.ts'
import type { Env } from './env.ts'
import { requireKnownKeys } from './known-keys.ts'
import type { Log } from './log.ts'
import { createMail } from './mail/mail.ts'
import { findSecrets } from './secrets.ts'
import { StartError } from './start-error.ts'
import { terminalText } from './terminal-text.ts'

const USAGE = [
  'npm run account                              the accounts that are here',
  'npm run account -- ADDRESS                   what is known of one',
  'npm run account -- ADDRESS --link            a link by which a new password is chosen',
  'npm run account -- ADDRESS --new-address NEW another mail address, where the old one is lost',
  'npm run account -- ADDRESS --no-second-step  logs in by the password alone again',
  'ADDRESS is a mail address, a phone number, or the id that the list says of an account without both.',
].join('\n')

/** As many accounts as can be read at a glance; to find a particular one, its address is given. */
const MOST_LISTED = 100

/**
 * `npm run account`: restores access for a person who is locked out, also while Kinora runs. It gives nobody new rights: to run it,
 * one must already have access to the database and the keys.
 * @returns the report for the terminal
 * @throws StartError when nothing was done
 */
export async function helpAccount(env: Env, log: Log, args: string[]): Promise<string> {
  const wish = readWish(args)
  const database = await reachDatabase(env, log)
  try {
    await refuseOlderDatabase(database.login)
    const secrets = findSecrets(join(env.dataDir, 'secrets'), env.secretKey)
    const { owner, sessions } = await prepareConnections(database.login)
    await requireKnownKeys(owner, secrets, false)
    const pool = createPool(sessions, { max: 1, onError: () => undefined })
    try {
      const parts = { pool, settings: accountSettings(env), secrets, mail: createMail(secrets) }
      return await wish(createOperatorHelp(parts), env, createDatabase(pool))
    } finally {
      await pool.end()
    }
  } catch (error) {
    if (error instanceof AuthError) throw new StartError(wordsOf(error), { cause: error })
    throw error
  } finally {
    await database.close()
  }
}

type Wish = (accounts: OperatorHelp, env: Env, db: Database) => Promise<string>

function readWish(args: string[]): Wish {
  const { name, wishes } = readArguments(args)
  const [wish, ...more] = wishes
  if (more.length > 0) throw new StartError(`One thing at a time:\n${USAGE}`)
  if (name !== undefined)
    return wish?.(name) ?? (async (accounts, _, db) => told(await accounts.look(name), db))
  if (wish === undefined) return list
  throw new StartError(USAGE)
}

function readArguments(args: string[]): { name: string | undefined; wishes: ((name: string) => Wish)[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        link: { type: 'boolean' },
        'new-address': { type: 'string' },
        'no-second-step': { type: 'boolean' },
      },
    })
    const [name, ...strangers] = positionals
    if (strangers.length > 0) throw new Error(`There is no ${strangers[0]}`)
    const email = values['new-address']
    return {
      name,
      wishes: [
        ...(values.link ? [giveLink] : []),
        ...(values['no-second-step'] ? [dropSecondSteps] : []),
        ...(email === undefined ? [] : [(of: string) => changeAddress(of, email)]),
      ],
    }
  } catch (error) {
    throw new StartError(USAGE, { cause: error })
  }
}

const list: Wish = async (accounts, _, db) => {
  const found = await accounts.list(MOST_LISTED + 1)
  if (found.length === 0) return 'There is no account yet.'
  const rest = found.length > MOST_LISTED ? ['… and older ones.'] : []
  const lines: string[] = []
  for (const account of found.slice(0, MOST_LISTED)) lines.push(await lineOf(account, db))
  return [...lines, ...rest].join('\n')
}

const giveLink =
  (name: string): Wish =>
  async (accounts, { publicUrl }) => {
    const link = await accounts.linkFor(name, `${publicUrl}/app`)
    if (link === null) {
      throw new StartError(`The account ${name} has no mail address: give it one first, by --new-address.`)
    }
    const { secondSteps } = link.account
    return [
      `Whoever opens this link is in the account ${name} and chooses a new password. It works once, within ${lasting(link.seconds)}:`,
      '',
      link.url,
      '',
      'Give it to its owner, in a way that nobody else reads.',
      ...(secondSteps.length > 0
        ? [
            `They are asked for their second step, too (${stepsOf(secondSteps)}). Where that is lost: --no-second-step.`,
          ]
        : []),
    ].join('\n')
  }

const changeAddress =
  (name: string, email: string): Wish =>
  async (accounts, _, db) => {
    const account = await accounts.changeEmail(name, email)
    return [
      `The account ${name} is ${account.name} from now on: one logs in with that, and mails go there.`,
      await told(account, db),
    ].join('\n')
  }

const dropSecondSteps =
  (name: string): Wish =>
  async (accounts) => {
    const { secondSteps } = await accounts.dropSecondSteps(name)
    if (secondSteps.length === 0) return `The account ${name} asks for no second step.`
    return `The account ${name} asks for no second step from now on, and its recovery codes open nothing.`
  }

/** One account on one line, for the list. */
async function lineOf(account: AccountState, db: Database): Promise<string> {
  const { name, createdAt, lastSignInAt, lastUsedAt } = account
  const seen = [
    `since ${day(createdAt)}`,
    lastSignInAt === null ? 'never logged in' : `logged in ${day(lastSignInAt)}`,
  ]
  if (name !== null) return `${name}  ${seen.join(', ')}`

  // Enough to recognise an account without a name, and nothing of what its owner told.
  const used = lastUsedAt === null ? 'on no device now' : `last used ${day(lastUsedAt)}`
  return `${await personOf(account, db)}, ${account.id}  ${[...seen, used].join(', ')}`
}

async function personOf({ id }: AccountState, db: Database): Promise<string> {
  const profile = await asWorker(db, id, (tx) =>
    tx.selectFrom('profiles').where('id', '=', id).select('full_name').executeTakeFirst(),
  )
  return terminalText(profile?.full_name ?? '') || '(without a name)'
}

async function told(account: AccountState, db: Database): Promise<string> {
  const ways = [...(account.hasPassword ? ['password'] : []), ...account.providers]
  return [
    await lineOf(account, db),
    `  address: ${account.isProven ? 'confirmed' : 'not confirmed yet; a link (--link) confirms it as well'}`,
    `  ways in: ${ways.length === 0 ? 'mailed links and codes only' : ways.join(', ')}`,
    `  second step: ${account.secondSteps.length === 0 ? 'none' : stepsOf(account.secondSteps)}`,
    ...(account.isBanned ? ['  shut: nobody may log in with it'] : []),
  ].join('\n')
}

const stepNames = {
  totp: 'authenticator app',
  phone: 'phone',
  webauthn: 'security key',
  recovery_code: 'recovery codes',
} as const

const stepsOf = (steps: AccountState['secondSteps']) => steps.map((step) => stepNames[step]).join(', ')
const day = (at: Date) => at.toISOString().slice(0, 10)
const lasting = (seconds: number) =>
  seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`

const words: Record<string, string> = {
  user_not_found: 'There is no account with that address. “npm run account” lists those that are here.',
  email_exists: 'Nothing was changed: another account has that address.',
}

function wordsOf({ code, message }: AuthError): string {
  return words[code] ?? `Nothing was done: ${message}.`
}
