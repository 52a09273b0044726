-- What "you" are called in the files that were imported, so that an import that is repeated knows you again. Others have
-- one such key each; several files may tell of you.
alter table public.family_members
  add column own_source_keys text[] not null default '{}'
  check (id = user_id or own_source_keys = '{}');
