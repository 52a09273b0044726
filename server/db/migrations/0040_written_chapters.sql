-- Chapters of books that a text model wrote from what was told: a person asks for one, reads it, and decides.

create table public.storybook_chapters (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  storybook_id uuid not null,
  story_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- Who asks anew makes what is on its way worth nothing; and what is accepted is what was read.
  request_id uuid not null,
  failure text,
  model text,
  steps_done integer not null default 0,
  steps_total integer,
  -- Sentences that the recording does not bear.
  left_out integer not null default 0,
  -- Paragraphs of sentences, each with the places it rests on (contract/book-sentences.ts).
  proposed jsonb,
  refused boolean not null default false,
  -- What the book shows for this story; null for the words as they were told.
  accepted jsonb,
  written_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, storybook_id, story_id),
  foreign key (user_id, storybook_id) references public.storybooks (user_id, id) on delete cascade,
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index storybook_chapters_by_story on public.storybook_chapters (user_id, story_id);
create trigger touch before update on public.storybook_chapters for each row execute function app.touch();
create trigger announce after insert or update or delete on public.storybook_chapters
  for each row execute function app.announce();

alter table public.storybook_chapters enable row level security;
create policy "people keep the written chapters of their own storybooks" on public.storybook_chapters
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.storybook_chapters to authenticated, kinora_worker;
grant insert (user_id, storybook_id, story_id, request_id) on public.storybook_chapters to authenticated;
-- What is written is for jobs to say; a person asks and decides.
grant update (state, request_id, failure, steps_done, steps_total, proposed, refused, accepted)
  on public.storybook_chapters to authenticated;
grant update (state, failure, model, steps_done, steps_total, left_out, proposed, refused, written_at)
  on public.storybook_chapters to kinora_worker;

-- What a machine writes and draws costs whoever runs this, so a plan says how much of it there is in a month.
alter table app.plan_limits add column ai_pages_per_month integer;
create or replace view app.allowances with (security_invoker = true) as
select plan.user_id, of_plan.tier,
  case when plan.own_limits ? 'storageBytes' then (plan.own_limits ->> 'storageBytes')::bigint
    else of_plan.storage_bytes end as storage_bytes,
  case when plan.own_limits ? 'aiHoursPerMonth' then (plan.own_limits ->> 'aiHoursPerMonth')::numeric
    else of_plan.ai_hours_per_month end as ai_hours_per_month,
  case when plan.own_limits ? 'collaborators' then (plan.own_limits ->> 'collaborators')::integer
    else of_plan.collaborators end as collaborators,
  case when plan.own_limits ? 'viewers' then (plan.own_limits ->> 'viewers')::integer
    else of_plan.viewers end as viewers,
  case when plan.own_limits ? 'storybooksPerMonth' then (plan.own_limits ->> 'storybooksPerMonth')::integer
    else of_plan.storybooks_per_month end as storybooks_per_month,
  case when plan.own_limits ? 'exportsPerMonth' then (plan.own_limits ->> 'exportsPerMonth')::integer
    else of_plan.exports_per_month end as exports_per_month,
  case when plan.own_limits ? 'aiPagesPerMonth' then (plan.own_limits ->> 'aiPagesPerMonth')::integer
    else of_plan.ai_pages_per_month end as ai_pages_per_month
from public.subscriptions plan
join app.plan_limits of_plan
  on of_plan.tier = case when plan.ends_at <= now() then app.default_tier() else plan.tier end;

alter table public.month_uses
  drop constraint month_uses_kind_check,
  -- chapter, picture: one that a machine wrote or drew, by the id of what was asked.
  add constraint month_uses_kind_check check (kind in ('speech', 'storybook', 'export', 'chapter', 'picture'));

create function app.count_ai_page(owner uuid, of_kind text, request uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc');
  allowed integer;
begin
  perform from public.usage_tracking u where u.user_id = owner for update;
  insert into public.month_uses (user_id, month, kind, subject_id, amount)
  values (owner, this_month, of_kind, request, 1) on conflict do nothing;
  select a.ai_pages_per_month into allowed from app.allowances a where a.user_id = owner;
  if allowed is not null and allowed < (
    select count(*) from public.month_uses u
    where u.user_id = owner and u.month = this_month and u.kind in ('chapter', 'picture')
  ) then
    raise exception 'ai limit reached' using
      errcode = 'KN426', detail = json_build_object('allowed', allowed)::text;
  end if;
end
$$;
revoke execute on function app.count_ai_page from public;

create function app.count_chapters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What came to nothing costs nothing.
  if new.state = 'failed' then
    delete from public.month_uses u
    where u.user_id = new.user_id and u.kind = 'chapter' and u.subject_id = new.request_id;
  elsif new.state = 'waiting' then
    perform app.count_ai_page(new.user_id, 'chapter', new.request_id);
  end if;
  return null;
end
$$;
create trigger count_chapters after insert or update of state, request_id on public.storybook_chapters
for each row execute function app.count_chapters();
