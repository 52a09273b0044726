-- What an account that is deleted softly had opened closes with it. But its access token is good for a while yet, and a page that was
-- still open could turn on again what nobody would ever turn off.
create function app.refuse_closed_accounts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  closed boolean;
begin
  -- The lock makes an end that is under way come first or wait, so that it finds whatever is opened here.
  for closed in
    select u.deleted_at is not null from auth.users u
    where u.id in (new.user_id, (to_jsonb(new) ->> 'shared_with_user_id')::uuid) order by u.id for share
  loop
    continue when not closed;
    -- The answer that an account gets which is gone altogether (server/errors.ts).
    raise exception 'the account is closed' using
      errcode = 'foreign_key_violation', constraint = tg_table_name || '_user_id_fkey';
  end loop;
  return new;
end
$$;
revoke execute on function app.refuse_closed_accounts from public;

-- Of these an end leaves no rows, so that there is nothing to turn on but anew.
create trigger refuse_closed_accounts before insert on public.shared_access
  for each row execute function app.refuse_closed_accounts();
create trigger refuse_closed_accounts before insert on public.invitations
  for each row execute function app.refuse_closed_accounts();
create trigger refuse_closed_accounts before insert on public.public_profiles
  for each row execute function app.refuse_closed_accounts();
create trigger refuse_closed_accounts before insert on public.weekly_questions
  for each row execute function app.refuse_closed_accounts();
create trigger refuse_closed_accounts before insert on public.push_devices
  for each row execute function app.refuse_closed_accounts();
create trigger refuse_closed_accounts before insert or update of revoked_at on public.public_links
  for each row when (new.revoked_at is null) execute function app.refuse_closed_accounts();
create trigger refuse_closed_accounts before insert or update of revoked_at on public.recording_links
  for each row when (new.revoked_at is null) execute function app.refuse_closed_accounts();
create trigger refuse_closed_accounts before insert or update of published_at on public.prompts
  for each row when (new.published_at is not null) execute function app.refuse_closed_accounts();
create trigger refuse_closed_accounts before insert or update of published_at on public.playlists
  for each row when (new.published_at is not null) execute function app.refuse_closed_accounts();

-- A plan that is paid beside the one that an operator gave may be cancelled too. When it ends was kept nowhere, so that nobody was told
-- and could take it back. Not `ends_at`, by which the given plan would end.
alter table public.subscriptions add column beside_ends_at timestamptz;
grant update (beside_ends_at) on public.subscriptions to kinora_worker;

-- Whether a person's payments may be asked about now. Each answer is written, which the page that asks is told of and reads again: where
-- Stripe has nothing new to say that would go in a circle. What waits for Stripe to be back keeps its turn.
create function app.may_ask_for_payments() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.subscriptions s
    where s.user_id = auth.uid() and s.updated_at < now() - interval '15 minutes'
  ) and not exists (
    select from graphile_worker._private_jobs j
    where j.key = app.job_key('follow_payment', auth.uid()::text, 'follow_payment/' || auth.uid())
      and j.attempts < j.max_attempts
  )
$$;
revoke execute on function app.may_ask_for_payments from public;
grant execute on function app.may_ask_for_payments to kinora_worker;

-- What was opened in between.
select app.close_for_good(u.id) from auth.users u where u.deleted_at is not null;
