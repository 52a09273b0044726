import type { ArchiveProblem } from '#contract/archive.ts'

/** What was wrong with an archive and what to do about it. In all these cases nothing was imported. */
export const problemWords: Record<ArchiveProblem, string> = {
  not_a_zip: 'This file is not a zip file. Please choose the archive that Kinora made for you.',
  truncated: 'The end of this file is missing. Please download the archive again and choose it once more.',
  not_an_archive: 'This zip file is not an archive from Kinora.',
  unknown_version: 'This archive was made by a newer Kinora. Please update this one first.',
  unsafe_name: 'A file in this archive has a name that could reach outside of it, so it was refused.',
  compressed: 'This archive was packed again by another program. Please choose the file as Kinora made it.',
  unlisted_file: 'Something was added to this archive after it was made, so it was refused.',
  missing_file: 'Something is missing from this archive, so it was refused.',
  unknown_digest:
    'This archive has checksums of a kind that Kinora cannot compare, so it was refused. Please choose the file as Kinora made it.',
  wrong_hash: 'Something in this archive is not as it was when it was made. Please download it again.',
  bad_rows: 'The data in this archive cannot be read. Please make and download it again.',
  too_large: 'This archive holds more than Kinora can take.',
  storage_limit: 'Your plan does not have room for everything in this archive.',
  plan_limit: 'Your plan does not allow everything in this archive.',
  storage_full: 'The server has no room left. Please tell the person who looks after it.',
  unexpected: 'Something went wrong on our side. Please try again.',
}
