import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { tier } from '#contract/tier.ts'
import { problemOfKeys } from './auth/kept-keys.ts'
import { providersSchema } from './auth/providers/provider-settings.ts'
import type { AuthSettingsInput } from './auth/settings.ts'
import { StartError } from './start-error.ts'
import { readS3Address } from './storage/s3/s3-address.ts'

const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'])
  .transform((text) => ['true', '1', 'yes'].includes(text))
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)
const languages = list.refine(
  (tags) => tags.every((tag) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)),
  'languages are written like "en-US, de"',
)
const commandLine = z.string().transform((text, context) => {
  const parts = text.trimStart().startsWith('[') ? readJson(text) : text.split(/\s+/).filter(Boolean)
  const parsed = z.array(z.string()).min(1).safeParse(parts)
  if (parsed.success) return parsed.data
  context.addIssue('a program with its arguments, or the same as a JSON list of strings')
  return z.NEVER
})

/** Validated here only so that mistakes are listed with the others; the auth service is given the original value. */
const providers = z
  .string()
  .transform(readJson)
  .superRefine((given, context) => {
    const issues = providersSchema.safeParse(given).error?.issues ?? []
    for (const { path, message } of issues) context.addIssue(`${path.join('.')} ${message}`.trim())
  })
  .transform((given) => given as AuthSettingsInput['providers'])
const keys = z.string().superRefine((text, context) => {
  const problem = problemOfKeys(text)
  if (problem !== null) context.addIssue(problem)
})
const wallets = list.pipe(z.array(z.enum(['ethereum', 'solana'])))

const headers = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('Expected a JSON object of header names and values')
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), z.string()))

/** Every setting there is; docs/operations.md explains them. */
const settings = z.object({
  PORT: wholeNumber(1, 65_535).default(4310),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: wholeNumber(1, 500).default(20),
  STORAGE_URL: z
    .url({ protocol: /^(file|s3)$/ })
    .superRefine((url, context) => {
      const read = url.startsWith('s3:') ? readS3Address(url) : { problems: problemsOfFolder(url) }
      for (const problem of 'problems' in read ? read.problems : []) context.addIssue(problem)
    })
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Kinora <kinora@localhost>'),
  INBOUND_MAIL_ADDRESS: z
    .email()
    .refine(
      (address) => /^[^@+]{1,11}@/.test(address),
      'has at most eleven signs before the @, none of them a +',
    )
    .optional(),
  INBOUND_MAIL_SECRET: z.string().min(32).optional(),
  FIXITY_DAYS: wholeNumber(1, 3650).default(90),
  FIXITY_MB_PER_SECOND: wholeNumber(1, 10_000).default(20),
  ROLE: z.enum(['web', 'worker', 'both']).default('both'),
  SECRET_KEY: z.string().min(32).optional(),
  ACCEPT_NEW_KEYS: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(32).optional(),
  PUSH_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'a VAPID private key: 43 letters of base64url')
    .optional(),
  SUPPORT_EMAIL: z.email().optional(),
  SUPPORT_CALL_URL: httpUrl.optional(),
  SUPPORT_PAGE_URL: httpUrl.optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_HEADERS: headers.default({}),
  SMS_BODY: z.string().min(1).default('{"to":"{{to}}","text":"{{text}}"}'),
  OPERATOR_EMAILS: list.default([]),
  AUTH_ANONYMOUS: flag.default(false),
  AUTH_AUTOCONFIRM: flag.optional(),
  AUTH_CHECK_LEAKED_PASSWORDS: flag.default(false),
  AUTH_DISABLE_SIGNUP: flag.default(false),
  AUTH_JWT_EXPIRY_SECONDS: wholeNumber(60, 86_400).default(3600),
  AUTH_JWT_KEYS: keys.optional(),
  AUTH_JWT_SECRET: z.string().min(32).optional(),
  AUTH_MANUAL_LINKING: flag.default(false),
  AUTH_PASSWORD_MIN_LENGTH: wholeNumber(6, 72).default(6),
  AUTH_PHONE: flag.default(false),
  AUTH_PRIVACY_URL: httpUrl.optional(),
  AUTH_PROVIDERS: providers.optional(),
  AUTH_RATE_LIMITS: flag.default(true),
  AUTH_REDIRECT_URLS: list.default([]),
  AUTH_SITE_NAME: z.string().min(1).default('Kinora'),
  AUTH_TERMS_URL: httpUrl.optional(),
  AUTH_TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  AUTH_WALLETS: wallets.default([]),
  SPEECH_ENGINE: z.enum(['none', 'google', 'openai', 'command', 'whisper']).default('none'),
  SPEECH_KEY: z.string().min(1).optional(),
  SPEECH_URL: httpUrl.optional(),
  SPEECH_MODEL: z.string().min(1).optional(),
  SPEECH_COMMAND: commandLine.optional(),
  SPEECH_LANGUAGES: languages.default([]),
  SPEECH_LONG_RUNNING: flag.default(false),
  SPEECH_TIMEOUT_SECONDS: wholeNumber(5, 3600).default(300),
  AI_URL: httpUrl.optional(),
  AI_KEY: z.string().min(1).optional(),
  AI_MODEL: z.string().min(1).optional(),
  AI_TIMEOUT_SECONDS: wholeNumber(5, 3600).default(120),
  AI_IMAGE_MODEL: z.string().min(1).optional(),
  AI_IMAGE_URL: httpUrl.optional(),
  AI_IMAGE_KEY: z.string().min(1).optional(),
  PLAN_DEFAULT: tier.default('free'),
  PLAN_TEST_MODE: flag.default(true),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_PRICE_FAMILY: z.string().min(1).optional(),
  STRIPE_PRICE_GENERATION: z.string().min(1).optional(),
  STRIPE_URL: httpUrl.optional(),
})

/** The names of all settings, so that a test can check that each is documented. */
export const settingNames = Object.keys(settings.shape)

/** The names of the settings that the environment sets. */
export const settingsGiven = (source: NodeJS.ProcessEnv = process.env): string[] =>
  settingNames.filter((name) => source[name] !== undefined && source[name] !== '')

export type Env = ReturnType<typeof readEnv>

/**
 * Reads and validates all settings.
 * @throws StartError with one line for each invalid setting
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  const problems = [
    ...(parsed.error?.issues.map(tellIssue) ?? []),
    ...missingForSpeech(given),
    ...missingForText(given),
    ...missingForImages(given),
    ...missingForStripe(given),
    ...missingForInboundMail(given),
    ...missingForObjects(given),
  ]
  if (!parsed.success || problems.length > 0) throw new StartError(listProblems(problems))

  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR)
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    storageUrl: env.STORAGE_URL ?? pathToFileURL(`${dataDir}/media`).href,
    storageKeys: {
      accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    inboundMail:
      env.INBOUND_MAIL_ADDRESS && env.INBOUND_MAIL_SECRET
        ? { address: env.INBOUND_MAIL_ADDRESS, secret: env.INBOUND_MAIL_SECRET }
        : undefined,
    fixity: { days: env.FIXITY_DAYS, bytesPerSecond: env.FIXITY_MB_PER_SECOND * 1_000_000 },
    runsWeb: env.ROLE !== 'worker',
    runsWorker: env.ROLE !== 'web',
    secretKey: env.SECRET_KEY,
    acceptsNewKeys: env.ACCEPT_NEW_KEYS,
    operatorEmails: env.OPERATOR_EMAILS.map((address) => address.toLowerCase()),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    pushKey: env.PUSH_KEY,
    support: {
      email: env.SUPPORT_EMAIL ?? null,
      callUrl: env.SUPPORT_CALL_URL ?? null,
      pageUrl: env.SUPPORT_PAGE_URL ?? null,
    },
    sms:
      env.SMS_URL === undefined
        ? undefined
        : { url: env.SMS_URL, headers: env.SMS_HEADERS, body: env.SMS_BODY },
    auth: {
      anonymousEnabled: env.AUTH_ANONYMOUS,
      // Without a mail server, nobody could confirm an address.
      autoconfirm: env.AUTH_AUTOCONFIRM ?? env.SMTP_URL === undefined,
      sendsMail: env.SMTP_URL !== undefined,
      // Without confirmation, anybody who signs up with an operator's address would become the operator.
      confirmAlways: env.OPERATOR_EMAILS.map((address) => address.toLowerCase()),
      disableSignup: env.AUTH_DISABLE_SIGNUP,
      jwtExpirySeconds: env.AUTH_JWT_EXPIRY_SECONDS,
      jwtKeys: env.AUTH_JWT_KEYS,
      jwtSecret: env.AUTH_JWT_SECRET,
      manualLinking: env.AUTH_MANUAL_LINKING,
      providers: env.AUTH_PROVIDERS,
      wallets: env.AUTH_WALLETS,
      phoneEnabled: env.AUTH_PHONE,
      leakedPasswords: { check: env.AUTH_CHECK_LEAKED_PASSWORDS },
      passwordMinLength: env.AUTH_PASSWORD_MIN_LENGTH,
      rateLimits: env.AUTH_RATE_LIMITS,
      redirectUrls: env.AUTH_REDIRECT_URLS,
      siteName: env.AUTH_SITE_NAME,
      privacyUrl: env.AUTH_PRIVACY_URL,
      termsUrl: env.AUTH_TERMS_URL,
      trustedProxyHops: env.AUTH_TRUSTED_PROXY_HOPS,
    },
    speech: {
      engine: env.SPEECH_ENGINE,
      key: env.SPEECH_KEY,
      url: env.SPEECH_URL,
      model: env.SPEECH_MODEL,
      command: env.SPEECH_COMMAND,
      languages: env.SPEECH_LANGUAGES,
      longRunning: env.SPEECH_LONG_RUNNING,
      timeoutMs: env.SPEECH_TIMEOUT_SECONDS * 1000,
    },
    ai: {
      url: env.AI_URL,
      key: env.AI_KEY,
      model: env.AI_MODEL,
      timeoutMs: env.AI_TIMEOUT_SECONDS * 1000,
    },
    aiImages: {
      url: env.AI_IMAGE_URL ?? env.AI_URL,
      key: env.AI_IMAGE_KEY ?? (isSameServer(env.AI_IMAGE_URL, env.AI_URL) ? env.AI_KEY : undefined),
      model: env.AI_IMAGE_MODEL,
      timeoutMs: env.AI_TIMEOUT_SECONDS * 1000,
    },
    planDefault: env.PLAN_DEFAULT,
    planTestMode: env.PLAN_TEST_MODE,
    payments:
      env.STRIPE_SECRET_KEY === undefined
        ? undefined
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
            prices: {
              ...(env.STRIPE_PRICE_FAMILY ? { family: env.STRIPE_PRICE_FAMILY } : {}),
              ...(env.STRIPE_PRICE_GENERATION ? { generation: env.STRIPE_PRICE_GENERATION } : {}),
            },
            url: env.STRIPE_URL,
          },
  }
}

function tellIssue({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')}: ${message}`
}

function listProblems(problems: string[]): string {
  return ['Some settings in the environment are wrong:', ...problems.map((one) => `  ${one}`)].join('\n')
}

/** The settings that the chosen speech engine requires. */
function missingForSpeech(given: NodeJS.ProcessEnv): string[] {
  const { SPEECH_ENGINE: engine, SPEECH_KEY: key, SPEECH_URL: url, SPEECH_COMMAND: command } = given
  if (engine === 'google' && !key) return ['SPEECH_KEY: SPEECH_ENGINE=google needs an API key']
  if (engine === 'openai' && !key && !url) {
    return ['SPEECH_KEY: SPEECH_ENGINE=openai needs a key, or the SPEECH_URL of a server that asks for none']
  }
  if (engine === 'command' && !command) return ['SPEECH_COMMAND: SPEECH_ENGINE=command needs a program']
  return []
}

/** A text model needs a name, and a server that has it. */
function missingForText(given: NodeJS.ProcessEnv): string[] {
  const { AI_URL: url, AI_KEY: key, AI_MODEL: model, AI_IMAGE_MODEL: isForImages } = given
  if (!model && (url || key) && !isForImages) return ['AI_MODEL: AI_URL and AI_KEY need the name of a model']
  if (model && !url && !key) {
    return ['AI_KEY: AI_MODEL needs a key, or the AI_URL of a server that asks for none']
  }
  return []
}

/**
 * Whether images are requested from the same server as text, so that its key may be used: a key is never sent to another server.
 * Without an address of their own, images come from the text model's server.
 */
function isSameServer(images: string | undefined, text: string | undefined): boolean {
  if (images === undefined) return true
  return text !== undefined && new URL(images).origin === new URL(text).origin
}

/** Images may come from the text model's server or from another one. */
function missingForImages(given: NodeJS.ProcessEnv): string[] {
  const { AI_IMAGE_URL: url, AI_IMAGE_KEY: key, AI_IMAGE_MODEL: model } = given
  if (!model && (url || key))
    return ['AI_IMAGE_MODEL: AI_IMAGE_URL and AI_IMAGE_KEY need the name of a model']
  if (model && !url && !key && !given.AI_URL && !given.AI_KEY) {
    return ['AI_IMAGE_KEY: AI_IMAGE_MODEL needs a key, or the AI_IMAGE_URL of a server that asks for none']
  }
  return []
}

/** An incomplete set-up would take money and give nothing for it. */
function missingForStripe(given: NodeJS.ProcessEnv): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhook, STRIPE_PRICE_FAMILY: price } = given
  if (!key && (webhook || price)) return ['STRIPE_SECRET_KEY: the other settings of Stripe need it']
  if (!key) return []
  return [
    ...(webhook
      ? []
      : ['STRIPE_WEBHOOK_SECRET: without it nobody can tell whether a message is from Stripe']),
    ...(price ? [] : ['STRIPE_PRICE_FAMILY: the price that the Family Plan is sold for']),
  ]
}

/** Inbound mail needs both: a secret that authenticates the delivery, and the address that people reply to. */
function missingForInboundMail(given: NodeJS.ProcessEnv): string[] {
  const { INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET: secret } = given
  if (address && !secret)
    return ['INBOUND_MAIL_SECRET: INBOUND_MAIL_ADDRESS needs a secret that mails are brought with']
  if (secret && !address)
    return ['INBOUND_MAIL_ADDRESS: INBOUND_MAIL_SECRET needs the address that is answered to']
  return []
}

/** An object store needs its access keys, which are not part of its address. */
function missingForObjects(given: NodeJS.ProcessEnv): string[] {
  if (!given.STORAGE_URL?.startsWith('s3:')) return []
  return ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
    .filter((name) => !given[name])
    .map((name) => `${name}: STORAGE_URL=s3:… needs the keys of the store`)
}

/** After two slashes a file URL names a host, and folders of other hosts cannot be used. */
function problemsOfFolder(url: string): string[] {
  try {
    fileURLToPath(url)
    return []
  } catch {
    return ['a folder of this machine, with three slashes before its path: file:///srv/media']
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The whole environment, e.g. for the stand-in mode, whose settings have names of their own. */
export const wholeEnvironment = (): NodeJS.ProcessEnv => process.env

/**
 * The environment of programs that Kinora starts. No secret leaks into it, and messages are in the language that Kinora parses.
 * Temporary files go where Kinora's own go, and Kinora's own programs share the compile cache.
 */
export function environmentForChildren(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, SystemRoot, TEMP, TMPDIR, NODE_COMPILE_CACHE, LC_ALL: 'C', TZ: 'UTC' }
}
