import { type ClassValue, clsx } from 'clsx'

/** Joins class names, leaving out what is false. Components keep their own classes from colliding with those passed in. */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs)
}
