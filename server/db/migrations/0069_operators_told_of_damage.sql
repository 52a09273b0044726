-- A file that is found damaged is told to whoever looks after the instance, once, however many owners it concerns.
alter table public.damaged_media add column operators_told_at timestamptz;
create index damaged_media_operators_untold on public.damaged_media (user_id) where operators_told_at is null;

-- Takes down that the operators are told of all that is damaged and gives its numbers: for the transaction that mails them.
create function app.tell_operators_of_damage() returns table (files integer, owners integer)
language sql volatile security definer set search_path = ''
as $$
  with told as (
    update public.damaged_media d set operators_told_at = now() where d.operators_told_at is null returning d.user_id
  )
  select count(*)::integer, count(distinct told.user_id)::integer from told
$$;
revoke execute on function app.tell_operators_of_damage from public;
grant execute on function app.tell_operators_of_damage to kinora_worker;
