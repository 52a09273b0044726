-- A person may have a recording heard with a speech key of their own, which never leaves their browser: the page asks
-- Google and hands on what it answered. Then this is when that page last asked what comes next, and null where this
-- server's own engine listens.
alter table public.transcripts add column own_key_at timestamptz;

-- Whoever pays Google themselves uses up no hours of their plan.
create or replace function app.count_speech() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc');
  heard_ms bigint := new.end_ms - new.start_ms;
  with_own_key boolean;
  used numeric;
  allowed numeric;
begin
  update public.transcripts set pieces_done = pieces_done + 1, counted_ms = counted_ms + heard_ms
  where user_id = new.user_id and id = new.transcript_id returning own_key_at is not null into with_own_key;
  if with_own_key then return null; end if;

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
