/**
 * The objects of the store that belong to a backup, read in its snapshot: key, size in bytes, hash where one is known, whether it
 * still grows. Every table with a `storage_key` appears here or in `objectsLeftOut`; a test makes sure of that.
 *
 * A recording or an upload that is still coming in counts as far as it was acknowledged. Bytes below that point never change: they
 * are written and flushed before the row says so.
 */
const mediaOfSnapshot = `
  select m.storage_key,
    case
      when m.state = 'stored' then m.size_bytes
      when r.id is not null then r.received_bytes
      else coalesce(u.byte_offset, 0)
    end,
    m.sha256, m.state <> 'stored'
  from public.media m
  left join public.recordings r on r.user_id = m.user_id and r.original_media_id = m.id and m.role = 'original'
  left join public.uploads u on u.user_id = m.user_id and u.storage_key = m.storage_key and u.state = 'receiving'
  union all
  select e.storage_key, e.size_bytes, null, false from public.storybook_exports e where e.state = 'completed'`

/** Tables with keys of objects that no backup takes, each with the reason. */
export const objectsLeftOut: Record<string, string> = {
  'public.uploads': 'its bytes are those of its row in public.media',
  'public.archive_exports': 'made again by one button',
  'public.archive_imports': 'sent again by whoever was sending it',
  'app.storage_deletions': 'names what is to go',
}

/** Tables that `mediaOfSnapshot` reads. */
export const objectsTaken = ['public.media', 'public.storybook_exports']

/** The same, sorted by the keys as bytes, which is the order of the list in every backup. */
export const mediaInOrder = `select * from (${mediaOfSnapshot}) as wanted order by storage_key collate "C"`

export type WantedObject = { key: string; size: number; sha256: string | null; isGrowing: boolean }

/** Parses one line as COPY writes it. Keys and hashes hold nothing that COPY would escape. */
export function wantedObject(line: string): WantedObject {
  const [key = '', size = '', sha256 = '', growing = ''] = line.split('\t')
  return { key, size: Number(size), sha256: sha256 === '\\N' ? null : sha256, isGrowing: growing === 't' }
}
