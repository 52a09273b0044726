-- All stored bytes are read again now and then and compared with what they were.

-- When the bytes were last read, whatever was found; `verified_at` says when they were first found to be right.
alter table public.media add column checked_at timestamptz;
create index media_read_longest_ago on public.media ((coalesce(checked_at, verified_at, created_at)))
  where state = 'stored';
create index media_never_hashed on public.media (created_at) where state = 'stored' and sha256 is null;

-- Originals that are no longer what they were. A row goes when the bytes are right again, or with the file.
create table public.damaged_media (
  user_id uuid not null,
  media_id uuid not null,
  damage text not null check (damage in ('changed', 'missing')),
  found_at timestamptz not null default now(),
  -- When its owner was mailed.
  told_at timestamptz,
  primary key (user_id, media_id),
  foreign key (user_id, media_id) references public.media (user_id, id) on delete cascade
);
create index damaged_media_untold on public.damaged_media (user_id) where told_at is null;
alter table public.damaged_media enable row level security;
create policy "people see what was damaged of theirs" on public.damaged_media
  for select to authenticated using (user_id = (select auth.uid()));
create policy "the check writes what it finds" on public.damaged_media
  for all to kinora_worker using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.damaged_media to authenticated;
grant select, insert, update, delete on public.damaged_media to kinora_worker;
create function app.announce_damage() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('kinora_changes', json_build_object(
    'userId', coalesce(new.user_id, old.user_id),
    'table', tg_table_name,
    'operation', tg_op,
    'id', coalesce(new.media_id, old.media_id),
    'storyId', null
  )::text);
  return null;
end
$$;
create trigger announce after insert or delete on public.damaged_media
  for each row execute function app.announce_damage();

-- What is to be read next: what has no hash yet, then what was read longest ago. What was added a moment ago is hashed by
-- the job that receives it.
create function app.fixity_due(days integer, most integer) returns table (user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  (select m.user_id, m.id from public.media m
   where m.state = 'stored' and m.sha256 is null and m.created_at < now() - interval '1 hour'
     and coalesce(m.checked_at, m.verified_at, m.created_at) < now() - interval '1 hour'
   order by m.created_at limit most)
  union all
  (select m.user_id, m.id from public.media m
   where m.state = 'stored' and m.sha256 is not null
     and coalesce(m.checked_at, m.verified_at, m.created_at) < now() - make_interval(days => days)
   order by coalesce(m.checked_at, m.verified_at, m.created_at) limit most)
$$;
create function app.owners_to_tell_of_damage() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select distinct d.user_id from public.damaged_media d where d.told_at is null $$;
create function app.fixity_figures() returns table (damaged integer, oldest_read timestamptz)
language sql stable security definer set search_path = ''
as $$
  select (select count(*)::integer from public.damaged_media),
    (select coalesce(m.checked_at, m.verified_at, m.created_at) from public.media m where m.state = 'stored'
     order by coalesce(m.checked_at, m.verified_at, m.created_at) limit 1)
$$;
-- A copy that is not what it was goes, to be made again; its key is that of the next one and must not be emptied.
create function app.drop_damaged_copy(owner uuid, copy uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key text;
begin
  delete from public.media m where m.user_id = owner and m.id = copy and m.role <> 'original' returning storage_key into key;
  delete from app.storage_deletions d where d.storage_key = key;
end
$$;
revoke execute on function app.fixity_due, app.owners_to_tell_of_damage, app.fixity_figures, app.drop_damaged_copy,
  app.announce_damage from public;
grant execute on function app.fixity_due, app.owners_to_tell_of_damage, app.fixity_figures, app.drop_damaged_copy
  to kinora_worker;
