import { StorageError } from './storage.ts'

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/
const KEY_LENGTH_MAX = 512

/**
 * Returns the key as given when every segment is plain: letters, digits, `_`, `-` and inner dots.
 * @throws StorageError INVALID_KEY for anything that a file system or an object store could read otherwise (`..`, a leading dot, an
 * empty segment, a backslash)
 */
export function validKey(key: string): string {
  const isPlain = key.length <= KEY_LENGTH_MAX && key.split('/').every((segment) => SEGMENT.test(segment))
  if (!isPlain) throw new StorageError('INVALID_KEY', 'storage key refused')

  return key
}
