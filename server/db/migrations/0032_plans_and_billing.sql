-- Plans that follow what was paid or granted, limits that an operator may set for one account, and what was used in a
-- month kept as rows.

alter table app.plan_limits
  add column exports_per_month integer,
  add column is_default boolean not null default false;

-- What an account has when nothing was paid or granted (PLAN_DEFAULT, written at every start).
create function app.default_tier() returns text
language sql stable set search_path = ''
as $$ select coalesce((select l.tier from app.plan_limits l where l.is_default limit 1), 'free') $$;

alter table public.subscriptions
  -- Where the plan comes from. What an operator granted is left alone until they take it back.
  add column source text not null default 'default' check (source in ('default', 'test', 'stripe', 'operator')),
  -- Limits of this one account in place of its plan's, by the names of contract/plans.ts; null means unlimited.
  add column own_limits jsonb not null default '{}' check (jsonb_typeof(own_limits) = 'object'),
  add column period_end timestamptz,
  -- From then on the plan is the default one: a cancellation, or the end of the grace after a failed payment.
  add column ends_at timestamptz,
  add column card_brand text,
  add column card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  add column stripe_customer_id text,
  add column stripe_subscription_id text,
  add constraint subscriptions_status check (status in ('active', 'cancelling', 'past_due'));
create unique index subscriptions_of_customer on public.subscriptions (stripe_customer_id);
create index subscriptions_ending on public.subscriptions (ends_at) where ends_at is not null;
create index subscriptions_of_tests on public.subscriptions (period_end) where source = 'test';

-- What each account may use just now: its plan, or the default one when that has ended, and its own limits over it.
-- The one place that limits are read from.
create view app.allowances with (security_invoker = true) as
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
    else of_plan.exports_per_month end as exports_per_month
from public.subscriptions plan
join app.plan_limits of_plan
  on of_plan.tier = case when plan.ends_at <= now() then app.default_tier() else plan.tier end;
grant select on app.allowances to authenticated, kinora_worker, kinora_link;
grant select (ends_at, own_limits) on public.subscriptions to kinora_link;

create policy "the server follows what was paid" on public.subscriptions for update to kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant update (tier, status, source, period_end, ends_at, card_brand, card_last4, stripe_customer_id,
  stripe_subscription_id) on public.subscriptions to kinora_worker;

create table public.invoices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  number text not null,
  description text not null,
  amount_cents bigint not null,
  currency text not null default 'usd',
  -- test: written by the test mode; no money moved.
  status text not null check (status in ('paid', 'open', 'failed', 'void', 'test')),
  issued_at timestamptz not null default now(),
  stripe_invoice_id text,
  url text,
  primary key (user_id, id),
  unique (user_id, stripe_invoice_id)
);
create index invoices_newest on public.invoices (user_id, issued_at desc);
alter table public.invoices enable row level security;
create policy "people see their invoices" on public.invoices for select to authenticated, kinora_worker
  using (user_id = (select auth.uid()));
create policy "the server writes invoices" on public.invoices for insert to kinora_worker
  with check (user_id = (select auth.uid()));
create policy "the server follows what became of invoices" on public.invoices for update to kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.invoices to authenticated, kinora_worker;
grant insert, update on public.invoices to kinora_worker;
create trigger announce after insert or update on public.invoices for each row execute function app.announce();

-- Which of Stripe's messages have been taken. They come more than once and in any order.
create table app.stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index stripe_events_oldest on app.stripe_events (received_at);
alter table app.stripe_events enable row level security;
create policy "the server remembers messages" on app.stripe_events for all to kinora_worker
  using (true) with check (true);
grant select, insert, delete on app.stripe_events to kinora_worker;

create function app.user_of_stripe_customer(customer text) returns uuid
language sql stable security definer set search_path = ''
as $$ select s.user_id from public.subscriptions s where s.stripe_customer_id = customer $$;
-- Plans whose end has come, and months of the test mode that are over. One that was not paid for stays as it is, with the
-- default plan's limits, until it is paid or Stripe ends it: falling would begin its grace anew.
create function app.due_plans(most integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select s.user_id from public.subscriptions s
  where (s.ends_at <= now() and s.status <> 'past_due') or (s.source = 'test' and s.period_end <= now())
  order by least(s.ends_at, s.period_end) limit most
$$;
-- What an operator says of one account.
create function app.set_plan(owner uuid, new_tier text, new_source text, new_limits jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.subscriptions s set
    tier = new_tier, source = new_source, own_limits = new_limits, status = 'active', ends_at = null, period_end = null
  where s.user_id = owner
$$;
revoke execute on function app.user_of_stripe_customer, app.due_plans, app.set_plan from public;
grant execute on function app.user_of_stripe_customer, app.due_plans, app.set_plan, app.account_with_email
  to kinora_worker;

-- Whoever deletes their account stops paying, too.
create function app.on_subscription_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.enqueue('end_stripe_subscription', json_build_object('customerId', old.stripe_customer_id)::jsonb);
  return null;
end
$$;
create trigger paying_ends_with_the_account after delete on public.subscriptions
for each row when (old.stripe_customer_id is not null) execute function app.on_subscription_deleted();

-- What counts by the month, a row for each thing it was used for. Rows outlive the thing, since deleting a recording
-- does not give its hour back.
create table public.month_uses (
  user_id uuid not null references public.profiles (id) on delete cascade,
  month date not null default date_trunc('month', now() at time zone 'utc'),
  -- speech: milliseconds of one transcript. storybook: one book. export: one file made of a book.
  kind text not null check (kind in ('speech', 'storybook', 'export')),
  subject_id uuid not null,
  amount bigint not null check (amount >= 0),
  primary key (user_id, month, kind, subject_id)
);
alter table public.month_uses enable row level security;
create policy "people see what they used" on public.month_uses for select to authenticated, kinora_worker
  using (user_id = (select auth.uid()));
grant select on public.month_uses to authenticated, kinora_worker;

-- What was heard before there were rows for it; what has since been deleted stays counted on one row of its own.
insert into public.month_uses (user_id, month, kind, subject_id, amount)
select used.user_id, used.ai_hours_month, 'speech', used.user_id, round(used.ai_analysis_hours_used * 3600000)
from public.usage_tracking used where used.ai_analysis_hours_used > 0;
insert into public.month_uses (user_id, month, kind, subject_id, amount)
select b.user_id, date_trunc('month', b.created_at at time zone 'utc'), 'storybook', b.id, 1 from public.storybooks b;

create or replace function app.on_user_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named text := coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', '');
begin
  if tg_op = 'UPDATE' then
    update public.profiles set email = coalesce(new.email, '') where id = new.id and email <> coalesce(new.email, '');
    return new;
  end if;

  insert into public.profiles (id, full_name, email) values (new.id, named, coalesce(new.email, ''));
  insert into public.subscriptions (user_id, tier) values (new.id, app.default_tier());
  insert into public.usage_tracking (user_id) values (new.id);
  return new;
end
$$;

create or replace function app.count_storage() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  grown bigint := 0;
  used bigint;
  allowed bigint;
begin
  if tg_op <> 'DELETE' and new.role = 'original' then grown := grown + new.size_bytes; end if;
  if tg_op <> 'INSERT' and old.role = 'original' then grown := grown - old.size_bytes; end if;
  if grown = 0 then return null; end if;

  update public.usage_tracking set storage_used_bytes = greatest(storage_used_bytes + grown, 0)
  where user_id = owner returning storage_used_bytes into used;
  if grown < 0 then return null; end if;

  select a.storage_bytes into allowed from app.allowances a where a.user_id = owner;
  if allowed is not null and used > allowed then
    raise exception 'storage limit reached' using
      errcode = 'KN507',
      detail = json_build_object('usedBytes', used - grown, 'limitBytes', allowed)::text;
  end if;
  return null;
end
$$;

create or replace function app.count_speech() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc');
  heard_ms bigint := new.end_ms - new.start_ms;
  used numeric;
  allowed numeric;
begin
  update public.transcripts set pieces_done = pieces_done + 1, counted_ms = counted_ms + heard_ms
  where user_id = new.user_id and id = new.transcript_id;

  update public.usage_tracking set
    ai_analysis_hours_used = heard_ms / 3600000.0
      + case when ai_hours_month = this_month then ai_analysis_hours_used else 0 end,
    ai_hours_month = this_month
  where user_id = new.user_id returning ai_analysis_hours_used into used;
  insert into public.month_uses (user_id, month, kind, subject_id, amount)
  values (new.user_id, this_month, 'speech', new.transcript_id, heard_ms)
  on conflict (user_id, month, kind, subject_id) do update set amount = month_uses.amount + excluded.amount;

  select a.ai_hours_per_month into allowed from app.allowances a where a.user_id = new.user_id;
  if allowed is not null and used > allowed then
    raise exception 'speech hours used up' using errcode = 'KN424';
  end if;
  return null;
end
$$;

-- Whoever makes two at once waits at the row of their usage. A book that was deleted for good was made all the same; one
-- that is brought in from elsewhere counts for the month it was made in.
create or replace function app.limit_storybooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc');
  made_in date := date_trunc('month', new.created_at at time zone 'utc');
  allowed integer;
begin
  perform from public.usage_tracking u where u.user_id = new.user_id for update;
  insert into public.month_uses (user_id, month, kind, subject_id, amount)
  values (new.user_id, made_in, 'storybook', new.id, 1) on conflict do nothing;
  if made_in < this_month then return null; end if;

  select a.storybooks_per_month into allowed from app.allowances a where a.user_id = new.user_id;
  if allowed is not null and allowed < (
    select count(*) from public.month_uses u
    where u.user_id = new.user_id and u.month = this_month and u.kind = 'storybook'
  ) then
    raise exception 'storybook limit reached' using
      errcode = 'KN422', detail = json_build_object('allowed', allowed)::text;
  end if;
  return null;
end
$$;

create function app.count_exports() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc');
  allowed integer;
begin
  -- What came to nothing costs nothing.
  if tg_op = 'UPDATE' then
    delete from public.month_uses u where u.user_id = new.user_id and u.kind = 'export' and u.subject_id = new.id;
    return null;
  end if;

  perform from public.usage_tracking u where u.user_id = new.user_id for update;
  insert into public.month_uses (user_id, month, kind, subject_id, amount)
  values (new.user_id, this_month, 'export', new.id, 1) on conflict do nothing;
  select a.exports_per_month into allowed from app.allowances a where a.user_id = new.user_id;
  if allowed is not null and allowed < (
    select count(*) from public.month_uses u
    where u.user_id = new.user_id and u.month = this_month and u.kind = 'export'
  ) then
    raise exception 'export limit reached' using
      errcode = 'KN425', detail = json_build_object('allowed', allowed)::text;
  end if;
  return null;
end
$$;
create trigger count_exports after insert on public.storybook_exports
for each row execute function app.count_exports();
create trigger count_failed_exports after update of state on public.storybook_exports
for each row when (old.state <> 'failed' and new.state = 'failed') execute function app.count_exports();

create or replace function app.count_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  collaborators integer;
  viewers integer;
  allowed record;
begin
  perform from public.usage_tracking u where u.user_id = owner for update;
  select p.collaborators, p.viewers into collaborators, viewers from app.people_of(owner) p;
  update public.usage_tracking u set collaborators_count = (
    select count(distinct a.shared_with_user_id) from public.shared_access a where a.user_id = owner and a.role <> 'viewer'
  ) where u.user_id = owner;

  -- Taking away and giving less is always possible, also for who has more than their plan allows.
  if tg_op = 'DELETE' then return null; end if;
  select a.collaborators, a.viewers into allowed from app.allowances a where a.user_id = owner;
  if new.role = 'viewer' and viewers > allowed.viewers then
    raise exception 'as many viewers as the plan allows' using errcode = 'KN423',
      detail = json_build_object('kind', 'viewers', 'limit', allowed.viewers)::text;
  end if;
  if new.role <> 'viewer' and collaborators > allowed.collaborators then
    raise exception 'as many collaborators as the plan allows' using errcode = 'KN423',
      detail = json_build_object('kind', 'collaborators', 'limit', allowed.collaborators)::text;
  end if;
  return null;
end
$$;

-- Who takes a place of the plan: whoever has access, and whoever an open letter invites.
create function app.people_of(owner uuid, out collaborators integer, out viewers integer)
language sql stable set search_path = ''
as $$
  select count(distinct person) filter (where role <> 'viewer'), count(distinct person) filter (where role = 'viewer')
  from (
    select a.shared_with_user_id::text as person, a.role from public.shared_access a where a.user_id = owner
    union all
    select i.email, i.role from public.invitations i
    where i.user_id = owner and i.accepted_at is null and i.expires_at > now()
  ) people
$$;
grant execute on function app.people_of to authenticated, kinora_worker;

-- What the counters would say if everything were counted anew. Counters and rows move in the same transactions, so one
-- snapshot sees both as they belong together.
create view app.recounted as
select p.id as user_id,
  (select coalesce(sum(m.size_bytes), 0) from public.media m where m.user_id = p.id and m.role = 'original')::bigint
    as storage_used_bytes,
  (select coalesce(sum(u.amount), 0) / 3600000.0 from public.month_uses u
    where u.user_id = p.id and u.kind = 'speech' and u.month = used.ai_hours_month) as ai_analysis_hours_used,
  (select count(distinct a.shared_with_user_id) from public.shared_access a
    where a.user_id = p.id and a.role <> 'viewer')::integer as collaborators_count
from public.profiles p join public.usage_tracking used on used.user_id = p.id;

create function app.drifted_usage() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select used.user_id from public.usage_tracking used join app.recounted real on real.user_id = used.user_id
  where used.storage_used_bytes <> real.storage_used_bytes
    or abs(used.ai_analysis_hours_used - real.ai_analysis_hours_used) > 0.000001
    or used.collaborators_count <> real.collaborators_count
$$;

-- Counts one account anew. Writers wait at the row and add what they bring to what was counted.
create function app.recount_usage(owner uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.usage_tracking u where u.user_id = owner for update;
  update public.usage_tracking u set
    storage_used_bytes = real.storage_used_bytes,
    ai_analysis_hours_used = real.ai_analysis_hours_used,
    collaborators_count = real.collaborators_count
  from app.recounted real where real.user_id = owner and u.user_id = owner;
end
$$;
revoke execute on function app.drifted_usage, app.recount_usage from public;
grant execute on function app.drifted_usage, app.recount_usage to kinora_worker;
