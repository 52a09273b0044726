import { type ClassValue, clsx } from 'clsx'

/** Joins class names, leaving out falsy ones. Conflicts are not resolved: components avoid classes that collide with those passed in. */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs)
}
