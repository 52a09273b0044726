import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Context } from 'hono'
import type { Auth } from '../auth-context.ts'
import type { AuthSettings } from '../settings.ts'

/**
 * Where the browser is redirected in the end: the target that the request names if it is allowed, else the site.
 * The target is looked for in GoTrue's order: query, header `redirect_to`, Referer.
 */
export function redirectTarget(c: Context, auth: Auth): string {
  const wishes = [c.req.query('redirect_to'), c.req.header('redirect_to'), c.req.header('referer')]
  const wish = wishes.find((text) => text !== undefined && text !== '')

  return wish !== undefined && isAllowedRedirect(wish, auth.settings) ? wish : auth.settings.siteUrl
}

/** Whether a target is on the site's own origin (on any port if that is a loopback host), or matches a glob of the allow list. */
export function isAllowedRedirect(target: string, settings: AuthSettings): boolean {
  const url = parseStrictly(target)
  if (url === null) return false

  const site = new URL(settings.siteUrl)
  if (url.protocol === site.protocol && url.hostname === site.hostname) {
    if (url.port === site.port || isLoopback(site.hostname)) return true
  }

  const withoutFragment = target.replace(/#.*$/s, '')
  return settings.uriAllowList.some((glob) => globToRegExp(glob).test(withoutFragment) && isHostOf(glob, url))
}

/**
 * Whether the host alone matches the glob's. The text as a whole does not tell: in `https://evil%2Etest?www.partner.test/` a `*`
 * meant for `www` would match everything before `.partner.test`, of which a browser takes `evil.test` for the host.
 */
function isHostOf(glob: string, url: URL): boolean {
  const host = /^[^/]*:\/\/([^/]*)/.exec(glob)?.[1]
  if (host === undefined) return true

  // A URL gives a host of other letters, such as `bücher.test`, in its ASCII form.
  const written = host.replace(/[^:]+/, (name) => (isAscii(name) ? name : domainToASCII(name)))
  const pattern = globToRegExp(written.toLowerCase())
  const standardPort = url.protocol === 'https:' ? '443' : '80'
  const name = url.host.toLowerCase()
  return pattern.test(name) || (url.port === '' && pattern.test(`${name}:${standardPort}`))
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

/**
 * Parses a target, and refuses spellings that another parser might read as a different host: control characters, spaces,
 * backslashes, a user name before the host, and IPv4 hosts in any notation but dotted decimal.
 */
function parseStrictly(target: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\\\u007f]/.test(target)) return null
  if (!URL.canParse(target)) return null

  const url = new URL(target)
  if (url.username !== '' || url.password !== '') return null

  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb) return /^[a-z][a-z0-9+.-]*:\/\//i.test(target) && !isScriptLike(url.protocol) ? url : null
  if (!/^https?:\/\//i.test(target)) return null

  // The parser turns http://2130706433 into http://127.0.0.1: an address in such a notation was hidden on purpose.
  const written = target.slice(target.indexOf('//') + 2).split(/[/?#]/)[0] ?? ''
  return isIP(url.hostname) === 4 && !written.startsWith(url.hostname) ? null : url
}

function isScriptLike(protocol: string): boolean {
  return ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(protocol)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** `**` matches anything, `*` any characters but `.` and `/`, `?` one such character. */
function globToRegExp(glob: string): RegExp {
  const pattern = glob.replace(/\*\*|[*?]|[\\^$+.()|[\]{}/-]/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return `\\${part}`
  })
  return new RegExp(`^${pattern}$`, 's')
}
