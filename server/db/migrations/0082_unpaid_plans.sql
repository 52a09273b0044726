-- Plans whose grace is over, which are asked about each night: the message that Stripe ended one may have been lost, and
-- whoever had it could then never pay again. By lot, so that nobody waits behind those that stay unpaid for ever.
create function app.unpaid_plans(most integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  select s.user_id from public.subscriptions s
  where s.status = 'past_due' and s.ends_at <= now()
  order by random() limit most
$$;
revoke execute on function app.unpaid_plans from public;
grant execute on function app.unpaid_plans to kinora_worker;
