import fc from 'fast-check'

/** Text known to break programs: NUL and control characters, lone surrogates, changes of direction, syntax of other languages. */
const spitefulText = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud800y',
  '\u202eyadretsey\u202c',
  '\ufeff',
  '\u2028\u2029',
  '👩‍👩‍👧‍👦'.repeat(50),
  'Ł́̂̃̄'.repeat(300),
  'ﷺ'.repeat(400),
  "'; drop table public.stories; --",
  '%',
  '%00',
  '%s%n',
  '\\',
  '$1',
  '$' + '{7*7}',
  '{{constructor.constructor("return process")()}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'C:\\Windows\\win.ini',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9'.repeat(400),
  'null',
  'true',
  '[]',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  '294277-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'a@b',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.com`,
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data/',
  'x'.repeat(10_001),
  'é'.repeat(65_537),
)

/** Short text that passes any check of type and length, but breaks what processes it afterwards. */
export const quietSpite = fc.constantFrom(
  'a\u0000b',
  'x\ud800y',
  '\udfff',
  '\u202eyadretsey\u202c',
  "'; truncate stories; --",
  '%_\\',
  '__proto__',
  '\ufeff\u2028',
)

const spitefulNumber = fc.constantFrom(
  0,
  -0,
  -1,
  0.1,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  -1e308,
)

/** Text as people and attackers send it, at most some ten thousand characters. */
export const hostileText = fc.oneof(
  spitefulText,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

/** Any JSON value in place of any other. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  spitefulNumber,
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { $ref: '#' }, { length: 1e9 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(JSON.parse('{"__proto__": {"isOperator": true}, "constructor": {"prototype": {"x": 1}}}')),
  fc.integer({ min: 50, max: 2000 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.integer({ min: 100, max: 5000 }).map((length) => Array.from({ length }, (_, at) => at)),
)

/** Instants that are valid in ISO 8601, but perhaps not for a database or a `Date`. */
export const strangeInstants = fc.constantFrom(
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.9999999Z',
  '9999-12-31T23:59:59-12:00',
  '2016-12-31T23:59:60Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-16:00',
)

const strangePart = fc.oneof(
  fc.constantFrom(2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, 1e308, -1, 0, true, null, 'a\u0000b'),
  strangeInstants,
  fc.uuid({ version: 7 }),
  fc.constant([{ typed: 'a\u0000b', name: '\ud800' }]),
)

/** Cursors of the right shape, with parts that Kinora would never write. */
export const strangeCursors = fc
  .array(strangePart, { minLength: 2, maxLength: 4 })
  .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'))
