/**
 * Code page 437, which the first IBM PC and DOS had: GEDCOM calls it IBMPC. The signs of the bytes from 128 on, in their order;
 * below that it is ASCII.
 */
const signs =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

export const decodeCodePage437 = (bytes: Uint8Array): string =>
  // Below 128 both encodings are ASCII, and what stands above it is replaced sign by sign.
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (one) => signs[one.charCodeAt(0) - 128] ?? '\ufffd')
