/**
 * A copy of a picture; null where there is none, or none that can be read. A signed address works for an hour, and a page may stand
 * open for longer.
 *
 * @param addressNow asks for the picture's present address
 */
export async function copyPicture(
  address: string | null,
  addressNow: () => Promise<string | null>,
): Promise<Blob | null> {
  if (address === null) return null
  return (await pictureAt(address)) ?? pictureAt(await addressNow())
}

async function pictureAt(address: string | null): Promise<Blob | null> {
  if (address === null) return null
  const answer = await fetch(address)
  return answer.ok ? answer.blob() : null
}
