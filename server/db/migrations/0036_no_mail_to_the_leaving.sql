-- Whoever asked for the end of their account is asked no more questions meanwhile; those who stay are asked again.
create or replace function app.due_weekly_questions(most integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select w.user_id from public.weekly_questions w
  where w.enabled and w.next_at <= now()
    and not exists (select from public.account_deletions d where d.user_id = w.user_id)
  order by w.next_at limit most
$$;
