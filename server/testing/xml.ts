/** What a parser of XML 1.0 would complain about: unclosed or crossed elements, unescaped characters, repeated ids. */
export function xmlComplaints(xml: string): string[] {
  const complaints: string[] = []
  const open: string[] = []
  const tag = /<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/gy
  const text = /[^<]+/gy
  let at = xml.indexOf('?>') + 2
  while (at < xml.length) {
    tag.lastIndex = at
    text.lastIndex = at
    const found = tag.exec(xml)
    const between = found ? null : text.exec(xml)
    if (found?.[1]) {
      if (open.pop() !== found[2]) complaints.push(`</${found[2]}> closes something else`)
    } else if (found && !found[4]) open.push(found[2] ?? '')
    if (between && /&(?!(amp|lt|gt|quot|apos|#\d+);)|\]\]>/.test(between[0])) complaints.push(between[0])
    if (!found && !between) return [...complaints, `not XML: ${xml.slice(at, at + 40)}`]
    at += (found ?? between)?.[0].length ?? 0
  }
  const ids = [...xml.matchAll(/xml:id="([^"]+)"/g)].map(([, id]) => id)
  if (new Set(ids).size !== ids.length) complaints.push('an id is there twice')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them
  if (/[\u0000-\u0008]|[\ud800-\udbff](?![\udc00-\udfff])/.test(xml)) complaints.push('impossible characters')
  return [...complaints, ...open]
}

export type XmlElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

/**
 * The tree of a document without complaints; comments, and entities beyond XML's own, are not supported, because Kinora writes
 * none.
 */
export function xmlTree(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  for (const [piece, closes, name = '', given = '', isEmpty] of xml
    .slice(xml.indexOf('?>') + 2)
    .matchAll(/<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[^<]+/g)) {
    const within = open.at(-1) ?? root
    if (name === '') within.text += plain(piece)
    else if (closes) open.pop()
    else {
      const pairs = [...given.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        plain(value),
      ])
      const found = { name, attributes: Object.fromEntries(pairs), text: '', children: [] }
      within.children.push(found)
      if (!isEmpty) open.push(found)
    }
  }
  const [first] = root.children
  if (!first || open.length > 1) throw new Error('not a document')
  return first
}

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
