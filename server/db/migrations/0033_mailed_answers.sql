-- Answers to the weekly question that came by mail. The address that a mail is answered at is a capability of its own:
-- it adds a story, for a while, and does nothing else.

alter table public.weekly_question_mails
  add column answer_hash text check (answer_hash ~ '^[0-9a-f]{64}$'),
  add column answer_until timestamptz;
create unique index weekly_question_mails_by_answer on public.weekly_question_mails (answer_hash)
  where answer_hash is not null;
grant insert (answer_hash, answer_until) on public.weekly_question_mails to kinora_worker;

create table public.mailed_answers (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  mail_id uuid not null,
  -- Of the Message-ID: a mail that is delivered twice is one answer.
  message_hash text not null check (message_hash ~ '^[0-9a-f]{64}$'),
  -- null for a mail in which nothing was written.
  story_id uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, message_hash),
  foreign key (user_id, mail_id) references public.weekly_question_mails (user_id, id) on delete cascade,
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete set null (story_id)
);
create index mailed_answers_by_mail on public.mailed_answers (user_id, mail_id);
create index mailed_answers_by_story on public.mailed_answers (user_id, story_id) where story_id is not null;

alter table public.mailed_answers enable row level security;
create policy "people read which answers came" on public.mailed_answers
  for select to authenticated using (user_id = (select auth.uid()));
create policy "jobs note which answers came" on public.mailed_answers
  for all to kinora_worker using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.mailed_answers to authenticated, kinora_worker;
grant insert (user_id, id, mail_id, message_hash, story_id) on public.mailed_answers to kinora_worker;

-- Which mail an address answers, while it does.
create function app.weekly_mail_answered_at(hash text) returns table (user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  select m.user_id, m.id from public.weekly_question_mails m where m.answer_hash = hash and m.answer_until > now()
$$;
revoke execute on function app.weekly_mail_answered_at from public;
grant execute on function app.weekly_mail_answered_at to kinora_worker;
