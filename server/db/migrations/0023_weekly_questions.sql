-- A question by mail once a week, for those who asked for it.

create table public.weekly_questions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  enabled boolean not null default true,
  -- An IANA name; the hour is that of the clock on the wall there, in summer and in winter.
  time_zone text not null,
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  hour smallint not null check (hour between 0 and 23),
  next_at timestamptz not null
);
create index weekly_questions_due on public.weekly_questions (next_at) where enabled;

-- What was sent. Its token lets whoever has the mail see another question and end the mails, and nothing else.
create table public.weekly_question_mails (
  user_id uuid not null references public.weekly_questions (user_id) on delete cascade,
  id uuid not null default app.uuidv7(),
  prompt_id uuid references public.prompts (id) on delete set null,
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  -- The week's appointment: whoever sends it a second time is refused.
  due_at timestamptz not null,
  sent_at timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, due_at)
);
create unique index weekly_question_mails_by_token on public.weekly_question_mails (token_hash);
create index weekly_question_mails_by_prompt on public.weekly_question_mails (prompt_id);

-- The first such hour after `since`, on the wall clock of that place.
create function app.next_weekly(zone text, on_weekday integer, at_hour integer, since timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select min(moment) from (
    select (day + make_interval(hours => at_hour)) at time zone zone as moment
    from generate_series(
      date_trunc('day', since at time zone zone), date_trunc('day', since at time zone zone) + interval '8 days', '1 day'
    ) as day
    where extract(isodow from day) = on_weekday
  ) as candidate
  where moment > since
$$;
revoke execute on function app.next_weekly from public;
grant execute on function app.next_weekly to authenticated, kinora_worker;

-- When the next one comes follows from the wish; nobody states it. Choosing another hour does not bring two in one week.
create function app.on_weekly_wish() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.next_at := app.next_weekly(new.time_zone, new.weekday, new.hour, greatest(now(), (
    select max(m.sent_at) + interval '5 days' from public.weekly_question_mails m where m.user_id = new.user_id
  )));
  return new;
end
$$;
create trigger weekly_wish before insert or update of enabled, time_zone, weekday, hour on public.weekly_questions
  for each row execute function app.on_weekly_wish();

alter table public.weekly_questions enable row level security;
alter table public.weekly_question_mails enable row level security;
create policy "people say when they want their question" on public.weekly_questions
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "jobs send the question of whom they work for" on public.weekly_questions
  for all to kinora_worker using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people read what was sent to them" on public.weekly_question_mails
  for select to authenticated using (user_id = (select auth.uid()));
create policy "jobs note what they sent" on public.weekly_question_mails
  for all to kinora_worker using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.weekly_questions to authenticated, kinora_worker;
grant insert (user_id, enabled, time_zone, weekday, hour) on public.weekly_questions to authenticated;
grant update (enabled, time_zone, weekday, hour) on public.weekly_questions to authenticated;
grant update (enabled, next_at) on public.weekly_questions to kinora_worker;
grant select on public.weekly_question_mails to authenticated, kinora_worker;
grant insert (user_id, prompt_id, token_hash, due_at) on public.weekly_question_mails to kinora_worker;
grant update (prompt_id) on public.weekly_question_mails to kinora_worker;

-- Whose turn it is; the job then works person by person.
create function app.due_weekly_questions(most integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select w.user_id from public.weekly_questions w where w.enabled and w.next_at <= now() order by w.next_at limit most
$$;
revoke execute on function app.due_weekly_questions from public;
grant execute on function app.due_weekly_questions to kinora_worker;

-- Whose mail a token is of.
create function app.weekly_mail_of(hash text) returns table (user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  select m.user_id, m.id from public.weekly_question_mails m where m.token_hash = hash
$$;
revoke execute on function app.weekly_mail_of from public;
grant execute on function app.weekly_mail_of to kinora_worker;
