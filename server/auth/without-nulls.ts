/** The fields that hold something: in what the account service reads and answers, null is the same as nothing. */
export function withoutNulls<Value>(object: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}
