/**
 * What XML 1.0 cannot hold at all, not even escaped (its production `Char`): control characters, lone surrogates and two
 * non-characters.
 */
const impossible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Words of people as text in HTML, between elements and in quoted attributes, whatever they contain. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, named)
}

/**
 * The same for XML (SVG, EPUB, TEI) whose attributes stand in double quotes, so that an apostrophe stays one. Signs that would
 * make the whole document unreadable are left out.
 */
export function escapeXml(text: string): string {
  return text.replaceAll(impossible, '').replace(/[&<>"]/g, named)
}

const named = (sign: string) => entities[sign] ?? sign
