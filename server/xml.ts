/** Attributes by name; undefined ones are left out. */
type Attributes = Record<string, string | number | undefined>

/** What XML 1.0 cannot hold at all, not even escaped: control characters, lone surrogates and two non-characters. */
const impossible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text as it may stand anywhere in XML. */
export function xmlText(text: string): string {
  return text
    .replaceAll(impossible, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** An element around content that is XML already. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const open = [name, ...given.map(([key, value]) => `${key}="${xmlText(String(value))}"`)].join(' ')
  return content.length === 0 ? `<${open}/>` : `<${open}>${content.join('')}</${name}>`
}

export const xmlDocument = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
