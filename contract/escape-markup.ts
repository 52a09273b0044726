/**
 * The characters that XML 1.0 cannot contain, not even escaped (its production `Char`): control characters, lone surrogates and two
 * noncharacters.
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

/** Escapes any text for HTML, between elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, named)
}

/**
 * Escapes any text for XML (SVG, EPUB, TEI) whose attributes stand in double quotes; apostrophes stay as they are. Characters that
 * would make the whole document invalid are dropped.
 */
export function escapeXml(text: string): string {
  return text.replaceAll(impossible, '').replace(/[&<>"]/g, named)
}

const named = (sign: string) => entities[sign] ?? sign
