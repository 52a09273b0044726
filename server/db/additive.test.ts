import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastReleased, takenAway, takenAwayOnPurpose } from './additive.ts'
import { migrationSources } from './migrate.ts'

test.each([
  'drop table public.stories',
  'drop function app.shared_with(uuid)',
  'alter table public.stories drop column title',
  'alter table public.stories drop title',
  'alter table only public.stories add column mood text, drop if exists title',
  'alter table public.stories rename column title to name',
  'alter table public.stories\n  add column mood text,\n  drop column title',
  'alter table public.stories alter column duration type text',
  'alter table public.stories alter title set not null',
  'alter table public.stories alter column title drop default',
  'alter table public.stories add column mood text not null',
  'alter table public.stories add constraint short check (length(title) < 5)',
  'alter table auth.users add column mood text',
  'create unique index one_title on public.stories (user_id, title)',
  'revoke select on public.stories from authenticated',
  'revoke kinora_search from kinora_worker',
  'create function app.f() returns int language sql as $$ select 1 $$; revoke execute on function app.g from authenticated',
  "select 1; -- a person's word\ndrop table public.stories; select 'x'",
])('takes something away from code that does not know of it: %s', (statement) => {
  expect(takenAway(`-- why\n${statement};\nselect 1;`)).toHaveLength(1)
})

test.each([
  "alter table public.stories add column mood text not null default 'calm'",
  'alter table public.stories add column mood text, add column place text',
  'alter table public.stories add constraint short check (length(title) < 5) not valid',
  'create table app.moods (user_id uuid not null); alter table app.moods add primary key (user_id); create unique index one on app.moods (user_id)',
  'alter table public.stories alter column title drop not null, add column drop_at date',
  'create index stories_by_title on public.stories (title)',
  'create function app.f(a int) returns int language sql as $$ select 1 $$; revoke execute on function app.f from public',
  'revoke kinora_search from current_user',
  'create or replace function app.f() returns text language sql as $$ drop table public.stories; $$',
  "comment on table public.stories is 'nobody may; drop table public.stories; here'",
  '-- drop table public.stories;\ngrant select on public.stories to authenticated',
])('only adds: %s', (statement) => {
  expect(takenAway(`${statement};`)).toEqual([])
})

test('what came after the newest release only adds, but for what is listed with the release that stopped using it', () => {
  const found = migrationSources.flatMap(({ name, folder }) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.sql') && file > lastReleased[name as 'auth' | 'db'])
      .flatMap((file) => {
        const purposes = (takenAwayOnPurpose[`${name}/${file}`] ?? []).map(({ statement }) => statement)
        const taken = takenAway(readFileSync(join(folder, file), 'utf8'))
        return taken
          .filter((statement) => !purposes.includes(statement))
          .map((statement) => `${file}: ${statement}`)
      }),
  )

  expect(found).toEqual([])
})

test('the release that is named is one that was made of these migrations', () => {
  for (const { name, folder } of migrationSources) {
    expect(readdirSync(folder)).toContain(lastReleased[name as 'auth' | 'db'])
  }
})
