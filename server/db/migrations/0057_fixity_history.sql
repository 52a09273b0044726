-- What the checks found over the years, and that bytes were put back. As checks mostly find the same, a row is a run of
-- them: however long something is kept, its history grows only when what is found changes.
create table public.fixity_history (
  user_id uuid not null,
  media_id uuid not null,
  began_at timestamptz not null,
  -- hashed: there was nothing to compare with yet. put back: from a backup, by the operator.
  outcome text not null check (outcome in ('intact', 'hashed', 'changed', 'missing', 'put back')),
  last_at timestamptz not null,
  checks integer not null default 1 check (checks > 0),
  primary key (user_id, media_id, began_at),
  foreign key (user_id, media_id) references public.media (user_id, id) on delete cascade
);
alter table public.fixity_history enable row level security;
create policy "people see what the checks of theirs found" on public.fixity_history
  for select to authenticated using (user_id = (select auth.uid()));
create policy "the check writes what it finds" on public.fixity_history
  for all to kinora_worker using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.fixity_history to authenticated;
grant select, insert, update on public.fixity_history to kinora_worker;

-- Adds to the last run, or begins the next one.
create function app.note_fixity(owner uuid, medium uuid, what text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.fixity_history h set last_at = clock_timestamp(), checks = h.checks + 1
  where h.user_id = owner and h.media_id = medium and h.outcome = what and h.began_at = (
    select max(last.began_at) from public.fixity_history last where last.user_id = owner and last.media_id = medium);
  if not found then
    insert into public.fixity_history (user_id, media_id, began_at, outcome, last_at)
    values (owner, medium, clock_timestamp(), what, clock_timestamp());
  end if;
end
$$;
revoke execute on function app.note_fixity from public;
grant execute on function app.note_fixity to kinora_worker;

-- Of originals the last check is known. What the last reading of a copy did, comparing or only hashing, nobody noted.
insert into public.fixity_history (user_id, media_id, began_at, outcome, last_at)
select m.user_id, m.id, m.checked_at, coalesce(d.damage, 'intact'), m.checked_at
from public.media m
left join public.damaged_media d on d.user_id = m.user_id and d.media_id = m.id
where m.role = 'original' and m.state = 'stored' and m.checked_at is not null;
