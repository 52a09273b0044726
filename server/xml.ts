import { escapeXml } from '#contract/escape-markup.ts'
import { withoutUndefined } from './without-undefined.ts'

/** Attributes by name; undefined ones are left out. */
type Attributes = Record<string, string | number | undefined>

/** An element around content that is XML already. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
  const given = Object.entries(withoutUndefined(attributes))
  const open = [name, ...given.map(([key, value]) => `${key}="${escapeXml(String(value))}"`)].join(' ')
  return content.length === 0 ? `<${open}/>` : `<${open}>${content.join('')}</${name}>`
}

export const xmlDocument = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
