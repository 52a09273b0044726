import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Auth } from '../auth-context.ts'
import type { AuthSettings } from '../settings.ts'

/**
 * Where a person is sent in the end: what the request asks for if the operator allows it, else the site.
 * Asked in GoTrue's order: query, header `redirect_to`, Referer.
 */
export function redirectTarget(c: Context, auth: Auth): string {
  const wishes = [c.req.query('redirect_to'), c.req.header('redirect_to'), c.req.header('referer')]
  const wish = wishes.find((text) => text !== undefined && text !== '')

  return wish !== undefined && isAllowedRedirect(wish, auth.settings) ? wish : auth.settings.siteUrl
}

/** The site's own origin (any port on a loopback name), or an address that a glob of the list matches. */
export function isAllowedRedirect(target: string, settings: AuthSettings): boolean {
  const url = parseStrictly(target)
  if (url === null) return false

  const site = new URL(settings.siteUrl)
  if (url.protocol === site.protocol && url.hostname === site.hostname) {
    if (url.port === site.port || isLoopback(site.hostname)) return true
  }

  const withoutFragment = target.replace(/#.*$/s, '')
  return settings.uriAllowList.some((glob) => globToRegExp(glob).test(withoutFragment))
}

/**
 * Refuses spellings that another parser might read as another host: control characters, spaces, backslashes,
 * a user before the host, and numeric hosts written otherwise than as a plain address.
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

  // The parser turns http://2130706433 into http://127.0.0.1; somebody hid the address on purpose.
  const written = target.slice(target.indexOf('//') + 2).split(/[/?#]/)[0] ?? ''
  return isIP(url.hostname) === 4 && !written.startsWith(url.hostname) ? null : url
}

function isScriptLike(protocol: string): boolean {
  return ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(protocol)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** `**` anything, `*` up to the next `.` or `/`, `?` one such character. */
function globToRegExp(glob: string): RegExp {
  const pattern = glob.replace(/\*\*|[*?]|[\\^$+.()|[\]{}/-]/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return `\\${part}`
  })
  return new RegExp(`^${pattern}$`, 's')
}
